/** A step: from its day on, the figure is this one. */
export interface StepPoint {
  readonly key: string;
  /** yyyy-MM-dd */
  readonly day: string;
  /** Only drawn; `figure` is exact. */
  readonly value: number;
  /** The word beside the dot. */
  readonly figure: string;
  /** The name of the dot, which is a link. */
  readonly spoken: string;
  readonly href: string;
}
/** Where a step that is pointed at stands in the picture. */
export interface ActiveStep {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  /** Of the whole picture. */
  readonly width: number;
}
