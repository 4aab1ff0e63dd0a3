import { bulkEditProducts, patchProductRows } from '@quayside/contracts/products/product-bulk-edits';
import { getProductChangelog } from '@quayside/contracts/products/product-changelog';
import { createProduct, deleteProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { createSupplier, deleteSupplier, getSupplier } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { readStream } from '../../../testing/live.ts';
import { insertProducts } from '../rows/products.queries.ts';
import { NEW_PRODUCT } from '../rows/products.state.ts';

let t: TestApp;
let maya: TestPerson;
let [a, b] = ['', ''];
let ids: string[] = [];
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  maya = await t.admin();
  [a, b] = (await Promise.all(
    ['A', 'B'].map(async (companyName) => (await t.ok(maya, createSupplier, { body: { companyName } })).id),
  )) as [string, string];
  ids = [];
  for (const [i, tags] of [['x'], [], ['x', 'y']].entries())
    ids.push(
      (
        await t.ok(maya, createProduct, {
          body: { name: `Pan ${i}`, sku: `PAN-${i}`, supplierIds: [a], tags, brand: 'Moss' },
        })
      ).id,
    );
});

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const bulk = (
  changes: Record<string, unknown>,
  selection: Record<string, unknown> = { ids },
  dryRun: 'true' | 'false' = 'false',
) =>
  t.call(maya, bulkEditProducts, {
    query: { dryRun },
    body: { selection: selection as never, changes: changes as never },
  });
const undo = (operationId: string | null) =>
  t.call(maya, undoOperation, { params: { operationId: operationId ?? '' } });
const product = (i: number) => t.ok(maya, getProduct, { params: { id: ids[i] ?? '' } });
const versions = () => Promise.all(ids.map(async (_, i) => (await product(i)).version));
const patchRows = (rows: Record<string, unknown>[]) =>
  t.call(maya, patchProductRows, { body: { rows: rows as never } });

describe('a bulk edit', () => {
  it('previews exactly what it then does', async () => {
    const changes = { status: 'TOP_SELLER', addTags: ['y'], brand: 'Moss', addSupplierIds: [b] };
    const shown = await bulk(changes, { ids: [...ids, UNKNOWN] }, 'true');
    expect(shown.body).toEqual({
      operationId: null,
      counts: { selected: 4, change: 3, same: 0, fail: 1 },
      rows: [
        {
          id: ids[0],
          sku: 'PAN-0',
          name: 'Pan 0',
          changes: [
            { field: 'tags', before: 'x', after: 'x, y' },
            { field: 'status', before: 'ACTIVE', after: 'TOP_SELLER' },
            { field: 'supplier', before: 'A', after: 'A, B' },
          ],
        },
        expect.objectContaining({ sku: 'PAN-1' }),
        {
          id: ids[2],
          sku: 'PAN-2',
          name: 'Pan 2',
          changes: [
            { field: 'status', before: 'ACTIVE', after: 'TOP_SELLER' },
            { field: 'supplier', before: 'A', after: 'A, B' },
          ],
        },
      ],
      errors: [{ id: UNKNOWN, sku: '', field: 'id', message: 'This product does not exist' }],
    });
    expect(await versions()).toEqual([1, 1, 1]);
    const done = await bulk(changes, { ids: [...ids, UNKNOWN] });
    expect({ ...done.body, operationId: null }).toEqual(shown.body);
    expect(await product(2)).toMatchObject({
      status: 'TOP_SELLER',
      tags: ['x', 'y'],
      supplier: [{ id: a }, { id: b }],
      version: 2,
    });
    const { content } = await t.ok(maya, getProductChangelog, { params: { productId: ids[0] ?? '' } });
    expect(content.slice(0, 3).map((e) => [e.source, e.field, e.isCurrent])).toEqual([
      ['USER', 'supplier', true],
      ['USER', 'status', true],
      ['USER', 'tags', true],
    ]);
  });

  it('leaves the status alone with NO_CHANGE, and records nothing to undo when nothing changed', async () => {
    const answer = await bulk({ status: 'NO_CHANGE', brand: 'Moss' });
    expect([answer.body.operationId, answer.body.counts, await versions()]).toEqual([
      null,
      { selected: 3, change: 0, same: 3, fail: 0 },
      [1, 1, 1],
    ]);
    expect((await product(0)).status).toBe('ACTIVE');
  });

  it('changes what a search and filter find, archived products only on request', async () => {
    await t.ok(maya, patchProduct, { params: { id: ids[1] ?? '' }, body: { archivedAt: '2026-11-20T09:00:00Z' } });
    expect((await bulk({ group: 'G' }, { search: 'pan', filter: [] })).body.counts).toEqual({
      selected: 2,
      change: 2,
      same: 0,
      fail: 0,
    });
    const tagged = await bulk({ group: 'H' }, { filter: [{ field: 'tag', op: 'in', values: ['y'] }] });
    expect(tagged.body.rows.map((r) => r.sku)).toEqual(['PAN-2']);
    expect(
      (await bulk({ archived: false }, { filter: [{ field: 'archived', op: 'in', values: ['true'] }] })).body.counts
        .change,
    ).toBe(1);
    expect((await bulk({ group: 'G' }, { filter: [{ field: 'nonsense', op: 'in', values: [] }] })).status).toBe(422);
  });

  it('skips and names products that cannot change, and refuses changes that are invalid for all', async () => {
    await t.ok(maya, patchProduct, { params: { id: ids[1] ?? '' }, body: { supplierIds: [b] } });
    const answer = await bulk({ removeSupplierIds: [a] });
    expect(answer.body).toMatchObject({
      counts: { selected: 3, change: 0, same: 1, fail: 2 },
      errors: [
        { sku: 'PAN-0', field: 'supplier', message: 'At least one supplier is required' },
        { sku: 'PAN-2', field: 'supplier' },
      ],
    });
    const wrong = await bulk({ countryOfOrigin: 'QQ', addSupplierIds: [UNKNOWN] });
    expect([wrong.status, wrong.error.errors?.map((e) => e.field)]).toEqual([
      422,
      ['changes.countryOfOrigin', 'changes.addSupplierIds.0'],
    ]);
    expect((await bulk({ status: 'GONE' })).status).toBe(422);
    expect((await bulk({}, { ids: [] })).status).toBe(422);
  });

  it('runs once per key, and appears on the live stream without its content', async () => {
    const headers = { 'idempotency-key': 'bulk-1' };
    const body = { selection: { ids }, changes: { addTags: ['once'] } };
    let first: unknown;
    const text = await readStream(t, maya, {
      enough: (x) => x.includes('"products"'),
      during: async () => {
        first = (await t.call(maya, bulkEditProducts, { body, headers })).body;
      },
    });
    expect((await t.call(maya, bulkEditProducts, { body, headers })).body).toEqual(first);
    expect(await versions()).toEqual([2, 2, 2]);
    expect(text).not.toContain('once');
  });
});

