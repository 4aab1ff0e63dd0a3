/** A step of the chart: a figure that applies from a certain day. */
export interface StepPoint {
  readonly key: string;
  /** The day in the format yyyy-MM-dd. */
  readonly day: string;
  /** The value as a number, which is for drawing only. The exact value is `figure`. */
  readonly value: number;
  /** The label beside the dot. */
  readonly figure: string;
  /** The accessible name of the dot, which is a link. */
  readonly spoken: string;
  readonly href: string;
}
/** The hovered or focused step and its position in the chart. */
export interface ActiveStep {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  /** The width of the whole chart. */
  readonly width: number;
}
