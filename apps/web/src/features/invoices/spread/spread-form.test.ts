import { describe, expect, it } from 'vitest';
import { aLine } from '../testing/an-invoice.ts';
import { formOfLine, isTooMuch, patchOf, restOf } from './spread-form.ts';

const freight = aLine({
  product: null,
  order: null,
  costType: 'SHIPPING',
  amount: '1000.00',
  cost: { document: '1000.00', account: '800.00' },
  effectiveBasis: 'CHARGEABLE_WEIGHT',
});

describe('the form of how a cost is spread', () => {
  it('sends nothing if nothing was chosen', () => expect(patchOf(formOfLine(freight), freight, 'USD')).toEqual({}));
  it('sends basis, scope and shares in one PATCH', () => {
    const form = {
      ...formOfLine(freight),
      basis: 'MANUAL' as const,
      scope: [{ type: 'ORDER' as const, id: 'o1', label: 'SO-1', order: null }],
      shares: { b: '3*100', a: '0.5', c: '', d: '0' },
    };
    expect(patchOf(form, freight, 'USD')).toEqual({
      basis: 'MANUAL',
      scope: [{ type: 'ORDER', id: 'o1' }],
      manualShares: [
        { layerId: 'a', amount: '0.50' },
        { layerId: 'b', amount: '300.00' },
      ],
    });
  });
  it('keeps the shares of pack lists apart from those of their order', () => {
    const stored = {
      ...freight,
      basis: 'MANUAL' as const,
      manualShares: [
        { layerId: 'a', packListId: null, amount: '1.00' },
        { layerId: 'a', packListId: 'x', amount: '2.00' },
      ],
    };
    expect(formOfLine(stored).shares).toEqual({ a: '1.00', 'a x': '2.00' });
    expect(patchOf(formOfLine(stored), stored, 'USD')).toEqual({});
    const form = { ...formOfLine(stored), shares: { a: '', 'a y': '4', 'a x': '3' } };
    expect(patchOf(form, stored, 'USD')).toEqual({
      manualShares: [
        { layerId: 'a', packListId: 'x', amount: '3.00' },
        { layerId: 'a', packListId: 'y', amount: '4.00' },
      ],
    });
  });
  it('returns to the defaults with null', () => {
    const chosen = {
      ...freight,
      basis: 'WEIGHT' as const,
      scope: [{ type: 'PRODUCT' as const, id: 'p1', label: 'P', order: null }],
    };
    expect(patchOf({ ...formOfLine(chosen), basis: null, scope: null }, chosen, 'USD')).toEqual({
      basis: null,
      scope: null,
    });
  });
  it('ignores the order of the items of a scope', () => {
    const scope = [
      { type: 'ORDER' as const, id: '1', label: 'a', order: null },
      { type: 'INVOICE' as const, id: '2', label: 'b', order: null },
    ];
    expect(
      patchOf({ ...formOfLine({ ...freight, scope }), scope: scope.toReversed() }, { ...freight, scope }, 'USD'),
    ).toEqual({});
  });
  it('sends the reason together with the exclusion', () => {
    expect(patchOf({ ...formOfLine(freight), isExcluded: true, reason: 'Deposit' }, freight, 'USD')).toEqual({
      isExcludedFromGeneralCostsData: true,
      exclusionReason: 'Deposit',
    });
  });
  it('computes the remainder of typed shares', () => {
    expect(restOf('1000.00', { a: '400', b: '600.00' }, 'USD')).toBe(0n);
    expect(restOf('1000.00', { a: '1000.01' }, 'USD')).toBe(-1n);
    expect(restOf('1000.00', { a: 'x' }, 'USD')).toBeUndefined();
    expect([
      isTooMuch('1000.00', -1n),
      isTooMuch('1000.00', 1n),
      isTooMuch('-1000.00', 1n),
      isTooMuch('-1000.00', -1n),
      isTooMuch('1.00', undefined),
    ]).toEqual([true, false, true, false, false]);
  });
});
