import { describe, expect, it } from 'vitest';
import { allOrNone, extended, NOTHING, toggled } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd'];
const keys = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].sort().join('');

describe('selecting lines', () => {
  it('selects one line, and deselects it again', () => {
    const one = toggled(toggled(NOTHING, 'b'), 'd');
    expect(keys(one)).toBe('bd');
    expect(keys(toggled(one, 'b'))).toBe('d');
  });
  it('selects from the last line to another one, in either direction', () => {
    expect(keys(extended(toggled(NOTHING, 'd'), ORDER, 'b'))).toBe('bcd');
    expect(keys(extended(toggled(NOTHING, 'b'), ORDER, 'c'))).toBe('bc');
    expect(keys(extended(NOTHING, ORDER, 'c'))).toBe('c');
  });
  it('starts again from the same line', () => {
    const first = extended(toggled(NOTHING, 'b'), ORDER, 'd');
    expect(keys(extended(first, ORDER, 'a'))).toBe('abcd');
  });
  it('selects only the new line if the last one is gone', () =>
    expect(keys(extended({ keys: new Set(), anchor: 'x' }, ORDER, 'c'))).toBe('c'));
  it('selects all lines or none', () => {
    const all = allOrNone(toggled(NOTHING, 'b'), ORDER);
    expect(keys(all)).toBe('abcd');
    expect(keys(allOrNone(all, ORDER))).toBe('');
  });
});
