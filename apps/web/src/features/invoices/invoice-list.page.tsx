import { exportInvoices, INVOICE_EXPORT } from '@quayside/contracts/exports';
import { createInvoice, invoiceTotals, listInvoices } from '@quayside/contracts/invoices/invoices';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import { IconFileText, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { GridPage } from '../../components/data-grid/grid-page.tsx';
import { ActionButton } from '../../components/ui/action-button.tsx';
import type { PageTab } from '../../components/ui/page-frame.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { invoiceColumns, invoiceFilters } from './invoice-columns.tsx';
import { InvoicesBulkBar } from './invoices-bulk-bar.tsx';
import { rememberList } from './page/neighbours.ts';

const EXPORTS = { endpoint: exportInvoices, columns: INVOICE_EXPORT, byId: true } as const;
const DEFAULT_SORT = ['-date'];

/** The list of all invoices of the account. The app provides the tabs, and the button that uploads documents. */
export function InvoiceListPage({ tabs, upload }: { tabs: readonly PageTab[]; upload: ReactNode }) {
  const t = useT();
  const currency = useCurrency();
  const permission = usePermission(createInvoice);
  const columns = useMemo(() => invoiceColumns(t, currency), [t, currency]);
  const filters = useMemo(() => invoiceFilters(t), [t]);
  return (
    <GridPage
      id="invoices"
      title={t('invoices:title')}
      tabs={tabs}
      count={({ count }) => t('invoices:count', { count })}
      actions={
        <>
          {upload}
          <ActionButton variant="filled" to={paths.invoiceAdd()} icon={IconPlus} permission={permission}>
            {t('invoices:list.newInvoice')}
          </ActionButton>
        </>
      }
      topic="invoices"
      endpoint={listInvoices}
      totalsEndpoint={invoiceTotals}
      columns={columns}
      getRowId={(row) => row.id}
      rowHref={(row) => paths.invoice(row.id)}
      filters={filters}
      searchPlaceholder={t('invoices:list.search')}
      defaultSort={DEFAULT_SORT}
      onRows={rememberRows}
      views
      exports={EXPORTS}
      {...(permission.allowed ? { bulk: bulkBar } : {})}
      footnote={t('invoices:list.footnote', { currency })}
      empty={{ icon: IconFileText, title: t('invoices:list.emptyTitle'), body: t('invoices:list.emptyBody') }}
    />
  );
}

const bulkBar = (rows: readonly Invoice[], clear: () => void) => <InvoicesBulkBar rows={rows} onClear={clear} />;

/**
 * Stores the rows on the current page of the list, so that an invoice opened from the list can link to its neighbours.
 */
const rememberRows = ({
  rows,
  from,
  total,
}: {
  readonly rows: readonly Invoice[];
  readonly from: number;
  readonly total: number;
}) => rememberList({ ids: rows.map(({ id }) => id), from, total });
