import { COST_EXPORT, exportCosts } from '@quayside/contracts/exports';
import { costTotals, listCosts } from '@quayside/contracts/costs/costs';
import { IconCoins } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../components/data-grid/grid-page.tsx';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useCurrency } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { COST_COLUMNS_AS, costColumns, costFilters, productColumn } from './cost-columns.tsx';
import { transactionTabs } from '../../lib/transaction-tabs.ts';

const EXPORTS = { endpoint: exportCosts, columns: COST_EXPORT, as: COST_COLUMNS_AS };

/** The list of assigned costs, which are the shares of invoice lines in the costs of products. */
export function AssignedCostsPage() {
  const t = useT();
  const currency = useCurrency();
  const columns = useMemo(() => [productColumn(t), ...costColumns(t, currency)], [t, currency]);
  const filters = useMemo(() => costFilters(t), [t]);
  return (
    <GridPage
      title={t('costs:title')}
      tabs={transactionTabs(t)}
      count={({ count }) => t('costs:count', { count })}
      id="costs"
      topic="costs"
      endpoint={listCosts}
      totalsEndpoint={costTotals}
      columns={columns}
      getRowId={(row) => row.id}
      filters={filters}
      searchPlaceholder={t('costs:list.search')}
      defaultSort={['-date']}
      views
      exports={EXPORTS}
      footnote={t('costs:list.footnote', { currency })}
      empty={{
        icon: IconCoins,
        title: t('costs:list.emptyTitle'),
        body: t('costs:list.emptyBody'),
        actions: (
          <ActionButton variant="filled" to={paths.invoices()}>
            {t('costs:list.toInvoices')}
          </ActionButton>
        ),
      }}
    />
  );
}