describe('the undo of a bulk edit', () => {
  it('restores products that nobody has changed since, and names the others', async () => {
    const { operationId } = (
      await bulk({ status: 'DISCONTINUED', archived: true, removeTags: ['x'], addSupplierIds: [b] })
    ).body;
    await t.ok(maya, patchProduct, { params: { id: ids[1] ?? '' }, body: { name: 'Pan one' } });
    t.setTime('2026-11-20T10:05:00.000Z');
    await t.ok(maya, patchProduct, { params: { id: ids[2] ?? '' }, body: { archivedAt: null } });
    await t.ok(maya, deleteProduct, { params: { id: ids[2] ?? '' } });
    const undone = await undo(operationId);
    expect(undone.body).toEqual({
      restored: 1,
      keptCount: 2,
      kept: [
        { id: ids[1], label: 'PAN-1', reason: 'EDITED' },
        { id: ids[2], label: 'PAN-2', reason: 'DELETED' },
      ],
    });
    expect(await product(0)).toMatchObject({
      status: 'ACTIVE',
      archivedAt: null,
      tags: ['x'],
      supplier: [{ id: a }],
      version: 3,
    });
    expect(await product(1)).toMatchObject({ status: 'DISCONTINUED', name: 'Pan one' });
    const { content } = await t.ok(maya, getProductChangelog, {
      params: { productId: ids[0] ?? '' },
      query: { search: 'status' },
    });
    expect(content.map((e) => [e.oldValue, e.newValue])).toEqual([
      ['DISCONTINUED', 'ACTIVE'],
      ['ACTIVE', 'DISCONTINUED'],
    ]);
    expect((await undo(operationId)).error.code).toBe('undo.too_late');
    expect((await t.ok(maya, getSupplier, { params: { id: b } })).productCount).toBe(1);
  });

  it("restores a supplier's terms, and skips a product whose former supplier was deleted", async () => {
    const [first = '', second = ''] = ids;
    await t.ok(maya, patchProduct, { params: { id: second }, body: { supplierIds: [a] } });
    await bulk({ addSupplierIds: [b] });
    await t.work(maya, (w) =>
      sql`
        update product_supplier
        set price_micros = 3450000, currency = 'USD', minimum_order = 7
        where supplier_id = ${b}`.execute(w.tx),
    );
    const one = (await bulk({ removeSupplierIds: [b] }, { ids: [first] })).body.operationId;
    expect((await undo(one)).body).toMatchObject({ restored: 1, keptCount: 0 });
    expect((await product(0)).suppliers).toMatchObject([
      { companyName: 'A', price: null },
      { companyName: 'B', price: '3.45', currency: 'USD', minimumOrder: 7 },
    ]);
    const all = (await bulk({ removeSupplierIds: [b] })).body.operationId;
    expect((await t.call(maya, deleteSupplier, { params: { id: b } })).status).toBe(204);
    expect((await undo(all)).body).toMatchObject({
      restored: 0,
      keptCount: 3,
      kept: [{ reason: 'DELETED' }, { reason: 'DELETED' }, { reason: 'DELETED' }],
    });
  });

  it('is possible for 10 minutes, and only by the same account', async () => {
    const { operationId } = (await bulk({ group: 'G' })).body;
    expect((await t.call(await t.admin(), undoOperation, { params: { operationId: operationId ?? '' } })).status).toBe(
      404,
    );
    t.setTime('2026-11-20T10:10:01.000Z');
    expect((await undo(operationId)).error.code).toBe('undo.too_late');
  });
});

