import { describe, expect, it } from 'vitest';
import { dayOf, labelled, placed, threeLines, timeOf } from './chart-scale.ts';

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
  it('are all shown if there is room', () =>
    expect([...labelled(at([0, 1], [100, 2], [200, 3]), 60)].sort((a, b) => a - b)).toEqual([0, 1, 2]));
  it('are shown at the ends and the extremes if there is little room', () => {
    const points = at([0, 5], [20, 5], [40, 5], [100, 9], [120, 5], [200, 1], [220, 5], [300, 5]);
    expect([...labelled(points, 60)].sort((a, b) => a - b)).toEqual([0, 3, 5, 7]);
  });
  it('never overlap', () => {
    const chosen = [...labelled(at([0, 1], [10, 9], [20, 0], [30, 4]), 60)];
    expect(chosen).toEqual([3]);
  });
  it('are none without points', () => expect(labelled([], 60).size).toBe(0));
});

describe('positions of points', () => {
  it('convert days to timestamps and back', () => expect(dayOf(timeOf('2026-03-29'))).toBe('2026-03-29'));
  it('of the same day are beside each other', () => {
    const [from, to] = ['2026-01-01', '2026-03-22'];
    const day = (timeOf(to) - timeOf(from)) / 80;
    expect(
      placed(['2026-02-01', '2026-02-01', '2026-02-02', '2026-02-20'], from, to).map(
        (time) => (time - timeOf('2026-02-01')) / day,
      ),
    ).toEqual([0, 1, 2, 19]);
  });
});
