import { describe, expect, it } from 'vitest';
import { applyBulk, type BulkChanges } from './bulk.rules.ts';
import { changedFields, NEW_PRODUCT, type ProductState } from './products.state.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const PAN: ProductState = { ...NEW_PRODUCT, name: 'Pan', sku: 'PAN', tags: ['a', 'b'], channel: ['AMAZON_UK'], supplierIds: ['s1', 's2'], brand: 'Moss' };
const after = (bulk: BulkChanges, before = PAN) => applyBulk(before, bulk, NOW);

describe('a bulk edit of one product', () => {
  it('leaves what is absent, and takes NO_CHANGE for absent', () => {
    expect(changedFields(PAN, after({}).state)).toEqual([]);
    expect(changedFields(PAN, after({ status: 'NO_CHANGE' }).state)).toEqual([]);
    expect(after({ status: 'TOP_SELLER', brand: null }).state).toMatchObject({ status: 'TOP_SELLER', brand: null, tags: ['a', 'b'] });
  });

  it('takes out of a list before it adds, and keeps the places of the rest', () => {
    expect(after({ addTags: ['c', 'a'], removeTags: ['a'] }).state.tags).toEqual(['b', 'c', 'a']);
    expect(after({ addChannels: ['ETSY_UK', 'AMAZON_UK'] }).state.channel).toEqual(['AMAZON_UK', 'ETSY_UK']);
    expect(after({ removeSupplierIds: ['s1'], addSupplierIds: ['s3'] }).state.supplierIds).toEqual(['s2', 's3']);
  });

  it('archives once and brings back', () => {
    const archived = after({ archived: true }).state;
    expect(archived.archivedAt).toBe('2026-11-20T10:00:00.000Z');
    expect(applyBulk(archived, { archived: true }, new Date('2027-01-01T00:00:00Z')).state.archivedAt).toBe(archived.archivedAt);
    expect(after({ archived: false }, archived).state.archivedAt).toBeNull();
  });

  it('cannot take the last supplier away, nor fill a list beyond what it holds', () => {
    expect(after({ removeSupplierIds: ['s1', 's2'] }).error).toEqual({ field: 'supplier', message: 'At least one supplier is required' });
    expect(after({ removeSupplierIds: ['s1'] }, { ...PAN, supplierIds: [] }).error).toBeUndefined();
    expect(after({ addTags: ['x'] }, { ...PAN, tags: Array.from({ length: 50 }, (_, i) => `t${i}`) }).error?.field).toBe('tags');
    expect(after({ addSupplierIds: ['x'] }, { ...PAN, supplierIds: Array.from({ length: 20 }, (_, i) => `s${i}`) }).error?.field).toBe('supplier');
  });
});
