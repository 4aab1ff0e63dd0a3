import type { BulkBills } from '@quayside/contracts/payments/payments';
import { PreviewFrame } from '../../../components/bulk/preview-frame.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatDay, formatMoney } from '../../../lib/words/format.ts';
import { percentWords } from '../payment-words.ts';

/** What a change of many bills would do: the instalments of each, and the bills that stay as they are. */
export function BillsPreview({ preview: { counts, rows, errors } }: { preview: BulkBills }) {
  const t = useT();
  return (
    <div className="stack" data-gap="10">
      <PreviewFrame
        figures={[
          { name: 'change', count: counts.change, words: t('payments:bulk.change', { count: counts.change }) },
          ...(counts.fail > 0
            ? [{ name: 'fail' as const, count: counts.fail, words: t('payments:bulk.fail', { count: counts.fail }) }]
            : []),
        ]}
        shown={rows.length}
        changed={counts.change}
        isEmpty={rows.length + errors.length === 0}
        head={
          <>
            <th scope="col">{t('payments:column.number')}</th>
            <th scope="col">{t('payments:column.supplier')}</th>
            <th scope="col" data-figure>
              {t('payments:sum.total')}
            </th>
            <th scope="col">{t('payments:bills.payments')}</th>
          </>
        }
      >
        {errors.map(({ invoiceId, invoiceNumber, message }) => (
          <tr key={invoiceId} data-wrong>
            <td>{invoiceNumber}</td>
            <td colSpan={3}>{message}</td>
          </tr>
        ))}
        {rows.map((row) => (
          <tr key={row.invoiceId}>
            <td>{row.invoiceNumber}</td>
            <td>{row.supplier}</td>
            <td data-figure>
              <Money as="code" value={row.total} currency={row.currency} />
            </td>
            <td>
              {row.paidOn === null ? <Parts row={row} /> : t('payments:bulk.paidOn', { day: formatDay(row.paidOn) })}
            </td>
          </tr>
        ))}
      </PreviewFrame>
    </div>
  );
}

function Parts({ row: { payments, currency } }: { row: BulkBills['rows'][number] }) {
  const t = useT();
  return (
    <>
      {payments.map((payment, at) => (
        <span key={at} className="block">
          {partWords(t, payment, currency)}
        </span>
      ))}
    </>
  );
}

function partWords(t: T, part: BulkBills['rows'][number]['payments'][number], currency: string): string {
  const day = part.dueDate === null ? t('payments:noDay') : `${part.isEstimated ? '≈ ' : ''}${formatDay(part.dueDate)}`;
  const amount = formatMoney(part.amount, currency, { as: 'bare', zero: 'figure' });
  return `${part.percent === null ? '' : `${percentWords(part.percent)} · `}${amount} · ${day}`;
}
