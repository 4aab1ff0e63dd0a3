import { COST_EXPORT, exportCosts } from '@quayside/contracts/exports';
import { Skeleton } from '@mantine/core';
import { type CostEntry, listProductCosts } from '@quayside/contracts/costs/costs';
import { IconCoins, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DataGrid } from '../../components/data-grid/data-grid.tsx';
import type { GridColumn } from '../../components/data-grid/grid-types.ts';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState, Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useKeys } from '../../lib/page/keys.ts';
import { explainQuery } from './api.ts';
import { COST_COLUMNS_AS, type CostColumn, costColumns, costFilters } from './cost-columns.tsx';
import { CostChartCard } from './chart/cost-chart-card.tsx';
import classes from './costs.module.css';
import type { ExplainFocus } from './explain/explain-focus.ts';
import { KnownBanner, KnownChoice } from './known-choice.tsx';
import { LandedCard } from './landed-card.tsx';
import { OrdersCard } from './orders-card.tsx';
import { useKnown } from './use-known.ts';

interface ProductCostsProps {
  readonly productId: string;
  /** The part that the open panel explains. Undefined when the panel explains everything or is closed. */
  readonly focus: ExplainFocus | undefined;
  /** Opens the explanation of the given order or category. Without an argument, opens the explanation of everything. */
  readonly onExplain: (focus?: ExplainFocus) => void;
}

/** The landed cost of a product, how it changed over time, its breakdown, and all of its entries. */
export function ProductCosts({ productId, focus, onExplain }: ProductCostsProps) {
  const t = useT();
  const [known] = useKnown();
  const query = useQuery({ ...explainQuery(productId, known), placeholderData: keepPreviousData });
  useKeys({ e: () => onExplain() });
  if (query.isError && !query.data)
    return (
      <>
        <KnownBanner />
        <ErrorState error={query.error} entity={t('costs:entities')} onRetry={() => void query.refetch()} />
      </>
    );
  if (!query.data) return <Waiting />;
  const explain = query.data;
  const hasEntries = explain.layers.length > 0 || explain.layerless.entries.length > 0;
  if (!hasEntries && !explain.bundle)
    return (
      <>
        <KnownBanner />
        <Card flush {...(known.kind === 'today' ? {} : { title: t('costs:product.landed'), end: <KnownChoice /> })}>
          <EmptyState
            icon={IconCoins}
            title={t(known.kind === 'today' ? 'costs:product.emptyTitle' : 'costs:product.emptyThen')}
          >
            {known.kind === 'today' && t('costs:product.emptyBody')}
          </EmptyState>
        </Card>
      </>
    );
  return (
    <>
      <KnownBanner />
      <div className={classes.seen} data-stale={query.isPlaceholderData || undefined} aria-busy={query.isFetching}>
        <LandedCard explain={explain} onExplain={onExplain} />
        {explain.bundle && hasEntries && (
          <Note tone="info" icon={IconInfoCircle}>
            {t('costs:product.ownCosts')}
          </Note>
        )}
        {hasEntries && (
          <>
            <CostChartCard productId={productId} explain={explain} known={known} />
            <OrdersCard explain={explain} focus={focus} onExplain={onExplain} />
          </>
        )}
      </div>
      {hasEntries && <Entries productId={productId} currency={explain.currency} isToday={known.kind === 'today'} />}
    </>
  );
}

function Waiting() {
  const label = useT()('loading');
  return (
    <div className={classes.waiting} role="status" aria-label={label}>
      <Skeleton height={164} radius={10} />
      <Skeleton height={270} radius={10} />
      <Skeleton height={150} radius={10} />
    </div>
  );
}

/** Removes the totals row, because the list has only one product, whose sums are shown above the list. */
const ownColumns = (columns: readonly CostColumn[]): GridColumn<CostEntry>[] =>
  columns.map((whole) => {
    const { total: _, ...column } = whole;
    if (column.id === 'invoiceNumber') return { ...column, card: 'title' };
    return column.id === 'line' ? { ...column, card: 'subtitle' } : column;
  });

function Entries({ productId, currency, isToday }: { productId: string; currency: string; isToday: boolean }) {
  const t = useT();
  const columns = useMemo(() => ownColumns(costColumns(t, currency)), [t, currency]);
  const filters = useMemo(() => costFilters(t), [t]);
  const words = t('costs:list.footnote', { currency });
  return (
    <DataGrid
      id="productCosts"
      name={t('costs:product.entries')}
      topic="costs"
      endpoint={listProductCosts}
      params={{ productId }}
      columns={columns}
      getRowId={(row) => row.id}
      filters={filters}
      defaultSort={['-date']}
      height="auto"
      inUrl={false}
      views
      exports={{
        endpoint: exportCosts,
        columns: COST_EXPORT,
        as: COST_COLUMNS_AS,
        chips: [{ field: 'product', op: 'in', values: [productId] }],
      }}
      // This list always shows costs as known today, even if another day is chosen above. The footnote says so in that
      // case.
      footnote={isToday ? words : `${words}. ${t('costs:known.listHint')}.`}
      empty={{ icon: IconCoins, title: t('costs:product.emptyTitle'), body: t('costs:product.emptyBody') }}
    />
  );
}
