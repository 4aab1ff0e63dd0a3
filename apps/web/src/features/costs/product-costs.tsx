import { Skeleton } from '@mantine/core';
import { type CostEntry, type Explain, listProductCosts } from '@quayside/contracts/costs';
import { IconCoins, IconZoomMoney } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DataGrid } from '../../components/data-grid/data-grid.tsx';
import type { GridColumn } from '../../components/data-grid/grid-types.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { CategoryDot, MakeUpBar } from '../../components/ui/figures.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatCount, formatDay, formatMoney, formatPercent, formatUnitCost } from '../../lib/format.ts';
import { useKeys } from '../../lib/keys.ts';
import { paths } from '../../lib/paths.ts';
import { explainQuery } from './api.ts';
import { type CostColumn, costColumns, costFilters } from './cost-columns.tsx';
import classes from './costs.module.css';

export interface ProductCostsProps {
  readonly productId: string;
  /** Opens the explain panel. */
  readonly onExplain: () => void;
}

/** What a product costs landed, what that is made of, and every entry of it. */
export function ProductCosts({ productId, onExplain }: ProductCostsProps) {
  const t = useT();
  const query = useQuery(explainQuery(productId));
  useKeys({ e: onExplain });
  if (query.isError && !query.data) return <ErrorState error={query.error} entity={t('costs:entities')} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const explain = query.data;
  const isEmpty = explain.layers.length === 0 && explain.layerless.entries.length === 0;
  if (isEmpty)
    return (
      <Card flush>
        <EmptyState icon={IconCoins} title={t('costs:product.emptyTitle')}>
          {t('costs:product.emptyBody')}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <LandedCard explain={explain} onExplain={onExplain} />
      <LayersCard explain={explain} />
      <Entries productId={productId} currency={explain.currency} />
    </>
  );
}

function Waiting() {
  const label = useT()('loading');
  return (
    <div className={classes.waiting} role="status" aria-label={label}>
      <Skeleton height={164} radius={10} />
      <Skeleton height={150} radius={10} />
      <Skeleton height={240} radius={10} />
    </div>
  );
}

