import { describe, expect, it } from 'vitest';
import { variantSkus } from './variants.ts';

describe('the SKUs of variants', () => {
  it('are numbered after the product', () => {
    expect(variantSkus('PAN-28', 1, 2)).toEqual(['PAN-28-V1', 'PAN-28-V2']);
    expect(variantSkus('PAN-28', 100, 1)).toEqual(['PAN-28-V100']);
  });

  it('stay within the 100 characters of a SKU', () => {
    expect(variantSkus('x'.repeat(100), 99_999_999, 1)).toEqual([`${'x'.repeat(90)}-V99999999`]);
  });
});
