import { describe, expect, it } from 'vitest';
import { boxesOf, boxOf, type PlacedRun, withGaps } from './page-content.ts';
import { pageTextOf } from './page-text.ts';

const measure = (text: string) => text.length;
const run = (text: string, x: number, y: number, width: number, more: Partial<PlacedRun> = {}): PlacedRun => ({
  text,
  endsLine: false,
  transform: [10, 0, 0, 10, x, y],
  width,
  fontFamily: 'sans-serif',
  ...more,
});

describe('gaps', () => {
  it('are detected between columns and lines, not between the pieces of one figure', () => {
    const runs = [
      run('59,3', 100, 700, 20),
      run('71.20', 120.5, 700, 25),
      run('1,008', 300, 700, 25),
      run('next', 100, 680, 20),
    ];
    expect(withGaps(runs).map(({ afterGap }) => afterGap)).toEqual([false, false, true, true]);
    expect(pageTextOf(withGaps(runs)).text).toBe('59,371.20 1,008 next');
  });
  it('are measured along the direction of the text', () => {
    const up = { transform: [0, 10, -10, 0, 100, 100] };
    const runs = [run('up', 0, 0, 20, up), run('wards', 0, 0, 50, { transform: [0, 10, -10, 0, 100, 120] })];
    expect(withGaps(runs)[1]?.afterGap).toBe(false);
  });
});

describe('boxes', () => {
  it('enclose the letters', () =>
    expect(boxOf(run('Total 117', 100, 700, 90), { start: 6, end: 9 }, measure)).toEqual([160, 697.4, 190, 709.4]));
  it('rotate with the text', () =>
    expect(boxOf(run('abcd', 0, 0, 40, { transform: [0, 10, -10, 0, 50, 60] }), { start: 0, end: 2 }, measure)).toEqual(
      [52.6, 60, 40.6, 80],
    ));
  it('omit surrounding spaces', () => {
    const runs = [run('HS-', 0, 0, 30), run(' ', 30, 0, 3), run('26', 33, 0, 20)];
    const mark = { page: 0, parts: runs.map(({ text }, index) => ({ run: index, start: 0, end: text.length })) };
    expect(boxesOf(mark, { runs, text: pageTextOf([]) }, measure)).toHaveLength(2);
  });
});