describe('pasted rows', () => {
  it('are changed individually, answered in their order, and undone together', async () => {
    const [x = '', y = '', z = ''] = ids;
    const answer = await patchRows([
      { id: y, weight: '12.50', casePackaging: { unitsPerCase: 6 } },
      { id: x, brand: null, version: 1 },
      { id: z, brand: 'Moss' },
    ]);
    expect([answer.status, answer.body.rows.map((r) => [r.sku, r.version])]).toEqual([
      200,
      [
        ['PAN-1', 2],
        ['PAN-0', 2],
        ['PAN-2', 1],
      ],
    ]);
    expect(await product(1)).toMatchObject({ weight: '12.5', casePackaging: { unitsPerCase: 6 } });
    expect((await undo(answer.body.operationId)).body).toEqual({ restored: 2, keptCount: 0, kept: [] });
    expect([(await product(1)).weight, (await product(0)).brand]).toEqual([null, 'Moss']);
    expect((await patchRows([{ id: z, brand: 'Moss' }])).body.operationId).toBeNull();
  });

  it('may swap their SKUs, and swap them back', async () => {
    const swapped = await patchRows([
      { id: ids[0], sku: 'PAN-1' },
      { id: ids[1], sku: 'PAN-0' },
    ]);
    expect(swapped.body.rows.map((r) => r.sku)).toEqual(['PAN-1', 'PAN-0']);
    expect((await undo(swapped.body.operationId)).body.restored).toBe(2);
    expect([(await product(0)).sku, (await product(1)).sku]).toEqual(['PAN-0', 'PAN-1']);
  });

  it('do not restore a SKU that another product has taken since', async () => {
    const renamed = await patchRows([
      { id: ids[0], sku: 'NEW-0' },
      { id: ids[1], sku: 'NEW-1' },
    ]);
    await t.ok(maya, createProduct, { body: { name: 'Thief', sku: 'pan-0', supplierIds: [a] } });
    expect((await undo(renamed.body.operationId)).body).toEqual({
      restored: 1,
      keptCount: 1,
      kept: [{ id: ids[0], label: 'NEW-0', reason: 'USED' }],
    });
  });

  it('are all refused if one is invalid, with each reason at its row', async () => {
    const refused = await patchRows([
      { id: ids[0], brand: 'Other' },
      { id: ids[1], countryOfOrigin: 'QQ', supplierIds: [UNKNOWN] },
      { id: ids[2], parentId: ids[2] },
    ]);
    expect([refused.status, refused.error.errors?.map((e) => e.field)]).toEqual([
      422,
      ['rows.1.countryOfOrigin', 'rows.1.supplierIds', 'rows.2.parentId'],
    ]);
    expect((await patchRows([{ id: ids[0], weight: '-1' }])).error.errors?.map((e) => e.field)).toEqual([
      'rows.0.weight',
    ]);
    expect(
      (await patchRows([{ id: UNKNOWN }, { id: ids[0] }, { id: ids[0] }])).error.errors?.map((e) => e.field),
    ).toEqual(['rows.0.id', 'rows.2.id']);
    const taken = await patchRows([
      { id: ids[0], sku: 'pan-2' },
      { id: ids[1], sku: 'SAME' },
    ]);
    expect([taken.error.code, taken.error.errors?.map((e) => e.field)]).toEqual(['products.sku_taken', ['rows.0.sku']]);
    const twice = await patchRows([
      { id: ids[0], sku: 'same' },
      { id: ids[1], sku: 'SAME' },
    ]);
    expect([twice.error.code, twice.error.errors?.map((e) => e.field)]).toEqual(['products.sku_taken', ['rows.1.sku']]);
    expect(await versions()).toEqual([1, 1, 1]);
  });

  it('answer a stale version with its row and the current product', async () => {
    await t.ok(maya, patchProduct, { params: { id: ids[1] ?? '' }, body: { name: 'Newer' } });
    const stale = await patchRows([
      { id: ids[0], brand: 'Other', version: 1 },
      { id: ids[1], brand: 'Other', version: 1 },
    ]);
    expect([stale.status, stale.error.code, stale.error.errors?.map((e) => e.field)]).toEqual([
      409,
      'conflict_version',
      ['rows.1.version'],
    ]);
    expect(stale.error.current).toMatchObject([{ id: ids[1], name: 'Newer' }]);
    expect((await product(0)).brand).toBe('Moss');
  });

  it('may make products variants of each other only if the final state is valid', async () => {
    const chain = await patchRows([
      { id: ids[0], parentId: ids[1] },
      { id: ids[1], parentId: ids[2] },
    ]);
    expect([chain.status, chain.error.errors?.map((e) => e.field)]).toEqual([
      422,
      ['rows.0.parentId', 'rows.1.parentId'],
    ]);
    const family = await patchRows([
      { id: ids[0], parentId: ids[2] },
      { id: ids[1], parentId: ids[2] },
    ]);
    expect(family.body.rows.map((r) => r.parentId)).toEqual([ids[2], ids[2]]);
    // The paste makes the former variants independent products, and then turns their former parent into a variant.
    const turned = await patchRows([
      { id: ids[0], parentId: null },
      { id: ids[1], parentId: ids[0] },
      { id: ids[2], parentId: ids[0] },
    ]);
    expect(turned.body.rows.map((r) => r.parentId)).toEqual([null, ids[0], ids[0]]);
    expect((await undo(turned.body.operationId)).body.restored).toBe(3);
    expect((await product(2)).variantCount).toBe(2);
  });
});

