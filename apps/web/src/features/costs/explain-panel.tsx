import { Skeleton } from '@mantine/core';
import type { Explain } from '@quayside/contracts/costs';
import { IconClock, IconCoins, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { MakeUpBar } from '../../components/ui/figures.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatCount, formatDay, formatMoney, formatUnitCost } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { explainQuery } from './api.ts';
import { ExplainEntryItem, History } from './explain-entry.tsx';
import classes from './explain.module.css';
import { ExplainFoot } from './explain-proof.tsx';
import { type Discrepancy, recompute } from './recompute.ts';

export interface ExplainPanelProps {
  readonly productId: string;
  readonly onClose: () => void;
}

/** Where every cent of a unit cost came from, beside the list that stays alive. */
export function ExplainPanel({ productId, onClose }: ExplainPanelProps) {
  const t = useT();
  const query = useQuery(explainQuery(productId));
  const explain = query.data;
  const discrepancies = useMemo(() => (explain ? recompute(explain) : []), [explain]);
  return (
    <Panel
      title={t('costs:explain.title')}
      subtitle={explain && t('costs:explain.subtitle', explain.product)}
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
      footer={explain && hasEntries(explain) ? <ExplainFoot explain={explain} discrepancies={discrepancies} /> : undefined}
    >
      {explain ? (
        <Tree explain={explain} discrepancies={discrepancies} />
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

const hasEntries = (explain: Explain) => explain.layerless.entries.length > 0 || explain.layers.some((layer) => layer.entries.length > 0);

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

function Tree({ explain, discrepancies }: { explain: Explain; discrepancies: readonly Discrepancy[] }) {
  const t = useT();
  const { currency } = explain;
  if (!hasEntries(explain))
    return (
      <EmptyState icon={IconCoins} title={t('costs:explain.emptyTitle')}>
        {t('costs:explain.emptyBody')}
      </EmptyState>
    );
  const problem = (id: string) => discrepancies.find(({ at }) => at === id);
  const firstEntry = explain.layers.find((layer) => layer.entries.length > 0)?.entries[0]?.id ?? explain.layerless.entries[0]?.id;
  return (
    <>
      <Head explain={explain} />
      <div className={classes.columns} aria-hidden>
        <span>{t('costs:explain.entry')}</span>
        <span className={classes.amountCol}>{t('costs:explain.amount')}</span>
        <span className={classes.unitCol}>{t('costs:explain.perUnit')}</span>
      </div>
      {explain.layers.map((layer) => (
        <section key={layer.id} aria-label={t('costs:explain.layer', { number: layer.number })}>
          <header className={classes.layer}>
            <span>
              <b>{t('costs:explain.layer', { number: layer.number })}</b>
              <small>
                {t('costs:explain.layerDetail', { date: formatDay(layer.date), units: formatCount(layer.units) })} ·{' '}
                <Link to={paths.invoice(layer.invoice.id)}>{layer.invoice.number}</Link>
              </small>
            </span>
            <b className={`${classes.amountCol} num`}>{formatMoney(layer.landed, currency, { as: 'bare', zero: 'figure' })}</b>
            <b className={`${classes.unitCol} num`}>{formatUnitCost(layer.perUnit)}</b>
          </header>
          <Wrong problem={problem(layer.id)} />
          <ul>
            {layer.entries.map((entry) => (
              <ExplainEntryItem key={entry.id} entry={entry} currency={currency} startsOpen={entry.id === firstEntry} discrepancy={problem(entry.id)} />
            ))}
          </ul>
          <History rows={layer.history} currency={currency} />
        </section>
      ))}
      {(explain.layerless.entries.length > 0 || explain.layerless.history.length > 0) && (
        <section aria-label={t('costs:explain.layerless')}>
          <header className={classes.layer}>
            <span>
              <b>{t('costs:explain.layerless')}</b>
              <small>{t('costs:explain.layerlessDetail')}</small>
            </span>
            <b className={`${classes.amountCol} num`}>{formatMoney(explain.layerless.amount, currency, { as: 'bare', zero: 'figure' })}</b>
            <span className={classes.unitCol} />
          </header>
          <Wrong problem={problem('layerless')} />
          <ul>
            {explain.layerless.entries.map((entry) => (
              <ExplainEntryItem key={entry.id} entry={entry} currency={currency} startsOpen={entry.id === firstEntry} discrepancy={problem(entry.id)} />
            ))}
          </ul>
          <History rows={explain.layerless.history} currency={currency} />
        </section>
      )}
    </>
  );
}

/** The figure and its division. */
function Head({ explain }: { explain: Explain }) {
  const t = useT();
  const { currency, units } = explain;
  const entries = explain.layerless.entries.length + explain.layers.reduce((sum, layer) => sum + layer.entries.length, 0);
  const counts = t('costs:explain.counts', {
    entries: t('costs:explain.entries', { count: entries }),
    documents: t('costs:explain.documents', { count: explain.documents.length }),
  });
  return (
    <div className={classes.head}>
      <div className={classes.figures}>
        <div>
          <p className={`${classes.figure} num`}>{formatUnitCost(explain.landedPerUnit, currency)}</p>
          <p className={classes.small}>{units > 0 ? t('costs:explain.average', { units: formatCount(units) }) : t('costs:explain.averageNone')}</p>
        </div>
        <div className={classes.division}>
          <p className="num">
            {units > 0
              ? t('costs:explain.division', { total: formatMoney(explain.landed, currency, { zero: 'figure' }), units: formatCount(units) })
              : formatMoney(explain.landed, currency, { zero: 'figure' })}
          </p>
          <p className={classes.small}>{counts}</p>
        </div>
      </div>
      <MakeUpBar height={8} byCategory={Object.fromEntries(explain.byCategory.map(({ costType, amount }) => [costType, amount]))} />
      {explain.isProvisional && (
        <p className={classes.provisional}>
          <IconClock size={14} stroke={2} aria-hidden /> {t('costs:explain.provisional')}
        </p>
      )}
      <Wrong problem={recomputeTotal(explain)} />
    </div>
  );
}
const recomputeTotal = (explain: Explain) => recompute(explain).find(({ at }) => at === 'total');

function Wrong({ problem }: { problem: Discrepancy | undefined }) {
  const t = useT();
  if (!problem) return null;
  return (
    <p className={classes.wrong} role="alert">
      {t('costs:explain.discrepancy', { expected: problem.expected, found: problem.found })}
    </p>
  );
}
