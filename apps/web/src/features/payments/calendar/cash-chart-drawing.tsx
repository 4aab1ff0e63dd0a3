import type { CashCalendar } from '@quayside/contracts/payments/cash-calendar';
import { useMemo } from 'react';
import {
  CartesianGrid,
  DefaultZIndexes,
  Line,
  LineChart,
  ReferenceLine,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';
import { dayOf, timeOf } from '../../../components/charts/chart-scale.ts';
import { widest } from '../../../components/charts/label-width.ts';
import { useT } from '../../../i18n/i18n.ts';
import { formatDayShort, formatMoney, groupDigits } from '../../../lib/words/format.ts';
import classes from './calendar.module.css';
import { isBelowZero } from './calendar-words.ts';
import { gridLines } from './grid-lines.ts';

const MARGIN = { top: 22, right: 12, bottom: 0, left: 0 };
const TICK_SIZE = 12;
const TICK_MARGIN = 6;
const WORD_SIZE = 12.5;
const WORD_GAP = 10;
/** These are SVG attributes and not styles, because the content security policy forbids style attributes. */
const AXIS = { axisLine: false, tickLine: false, tick: { fill: 'var(--q-text-3)', fontSize: TICK_SIZE } } as const;

/** Draws the line of the balance, the line of zero if it is crossed, and the low point. */
export function CashChartDrawing({ calendar }: { calendar: CashCalendar }) {
  const { opening, days, weeks, until } = calendar;
  const data = useMemo(() => {
    const first = { time: timeOf(opening?.day ?? until), value: Number(opening?.balance ?? 0) };
    const points = days.map(({ day, closing }) => ({ time: timeOf(day), value: Number(closing) }));
    return [first, ...points, { time: timeOf(until), value: (points.at(-1) ?? first).value }];
  }, [opening, days, until]);
  const values = data.map(({ value }) => value);
  const { ticks, decimals } = gridLines(values);
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 0];
  const format = (value: number) => groupDigits(value.toFixed(decimals));
  // Its labels are measured, so that none is cut, however large the figures are. The library takes another width of the
  // axis only for a new chart.
  const axisWidth = widest(ticks.map(format), TICK_SIZE) + TICK_MARGIN + 2;
  return (
    <LineChart
      key={axisWidth}
      data={data}
      responsive
      className={classes.drawing ?? ''}
      margin={MARGIN}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--q-border)" />
      <XAxis
        {...AXIS}
        type="number"
        dataKey="time"
        domain={[data[0]?.time ?? 0, timeOf(until)]}
        ticks={weeks.map(({ firstDay }) => timeOf(firstDay))}
        interval="preserveStartEnd"
        minTickGap={18}
        height={28}
        tickMargin={8}
        tickFormatter={(time: number) => formatDayShort(dayOf(time))}
      />
      <YAxis
        {...AXIS}
        type="number"
        domain={[lowest, highest]}
        ticks={ticks}
        interval={0}
        width={axisWidth}
        tickMargin={TICK_MARGIN}
        tickFormatter={format}
      />
      {lowest < 0 && highest > 0 && <ReferenceLine y={0} stroke="var(--q-text-3)" strokeDasharray="3 3" />}
      <Line
        dataKey="value"
        type="stepAfter"
        stroke="var(--q-cat-factory)"
        strokeWidth={2}
        strokeLinejoin="round"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
      <LowPoint calendar={calendar} />
    </LineChart>
  );
}

/** The dot at the low point with its amount. The label stands where there is room for it. */
function LowPoint({ calendar: { lowPoint, currency } }: { calendar: CashCalendar }) {
  const t = useT();
  const scaleX = useXAxisScale();
  const scaleY = useYAxisScale();
  const area = usePlotArea();
  if (!scaleX || !scaleY || !area || !lowPoint) return null;
  const [x, y] = [scaleX(timeOf(lowPoint.day)) ?? 0, scaleY(Number(lowPoint.balance)) ?? 0];
  const words = t('payments:calendar.lowMark', {
    amount: formatMoney(lowPoint.balance, currency, { zero: 'figure' }),
  });
  const isLeft = x + WORD_GAP + widest([words], WORD_SIZE, 600) > area.x + area.width;
  const isBelow = y + 20 < area.y + area.height;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.activeDot}>
      <g className={classes.low} data-below={isBelowZero(lowPoint.balance) || undefined}>
        <circle cx={x} cy={y} r={5} />
        <text
          x={isLeft ? x - WORD_GAP : x + WORD_GAP}
          y={isBelow ? y + 18 : y - 9}
          textAnchor={isLeft ? 'end' : 'start'}
        >
          {words}
        </text>
      </g>
    </ZIndexLayer>
  );
}
