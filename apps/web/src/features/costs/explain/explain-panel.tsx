import { Skeleton } from '@mantine/core';
import type { Explain, ExplainEntry, PaidRate } from '@quayside/contracts/costs/costs';
import { IconCoins, IconExternalLink, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useMemo } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../../components/ui/panel.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatCount, formatDay, formatMoney, formatUnitCost } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { orderName, orderTip } from '../../../lib/words/order-name.ts';
import { explainQuery } from '../api.ts';
import { ExplainBundle } from './explain-bundle.tsx';
import { ExplainEntryItem, History } from './explain-entry.tsx';
import { type ExplainFocus, type FocusedTree, focusOn, refOfLayer } from './explain-focus.ts';
import { ByPackList, Lots } from './explain-lots.tsx';
import { OtherLots } from './explain-lot-stock.tsx';
import { ExplainHead, Wrong } from './explain-head.tsx';
import classes from './explain.module.css';
import { ExplainFoot } from './explain-proof.tsx';
import { TODAY } from '../known.ts';
import { type Discrepancy, recompute } from './recompute.ts';
import { useKnown } from '../use-known.ts';

interface ExplainPanelProps {
  readonly productId: string;
  /** The order or the category to explain. If it is undefined, everything is explained. */
  readonly focus?: ExplainFocus | undefined;
  readonly onFocus?: (focus: ExplainFocus | undefined) => void;
  readonly onClose: () => void;
}

/** The panel that explains a unit cost. The list beside the panel stays usable. */
export function ExplainPanel({ productId, focus, onFocus, onClose }: ExplainPanelProps) {
  const t = useT();
  const [known, setKnown] = useKnown();
  const query = useQuery({ ...explainQuery(productId, known), placeholderData: keepPreviousData });
  const explain = query.data;
  const discrepancies = useMemo(() => (explain ? recompute(explain) : []), [explain]);
  const tree = useMemo(() => explain && focusOn(explain, focus), [explain, focus]);
  return (
    <Panel
      title={t('costs:explain.title')}
      subtitle={explain && tree && subtitleOf(t, explain, tree)}
      onClose={onClose}
      flush
      actions={
        explain && (
          <Link
            className={classes.openPage}
            to={paths.product(explain.product.sku, 'costs')}
            aria-label={t('costs:explain.openPage')}
            title={t('costs:explain.openPage')}
          >
            <IconExternalLink size={18} stroke={1.75} aria-hidden />
          </Link>
        )
      }
      footer={
        explain && tree && hasEntries(explain) ? (
          <div className={classes.widths} style={widthsOf(explain)}>
            <ExplainFoot explain={explain} tree={tree} discrepancies={discrepancies} />
          </div>
        ) : undefined
      }
    >
      {known.kind !== 'today' && (
        <p className={classes.seenFrom}>
          <IconHistory size={14} stroke={2} aria-hidden />
          <span>{t(`costs:explain.${known.kind}`, { day: formatDay(known.day) })}</span>
          <button type="button" className={classes.fold} onClick={() => setKnown(TODAY)}>
            {t('costs:explain.toToday')}
          </button>
        </p>
      )}
      {explain && tree ? (
        <div className={classes.widths} style={widthsOf(explain)}>
          <Tree explain={explain} tree={tree} discrepancies={discrepancies} onFocus={onFocus} />
        </div>
      ) : query.isError ? (
        <div className={classes.pad}>
          <ErrorState error={query.error} entity={t('costs:entities')} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <Waiting />
      )}
    </Panel>
  );
}

/** The number of characters of the longest figure in each of the two columns. */
function widthsOf(explain: Explain): CSSProperties {
  const { currency, layers, layerless } = explain;
  const entries = [...layers.flatMap((order) => order.entries), ...layerless.entries];
  const amounts = [explain.landed, layerless.amount, ...layers.map(({ landed }) => landed)];
  const lots = layers.flatMap((order) => [...order.packLists, ...(order.unpacked ? [order.unpacked] : [])]);
  const costs = [explain.landedPerUnit, ...[...layers, ...lots, ...entries].map(({ perUnit }) => perUnit)];
  const longest = (figures: readonly string[]) => Math.max(...figures.map(({ length }) => length));
  return {
    '--amount-chars': longest(
      [...amounts, ...entries.map(({ amount }) => amount)].map((amount) =>
        formatMoney(amount, currency, { as: 'bare', zero: 'figure' }),
      ),
    ),
    '--unit-chars': longest(costs.map((cost) => formatUnitCost(cost))),
  } as CSSProperties;
}

function subtitleOf(t: T, { product }: Explain, { order, category }: FocusedTree): string {
  if (order)
    return t('costs:explain.orderSubtitle', {
      order: orderName(t, refOfLayer(order)),
      units: formatCount(order.units),
      date: formatDay(order.date),
    });
  if (category) return t('costs:explain.categorySubtitle', { category: t(`category.${category}`), sku: product.sku });
  return t('costs:explain.subtitle', product);
}

const hasEntries = (explain: Explain) =>
  explain.layerless.entries.length > 0 || explain.layers.some((order) => order.entries.length > 0);

function Waiting() {
  const label = useT()('costs:explain.loading');
  return (
    <div className={classes.waiting} role="status" aria-label={label}>
      <Skeleton height={32} width={140} />
      <Skeleton height={8} />
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={24} />
      ))}
    </div>
  );
}

interface TreeProps {
  readonly explain: Explain;
  readonly tree: FocusedTree;
  readonly discrepancies: readonly Discrepancy[];
  readonly onFocus: ExplainPanelProps['onFocus'];
}

