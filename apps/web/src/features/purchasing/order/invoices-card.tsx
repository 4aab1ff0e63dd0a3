import { Link } from 'react-router';
import { Card } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Chip, StatusChip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount, formatDay } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useEdited } from '../editor/use-editor.ts';

/** The invoices and credit notes that name items of the purchase order, and what is left to be invoiced. */
export function InvoicesCard() {
  const t = useT();
  const { invoices, totals, currency } = useEdited((state) => state.record);
  if (invoices.length === 0) return null;
  return (
    <Card
      title={t('purchasing:invoices.title')}
      hint={
        totals.isFullyInvoiced ? (
          t('purchasing:invoices.all')
        ) : (
          <>
            {t('purchasing:list.left')}: <Money as="code" value={totals.left} currency={currency} zero="figure" />
          </>
        )
      }
      flush
    >
      <SimpleTable label={t('purchasing:invoices.title')} lines="below" cards="repeat(2, minmax(0, 1fr))">
        <thead>
          <tr>
            <th scope="col">{t('purchasing:invoices.number')}</th>
            <th scope="col">{t('purchasing:invoices.date')}</th>
            <th scope="col">{t('purchasing:status')}</th>
            <th scope="col" data-figure>
              {t('purchasing:invoices.lines')}
            </th>
            <th scope="col" data-figure>
              {t('purchasing:items.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <td data-title>
                <Link to={paths.invoice(invoice.id)}>{invoice.invoiceNumber}</Link>{' '}
                {invoice.kind === 'CREDIT_NOTE' && <Chip tone="warning">{t('purchasing:invoices.creditNote')}</Chip>}
              </td>
              <td data-label={t('purchasing:invoices.date')}>{formatDay(invoice.date)}</td>
              <td data-label={t('purchasing:status')}>
                <StatusChip family="invoice" value={invoice.status} quiet />
              </td>
              <td data-figure data-label={t('purchasing:invoices.lines')}>
                {formatCount(invoice.lineCount)}
              </td>
              <td data-figure data-label={t('purchasing:items.amount')}>
                <Money as="code" value={invoice.amount} currency={currency} zero="figure" />
              </td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </Card>
  );
}
