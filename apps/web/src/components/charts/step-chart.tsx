import { Skeleton } from '@mantine/core';
import { Component, lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import classes from './charts.module.css';
import type { ActiveStep, StepPoint } from './step-point.ts';

export interface StepChartProps<P extends StepPoint = StepPoint> {
  readonly label: string;
  /** From left to right; at least one. */
  readonly points: readonly P[];
  readonly from: string;
  readonly to: string;
  /** What held when the range began. */
  readonly before?: number | undefined;
  /** Behind the step, while it is pointed at or has the focus. */
  readonly renderTip: (point: P) => ReactNode;
  /** What stands here where the drawing itself cannot be loaded. */
  readonly fallback: ReactNode;
}
// The drawing library comes with the first chart.
const Drawing = lazy(() => import('./step-chart-drawing.tsx').then((module) => ({ default: module.StepChartDrawing })));
const TIP_WIDTH = 264;
const TIP_GAP = 14;

/** A figure over time as steps, each a link to what is behind it. Arrow keys go from step to step. */
export function StepChart<P extends StepPoint>({
  label,
  points,
  from,
  to,
  before,
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
        // The panel beside the chart closes by the same key, one layer at a time.
        event.preventDefault();
        clear();
      }}
    >
      <OrNothing nothing={fallback}>
        <Suspense fallback={<Skeleton height="100%" radius={8} />}>
          <Drawing points={points} from={from} to={to} before={before} active={active?.index} onActive={setActive} />
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

/** Beside the dot, on the side that has room. */
const tipLeft = ({ x, width }: ActiveStep): number =>
  x + TIP_GAP + TIP_WIDTH <= width ? x + TIP_GAP : Math.max(0, x - TIP_GAP - TIP_WIDTH);

/** A chart that cannot be drawn stays silent: its figures stand beside it anyway. */
class OrNothing extends Component<{ nothing: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return this.state.hasFailed ? this.props.nothing : this.props.children;
  }
}
