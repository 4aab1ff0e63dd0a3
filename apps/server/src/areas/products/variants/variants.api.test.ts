import { getNewVariant, listProductVariants } from '@quayside/contracts/products/product-variants';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { createProduct, deleteProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let maya: TestPerson;
let supplier: string;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  supplier = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo Pans' } })).id;
});
afterAll(() => t.close());

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const add = (sku: string, more: Partial<BodyIn<typeof createProduct>> = {}) =>
  t.ok(maya, createProduct, { body: { name: `Product ${sku}`, sku, supplierIds: [supplier], ...more } });
const patch = (id: string, body: Record<string, unknown>) =>
  t.call(maya, patchProduct, { params: { id }, body: body as never });

describe('a packaging', () => {
  it('is stored part by part: absent parts stay, null clears a part, null for the packaging clears all', async () => {
    const made = await add('BOX-1', {
      dimensionUnit: 'CM',
      productPackaging: { length: '30.50', width: '20', height: '10', weight: '1500', units: 2 },
      casePackaging: { length: '60', weight: 12000 },
    });
    expect(made.productPackaging).toEqual({ length: '30.5', width: '20', height: '10', weight: '1500', units: 2 });
    expect(made.casePackaging).toEqual({
      length: '60',
      width: null,
      height: null,
      weight: '12000',
      unitsPerCase: null,
    });
    const changed = await patch(made.id, { productPackaging: { weight: null, units: 3 }, casePackaging: null });
    expect(changed.body.productPackaging).toEqual({
      length: '30.5',
      width: '20',
      height: '10',
      weight: null,
      units: 3,
    });
    expect(changed.body.casePackaging).toEqual({
      length: null,
      width: null,
      height: null,
      weight: null,
      unitsPerCase: null,
    });
    const log = await t.work(maya, (w) =>
      w.tx
        .selectFrom('product_history')
        .select(['field', 'old_value', 'new_value'])
        .where('product_id', '=', made.id)
        .orderBy('id')
        .execute(),
    );
    expect(log.slice(1)).toEqual([
      { field: 'productPackaging.weight', old_value: '1500', new_value: null },
      { field: 'productPackaging.units', old_value: '2', new_value: '3' },
      { field: 'casePackaging.length', old_value: '60', new_value: null },
      { field: 'casePackaging.weight', old_value: '12000', new_value: null },
    ]);
    expect((await patch(made.id, { productPackaging: null })).body.productPackaging).toEqual({
      length: null,
      width: null,
      height: null,
      weight: null,
      units: null,
    });
    expect((await patch(made.id, { productPackaging: { units: 0 } })).error.errors).toMatchObject([
      { field: 'productPackaging.units', message: '1 or more' },
    ]);
  });

  it("of a full case determines the unit's weight and volume", async () => {
    const { id } = await add('BOX-2', {
      weight: '500',
      casePackaging: { length: '40', width: '30', height: '20', weight: '9000', unitsPerCase: 12 },
    });
    const row = await t.work(maya, (w) =>
      w.tx.selectFrom('product').select(['unit_weight_ug', 'unit_volume_mm3']).where('id', '=', id).executeTakeFirst(),
    );
    expect(row).toEqual({ unit_weight_ug: 750_000_000n, unit_volume_mm3: 2_000_000n });
  });
});

