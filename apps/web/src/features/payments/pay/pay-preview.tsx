import type { TransferPreview } from '@quayside/contracts/payments/payment-transfers';
import { Money } from '../../../components/ui/money.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { rateWords, shownRate } from '../../../lib/words/shown-rate.ts';
import { paidRateWords } from '../paid-rate.ts';
import { isNothing } from '../payment-words.ts';
import classes from '../payments.module.css';
import type { PayPreviewState } from './use-pay-preview.ts';

interface PreviewProps {
  readonly preview: PayPreviewState;
  readonly isOne: boolean;
}

/** What a payment would mean: its rate, what it costs more or less than booked, warnings, and what becomes a credit. */
export function PayPreview({ preview: { data, isStale, failure }, isOne }: PreviewProps) {
  const t = useT();
  if (failure)
    return (
      <Note tone="danger" role="alert">
        {failure}
      </Note>
    );
  return (
    <div
      className={classes.preview}
      data-stale={isStale || undefined}
      role="status"
      aria-label={t('payments:pay.preview')}
    >
      {data && <Facts preview={data} />}
      {data && !isOne && <Shares preview={data} />}
      {data?.warnings.map(({ code, message }) => (
        <Note key={code} tone="warning">
          {message}
        </Note>
      ))}
    </div>
  );
}

function Facts({ preview }: { preview: TransferPreview }) {
  const t = useT();
  const { currency, accountCurrency, credit, base, isAssumed, exchangeDifference } = preview;
  const isForeign = currency !== accountCurrency;
  const account = (amount: string | null) => formatMoney(amount, accountCurrency, { zero: 'figure' });
  return (
    <>
      {isForeign && <p className={classes.rate}>{rateLine(t, preview)}</p>}
      {isForeign && isAssumed && base !== null && (
        <p className="quiet">{t('payments:pay.assumed', { amount: account(base) })}</p>
      )}
      {isForeign && !isAssumed && exchangeDifference !== null && (
        <p className={classes.rate}>{differenceLine(t, exchangeDifference, accountCurrency)}</p>
      )}
      {credit && (
        <p className={classes.rate}>
          {t(credit.base === null || !isForeign ? 'payments:pay.credit' : 'payments:pay.creditBase', {
            amount: formatMoney(credit.amount, currency, { as: 'code' }),
            base: account(credit.base),
            supplier: preview.supplier.companyName,
          })}
        </p>
      )}
    </>
  );
}

function rateLine(t: T, { currency, accountCurrency, rate, documentRate, amount }: TransferPreview): string {
  const pair = { document: currency, account: accountCurrency };
  const paid = formatMoney(amount, currency, { as: 'code', zero: 'figure' });
  if (rate === null) return t('payments:pay.noRate', { amount: paid });
  const own = paidRateWords(rate, pair, documentRate);
  return documentRate === null
    ? t('payments:pay.rate', { amount: paid, rate: own })
    : t('payments:pay.rates', { amount: paid, rate: own, document: rateWords(shownRate(documentRate, pair)) });
}

/** "£13.44 more than was booked", in words and not by colour alone. */
function differenceLine(t: T, difference: string, currency: string): string {
  if (isNothing(difference)) return t('payments:pay.same');
  const amount = formatMoney(difference.replace('-', ''), currency);
  return t(difference.startsWith('-') ? 'payments:pay.less' : 'payments:pay.more', { amount });
}

/** How what left the bank is shared over several instalments. */
function Shares({ preview: { parts, accountCurrency } }: { preview: TransferPreview }) {
  const t = useT();
  const money = (value: string | null, sign?: 'always') => (
    <Money as="bare" value={value} currency={accountCurrency} {...(sign && { sign })} />
  );
  return (
    <SimpleTable label={t('payments:pay.shares')} row={{ pad: 4 }}>
      <thead>
        <tr>
          <th scope="col">{t('payments:column.document')}</th>
          <th scope="col" data-figure>
            {accountCurrency}
          </th>
          <th scope="col" data-figure>
            {t('payments:pay.fee')}
          </th>
          <th scope="col" data-figure>
            {t('payments:pay.difference')}
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ paymentId, number, position, base, fee, exchangeDifference }) => (
          <tr key={paymentId}>
            <td>
              {number} <span className={classes.faint}>{position}</span>
            </td>
            <td data-figure>{money(base)}</td>
            <td data-figure>{money(fee)}</td>
            <td data-figure>{money(exchangeDifference, 'always')}</td>
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}
