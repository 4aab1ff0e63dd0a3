import { describe, expect, it } from 'vitest';
import { applyBulk, type BulkChanges } from './bulk.rules.ts';
import { changedFields, NEW_PRODUCT, type ProductState } from '../rows/products.state.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const PAN: ProductState = {
  ...NEW_PRODUCT,
  name: 'Pan',
  sku: 'PAN',
  tags: ['a', 'b'],
  channel: ['AMAZON_UK'],
  supplierIds: ['s1', 's2'],
  brand: 'Moss',
};
const after = (bulk: BulkChanges, before = PAN) => applyBulk(before, bulk, NOW);

describe('a bulk edit of one product', () => {
  it('ignores absent fields, and treats NO_CHANGE as absent', () => {
    expect(changedFields(PAN, after({}).state)).toEqual([]);
    expect(changedFields(PAN, after({ status: 'NO_CHANGE' }).state)).toEqual([]);
    expect(after({ status: 'TOP_SELLER', brand: null }).state).toMatchObject({
      status: 'TOP_SELLER',
      brand: null,
      tags: ['a', 'b'],
    });
  });

  it('removes from a list before it adds, and keeps the order of the rest', () => {
    expect(after({ addTags: ['c', 'a'], removeTags: ['a'] }).state.tags).toEqual(['b', 'c', 'a']);
    expect(after({ addChannels: ['ETSY_UK', 'AMAZON_UK'] }).state.channel).toEqual(['AMAZON_UK', 'ETSY_UK']);
    expect(after({ removeSupplierIds: ['s1'], addSupplierIds: ['s3'] }).state.supplierIds).toEqual(['s2', 's3']);
  });

  it('archives once and unarchives', () => {
    const archived = after({ archived: true }).state;
    expect(archived.archivedAt).toBe('2026-11-20T10:00:00.000Z');
    expect(applyBulk(archived, { archived: true }, new Date('2027-01-01T00:00:00Z')).state.archivedAt).toBe(
      archived.archivedAt,
    );
    expect(after({ archived: false }, archived).state.archivedAt).toBeNull();
  });

  it("refuses to remove the last supplier, and to exceed a list's maximum", () => {
    expect(after({ removeSupplierIds: ['s1', 's2'] }).error).toMatchObject({
      field: 'supplier',
      message: { code: 'field.supplier_required' },
    });
    expect(after({ removeSupplierIds: ['s1'] }, { ...PAN, supplierIds: [] }).error).toBeUndefined();
    expect(
      after({ addTags: ['x'] }, { ...PAN, tags: Array.from({ length: 50 }, (_, i) => `t${i}`) }).error?.field,
    ).toBe('tags');
    expect(
      after({ addSupplierIds: ['x'] }, { ...PAN, supplierIds: Array.from({ length: 20 }, (_, i) => `s${i}`) }).error
        ?.field,
    ).toBe('supplier');
  });
});