describe('product variants', () => {
  it('start as a copy with a free SKU, are listed by SKU and counted at the parent', async () => {
    const parent = await add('PAN', {
      brand: 'Moss',
      asin: 'B000000001',
      tags: ['kitchen'],
      weight: '1200',
      productPackaging: { units: 4 },
    });
    const draft = await t.ok(maya, getNewVariant, { params: { productId: parent.id } });
    expect(draft).toMatchObject({
      sku: 'PAN-V1',
      name: 'Product PAN',
      brand: 'Moss',
      weight: '1200',
      asin: null,
      parentId: parent.id,
      parent: { sku: 'PAN' },
      productPackaging: { units: 4 },
      suppliers: [{ id: supplier }],
    });
    expect(draft).not.toHaveProperty('id');
    expect((await t.ok(maya, listProducts, { query: { search: 'PAN-V1' } })).content).toEqual([]);
    const second = await add('pan-v2', { parentId: parent.id });
    const first = await add(draft.sku, { parentId: parent.id, brand: draft.brand });
    expect((await t.ok(maya, getNewVariant, { params: { productId: parent.id } })).sku).toBe('PAN-V3');
    expect((await t.ok(maya, listProductVariants, { params: { productId: parent.id } })).map((v) => v.sku)).toEqual([
      'PAN-V1',
      'pan-v2',
    ]);
    const shown = await t.ok(maya, getProduct, { params: { id: parent.id } });
    expect(shown.variantCount).toBe(2);
    expect(shown.variants.map((v) => v.id)).toEqual([first.id, second.id]);
    expect((await t.ok(maya, getProduct, { params: { id: first.id } })).parent).toEqual({
      id: parent.id,
      sku: 'PAN',
      name: 'Product PAN',
    });
    const chip = { field: 'parent', op: 'in', values: [parent.id] };
    expect(
      (await t.ok(maya, listProducts, { query: { filter: JSON.stringify([chip]) } })).content.map((p) => p.sku).sort(),
    ).toEqual(['PAN-V1', 'pan-v2']);
  });

  it('cannot have variants themselves, whichever call tries it', async () => {
    const parent = await add('TOP');
    const variant = await add('TOP-V1', { parentId: parent.id });
    const other = await add('OTHER');
    const refused = await t.call(maya, createProduct, {
      body: { name: 'x', sku: 'TOO-DEEP', supplierIds: [supplier], parentId: variant.id },
    });
    expect([refused.status, refused.error.code, refused.error.errors?.map((e) => e.field)]).toEqual([
      422,
      'products.not_a_parent',
      ['parentId'],
    ]);
    const codes = [
      await patch(parent.id, { parentId: other.id }),
      await patch(other.id, { parentId: variant.id }),
      await patch(other.id, { parentId: other.id }),
      await patch(other.id, { parentId: UNKNOWN }),
    ].map((answer) => answer.error.code);
    expect(codes).toEqual(['products.not_a_parent', 'products.not_a_parent', 'products.not_a_parent', 'bad_input']);
    expect((await t.call(maya, getNewVariant, { params: { productId: variant.id } })).error.code).toBe(
      'products.not_a_parent',
    );
    expect((await patch(variant.id, { parentId: null })).body.parentId).toBeNull();
    expect((await patch(parent.id, { parentId: other.id })).body.parentId).toBe(other.id);
  });

  it("are refused when two products become each other's parent at once", async () => {
    const [a, b] = [await add('RACE-A'), await add('RACE-B')];
    const answers = await Promise.all([patch(a.id, { parentId: b.id }), patch(b.id, { parentId: a.id })]);
    expect(answers.map((x) => x.status).sort((x, y) => x - y)).toEqual([200, 422]);
  });

  it('are named when they prevent the deletion of their parent', async () => {
    const parent = await add('KEEP');
    const variant = await add('KEEP-V1', { parentId: parent.id });
    const refused = await t.call(maya, deleteProduct, { params: { id: parent.id } });
    expect([refused.status, refused.error.code]).toEqual([409, 'products.in_use']);
    expect(refused.error.uses).toEqual([{ type: 'PRODUCT', id: variant.id, label: 'KEEP-V1 · Product KEEP-V1' }]);
    expect(refused.error.message).toContain('variants');
    expect((await t.call(maya, deleteProduct, { params: { id: variant.id } })).status).toBe(204);
    expect((await t.call(maya, deleteProduct, { params: { id: parent.id } })).status).toBe(204);
  });
});
