import { describe, expect, it } from 'vitest';
import { dayOf, isLabelLeft, labelled, threeLines, timeOf } from './chart-scale.ts';

describe('three grid lines', () => {
  it.each([
    [[8.941, 8.7125, 7.7325], [7, 8, 9], 0],
    [[1, 3], [1, 2, 3], 0],
    [[0.0012, 0.0031], [0, 0.002, 0.004], 3],
    [[7.71, 7.73], [7.71, 7.72, 7.73], 2],
    [[100, 345], [0, 200, 400], 0],
    [[120, 980], [0, 500, 1000], 0],
    [[-3, 4], [-5, 0, 5], 0],
  ])('of %j are %j', (values, ticks, decimals) => {
    const found = threeLines(values);
    expect(found).toEqual({ ticks, decimals });
  });
  it('of a single value enclose it', () => {
    const { ticks } = threeLines([7.7325]);
    expect(ticks[0]).toBeLessThan(7.7325);
    expect(ticks[2]).toBeGreaterThan(7.7325);
    expect(threeLines([0]).ticks[1]).toBe(0);
  });
});

describe('labels of points', () => {
  const at = (...pairs: [number, number][]) => pairs.map(([x, value]) => ({ x, value }));
  const room = { width: 50, gap: 10, right: 400 };
  const shown = (points: ReturnType<typeof at>) => [...labelled(points, room)].sort((a, b) => a - b);
  it('are all shown if there is room', () => expect(shown(at([0, 1], [100, 2], [200, 3]))).toEqual([0, 1, 2]));
  it('are shown at the ends and the extremes if there is little room', () => {
    const points = at([0, 5], [20, 5], [40, 5], [100, 9], [120, 5], [200, 1], [220, 5], [300, 5]);
    expect(shown(points)).toEqual([0, 3, 5, 7]);
  });
  it('that would collide are left out', () =>
    expect(shown(at([0, 1], [10, 9], [20, 0], [30, 4], [30, 5], [30, 6]))).toEqual([5]));
  it('stand at the left of a dot that is near the end, and then collide with those before it', () => {
    expect([isLabelLeft(340, room), isLabelLeft(341, room)]).toEqual([false, true]);
    // The label of the last dot covers 320 to 380; that of the dot at 300 would cover 300 to 360.
    expect(shown(at([100, 3], [300, 2], [380, 1]))).toEqual([0, 2]);
    expect(shown(at([100, 3], [260, 2], [380, 1]))).toEqual([0, 1, 2]);
  });
  it('are none without points', () => expect(labelled([], room).size).toBe(0));
});

describe('days', () => {
  it('are converted to timestamps and back', () => expect(dayOf(timeOf('2026-03-29'))).toBe('2026-03-29'));
});