/** The figure, what it is an average of, and its parts. */
function LandedCard({ explain, onExplain }: { explain: Explain; onExplain: () => void }) {
  const t = useT();
  const { currency } = explain;
  const orders = t('costs:product.orders', { count: explain.layers.length });
  return (
    <section className={classes.landed} aria-label={t('costs:product.landed')}>
      <div className={classes.landedHead}>
        <div>
          <h2 className={classes.landedLabel}>{t('costs:product.landed')}</h2>
          <p className={classes.landedLine}>
            <span className={`${classes.figure} num`}>{formatUnitCost(explain.landedPerUnit, currency)}</span>
            <span className={classes.faint}>
              {explain.units > 0 ? t('costs:product.averageOver', { units: formatCount(explain.units), orders }) : t('costs:product.noUnits')}
            </span>
            {explain.isProvisional && <span className={classes.provisional}>{t('costs:product.provisional')}</span>}
          </p>
        </div>
        <ActionButton icon={IconZoomMoney} keys="E" onClick={onExplain}>
          {t('costs:product.explain')}
        </ActionButton>
      </div>
      <div className={classes.bar}>
        <MakeUpBar height={8} byCategory={Object.fromEntries(explain.byCategory.map(({ costType, amount }) => [costType, amount]))} />
      </div>
      <dl className={classes.parts}>
        {factoryFirst(explain.byCategory).map(({ costType, amount, perUnit }) => (
          <div key={costType}>
            <dt>
              <CategoryDot category={costType} /> {t(`category.${costType}`)}
            </dt>
            <dd className="num">
              <b>{perUnit === null ? formatMoney(amount, currency) : formatUnitCost(perUnit)}</b>
              <small>{percentOf(amount, explain.landed)}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** As the bar above has them: factory, freight, duty, local freight, inspection, then the rest. */
const BAR = ['FACTORY_INVOICE', 'SHIPPING', 'INBOUND_SHIPPING', 'CUSTOMS_AND_DUTIES', 'LOCAL_FREIGHT', 'INSPECTIONS'];
const place = (costType: string) => (BAR.includes(costType) ? BAR.indexOf(costType) : BAR.length);
const factoryFirst = (parts: Explain['byCategory']) => [...parts].sort((a, b) => place(a.costType) - place(b.costType));

/** A part of a whole, in tenths of a percent; only shown. */
function percentOf(part: string, whole: string): string {
  const digits = (text: string) => BigInt(text.replace('.', ''));
  const total = digits(whole);
  return total === 0n ? formatPercent('0') : formatPercent((Number((digits(part) * 10_000n) / total) / 100).toFixed(2));
}

/** The orders that the cost is the average of. */
function LayersCard({ explain }: { explain: Explain }) {
  const t = useT();
  const { currency, layers, layerless } = explain;
  const bare = (amount: string) => formatMoney(amount, currency, { as: 'bare' });
  return (
    <Card title={t('costs:product.layers')} hint={t('costs:product.layersHint')} flush>
      <div className={classes.scroll}>
        <table className={classes.layers} aria-label={t('costs:product.layersLabel', { sku: explain.product.sku })}>
          <thead>
            <tr>
              <th scope="col">{t('costs:product.order')}</th>
              <th scope="col">{t('costs:product.date')}</th>
              <th scope="col">{t('costs:product.invoice')}</th>
              <th scope="col" data-figure>
                {t('costs:product.units')}
              </th>
              <th scope="col" data-figure>
                {t('costs:product.factory', { currency })}
              </th>
              <th scope="col" data-figure>
                {t('costs:product.inbound', { currency })}
              </th>
              <th scope="col" data-figure>
                {t('costs:product.landedTotal', { currency })}
              </th>
              <th scope="col" data-figure>
                {t('costs:product.unitCost')}
              </th>
            </tr>
          </thead>
          <tbody>
            {layers.length === 0 && (
              <tr>
                <td colSpan={8} className={classes.faint}>
                  {t('costs:product.noLayers')}
                </td>
              </tr>
            )}
            {layers.map((layer) => (
              <tr key={layer.id}>
                <td>
                  <b>{layer.number}</b>
                </td>
                <td>{formatDay(layer.date)}</td>
                <td>
                  <Link to={paths.invoice(layer.invoice.id)}>{layer.invoice.number}</Link>
                </td>
                <td data-figure>{formatCount(layer.units)}</td>
                <td data-figure>{bare(layer.factory)}</td>
                <td data-figure>{bare(layer.inbound)}</td>
                <td data-figure>{bare(layer.landed)}</td>
                <td data-figure>
                  <b>{formatUnitCost(layer.perUnit)}</b>
                </td>
              </tr>
            ))}
            {layerless.entries.length > 0 && (
              <tr>
                <td colSpan={6}>
                  {t('costs:product.withoutOrder')} <span className={classes.faint}>{t('costs:product.withoutOrderDetail')}</span>
                </td>
                <td data-figure>{bare(layerless.amount)}</td>
                <td data-figure>–</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{t('costs:product.all')}</td>
              <td data-figure>{formatCount(explain.units)}</td>
              <td data-figure>{bare(explain.factory)}</td>
              <td data-figure>{bare(explain.inbound)}</td>
              <td data-figure>{bare(explain.landed)}</td>
              <td data-figure>{formatUnitCost(explain.landedPerUnit)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  );
}

/** Without the product and the totals: one product, and its sums stand above. */
const ownColumns = (columns: readonly CostColumn[]): GridColumn<CostEntry>[] =>
  columns.map((whole) => {
    const { total: _, ...column } = whole;
    if (column.id === 'invoiceNumber') return { ...column, card: 'title' };
    return column.id === 'line' ? { ...column, card: 'subtitle' } : column;
  });

function Entries({ productId, currency }: { productId: string; currency: string }) {
  const t = useT();
  const columns = useMemo(() => ownColumns(costColumns(t, currency)), [t, currency]);
  const filters = useMemo(() => costFilters(t), [t]);
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
      defaultSort={['date,desc']}
      height="auto"
      inAddress={false}
      footnote={t('costs:list.footnote', { currency })}
      empty={{ icon: IconCoins, title: t('costs:product.emptyTitle'), body: t('costs:product.emptyBody') }}
    />
  );
}
