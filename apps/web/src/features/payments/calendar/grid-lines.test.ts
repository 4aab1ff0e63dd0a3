import { describe, expect, it } from 'vitest';
import { gridLines } from './grid-lines.ts';

describe('the grid lines of the balance', () => {
  it.each([
    [[-2038.32, 41_078.7], [-20_000, 0, 20_000, 40_000, 60_000], 0],
    [[-322.5, 1000], [-500, 0, 500, 1000], 0],
    [[1000, 1000], [1000, 1100], 0],
    [[0, 0], [0, 0.1], 1],
    [[0.1, 0.35], [0.1, 0.2, 0.3, 0.4], 1],
  ])('of %j are %j', (values, ticks, decimals) => {
    expect(gridLines(values)).toEqual({ ticks, decimals });
  });
});
