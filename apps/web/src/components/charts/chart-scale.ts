/** The geometry of a chart's lines, dots and labels. The numbers are for drawing only; exact figures are strings. */

/**
 * Three grid lines at round values that enclose all values, and the number of decimals that the labels of the lines
 * need.
 */
export function threeLines(values: readonly number[]): { ticks: [number, number, number]; decimals: number } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  // If all values are equal, this span centres the line vertically.
  const span = high - low || Math.abs(high) * 0.2 || 1;
  const [from, to] = high === low ? [low - span / 2, high + span / 2] : [low, high];
  let exponent = Math.floor(Math.log10(span / 2)) - 1;
  for (;;) {
    for (const factor of [1, 2, 2.5, 5]) {
      const step = factor * 10 ** exponent;
      const first = Math.floor(from / step + 1e-9) * step;
      if (first + 2 * step < to - step * 1e-9) continue;
      const decimals = Math.max(0, factor === 2.5 ? 1 - exponent : -exponent);
      return {
        ticks: [first, first + step, first + 2 * step].map((tick) => Number(tick.toFixed(decimals + 1))) as [
          number,
          number,
          number,
        ],
        decimals,
      };
    }
    exponent += 1;
  }
}

/** How labels stand beside their dots: their width, how far they are from the dot, and where the chart ends. */
interface LabelRoom {
  readonly width: number;
  readonly gap: number;
  readonly right: number;
}

/** Whether the label of a dot stands at its left, because there is no room at its right. */
export const isLabelLeft = (x: number, { width, gap, right }: LabelRoom): boolean => x + gap + width > right;

/** What a label covers from left to right, with its dot. */
const spanOf = (x: number, room: LabelRoom): readonly [number, number] =>
  isLabelLeft(x, room) ? [x - room.gap - room.width, x] : [x, x + room.gap + room.width];

/**
 * The points that get a label. The last point, the first point and the extremes come first, then the others from left
 * to right. A label that would collide with one that is chosen is left out.
 */
export function labelled(
  points: readonly { readonly x: number; readonly value: number }[],
  room: LabelRoom,
): ReadonlySet<number> {
  const indexes = points.map((_, index) => index);
  const by = (compare: (a: number, b: number) => boolean) =>
    indexes.reduce((best, index) => (compare(valueAt(points, index), valueAt(points, best)) ? index : best), 0);
  const wanted =
    points.length === 0 ? [] : [points.length - 1, 0, by((a, b) => a > b), by((a, b) => a < b), ...indexes];
  const chosen = new Map<number, readonly [number, number]>();
  for (const index of wanted) {
    const span = spanOf(points[index]?.x ?? 0, room);
    if ([...chosen.values()].every(([from, to]) => span[1] <= from || span[0] >= to)) chosen.set(index, span);
  }
  return new Set(chosen.keys());
}
const valueAt = (points: readonly { readonly value: number }[], index: number) => points[index]?.value ?? 0;

/** The timestamp of a day at noon in UTC. At noon, daylight saving time cannot shift the timestamp to another day. */
export const timeOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
