import { describe, expect, it } from 'vitest';
import { bundleSum, errorsByPart, type KnownPart, partAmount } from './bundle-parts.ts';

const known = (...parts: [string, string | null][]) =>
  new Map<string, KnownPart>(
    parts.map(([id, landedCostPerUnit]) => [id, { id, sku: id, name: id, isBundle: false, landedCostPerUnit }]),
  );

describe('the cost of a bundle', () => {
  it('is the sum of quantity × unit cost, to the millionth', () => {
    expect(
      bundleSum(
        [
          { productId: 'a', quantity: 2 },
          { productId: 'b', quantity: 3 },
        ],
        known(['a', '7.732542'], ['b', '0.1']),
      ),
    ).toBe('15.765084');
  });
  it('is unknown while the cost of a part is unknown, and without parts', () => {
    expect(bundleSum([{ productId: 'a', quantity: 2 }], known(['a', null]))).toBeNull();
    expect(bundleSum([{ productId: 'gone', quantity: 2 }], known(['a', '1']))).toBeNull();
    expect(bundleSum([{ productId: 'a', quantity: null }], known(['a', '1']))).toBeNull();
    expect(bundleSum([], known())).toBeNull();
  });
  it('with one part is unknown while a fraction of a unit is typed', () => {
    expect(partAmount(1.5, '2')).toBeNull();
    expect(partAmount(1000, '0.000001')).toBe('0.001000');
  });
});

describe('the errors of the server about parts', () => {
  const error = (...fields: string[]) =>
    errorsByPart({ errors: fields.map((field) => ({ field, message: `about ${field}` })) });
  it('are mapped to the part, whichever of its fields they name', () => {
    expect([...error('parts.1.productId', 'body.parts.0', 'parts.12.quantity')]).toEqual([
      [1, 'about parts.1.productId'],
      [0, 'about body.parts.0'],
      [12, 'about parts.12.quantity'],
    ]);
  });
  it('are ignored if they are about the bundle as a whole', () =>
    expect(error('parts', 'version', 'partsX.1').size).toBe(0));
});
