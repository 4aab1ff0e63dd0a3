import { type BankFeeLine, type BankFeePreview, listBankFees } from '@quayside/contracts/payments/bank-fees';
import { useQuery } from '@tanstack/react-query';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { formatDay, formatMoney } from '../../../lib/words/format.ts';
import { chip, filterQuery } from '../../../lib/list-filter.ts';
import { read } from '../../../lib/api/query-client.ts';
import classes from '../payments.module.css';

interface LinesProps {
  readonly preview: BankFeePreview;
  readonly leftOut: ReadonlySet<string>;
  readonly onToggle: (invoiceId: string) => void;
  readonly isBusy: boolean;
}
/** The lines that the invoice will have. Each can be left out. */
export function FeeLines({ preview: { lines, currency }, leftOut, onToggle, isBusy }: LinesProps) {
  const t = useT();
  return (
    <ScrollRegion label={t('payments:fees.lines')} className={classes.feeLines}>
      <SimpleTable label={t('payments:fees.lines')} lines="below" row={{ pad: 6 }} isHeadSticky isBusy={isBusy}>
        <thead>
          <tr>
            <th scope="col">{t('payments:fees.invoice')}</th>
            <th scope="col">{t('payments:fees.goods')}</th>
            <th scope="col" data-figure>
              {t('payments:fees.fees')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.invoice.id}>
              <td>
                <CheckInput
                  size="xs"
                  aria-label={t('payments:fees.take', { number: line.invoice.number })}
                  label={line.invoice.number}
                  description={detailsOf(t, line)}
                  checked={!leftOut.has(line.invoice.id)}
                  onChange={() => onToggle(line.invoice.id)}
                />
              </td>
              <td>{goodsWords(t, line)}</td>
              <td data-figure>
                <Money value={line.amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </ScrollRegion>
  );
}

/** The supplier, and the days of the payments with these fees. */
const detailsOf = (t: T, { supplier, fees }: BankFeeLine): string =>
  [
    ...(supplier ? [supplier.companyName] : []),
    ...fees.map(({ day, purchaseOrder }) =>
      purchaseOrder
        ? t('payments:fees.ofOrder', { day: formatDay(day), number: purchaseOrder.number })
        : formatDay(day),
    ),
  ].join(' · ');

const goodsWords = (t: T, { goods, goodsCount }: BankFeeLine): string =>
  goods === 'NONE'
    ? t('payments:fees.noGoods')
    : t(goods === 'INVOICE' ? 'payments:fees.own' : 'payments:fees.ofLines', { count: goodsCount });

/** The fees that are not in the invoice, because their purchase order has no invoice yet. */
export function WaitingFees() {
  const t = useT();
  const waiting = useQuery(
    read('payments', listBankFees, { query: { size: 50, ...filterQuery(chip('waiting', 'in', 'true')) } }),
  );
  const currency = useCurrency();
  const rows = waiting.data?.content ?? [];
  if (rows.length === 0) return null;
  return (
    <div>
      <h3 className="item-title">{t('payments:fees.waitingTitle')}</h3>
      <ul className={classes.waitingFees} aria-label={t('payments:fees.waitingTitle')}>
        {rows.map(({ id, day, fee, purchaseOrder }) => (
          <li key={id} className="quiet">
            {t('payments:fees.waitingRow', {
              number: purchaseOrder?.number ?? '',
              day: formatDay(day),
              amount: formatMoney(fee, currency),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
