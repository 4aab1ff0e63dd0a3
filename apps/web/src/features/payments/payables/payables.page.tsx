import type { ResponseOf } from '@quayside/contracts/endpoint';
import { exportPayments, PAYMENT_EXPORT } from '@quayside/contracts/exports';
import { listPayments, type Payment, paymentTotals, payPayment } from '@quayside/contracts/payments/payments';
import { IconCash, IconCalendarDue } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import type { BulkReach } from '../../../components/data-grid/grid-types.ts';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { chip, filteredPath } from '../../../lib/list-filter.ts';
import { paths } from '../../../lib/paths.ts';
import { transactionTabs } from '../../../lib/transaction-tabs.ts';
import { FooterSums } from '../currency-sums.tsx';
import { PayDialog } from '../pay/pay-dialog.tsx';
import { BucketsCard } from './buckets-card.tsx';
import { payableColumns, payableFilters } from './payable-columns.tsx';
import { PayablesBulkBar } from './payables-bulk-bar.tsx';
import { PaymentPanel } from './payment-panel.tsx';

/** The list of what is owed to suppliers: the soonest payment first. */
export function PayablesPage() {
  const t = useT();
  const currency = useCurrency();
  const permission = usePermission(payPayment);
  const [paid, setPaid] = useState<{ readonly payments: readonly Payment[]; readonly clear?: () => void }>();
  const chosen = useRef<readonly Payment[]>([]);
  const onChosen = useCallback((payments: readonly Payment[]) => {
    chosen.current = payments;
  }, []);
  const payOne = useCallback((payment: Payment) => setPaid({ payments: [payment] }), []);
  const mayPay = permission.allowed;
  const button = useCallback(
    (payment: Payment, isOnCard = false) =>
      mayPay && payment.can.pay.allowed ? (
        <ActionButton
          {...(isOnCard ? { size: 'xs' } : { size: 'compact-xs', variant: 'subtle' })}
          onClick={() => payOne(payment)}
        >
          {t('payments:pay.verb')}
        </ActionButton>
      ) : null,
    [mayPay, payOne, t],
  );
  const columns = useMemo(() => payableColumns(t, currency, button), [t, currency, button]);
  const filters = useMemo(() => payableFilters(t), [t]);
  const { open, rowHref, onRows, close } = useOpenRow<Payment>('payment', paths.payables(), rowId);
  // P pays the selected rows, or else the row that has the focus.
  const rowKeys = useMemo(
    () => ({
      p: (payment: Payment) => {
        if (mayPay && chosen.current.length === 0 && payment.can.pay.allowed) payOne(payment);
      },
    }),
    [mayPay, payOne],
  );
  const bulk = (rows: readonly Payment[], clear: () => void, reach: BulkReach) => (
    <PayablesBulkBar
      rows={rows}
      reach={reach}
      onChosen={onChosen}
      onPay={(payments) => setPaid({ payments, clear })}
      onClear={clear}
    />
  );
  return (
    <GridPage
      id="payables"
      title={t('payments:payables.title')}
      tabs={transactionTabs(t)}
      count={({ isCapped, ...words }) =>
        t(isCapped ? 'payments:payables.countCapped' : 'payments:payables.count', words)
      }
      above={<BucketsCard />}
      topic="payments"
      endpoint={listPayments}
      totalsEndpoint={paymentTotals}
      columns={columns}
      filters={filters}
      defaultChips={DEFAULT_CHIPS}
      getRowId={rowId}
      rowHref={rowHref}
      onRows={onRows}
      {...(mayPay && { bulk })}
      rowKeys={rowKeys}
      cardAction={(payment) => button(payment, true)}
      searchPlaceholder={t('payments:payables.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      footnote={renderFootnote}
      empty={{
        icon: IconCalendarDue,
        title: t('payments:payables.emptyTitle'),
        body: t('payments:payables.emptyBody'),
        actions: (
          <ActionButton icon={IconCash} to={filteredPath(paths.payables(), chip('status', 'in', 'PAID'))}>
            {t('payments:payables.showPaid')}
          </ActionButton>
        ),
      }}
      aside={open && <PaymentPanel key={open.id} payment={open} onPay={payOne} onClose={close} />}
    >
      {paid && (
        <PayDialog
          payments={paid.payments}
          onClose={() => setPaid(undefined)}
          {...(paid.clear && { onPaid: paid.clear })}
        />
      )}
    </GridPage>
  );
}

const rowId = ({ id }: { id: string }) => id;
const DEFAULT_SORT = ['unixDueDate'];
const DEFAULT_CHIPS = [chip('status', 'in', 'UNPAID')];
const EXPORTS = {
  endpoint: exportPayments,
  columns: PAYMENT_EXPORT,
  as: {
    number: ['kind', 'number'],
    position: ['position', 'count', 'percent'],
    dueDate: ['dueDate', 'isEstimated'],
    event: ['event', 'months', 'days', 'monthEnd', 'isPinned'],
    open: ['currency', 'open'],
    status: ['status', 'daysLate'],
  },
  byId: true,
} as const;

const renderFootnote = (totals: ResponseOf<typeof paymentTotals> | undefined) => <Footnote totals={totals} />;

function Footnote({ totals }: { totals: ResponseOf<typeof paymentTotals> | undefined }) {
  const t = useT();
  return (
    <>
      {totals && totals.owed.length > 1 && (
        <FooterSums
          label={t('payments:sum.open')}
          sums={totals.owed.map(({ currency: code, open: amount }) => ({ currency: code, amount }))}
        />
      )}
      {t('payments:payables.footnote')}
    </>
  );
}