describe('thousands of products', () => {
  const MANY = 2_500;

  it('are changed and restored in one call each', async () => {
    const many = Array.from({ length: MANY }, (_, i) => ({
      ...NEW_PRODUCT,
      sku: `M-${String(i).padStart(5, '0')}`,
      name: `Many ${i}`,
      supplierIds: [a],
    }));
    await t.work(maya, (w) =>
      insertProducts(
        w,
        'USER',
        many.map((state) => ({ id: w.newId(), state })),
      ),
    );
    const selection = { search: 'many', filter: [] };
    const done = await bulk({ brand: 'B', addTags: ['t'], addSupplierIds: [b] }, selection);
    expect([done.body.counts, done.body.rows.length]).toEqual([{ selected: MANY, change: MANY, same: 0, fail: 0 }, 50]);
    expect((await undo(done.body.operationId)).body).toEqual({ restored: MANY, keptCount: 0, kept: [] });
    const left = await t.work(maya, (w) =>
      sql<{
        n: string;
      }>`
        select count(*)::text as n
        from product
        where brand = 'B' or tags <> '{x}' and name like 'Many%' and tags <> '{}'`.execute(w.tx),
    );
    expect(left.rows[0]?.n).toBe('0');
  }, 120_000);

  it('are refused above ten thousand', async () => {
    await t.work(maya, (w) =>
      sql`
        insert into product (account_id, id, sku, name, created_at, updated_at)
        select ${maya.accountId}::uuid, gen_random_uuid(), 'L-' || n, 'Limit ' || n, ${w.now}, ${w.now}
        from generate_series(1, 10001) n`.execute(w.tx),
    );
    const selection = { search: 'limit', filter: [] };
    const { error } = await bulk({ brand: 'B' }, selection);
    expect(error.errors?.map((e) => [e.field, e.code])).toEqual([['selection', 'products.too_many']]);
    await t.work(maya, (w) => sql`delete from product where sku = 'L-1'`.execute(w.tx));
    expect((await bulk({ brand: 'B' }, selection, 'true')).body.counts.selected).toBe(10_000);
  });
});
