import { describe, expect, it } from 'vitest';
import { bundleSum, errorsByPart, type KnownPart, partAmount } from './bundle-parts.ts';

const known = (...parts: [string, string | null][]) =>
  new Map<string, KnownPart>(
    parts.map(([id, landedCostPerUnit]) => [id, { id, sku: id, name: id, isBundle: false, landedCostPerUnit }]),
  );

describe('what a bundle would cost', () => {
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
  it('is not known while a part is not, nor without parts', () => {
    expect(bundleSum([{ productId: 'a', quantity: 2 }], known(['a', null]))).toBeNull();
    expect(bundleSum([{ productId: 'gone', quantity: 2 }], known(['a', '1']))).toBeNull();
    expect(bundleSum([{ productId: 'a', quantity: null }], known(['a', '1']))).toBeNull();
    expect(bundleSum([], known())).toBeNull();
  });
  it('of one part is nothing while half a unit is typed', () => {
    expect(partAmount(1.5, '2')).toBeNull();
    expect(partAmount(1000, '0.000001')).toBe('0.001000');
  });
});

describe('what the server says of parts', () => {
  const error = (...fields: string[]) =>
    errorsByPart({ errors: fields.map((field) => ({ field, message: `about ${field}` })) });
  it('finds its place, whatever of the part it names', () => {
    expect([...error('parts.1.productId', 'body.parts.0', 'parts.12.quantity')]).toEqual([
      [1, 'about parts.1.productId'],
      [0, 'about body.parts.0'],
      [12, 'about parts.12.quantity'],
    ]);
  });
  it('leaves alone what is of the whole', () => expect(error('parts', 'version', 'partsX.1').size).toBe(0));
});
