import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import {
  CartesianGrid,
  DefaultZIndexes,
  Line,
  LineChart,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';
import { formatDayChart, groupDigits } from '../../lib/words/format.ts';
import { dayOf, isLabelLeft, labelled, threeLines, timeOf } from './chart-scale.ts';
import classes from './charts.module.css';
import { widest } from './label-width.ts';
import type { ActiveStep, StepPoint } from './step-point.ts';

interface DrawingProps {
  readonly points: readonly StepPoint[];
  readonly from: string;
  readonly to: string;
  readonly before: number | undefined;
  readonly decimals: number;
  readonly active: number | undefined;
  readonly onActive: (active: ActiveStep | undefined) => void;
}
const MARGIN = { top: 14, right: 4, bottom: 0, left: 0 };
const SIDE = 18;
const TICK_SIZE = 12;
/** How far a figure is from its line. The drawing library would add the length of a tick that is not drawn. */
const TICK_MARGIN = 12;
/** The most room at the right for the label of the last dot. A longer label stands at the left of its dot. */
const MOST_SIDE = 90;
/** The size and weight of the label of a dot, and how far it is from the dot. */
const [WORD_SIZE, WORD_WEIGHT, WORD_GAP] = [12.5, 600, 9];
/**
 * These are SVG attributes and not styles, because the content security policy forbids style attributes. Colour tokens
 * work in both.
 */
const AXIS = { axisLine: false, tickLine: false, tick: { fill: 'var(--q-text-3)', fontSize: TICK_SIZE } } as const;
const AXIS_GAP = 14;
const MANY = 60;
/** Half of the least width of the band in which the pointer shows a step. */
const HALF_BAND = 6;

/**
 * Draws the grid, axes and line of a step chart. `Steps` draws the dots, labels and click targets. Each point stands at
 * its day: points of one day stand above each other.
 */
export function StepChartDrawing(props: DrawingProps) {
  const { points, from, to, before, decimals: least, active, onActive } = props;
  const times = points.map(({ day }) => timeOf(day));
  const [start, end] = [timeOf(from), timeOf(to)];
  const isAtEdge = (times.at(-1) ?? end) > end - (end - start) / 10;
  const data = [
    ...(before === undefined ? [] : [{ time: start, value: before }]),
    ...points.map(({ value }, index) => ({ time: times[index], value })),
    { time: end, value: points.at(-1)?.value },
  ];
  const { ticks, decimals } = threeLines([
    ...points.map(({ value }) => value),
    ...(before === undefined ? [] : [before]),
  ]);
  const format = (value: number) => groupDigits(value.toFixed(Math.max(least, decimals)));
  const wordWidth = widest(
    points.map(({ figure }) => figure),
    WORD_SIZE,
    WORD_WEIGHT,
  );
  return (
    <LineChart data={data} responsive className={classes.drawing ?? ''} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--q-border)" />
      <XAxis
        {...AXIS}
        type="number"
        dataKey="time"
        domain={[start, end]}
        ticks={[...new Set(times)]}
        interval="preserveStartEnd"
        minTickGap={AXIS_GAP}
        padding={{ left: SIDE, right: isAtEdge ? Math.min(wordWidth + WORD_GAP, MOST_SIDE) : SIDE }}
        height={28}
        tickMargin={8}
        tickFormatter={(time: number) => formatDayChart(dayOf(time))}
      />
      <YAxis
        {...AXIS}
        type="number"
        domain={[ticks[0], ticks[2]]}
        ticks={ticks}
        interval={0}
        // Its labels are measured, so that none is cut, however large the figures are.
        width={widest(ticks.map(format), TICK_SIZE) + TICK_MARGIN + 2}
        tickSize={0}
        tickMargin={TICK_MARGIN}
        tickFormatter={format}
      />
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
      <Steps points={points} times={times} active={active} wordWidth={wordWidth} onActive={onActive} />
    </LineChart>
  );
}

/** Draws each step: a band as the click target, a dot that is a link, and a label if there is room. */
function Steps({
  points,
  times,
  active,
  wordWidth,
  onActive,
}: Pick<DrawingProps, 'points' | 'active' | 'onActive'> & { times: readonly number[]; wordWidth: number }) {
  const scaleX = useXAxisScale();
  const scaleY = useYAxisScale();
  const area = usePlotArea();
  const dots = useRef<(SVGElement | null)[]>([]);
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    dots.current[wanted.current]?.querySelector('a')?.focus();
    wanted.current = undefined;
  });
  if (!scaleX || !scaleY || !area) return null;
  const placedAt = points.map(({ value }, index) => ({ x: scaleX(times[index]) ?? 0, y: scaleY(value) ?? 0, value }));
  const room = { width: wordWidth, gap: WORD_GAP, right: area.x + area.width };
  const words = labelled(placedAt, room);
  const bottom = area.y + area.height;
  const show = (index: number) => {
    const at = placedAt[index];
    if (at) onActive({ index, x: at.x, y: at.y, width: area.x + area.width });
  };
  const go = (index: number) => {
    const next = Math.max(0, Math.min(points.length - 1, index));
    wanted.current = next;
    show(next);
  };
  const moves: Readonly<Record<string, (from: number) => void>> = {
    ArrowRight: (from) => go(from + 1),
    ArrowLeft: (from) => go(from - 1),
    Home: () => go(0),
    End: () => go(points.length - 1),
  };
  // The chart has one tab stop (roving tabindex): the step that was focused last, or initially the newest one.
  const stop = active ?? points.length - 1;
  return (
    // The dots are drawn above the line, so that the line does not cross them.
    <ZIndexLayer zIndex={DefaultZIndexes.activeDot}>
      {points.map((point, index) => {
        const { x, y } = placedAt[index] ?? { x: 0, y: 0 };
        const until = placedAt[index + 1]?.x ?? room.right;
        const isBelow = y + 22 < bottom;
        const isLeft = isLabelLeft(x, room);
        // The dots of one day stand above each other: the band of a later one leaves the others to the pointer.
        const bandStart = placedAt[index - 1]?.x === x ? x + HALF_BAND : x - HALF_BAND;
        return (
          <g
            key={point.key}
            ref={(element) => {
              dots.current[index] = element;
            }}
            onMouseEnter={() => show(index)}
            data-active={index === active || undefined}
            className={classes.step}
          >
            <Link
              to={point.href}
              aria-label={point.spoken}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => show(index)}
              onBlur={() => onActive(undefined)}
              onKeyDown={(event) => {
                const move = moves[event.key];
                if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
                event.preventDefault();
                move(index);
              }}
            >
              <rect
                x={bandStart}
                y={area.y}
                width={Math.max(2 * HALF_BAND, until - x)}
                height={area.height}
                fill="transparent"
              />
              <circle cx={x} cy={y} r={points.length > MANY ? 2.5 : 4} className={classes.dot} />
              {words.has(index) && (
                <text
                  x={isLeft ? x - WORD_GAP : x + WORD_GAP}
                  y={isBelow ? y + 18 : y - 8}
                  textAnchor={isLeft ? 'end' : 'start'}
                  className={classes.word}
                >
                  {point.figure}
                </text>
              )}
            </Link>
          </g>
        );
      })}
    </ZIndexLayer>
  );
}
