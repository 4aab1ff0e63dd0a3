import { describe, expect, it } from 'vitest';
import { FIRST_VIEW, layoutOf, pageAt, pagesNear, turned, zoomStep } from './page-layout.ts';

const A4 = { width: 595, height: 842 };
const many = Array.from({ length: 200 }, () => A4);

describe('layout', () => {
  it('fits the widest page into the viewport', () => {
    const { scale, pages } = layoutOf([A4, { width: 842, height: 595 }], FIRST_VIEW, 874);
    expect(scale).toBe(1);
    expect(pages).toEqual([
      { top: 16, width: 595, height: 842 },
      { top: 870, width: 842, height: 595 },
    ]);
  });
  it('has 96 pixels to the inch at 100 %', () =>
    expect(layoutOf([A4], { zoom: 1, rotation: 0 }, 300).pages[0]?.width).toBe(793));
  it('swaps width and height after a quarter turn', () =>
    expect(layoutOf([A4], { zoom: 'fit', rotation: 90 }, 874).pages[0]).toEqual({ top: 16, width: 842, height: 595 }));
});

describe('of 200 pages', () => {
  const layout = layoutOf(many, FIRST_VIEW, 627);
  it('draws only a few', () => {
    expect(pagesNear(layout, 0, 800)).toEqual({ first: 0, last: 1 });
    const { first, last } = pagesNear(layout, 85_400, 800);
    expect([first, last]).toEqual([99, 101]);
    expect(pagesNear(layout, 1e9, 800).last).toBe(199);
  });
  it('takes the page at a third of the viewport as current', () => {
    expect(pageAt(layout, 0, 800)).toBe(0);
    expect(pageAt(layout, 700, 800)).toBe(1);
    expect(pageAt(layout, 1e9, 800)).toBe(199);
  });
});

describe('zoom', () => {
  it.each([
    [0.86, 1, 0.9],
    [0.86, -1, 0.75],
    [1, 1, 1.25],
    [0.995, 1, 1.25],
    [4, 1, 4],
    [0.25, -1, 0.25],
    [0.2, -1, 0.2],
  ] as const)('from %s by %s: %s', (now, direction, next) => expect(zoomStep(now, direction)).toBe(next));
  it('rotates in quarter turns', () =>
    expect([0, 90, 180, 270].map((rotation) => turned(rotation as 0))).toEqual([90, 180, 270, 0]));
});
