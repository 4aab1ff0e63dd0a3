import { type Credit, creditTotals, listCredits } from '@quayside/contracts/payments/credits';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { CREDIT_EXPORT, exportCredits } from '@quayside/contracts/exports';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { transactionTabs } from '../../../lib/transaction-tabs.ts';
import { FooterSums } from '../currency-sums.tsx';
import { creditColumns, creditFilters } from './credit-columns.tsx';
import { CreditPanel } from './credit-panel.tsx';

/** The list of what suppliers owe the account: unused credit notes, overpayments and deposits. */
export function CreditsPage() {
  const t = useT();
  const currency = useCurrency();
  const columns = useMemo(() => creditColumns(t, currency), [t, currency]);
  const filters = useMemo(() => creditFilters(t), [t]);
  const [params] = useSearchParams();
  const { rowHref, close } = useOpenRow<Credit>('credit', paths.credits(), rowId);
  const open = params.get('credit');
  return (
    <GridPage
      id="bills"
      storageKey="credits"
      title={t('payments:credits.title')}
      tabs={transactionTabs(t)}
      count={({ isCapped, ...words }) => t(isCapped ? 'payments:credits.countCapped' : 'payments:credits.count', words)}
      topic="credits"
      endpoint={listCredits}
      totalsEndpoint={creditTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('payments:credits.search')}
      defaultSort={DEFAULT_SORT}
      exports={EXPORTS}
      footnote={renderFootnote}
      empty={{
        icon: IconReceiptRefund,
        title: t('payments:credits.emptyTitle'),
        body: t('payments:credits.emptyBody'),
      }}
      aside={open !== null && <CreditPanel key={open} creditId={open} onClose={close} />}
    />
  );
}

const rowId = ({ id }: { id: string }) => id;
const DEFAULT_SORT = ['-createdAt'];
const EXPORTS = {
  endpoint: exportCredits,
  columns: CREDIT_EXPORT,
  as: { leftBase: ['leftInAccountCurrency'], left: ['currency', 'left'] },
  byId: true,
} as const;

const renderFootnote = (totals: ResponseOf<typeof creditTotals> | undefined) => <Footnote totals={totals} />;

function Footnote({ totals }: { totals: ResponseOf<typeof creditTotals> | undefined }) {
  const t = useT();
  return totals && totals.currencies.length > 1 ? (
    <FooterSums
      label={t('payments:credits.column.left')}
      sums={totals.currencies.map((one) => ({ currency: one.currency, amount: one.left }))}
    />
  ) : (
    t('payments:credits.footnote')
  );
}
