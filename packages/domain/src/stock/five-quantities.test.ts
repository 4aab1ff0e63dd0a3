import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIFFERENCES, type DifferenceFacts, differencesOf, standingOf } from './five-quantities.ts';

const KETTLES: DifferenceFacts = {
  ordered: 1000n,
  invoiced: 990n,
  packed: 985n,
  shipped: 985n,
  received: 981n,
  purchaseOrder: { isOpen: true, isInvoicing: true },
  inTransit: 0n,
  missing: 4n,
  decidedUnshipped: 0n,
  toleranceHundredths: 0,
  accepted: {},
};
/** State and open units of each difference. */
const stand = (facts: Partial<DifferenceFacts>) => {
  const standing = standingOf({ ...KETTLES, ...facts });
  return DIFFERENCES.map((kind) => `${standing[kind].state} ${standing[kind].open}`);
};

describe('the five quantities (stock §10)', () => {
  it('1,000 / 990 / 985 / 985 / 981 are 10, 5, 0 and 4, which is 19', () => {
    const units = Object.values(differencesOf(KETTLES));
    expect(units).toEqual([10n, 5n, 0n, 4n]);
    expect(units.reduce((sum, one) => sum + one, 0n)).toBe(19n);
    expect(stand({})).toEqual(['OPEN 10', 'OPEN 5', 'NONE 0', 'OPEN 4']);
  });

  it('the four differences add up to what was ordered less what was received', () => {
    const units = fc.bigInt({ min: 0n, max: 999_999_999n });
    fc.assert(
      fc.property(units, units, units, units, units, (ordered, invoiced, packed, shipped, received) => {
        const differences = differencesOf({ ordered, invoiced, packed, shipped, received });
        expect(Object.values(differences).reduce((sum, one) => sum + one, 0n)).toBe(ordered - received);
      }),
    );
  });

  it('at most the tolerance of what was ordered needs nobody, surpluses alike', () => {
    expect(stand({ toleranceHundredths: 50 })).toEqual(['OPEN 10', 'TOLERATED 0', 'NONE 0', 'TOLERATED 0']);
    expect(stand({ toleranceHundredths: 49 })).toEqual(['OPEN 10', 'OPEN 5', 'NONE 0', 'TOLERATED 0']);
    expect(stand({ toleranceHundredths: 100, invoiced: 1010n })[0]).toBe('TOLERATED 0');
    expect(stand({ toleranceHundredths: 99, invoiced: 1010n })[0]).toBe('OPEN -10');
    expect(stand({ toleranceHundredths: 50, missing: 0n, received: 991n })[3]).toBe('OPEN -6');
  });

  it('of what was not received, only what is left after decisions is held against the tolerance', () => {
    const decided = { invoiced: 1000n, packed: 988n, shipped: 988n, received: 970n, toleranceHundredths: 100 };
    // 13 of 18 were decided: 5 are left, and 10 are tolerated.
    expect(stand({ ...decided, missing: 5n })[3]).toBe('TOLERATED 0');
    expect(stand({ ...decided, missing: 11n })[3]).toBe('OPEN 11');
    expect(stand({ ...decided, missing: 18n })[3]).toBe('OPEN 18');
    expect(stand({ ...decided, missing: 0n })[3]).toBe('DECIDED 0');
  });

  it('what is not invoiced counts only while the purchase order is open, and from its first invoice on', () => {
    expect(stand({ purchaseOrder: { isOpen: false, isInvoicing: true } })[0]).toBe('CLOSED 0');
    expect(stand({ purchaseOrder: { isOpen: true, isInvoicing: false } })[0]).toBe('NOT_BEGUN 0');
    expect(stand({ ordered: 990n, purchaseOrder: null })[0]).toBe('NONE 0');
  });

  it('a step of which nothing has happened yet has not begun', () => {
    const nothing = { packed: 0n, shipped: 0n, received: 0n, missing: 0n };
    expect(stand(nothing)).toEqual(['OPEN 10', 'NOT_BEGUN 0', 'NONE 0', 'NONE 0']);
    expect(stand({ ...nothing, packed: 900n })).toEqual(['OPEN 10', 'OPEN 90', 'NOT_BEGUN 0', 'NONE 0']);
    expect(stand({ ...nothing, packed: 900n, shipped: 1n, inTransit: 1n })).toEqual([
      'OPEN 10',
      'OPEN 90',
      'OPEN 899',
      'IN_TRANSIT 0',
    ]);
  });

  it('only what is missing of a plan that is received counts; the rest is on its way or decided', () => {
    expect(stand({ received: 900n, missing: 0n, inTransit: 85n })[3]).toBe('IN_TRANSIT 0');
    expect(stand({ received: 900n, missing: 5n, inTransit: 80n })[3]).toBe('OPEN 5');
    expect(stand({ missing: 0n })[3]).toBe('DECIDED 0');
    expect(stand({ missing: 0n, shipped: 981n, decidedUnshipped: 4n })[2]).toBe('DECIDED 0');
    expect(stand({ missing: 0n, shipped: 980n, decidedUnshipped: 4n })[2]).toBe('OPEN 1');
  });

  it('what was accepted needs nobody until it grows or turns into a surplus', () => {
    expect(stand({ accepted: { NOT_PACKED: 5n } })[1]).toBe('ACCEPTED 0');
    expect(stand({ accepted: { NOT_PACKED: 5n }, packed: 986n })[1]).toBe('ACCEPTED 0');
    expect(stand({ accepted: { NOT_PACKED: 5n }, packed: 984n })[1]).toBe('OPEN 6');
    expect(stand({ accepted: { NOT_PACKED: 5n }, packed: 992n })[1]).toBe('OPEN -2');
  });
});
