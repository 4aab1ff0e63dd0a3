import type { PaidRate } from '@quayside/contracts/costs/costs';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatDay, formatMoney, groupDigits } from '../../../lib/words/format.ts';
import classes from './explain.module.css';

/** A figure, with its heading where the table is shown as cards. */
const figure = (label: string) => ({ 'data-figure': true, 'data-label': label });

/**
 * How a rate follows from what was paid: each payment with its own rate, what is open at the rate of the invoice, and
 * the quotient of both sums.
 */
export function PaidRateWorkings({ paidRate, currency }: { readonly paidRate: PaidRate; readonly currency: string }) {
  const t = useT();
  const inDocument = (amount: string) => formatMoney(amount, paidRate.currency, { as: 'bare', zero: 'figure' });
  const inAccount = (amount: string) => formatMoney(amount, currency, { as: 'bare', zero: 'figure' });
  const hasCredits = !/^[0.]+$/.test(paidRate.creditNotes);
  return (
    <>
      <ScrollRegion label={t('costs:explain.paidRate.title')} className={classes.paidRate}>
        <SimpleTable
          className={classes.workings}
          lines="none"
          row={{ pad: 3 }}
          label={t('costs:explain.paidRate.title')}
          cards="repeat(3, minmax(0, 1fr))"
        >
          <thead>
            <tr>
              <th scope="col">{t('costs:explain.paidRate.what')}</th>
              <th scope="col" data-figure>
                {paidRate.currency}
              </th>
              <th scope="col" data-figure>
                {currency}
              </th>
              <th scope="col" data-figure>
                {t('costs:explain.paidRate.rate')}
              </th>
            </tr>
          </thead>
          <tbody>
            {paidRate.payments.map(({ kind, day, amount, base, rate }, place) => (
              <tr key={place}>
                <th scope="row" data-title>
                  {t(`costs:explain.paidRate.kind.${kind}`)}
                  <small className="num">{formatDay(day)}</small>
                </th>
                <td {...figure(paidRate.currency)}>{inDocument(amount)}</td>
                <td {...figure(currency)}>{inAccount(base)}</td>
                <td {...figure(t('costs:explain.paidRate.rate'))}>{rate ?? EN_DASH}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" data-title>
                {t('costs:explain.paidRate.open')}
              </th>
              <td {...figure(paidRate.currency)}>{inDocument(paidRate.open)}</td>
              <td {...figure(currency)}>{groupDigits(paidRate.openWorth)}</td>
              <td {...figure(t('costs:explain.paidRate.rate'))}>{paidRate.ownRate}</td>
            </tr>
          </tbody>
        </SimpleTable>
      </ScrollRegion>
      <p className={`${classes.sum} num`}>
        {t('costs:explain.paidRate.sum', { worth: groupDigits(paidRate.worth), amount: inDocument(paidRate.total) })}
        <b>{paidRate.costRate}</b>
      </p>
      {hasCredits && (
        <p className={classes.recorded}>
          {t('costs:explain.paidRate.creditNotes', {
            amount: formatMoney(paidRate.creditNotes, paidRate.currency, { as: 'code' }),
          })}
        </p>
      )}
    </>
  );
}
