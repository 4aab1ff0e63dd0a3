import { BILL_EXPORT, exportInvoicePayments } from '@quayside/contracts/exports';
import {
  type InvoicePayment,
  invoicePaymentTotals,
  listInvoicePayments,
  scheduleByTerms,
} from '@quayside/contracts/payments/payments';
import { IconReceipt2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import type { BulkReach } from '../../../components/data-grid/grid-types.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { transactionTabs } from '../../../lib/transaction-tabs.ts';
import { FooterSums } from '../currency-sums.tsx';
import { billColumns, billFilters } from './bill-columns.tsx';
import { BillsBulkBar } from './bills-bulk-bar.tsx';

/** The list of bills: one row for each invoice, also for those without a schedule. */
export function BillsPage() {
  const t = useT();
  const currency = useCurrency();
  const permission = usePermission(scheduleByTerms);
  const columns = useMemo(() => billColumns(t, currency), [t, currency]);
  const filters = useMemo(() => billFilters(t), [t]);
  return (
    <GridPage
      id="bills"
      title={t('payments:bills.title')}
      tabs={transactionTabs(t)}
      count={({ isCapped, ...words }) => t(isCapped ? 'payments:bills.countCapped' : 'payments:bills.count', words)}
      topic="payments"
      endpoint={listInvoicePayments}
      totalsEndpoint={invoicePaymentTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      {...(permission.allowed && { bulk: bulkBar })}
      searchPlaceholder={t('payments:bills.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      footnote={(totals) =>
        totals && totals.currencies.length > 1
          ? (['total', 'open'] as const).map((of) => (
              <FooterSums
                key={of}
                label={t(`payments:sum.${of}`)}
                sums={totals.currencies.map((one) => ({ currency: one.currency, amount: one[of] }))}
              />
            ))
          : t('payments:bills.footnote')
      }
      empty={{
        icon: IconReceipt2,
        title: t('payments:bills.emptyTitle'),
        body: t('payments:bills.emptyBody'),
        actions: (
          <ActionButton variant="filled" to={paths.invoices()}>
            {t('payments:bills.toInvoices')}
          </ActionButton>
        ),
      }}
    />
  );
}

const bulkBar = (rows: readonly InvoicePayment[], clear: () => void, reach: BulkReach) => (
  <BillsBulkBar rows={rows} reach={reach} onClear={clear} />
);
const rowId = ({ invoiceId }: InvoicePayment) => invoiceId;
const rowHref = ({ invoiceId }: InvoicePayment) => paths.invoicePayments(invoiceId);
const DEFAULT_SORT = ['-invoice.unixDate'];
const EXPORTS = {
  endpoint: exportInvoicePayments,
  columns: BILL_EXPORT,
  as: { total: ['currency', 'total'], payments: [] },
  byId: true,
} as const;
