import { exportReconciliation, RECONCILIATION_EXPORT } from '@quayside/contracts/exports';
import { listReconciliationItems } from '@quayside/contracts/costs/cost-reports';
import { Skeleton } from '@mantine/core';
import { IconCircleCheck, IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { DataGrid } from '../../../components/data-grid/data-grid.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { reconciliationQuery } from '../api.ts';
import { transactionTabs } from '../../../lib/transaction-tabs.ts';
import { type ItemFilter, withFilter } from './equation.ts';
import { EquationCards } from './equation-cards.tsx';
import { itemColumns, itemFilters } from './item-columns.tsx';
import classes from './reconciliation.module.css';

/**
 * The page that shows how assigned, unassigned and other amounts add up to the totals of all invoices. Every figure
 * links to the amounts behind it.
 */
export function ReconciliationPage() {
  const t = useT();
  const currency = useCurrency();
  const query = useQuery(reconciliationQuery());
  const [params, setParams] = useSearchParams();
  const columns = useMemo(() => itemColumns(t, currency), [t, currency]);
  const currencies = query.data?.currencies.map((row) => row.currency).join();
  const filters = useMemo(() => itemFilters(t, currencies ? currencies.split(',') : []), [t, currencies]);
  const show = (filter: ItemFilter) => {
    setParams((now) => withFilter(now, filter), { replace: true, preventScrollReset: true });
    document.getElementById(LIST)?.scrollIntoView({ block: 'start', behavior: 'auto' });
  };
  const isEmpty = query.data?.currencies.length === 0;
  return (
    <PageFrame
      title={t('costs:reconciliation.title')}
      tabs={transactionTabs(t)}
      {...(isEmpty ? {} : { count: t('costs:reconciliation.intro') })}
    >
      {query.data && !isEmpty && <EquationCards data={query.data} params={params} onFilter={show} />}
      {isEmpty && (
        <Card flush>
          <EmptyState icon={IconScale} title={t('costs:reconciliation.emptyTitle')}>
            {t('costs:reconciliation.emptyBody')}
          </EmptyState>
        </Card>
      )}
      {query.isError && !query.data && (
        <ErrorState
          error={query.error}
          entity={t('costs:reconciliation.entities')}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <div className={classes.waiting} role="status" aria-label={t('loading')}>
          <Skeleton height={118} radius={10} />
          <Skeleton height={118} radius={10} />
        </div>
      )}
      {query.data && !isEmpty && (
        <section id={LIST} className={classes.list} aria-label={t('costs:reconciliation.items')}>
          <h2>{t('costs:reconciliation.items')}</h2>
          <DataGrid
            id="costs"
            storageKey="reconciliation"
            name={t('costs:reconciliation.items')}
            topic="costs"
            endpoint={listReconciliationItems}
            columns={columns}
            filters={filters}
            getRowId={(row) => `${row.kind} ${row.line?.id ?? row.invoice.id}`}
            searchPlaceholder={t('costs:reconciliation.search')}
            defaultSort={['-date']}
            height="auto"
            exports={EXPORTS}
            empty={{
              icon: IconCircleCheck,
              title: t('costs:reconciliation.emptyItems'),
              body: t('costs:reconciliation.emptyItemsBody'),
            }}
          />
        </section>
      )}
    </PageFrame>
  );
}

const LIST = 'reconciliation-items';
const EXPORTS = {
  endpoint: exportReconciliation,
  columns: RECONCILIATION_EXPORT,
  as: { amount: ['currency', 'amount'] },
};