function Tree({ explain, tree, discrepancies, onFocus }: TreeProps) {
  const t = useT();
  const { currency, paidRates } = explain;
  const problem = (id: string) => discrepancies.find(({ at }) => at === id);
  const bundle = explain.bundle && (
    <ExplainBundle
      bundle={explain.bundle}
      currency={currency}
      hasOwn={hasEntries(explain)}
      problem={problem('bundle')}
    />
  );
  const { otherLots, waiting, valuedBy, asKnownOn } = explain;
  const others = <OtherLots lots={otherLots} {...{ waiting, currency, valuedBy, asKnownOn, problem }} />;
  if (!hasEntries(explain))
    return (
      <>
        {bundle ?? (
          <EmptyState icon={IconCoins} title={t('costs:explain.emptyTitle')}>
            {t('costs:explain.emptyBody')}
          </EmptyState>
        )}
        {others}
      </>
    );
  const firstEntry =
    tree.layers.find((order) => order.entries.length > 0)?.entries[0]?.id ?? tree.layerless.entries[0]?.id;
  const isPart = tree.order !== undefined || tree.category !== undefined;
  const { layerless } = tree;
  return (
    <>
      {bundle}
      <ExplainHead explain={explain} tree={tree} onAll={isPart && onFocus ? () => onFocus(undefined) : undefined}>
        <Wrong problem={isPart ? undefined : problem('total')} />
      </ExplainHead>
      <div className={classes.columns} aria-hidden>
        <span>{t('costs:explain.entry')}</span>
        <span className={classes.amountCol}>{t('costs:explain.amount')}</span>
        <span className={classes.unitCol}>{t('costs:explain.perUnit')}</span>
      </div>
      {tree.layers.map((order) => (
        <section key={order.id} aria-label={orderName(t, refOfLayer(order))}>
          {tree.order === undefined && <OrderHead order={order} currency={currency} onFocus={onFocus} />}
          <Wrong problem={tree.category === undefined ? problem(order.id) : undefined} />
          {tree.category === undefined && <Lots order={order} {...{ currency, valuedBy, asKnownOn, problem }} />}
          <ByPackList entries={order.entries}>
            {(entries) => (
              <Entries entries={entries} {...{ currency, paidRates }} firstEntry={firstEntry} problem={problem} />
            )}
          </ByPackList>
          <History rows={order.history} currency={currency} />
        </section>
      ))}
      {(layerless.entries.length > 0 || layerless.history.length > 0) && (
        <section aria-label={t('costs:explain.withoutOrder')}>
          <header className={classes.order}>
            <span>
              <b>{t('costs:explain.withoutOrder')}</b>
              <small>{t('costs:explain.withoutOrderDetail')}</small>
            </span>
            <b className={`${classes.amountCol} num`}>
              {formatMoney(layerless.amount, currency, { as: 'bare', zero: 'figure' })}
            </b>
            <span className={classes.unitCol} />
          </header>
          <Wrong problem={tree.category === undefined ? problem('layerless') : undefined} />
          <Entries entries={layerless.entries} {...{ currency, paidRates }} firstEntry={firstEntry} problem={problem} />
          <History rows={layerless.history} currency={currency} />
        </section>
      )}
      {!isPart && others}
    </>
  );
}

/** The rate of a credit follows from the payments of the invoice that it credits. */
const paidRateOf = ({ rate, invoice, creditOf }: ExplainEntry, paidRates: readonly PaidRate[]): PaidRate | undefined =>
  rate?.source === 'payment'
    ? paidRates.find((one) => one.invoice.id === (creditOf?.invoice.id ?? invoice.id))
    : undefined;

interface EntriesProps {
  readonly entries: readonly ExplainEntry[];
  readonly currency: string;
  readonly paidRates: readonly PaidRate[];
  readonly firstEntry: string | undefined;
  readonly problem: (id: string) => Discrepancy | undefined;
}
function Entries({ entries, currency, paidRates, firstEntry, problem }: EntriesProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <ExplainEntryItem
          key={entry.id}
          entry={entry}
          currency={currency}
          paidRate={paidRateOf(entry, paidRates)}
          startsOpen={entry.id === firstEntry}
          discrepancy={problem(entry.id)}
        />
      ))}
    </ul>
  );
}

/** The heading of an order when there are several. The order's number links to the explanation of that order alone. */
function OrderHead({
  order,
  currency,
  onFocus,
}: {
  order: Explain['layers'][number];
  currency: string;
  onFocus: ExplainPanelProps['onFocus'];
}) {
  const t = useT();
  const name = orderName(t, refOfLayer(order));
  return (
    <header className={classes.order}>
      <span>
        {onFocus ? (
          <button
            type="button"
            className={classes.orderName}
            title={`${t('costs:explain.showOrder')}. ${orderTip(t, order)}`}
            onClick={() => onFocus({ order: order.id })}
          >
            {name}
          </button>
        ) : (
          <b title={orderTip(t, order)}>{name}</b>
        )}
        <small>
          {t('costs:explain.orderDetail', { date: formatDay(order.date), units: formatCount(order.units) })} ·{' '}
          <Link to={paths.invoice(order.invoice.id)}>{t('costs:explain.openInvoice')}</Link>
        </small>
      </span>
      <b className={`${classes.amountCol} num`}>
        {formatMoney(order.landed, currency, { as: 'bare', zero: 'figure' })}
      </b>
      <b className={`${classes.unitCol} num`}>{formatUnitCost(order.perUnit)}</b>
    </header>
  );
}
