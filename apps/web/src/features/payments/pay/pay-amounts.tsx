import type { Payment } from '@quayside/contracts/payments/payments';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { AmountField, AmountInput, readAmount } from '../../../components/form/amount-field.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { numberOf, placeWords } from '../payment-words.ts';
import classes from '../payments.module.css';
import { excessOf, type PayValues } from './pay-form.ts';

interface SingleProps {
  readonly form: AppForm<PayValues>;
  readonly payment: Payment;
}

/** The amount of one instalment. What is paid more than is open can be kept as a credit. */
export function SingleAmount({ form, payment }: SingleProps) {
  const t = useT();
  const { currency, open } = payment;
  const excess = excessOf(payment, form.values.amount);
  const words = (amount: string) => formatMoney(amount, currency, { as: 'code', zero: 'figure' });
  return (
    <>
      <AmountField
        {...form.field('amount')}
        label={t('payments:pay.amount')}
        currency={currency}
        help={t('payments:pay.open', { amount: words(open) })}
      />
      {(excess !== undefined || form.values.keepExcess) && (
        <CheckInput
          label={t('payments:pay.keepExcess', { amount: words(excess ?? '0'), supplier: payment.supplier.companyName })}
          checked={form.values.keepExcess}
          onChange={(isKept) => form.set('keepExcess', isKept)}
        />
      )}
    </>
  );
}

interface PartsProps {
  readonly form: AppForm<PayValues>;
  readonly payments: readonly Payment[];
}

/** The amounts of several instalments that one transfer pays, with their sum. */
export function PartAmounts({ form, payments }: PartsProps) {
  const t = useT();
  const parts = form.values.payments;
  const currency = payments[0]?.currency ?? '';
  const change = (at: number, amount: string) =>
    form.set(
      'payments',
      parts.map((part, i) => (i === at ? { ...part, amount } : part)),
    );
  const general = form.errorAt('payments');
  const hasOwn = parts.some((_, at) => form.errorAt(`payments.${at}.amount`) !== undefined);
  return (
    <div>
      <SimpleTable label={t('payments:pay.parts')} className={classes.parts} row={{ pad: 4 }}>
        <thead>
          <tr>
            <th scope="col">{t('payments:column.document')}</th>
            <th scope="col" data-figure>
              {t('payments:column.open')}
            </th>
            <th scope="col" data-figure>
              {t('payments:pay.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment, at) => {
            const part = parts[at];
            return (
              <tr key={payment.id}>
                <td>
                  {numberOf(payment)} <span className={classes.faint}>{placeWords(t, payment)}</span>
                </td>
                <td data-figure>
                  <Money as="bare" value={payment.open} currency={currency} />
                </td>
                <td data-figure>
                  <AmountInput
                    aria-label={t('payments:pay.amountOf', {
                      number: numberOf(payment),
                      position: payment.position,
                    })}
                    value={part?.amount ?? ''}
                    currency={currency}
                    error={form.errorAt(`payments.${at}.amount`) ?? form.errorAt(`payments.${at}.id`)}
                    onChange={(amount) => change(at, amount)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('payments:pay.sum')}</th>
            <td />
            <td data-figure>
              <Money
                as="code"
                value={sumOf(
                  parts.map(({ amount }) => amount),
                  currency,
                )}
                currency={currency}
                strong
              />
            </td>
          </tr>
        </tfoot>
      </SimpleTable>
      {general !== undefined && !hasOwn && (
        <p className="problem" role="alert">
          {general}
        </p>
      )}
    </div>
  );
}

/** The sum of typed amounts; null while one cannot be read. */
function sumOf(typed: readonly string[], currency: string): string | null {
  let sum = 0n;
  for (const text of typed) {
    const read = readAmount(text, currency);
    const minor = read && 'amount' in read ? minorOfText(read.amount, currency) : undefined;
    if (minor === undefined) return null;
    sum += minor;
  }
  return formatAmount(sum, currency);
}
