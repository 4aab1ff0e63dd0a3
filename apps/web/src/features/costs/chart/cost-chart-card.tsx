import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import type { Explain } from '@quayside/contracts/costs/costs';
import { todayIn } from '@quayside/domain/days/days';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { StepChart } from '../../../components/charts/step-chart.tsx';
import type { StepPoint } from '../../../components/charts/step-point.ts';
import { DayInput } from '../../../components/form/day-field.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { formatCount, formatDay, formatDayChart, formatMoney, formatUnitCost } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { explainQuery, historyQuery } from '../api.ts';
import chartClasses from './chart.module.css';
import { ChoiceChip } from '../choice-chip.tsx';
import {
  averageSteps,
  type ChartMode,
  type ChartRange,
  type CostStep,
  deliverySteps,
  rangeDays,
  stepsIn,
} from './cost-chart.ts';
import { ChartTable } from './cost-chart-table.tsx';
import type { Known } from '../known.ts';

const MOST_CAUSES = 5;
const RANGES: readonly ChartRange[] = [
  { kind: 'months', months: 3 },
  { kind: 'months', months: 6 },
  { kind: 'months', months: 12 },
  { kind: 'all' },
];

interface ChartCardProps {
  readonly productId: string;
  readonly explain: Explain;
  readonly known: Known;
}
interface DrawnStep extends StepPoint {
  readonly step: CostStep;
}

/** A chart of unit costs over time, of each delivery or as the average. It can be switched to a table. */
export function CostChartCard({ productId, explain, known }: ChartCardProps) {
  const t = useT();
  const zone = useTimeZone();
  const [mode, setMode] = useState<ChartMode>('delivery');
  const [range, setRange] = useState<ChartRange>({ kind: 'months', months: 12 });
  const [isTable, setTable] = useState(false);
  // If this query fails, the chart is empty. The error is not shown, because the other figures do not depend on this
  // query.
  const history = useQuery(historyQuery(productId));
  const points = useMemo(() => history.data?.content.toReversed() ?? [], [history.data]);
  // The chart always shows costs as known today, even if another day is chosen on the page. Its invoices must therefore
  // come from today's explanation.
  const now = useQuery({ ...explainQuery(productId), enabled: known.kind === 'asKnownOn' });
  const layers = known.kind === 'asKnownOn' ? now.data?.layers : explain.layers;
  const { currency } = explain;
  const all = useMemo(
    () => (mode === 'delivery' ? deliverySteps(points, { layers: layers ?? [], currency }) : averageSteps(points)),
    [mode, points, layers, currency],
  );
  const last = known.kind === 'datedBy' ? known.day : todayIn(Date.now(), zone);
  const days = rangeDays(range, last, all[0]?.day);
  const { steps, before } = stepsIn(all, days);
  const title = t(mode === 'delivery' ? 'costs:chart.title' : 'costs:chart.titleAverage');
  const empty = <Empty isAll={all.length === 0} onAll={() => setRange({ kind: 'all' })} />;
  return (
    <Card
      title={title}
      hint={known.kind === 'today' ? currency : t('costs:chart.nowKnown', { currency })}
      end={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('costs:chart.mode')}
            data={[
              { value: 'delivery', label: t('costs:chart.delivery') },
              { value: 'average', label: t('costs:chart.average') },
            ]}
            value={mode}
            onChange={(next) => setMode(next as ChartMode)}
          />
          <span className={chartClasses.controls}>
            <ChoiceChip value={rangeWords(t, range)} dialog={t('costs:chart.range')}>
              {(close) => <Ranges range={range} days={days} onChoose={(next) => (setRange(next), close())} />}
            </ChoiceChip>
            <IconButton
              outlined
              icon={isTable ? IconChartLine : IconTable}
              label={t(isTable ? 'costs:chart.chart' : 'costs:chart.table')}
              pressed={isTable}
              onClick={() => setTable((now) => !now)}
            />
          </span>
        </>
      }
    >
      {history.isPending ? (
        <Skeleton height={212} radius={8} />
      ) : steps.length === 0 ? (
        empty
      ) : isTable ? (
        <ChartTable steps={steps} currency={currency} label={title} productId={productId} />
      ) : (
        <StepChart
          label={t('costs:chart.label', { title, from: formatDay(days.from), to: formatDay(days.to) })}
          points={steps.map((step) => drawn(t, step, currency))}
          {...days}
          before={before && Number(before.perUnit)}
          renderTip={({ step }) => <Tip step={step} currency={currency} />}
          fallback={empty}
        />
      )}
    </Card>
  );
}

