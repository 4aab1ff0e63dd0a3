import { bulkEditProducts, patchProductRows } from '@quayside/contracts/products/product-bulk-edits';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { createProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let maya: TestPerson;
const suppliers: string[] = [];
const ids: string[] = [];
const PRODUCTS = 6;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  for (const companyName of ['A', 'B', 'C'])
    suppliers.push((await t.ok(maya, createSupplier, { body: { companyName } })).id);
  for (let i = 0; i < PRODUCTS; i += 1) {
    const product = await t.ok(maya, createProduct, {
      body: {
        sku: `P${i}`,
        name: `P${i}`,
        supplierIds: [suppliers[0] ?? ''],
        tags: ['a', 'b'].slice(0, i % 3),
        weight: i === 0 ? null : `${i}`,
        status: 'ACTIVE',
      },
    });
    ids.push(product.id);
    const terms = suppliers
      .slice(0, 1 + (i % 3))
      .map((supplierId, n) => ({ supplierId, price: `${i}.${n}`, currency: 'USD', minimumOrder: i + 1 }));
    await t.ok(maya, replaceProductSuppliers, { params: { id: product.id }, body: { suppliers: terms } });
  }
});
afterAll(() => t.close());

/** All product data that a person can see. Versions and dates are left out, because undo does not restore them. */
const business = () =>
  t.work(maya, async (w) => {
    const products = await sql<{
      row: object;
    }>`select to_jsonb(p) - 'version' - 'updated_at' as row from product p order by id`.execute(w.tx);
    const terms = await sql<{
      row: object;
    }>`select to_jsonb(s) as row from product_supplier s order by product_id, position`.execute(w.tx);
    return [products.rows, terms.rows];
  });

const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values]), { nil: undefined });
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const word = fc.constantFrom('a', 'b', 'c', 'd, e', null);
const bulk = fc.record({
  pick: fc.subarray([...Array(PRODUCTS).keys()], { minLength: 1 }),
  status: maybe(fc.constantFrom('TOP_SELLER', 'NO_CHANGE', 'INACTIVE')),
  brand: maybe(word),
  group: maybe(word),
  shippingMethod: maybe(fc.constantFrom('SEA', null)),
  supplierLeadTime: maybe(fc.constantFrom(0, 30, null)),
  addTags: some(['a', 'c']),
  removeTags: some(['a', 'b']),
  addChannels: some(['ETSY_UK']),
  archived: maybe(fc.boolean()),
  add: some([0, 1, 2]),
  remove: some([0, 1, 2]),
});
const cells = fc.record({
  pick: fc.subarray([...Array(PRODUCTS).keys()], { minLength: 1 }),
  weight: fc.constantFrom('12.5', null, undefined),
  skus: fc.shuffledSubarray([...Array(PRODUCTS).keys()], { minLength: PRODUCTS }),
  units: fc.constantFrom(3, null, undefined),
});
type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Step =
  | { readonly kind: 'bulk'; readonly value: ValueOf<typeof bulk> }
  | { readonly kind: 'rows'; readonly value: ValueOf<typeof cells> };
const step: fc.Arbitrary<Step> = fc.oneof(
  bulk.map((value): Step => ({ kind: 'bulk', value })),
  cells.map((value): Step => ({ kind: 'rows', value })),
);

/** Runs one step. Returns the id of the operation, or null if nothing changed. */
async function act(s: Step): Promise<string | null> {
  const idsOf = (picks: readonly number[]) => picks.map((i) => ids[i] ?? '');
  if (s.kind === 'bulk') {
    const { pick, add, remove, ...changes } = s.value;
    const supplierIds = (picks: readonly number[] | undefined) => picks?.map((i) => suppliers[i] ?? '');
    const body = {
      selection: { ids: idsOf(pick) },
      changes: { ...changes, addSupplierIds: supplierIds(add), removeSupplierIds: supplierIds(remove) } as never,
    };
    return (await t.ok(maya, bulkEditProducts, { body })).operationId;
  }
  const { pick, weight, skus, units } = s.value;
  // The chosen products swap their SKUs among themselves.
  const own = [...pick].sort((x, y) => skus.indexOf(x) - skus.indexOf(y));
  const now = await t.work(maya, (w) => w.tx.selectFrom('product').select(['id', 'sku']).execute());
  const rows = pick.map((i, n) => ({
    id: ids[i] ?? '',
    weight,
    sku: now.find((p) => p.id === ids[own[n] ?? 0])?.sku,
    productPackaging: units === undefined ? undefined : { units },
  }));
  return (await t.ok(maya, patchProductRows, { body: { rows: rows as never } })).operationId;
}

it('bulk edits and pastes, undone from the last to the first, restore every product', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const before = await business();
      const operations: string[] = [];
      for (const s of steps) {
        const was = JSON.stringify(await business());
        const operationId = await act(s);
        // An operation is stored if, and only if, something has changed.
        expect(JSON.stringify(await business()) !== was).toBe(operationId !== null);
        if (operationId) operations.push(operationId);
      }
      for (const operationId of operations.toReversed()) {
        const undone = await t.ok(maya, undoOperation, { params: { operationId } });
        expect(undone).toMatchObject({ restored: expect.any(Number), keptCount: 0, kept: [] });
      }
      expect(await business()).toEqual(before);
    }),
    { numRuns: runs(20) },
  );
}, 120_000);
