import { describe, expect, it } from 'vitest';
import { isUnfinished } from './unfinished.ts';

describe('a typed figure', () => {
  it.each(['12.', '12,', '120*', '3 + ', '(3+4', '-', '12 ÷'])('%s is not complete', (text) =>
    expect(isUnfinished('amount', text)).toBe(true),
  );
  it.each(['12', '12.5', '.5', '-12', '(3+4)', '', 'abc'])('%s may be complete', (text) =>
    expect(isUnfinished('quantity', text)).toBe(false),
  );
  it('is a figure only in a field of figures', () => {
    expect(isUnfinished('name', 'Kettle, 1.')).toBe(false);
    expect(isUnfinished('total', '12.')).toBe(true);
    expect(isUnfinished('product', null)).toBe(false);
  });
});
