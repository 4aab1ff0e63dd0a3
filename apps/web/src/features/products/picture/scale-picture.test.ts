import { describe, expect, it } from 'vitest';
import { isPicture, scaledSize } from './scale-picture.ts';

describe('scaledSize', () => {
  it.each([
    ['a small picture stays', 300, 200, 300, 200],
    ['a wide one is as wide as allowed', 4000, 1000, 512, 128],
    ['a tall one is as high as allowed', 1000, 4000, 128, 512],
    ['exactly the most stays', 512, 512, 512, 512],
    ['a line keeps one pixel', 9000, 2, 512, 1],
  ])('%s', (_, width, height, w, h) => expect(scaledSize(width, height)).toEqual({ width: w, height: h }));
});

describe('isPicture', () => {
  it.each([
    ['image/png', true],
    ['image/jpeg', true],
    ['image/webp', true],
    ['image/svg+xml', false],
    ['application/pdf', false],
    ['', false],
  ])('%s: %s', (type, is) => expect(isPicture({ type })).toBe(is));
});
