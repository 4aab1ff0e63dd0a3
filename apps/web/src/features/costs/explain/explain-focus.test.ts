import type { Explain } from '@quayside/contracts/costs/costs';
import { describe, expect, it } from 'vitest';
import { changePercent, focusOn, latestMove } from './explain-focus.ts';
import { explain, factory, freight } from '../testing/an-explanation.ts';

const [order] = explain.layers as [Explain['layers'][number]];
const earlier = {
  ...order,
  id: 'o0',
  number: 'SO-0',
  date: '2026-07-21',
  units: 800,
  landed: '6769.52',
  perUnit: '8.4619',
  entries: [{ ...factory, id: 'e0' }],
};
const two: Explain = {
  ...explain,
  layers: [order, earlier],
  layerless: {
    amount: '10.00',
    entries: [{ ...freight, id: 'e9', amount: '10.00', costType: 'PHOTOGRAPHY' }],
    history: [],
  },
};

describe('what the panel explains', () => {
  it('is everything at first', () => {
    expect(focusOn(two, undefined)).toMatchObject({ total: '8696.72', units: 1200, entries: 4, documents: 2 });
  });
  it('can be one order with its own division, without entries that have no order', () => {
    const tree = focusOn(two, { order: 'o1' });
    expect(tree).toMatchObject({
      total: '8696.72',
      units: 1200,
      perUnit: '7.247267',
      entries: 2,
      documents: 2,
      byCategory: { FACTORY_INVOICE: '7547.36', SHIPPING: '1149.36' },
    });
    expect(tree.layers).toEqual([order]);
    expect(tree.layerless.entries).toEqual([]);
  });
  it('can be one category over all orders that have entries of this category', () => {
    const tree = focusOn(two, { category: 'SHIPPING' });
    expect(tree).toMatchObject({ total: '1149.36', perUnit: '0.9578', entries: 1, documents: 1 });
    expect(tree.layers.map(({ id, landed, perUnit }) => [id, landed, perUnit])).toEqual([['o1', '1149.36', '0.9578']]);
    expect(tree.layerless.amount).toBe('0.00');
  });
  it('does not include excluded entries in the sum, but shows them', () => {
    const left = { ...two, layers: [{ ...order, entries: [factory, { ...freight, isExcluded: true }] }] };
    expect(focusOn(left, { order: 'o1' })).toMatchObject({ entries: 2, byCategory: { FACTORY_INVOICE: '7547.36' } });
    expect(focusOn(left, { category: 'SHIPPING' }).layers[0]?.landed).toBe('0.00');
  });
  it('is everything again if the order no longer exists', () =>
    expect(focusOn(two, { order: 'gone' }).layers).toHaveLength(2));
});

describe('the change of a figure', () => {
  it.each([
    ['8.4619', '7.7872', '-8.0'],
    ['8', '8.0004', '0.0'],
    ['1.00', '1.1235', '12.4'],
    ['100.5', '100', '-0.5'],
  ])('from %s to %s is %s percent', (before, after, percent) => expect(changePercent(before, after)).toBe(percent));
  it('is undefined if there was no figure before', () => {
    expect(changePercent('0', '5')).toBeUndefined();
    expect(changePercent(null, '5')).toBeUndefined();
  });
  it('compares the newest order with the one before it, regardless of their position', () => {
    expect(latestMove([earlier, order])).toMatchObject({
      newest: { id: 'o1' },
      previous: { id: 'o0' },
      percent: '-14.4',
    });
    expect(latestMove([order, { ...earlier, perUnit: null }])).toBeUndefined();
  });
});
