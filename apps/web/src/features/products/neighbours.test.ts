import { describe, expect, it } from 'vitest';
import { neighboursIn } from './neighbours.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id, sku: id, name: id }));

describe('neighboursIn', () => {
  it.each([
    ['a', undefined, 'b'],
    ['b', 'a', 'c'],
    ['c', 'b', undefined],
  ])('of %s', (id, previous, next) => {
    const found = neighboursIn(rows, id);
    expect([found?.previous?.id, found?.next?.id]).toEqual([previous, next]);
  });
  it('are none outside the list, or if the list has only one row', () => {
    expect([neighboursIn(rows, 'x'), neighboursIn(rows.slice(0, 1), 'a')]).toEqual([undefined, undefined]);
  });
});