function drawn(t: T, step: CostStep, currency: string): DrawnStep {
  const figure = formatUnitCost(step.perUnit);
  const words = { day: formatDay(step.day), figure, currency, invoice: step.invoice.number };
  return {
    key: step.key,
    day: step.day,
    value: Number(step.perUnit),
    figure,
    spoken:
      step.order === undefined
        ? t('costs:chart.stepAverage', words)
        : t('costs:chart.step', { ...words, order: orderName(t, step.order) }),
    href: paths.invoice(step.invoice.id),
    step,
  };
}

function rangeWords(t: T, range: ChartRange): string {
  if (range.kind === 'months') return t('costs:chart.months', { count: range.months });
  if (range.kind === 'all') return t('costs:chart.all');
  return t('costs:chart.ownDays', { from: formatDayChart(range.from), to: formatDayChart(range.to) });
}

function Ranges({
  range,
  days,
  onChoose,
}: {
  range: ChartRange;
  days: { from: string; to: string };
  onChoose: (next: ChartRange) => void;
}) {
  const t = useT();
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  return (
    <>
      <div className="row" data-gap="6">
        {RANGES.map((choice) => {
          const words = rangeWords(t, choice);
          return (
            <Button
              key={words}
              size="xs"
              aria-pressed={words === rangeWords(t, range)}
              onClick={() => onChoose(choice)}
            >
              {words}
            </Button>
          );
        })}
      </div>
      <div className="pair">
        <DayInput label={t('costs:chart.from')} value={from} onChange={setFrom} />
        <DayInput label={t('costs:chart.to')} value={to} onChange={setTo} />
      </div>
      <div className="row from-end">
        <Button
          size="xs"
          variant="filled"
          disabled={from === '' || to === '' || from === to}
          onClick={() => onChoose({ kind: 'own', from, to })}
        >
          {t('apply')}
        </Button>
      </div>
    </>
  );
}

/** The tooltip of a step. It shows the order or the average, and how much each invoice added. */
function Tip({ step, currency }: { step: CostStep; currency: string }) {
  const t = useT();
  const { causes, order, units } = step;
  return (
    <>
      <p className={chartClasses.tipHead}>
        <b className="num">{formatUnitCost(step.perUnit, currency)}</b>
        <span>{formatDayChart(step.day)}</span>
      </p>
      <p className={chartClasses.tipSub}>
        {order === undefined
          ? t('costs:chart.tipAverage', { units: formatCount(units) })
          : `${orderName(t, order)} · ` + t('costs:chart.tipUnits', { units: formatCount(units) })}
      </p>
      {causes.length > 0 && (
        <ul className={chartClasses.causes}>
          {causes.slice(0, MOST_CAUSES).map(({ id, number, costTypes, amount }) => (
            <li key={id}>
              <span>
                <b>{number}</b> {costTypes.map((costType) => t(`category.${costType}`)).join(', ')}
              </span>
              <span className="num">
                {formatMoney(amount, currency, {
                  as: 'bare',
                  zero: 'figure',
                  ...(order === undefined ? { sign: 'always' } : {}),
                })}
              </span>
            </li>
          ))}
          {causes.length > MOST_CAUSES && (
            <li>{t('costs:chart.causesMore', { count: causes.length - MOST_CAUSES })}</li>
          )}
        </ul>
      )}
    </>
  );
}

/** Shown instead of the chart when there are no steps at all, or none in the chosen range. */
function Empty({ isAll, onAll }: { isAll: boolean; onAll: () => void }) {
  const t = useT();
  if (isAll)
    return (
      <EmptyState icon={IconChartLine} title={t('costs:chart.emptyTitle')}>
        {t('costs:chart.emptyBody')}
      </EmptyState>
    );
  return (
    <p className={chartClasses.empty}>
      {t('costs:chart.emptyRange')}{' '}
      <button type="button" onClick={onAll}>
        {t('costs:chart.showAll')}
      </button>
    </p>
  );
}
