import { Skeleton } from '@mantine/core';
import { Component, lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import classes from './charts.module.css';
import type { ActiveStep, StepPoint } from './step-point.ts';

interface StepChartProps<P extends StepPoint = StepPoint> {
  readonly label: string;
  /** The steps from left to right, none of them outside of the range. The chart needs at least one. */
  readonly points: readonly P[];
  readonly from: string;
  readonly to: string;
  /** The value that applies at the beginning of the range, before the first step. */
  readonly before?: number | undefined;
  /** The fewest decimals of the figures beside the lines of the grid: 2, or 0 for what is counted. */
  readonly decimals?: number;
  /** Renders the tooltip of a hovered or focused step. */
  readonly renderTip: (point: P) => ReactNode;
  /** Shown in place of the chart when the drawing library cannot be loaded. */
  readonly fallback: ReactNode;
}
// The drawing library is loaded with the first chart.
const Drawing = lazy(() => import('./step-chart-drawing.tsx').then((module) => ({ default: module.StepChartDrawing })));
const TIP_WIDTH = 264;
const TIP_GAP = 14;

/**
 * A chart that shows in steps how a figure changes over time. Each step is a link, and the arrow keys move between
 * steps.
 */
export function StepChart<P extends StepPoint>({
  label,
  points,
  from,
  to,
  before,
  decimals = 2,
  renderTip,
  fallback,
}: StepChartProps<P>) {
  const [active, setActive] = useState<ActiveStep>();
  const clear = useCallback(() => setActive(undefined), []);
  const shown = active && points[active.index];
  return (
    <div
      className={classes.chart}
      role="group"
      aria-label={label}
      onMouseLeave={clear}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !active) return;
        // Escape must close only the tooltip, and not also the panel beside the chart.
        event.preventDefault();
        clear();
      }}
    >
      <OrNothing nothing={fallback}>
        <Suspense fallback={<Skeleton height="100%" radius={8} />}>
          <Drawing
            points={points}
            from={from}
            to={to}
            before={before}
            decimals={decimals}
            active={active?.index}
            onActive={setActive}
          />
        </Suspense>
      </OrNothing>
      {shown && active && (
        <div
          className={classes.tip}
          data-below={active.y < 90 || undefined}
          style={{ left: tipLeft(active), top: active.y }}
          aria-hidden
        >
          {renderTip(shown)}
        </div>
      )}
    </div>
  );
}

/** The position of the tooltip: beside the dot, on the side that has room. */
const tipLeft = ({ x, width }: ActiveStep): number =>
  x + TIP_GAP + TIP_WIDTH <= width ? x + TIP_GAP : Math.max(0, x - TIP_GAP - TIP_WIDTH);

/**
 * An error boundary that renders the fallback when drawing fails. The figures are available beside the chart anyway.
 */
class OrNothing extends Component<{ nothing: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return this.state.hasFailed ? this.props.nothing : this.props.children;
  }
}
