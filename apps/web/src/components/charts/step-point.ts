/** A step: the figure that holds from its day on. */
export interface StepPoint {
  readonly key: string;
  /** yyyy-MM-dd */
  readonly day: string;
  /** Used for drawing only; `figure` is exact. */
  readonly value: number;
  /** The label beside the dot. */
  readonly figure: string;
  /** The accessible name of the dot, which is a link. */
  readonly spoken: string;
  readonly href: string;
}
/** The position of the hovered step in the chart. */
export interface ActiveStep {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  /** Width of the whole chart. */
  readonly width: number;
}
