import { removeAccountUser } from '@quayside/contracts/accounts/people';
import {
  getProductChangelog,
  listChangelogSources,
  revertProductChange,
} from '@quayside/contracts/products/product-changelog';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createProduct, deleteProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { getProductBundle, replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { createSupplier, deleteSupplier, mergeSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { brokenBundles } from '../../costs/ledger/bundles.service.ts';

let t: TestApp;
let maya: TestPerson;
let supplier: string;
let made = 0;
let productId: string;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  supplier = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo Pans' } })).id;
});
afterAll(() => t.close());
beforeEach(async () => {
  await at('2026-11-20T10:00:00.000Z');
  made += 1;
  productId = (
    await t.ok(maya, createProduct, {
      body: { name: 'Pan', sku: `P-${made}`, supplierIds: [supplier], weight: '1200', tags: ['a, b', 'c'] },
    })
  ).id;
});

/** Sets the clock, and signs in again as a member of the account, because the earlier session has expired. */
async function at(time: string): Promise<void> {
  t.setTime(time);
  maya = await t.member(maya, 'sv-account-admin');
}
const patch = (body: Record<string, unknown>, who = maya) =>
  t.ok(who, patchProduct, { params: { id: productId }, body: body as never });
const log = async (query: Record<string, unknown> = {}) =>
  (await t.ok(maya, getProductChangelog, { params: { productId }, query })).content;
const entryOf = async (field: string) =>
  (await log({ filter: JSON.stringify([{ field: 'field', op: 'in', values: [field] }]) }))[0]?.id ?? '';
const revert = (entryId: string, overwrite = false) =>
  t.call(maya, revertProductChange, { params: { productId, entryId }, body: { overwrite } });
const product = () => t.ok(maya, getProduct, { params: { id: productId } });

describe('the changelog of a product', () => {
  it('shows who changed what and when, newest first, in pages', async () => {
    await at('2026-11-21T10:00:00.000Z');
    await patch({ weight: '1300' });
    await at('2026-11-22T10:00:00.000Z');
    await patch({ brand: 'Moss', weight: '1400' });
    const entries = await log();
    expect(entries.map((e) => [e.field, e.oldValue, e.newValue, e.isCurrent, e.canRevert])).toEqual([
      ['weight', '1300', '1400', true, true],
      ['brand', null, 'Moss', true, true],
      ['weight', '1200', '1300', false, true],
      ['sku', null, `P-${made}`, true, false],
    ]);
    expect(entries[0]).toMatchObject({
      source: 'USER',
      changedBy: { id: maya.userId, name: expect.stringMatching(/^Test Person \d+$/) },
      changedAt: '2026-11-22T10:00:00.000Z',
    });
    const page = await t.ok(maya, getProductChangelog, { params: { productId }, query: { size: 1, page: 2 } });
    expect([page.totalElements, page.content[0]?.newValue]).toEqual([4, '1300']);
    expect((await log({ sort: 'changedAt,asc' }))[0]?.field).toBe('sku');
  });

  it('shows a measure with the unit that it had then', async () => {
    await at('2026-11-21T10:00:00.000Z');
    await patch({ weight: '1300', length: '20' });
    await at('2026-11-22T10:00:00.000Z');
    await patch({ weight: '46', weightUnit: 'OZ' });
    await at('2026-11-23T10:00:00.000Z');
    await patch({ weight: null, productPackaging: { weight: '50' } });
    const side = (value: string | null, unit: string | null) => `${value}${unit === null ? '' : ` ${unit}`}`;
    const measures = (await log()).map(
      (e) => `${e.field}: ${side(e.oldValue, e.oldUnit)} > ${side(e.newValue, e.newUnit)}`,
    );
    expect(measures.toSorted()).toEqual([
      'length: null > 20 CM',
      'productPackaging.weight: null > 50 OZ',
      `sku: null > P-${made}`,
      'weight: 1200 GR > 1300 GR',
      'weight: 1300 GR > 46 OZ',
      'weight: 46 OZ > null',
      'weightUnit: GR > OZ',
    ]);
  });

  it('names a person who has since been removed from the account', async () => {
    const gone = await t.member(maya, 'sv-account-admin');
    await patch({ brand: 'Moss' }, gone);
    await t.ok(maya, removeAccountUser, { params: { deleteUserId: gone.userId } });
    expect((await log())[0]?.changedBy).toEqual({ id: gone.userId, name: expect.stringMatching(/^Test Person \d+$/) });
  });

  it('can be searched by field and value, and filtered by source, field and day', async () => {
    await at('2026-11-21T23:30:00.000Z');
    await patch({ brand: 'Moss & Co 50%', weight: '1300' });
    expect((await log({ search: 'moss 50%' })).map((e) => e.field)).toEqual(['brand']);
    expect((await log({ search: 'WEIGHT' })).map((e) => e.field)).toEqual(['weight']);
    const chips = (...filter: object[]) => log({ filter: JSON.stringify(filter) });
    expect(await chips({ field: 'source', op: 'in', values: ['CSV_IMPORT'] })).toEqual([]);
    expect((await chips({ field: 'field', op: 'in', values: ['brand', 'sku'] })).map((e) => e.field)).toEqual([
      'brand',
      'sku',
    ]);
    expect(
      (await chips({ field: 'changedAt', op: 'between', values: ['2026-11-21', '2026-11-21'] })).map((e) => e.field),
    ).toEqual(['weight', 'brand']);
    expect((await chips({ field: 'changedAt', op: 'lte', values: ['2026-11-20'] })).map((e) => e.field)).toEqual([
      'sku',
    ]);
    const wrong = await t.call(maya, getProductChangelog, {
      params: { productId },
      query: { filter: JSON.stringify([{ field: 'changedAt', op: 'gte', values: ['soon'] }]) },
    });
    expect(wrong.status).toBe(422);
    expect((await t.ok(maya, listChangelogSources)).map((o) => o.value)).toEqual([
      'USER',
      'AMAZON_SYNC',
      'CSV_IMPORT',
      'GOOGLE_SHEET',
      'INVOICE',
    ]);
  });
});

describe('reverting one field', () => {
  it('restores its exact old value as an ordinary change: version, changelog and audit', async () => {
    await patch({
      tags: ['x'],
      supplierLeadTime: 30,
      archivedAt: '2026-11-20T09:00:00.5Z',
      casePackaging: { unitsPerCase: 12 },
    });
    const before = (await product()).version;
    for (const field of ['tags', 'supplierLeadTime', 'archivedAt', 'casePackaging.unitsPerCase'])
      expect((await revert(await entryOf(field))).status).toBe(200);
    expect(await product()).toMatchObject({
      tags: ['a, b', 'c'],
      supplierLeadTime: null,
      archivedAt: null,
      casePackaging: { unitsPerCase: null },
      version: before + 4,
    });
    const [latest] = await log({ search: 'tags' });
    expect([latest?.oldValue, latest?.newValue, latest?.isCurrent]).toEqual(['x', 'a, b, c', true]);
    const audit = await t.work(maya, (w) =>
      sql<{ details: object }>`select details from audit_log where ${productId} = any(subject_ids)`.execute(w.tx),
    );
    expect(audit.rows.map((a) => a.details)).toContainEqual(expect.objectContaining({ fields: ['tags'] }));
    // The product already has this value, so nothing is written.
    expect((await revert(await entryOf('tags'), true)).body.version).toBe(before + 5);
  });

  it('is refused when the field has changed again, unless the person confirms the overwrite', async () => {
    await patch({ weight: '1300' });
    const entry = await entryOf('weight');
    await patch({ weight: '1400' });
    const refused = await revert(entry);
    expect([refused.status, refused.error.code, (await product()).weight]).toEqual([
      409,
      'products.changed_since',
      '1400',
    ]);
    expect((await revert(entry, true)).body.weight).toBe('1200');
  });

  it("is refused for a new product and for a text that is not exact; an old row's exact text is enough", async () => {
    expect((await revert(await entryOf('sku'))).error.code).toBe('products.cannot_revert');
    await patch({ tags: ['x'], brand: 'Moss', weight: null, supplierLeadTime: 9 });
    await patch({ supplierLeadTime: 10 });
    await t.work(maya, (w) =>
      w.tx
        .updateTable('product_changelog')
        .set({ old_data: null, new_data: null })
        .where('product_id', '=', productId)
        .execute(),
    );
    expect(
      Object.fromEntries((await log()).map((e) => [`${e.field} ${e.newValue}`, [e.isCurrent, e.canRevert]])),
    ).toEqual({
      'tags x': [true, false],
      'brand Moss': [true, true],
      'weight null': [true, true],
      'supplierLeadTime 9': [false, true],
      'supplierLeadTime 10': [true, true],
      [`sku P-${made}`]: [true, false],
    });
    expect((await revert(await entryOf('tags'))).error.code).toBe('products.cannot_revert');
    expect((await log()).flatMap((e) => (e.noRevert === null ? [] : [[e.field, e.noRevert]]))).toEqual([
      ['tags', 'The exact earlier value was not stored with this change, so it cannot be put back.'],
    ]);
    expect((await revert(await entryOf('brand'))).body.brand).toBeNull();
    expect((await revert(await entryOf('weight'))).body.weight).toBe('1200');
    expect((await revert(await entryOf('supplierLeadTime'))).body.supplierLeadTime).toBe(9);
  });

  it('restores suppliers with their terms, or names a deleted one', async () => {
    const second = (await t.ok(maya, createSupplier, { body: { companyName: 'Second Source' } })).id;
    const suppliers = [
      { supplierId: second, price: '3.45', currency: 'USD', minimumOrder: 500, leadTime: 30, supplierSku: 'X-1' },
      { supplierId: supplier },
    ];
    await t.ok(maya, replaceProductSuppliers, { params: { id: productId }, body: { suppliers } });
    await patch({ supplierIds: [supplier] });
    const [entry] = await log({ search: 'second' });
    expect([entry?.field, entry?.oldValue, entry?.newValue]).toEqual([
      'supplier',
      'Second Source (3.45 USD, from 500, 30 days, X-1), Ningbo Pans',
      'Ningbo Pans',
    ]);
    const restored = await revert(entry?.id ?? '');
    expect(
      restored.body.suppliers.map((s) => [
        s.companyName,
        s.price,
        s.currency,
        s.minimumOrder,
        s.leadTime,
        s.supplierSku,
      ]),
    ).toEqual([
      ['Second Source', '3.45', 'USD', 500, 30, 'X-1'],
      ['Ningbo Pans', null, null, null, null, null],
    ]);
    expect((await log())[0]).toMatchObject({ field: 'supplier', isCurrent: true });
    await patch({ supplierIds: [supplier] });
    expect((await t.call(maya, deleteSupplier, { params: { id: second } })).status).toBe(204);
    const gone = await revert((await log())[0]?.id ?? '');
    expect([gone.status, gone.error.code]).toEqual([422, 'products.cannot_revert']);
    expect((await log())[0]).toMatchObject({ canRevert: false, noRevert: gone.error.message });
    expect(gone.error.message).toBe(
      'One of the earlier suppliers was deleted or merged into another one, so they cannot be put back.',
    );
  });

  it("obeys the rules of a change: a SKU taken by another product, another product's entry", async () => {
    await patch({ sku: `NEW-${made}` });
    const entry = await entryOf('sku');
    const other = await t.ok(maya, createProduct, {
      body: { name: 'Thief', sku: `p-${made}`, supplierIds: [supplier] },
    });
    expect((await revert(entry)).error.code).toBe('products.sku_taken');
    const elsewhere = await t.call(maya, revertProductChange, {
      params: { productId: other.id, entryId: entry },
      body: {},
    });
    expect(elsewhere.status).toBe(404);
  });
});

describe('reverting the parts of a bundle', () => {
  const add = async (sku: string) =>
    (await t.ok(maya, createProduct, { body: { name: sku, sku, supplierIds: [supplier] } })).id;
  const put = (parts: readonly (readonly [string, number])[], id = productId) =>
    t.ok(maya, replaceProductBundle, {
      params: { id },
      body: { parts: parts.map(([part, quantity]) => ({ productId: part, quantity })) },
    });
  const bundle = async () => {
    const { parts, landedCostPerUnit } = await t.ok(maya, getProductBundle, { params: { id: productId } });
    return [...parts.map((part) => `${part.quantity} ${part.product.sku}`), landedCostPerUnit];
  };

  it('restores quantities and order, the costs of all bundles above, and is logged', async () => {
    const [cup, pot, gift] = [await add(`CUP-${made}`), await add(`POT-${made}`), await add(`GIFT-${made}`)];
    const invoice = await t.ok(maya, createInvoice, {
      body: { supplierId: supplier, invoiceNumber: `B-${made}`, date: '2026-11-02' },
    });
    for (const [id, amount] of [
      [cup, '2.00'],
      [pot, '5.00'],
    ] as const)
      await t.ok(maya, createInvoiceLine, {
        params: { invoiceId: invoice.id },
        body: { productId: id, quantity: 1, amount },
      });
    await put([[productId, 2]], gift);
    await put([
      [pot, 1],
      [cup, 3],
    ]);
    await put([[cup, 1]]);
    const [changed, first] = await log();
    expect([changed?.field, changed?.canRevert, changed?.isCurrent, first?.canRevert]).toEqual([
      'bundle',
      true,
      true,
      true,
    ]);
    expect((await revert(changed?.id ?? '')).body.landedCostPerUnit).toBe('11.0000');
    expect(await bundle()).toEqual([`1 POT-${made}`, `3 CUP-${made}`, '11.0000']);
    expect((await t.ok(maya, getProduct, { params: { id: gift } })).landedCostPerUnit).toBe('22.0000');
    expect((await log())[0]).toMatchObject({ field: 'bundle', newValue: `1 × POT-${made}, 3 × CUP-${made}` });
    expect((await revert(changed?.id ?? '')).status).toBe(200);
    // The change was followed by another one, so the first needs a confirmation.
    await put([[pot, 2]]);
    expect((await revert(first?.id ?? '')).error.code).toBe('products.changed_since');
    expect((await revert(first?.id ?? '', true)).body.isBundle).toBe(false);
    expect(await bundle()).toEqual([null]);
    expect(await t.work(maya, brokenBundles)).toEqual([]);
    const audit = await t.work(maya, (w) =>
      sql<{ action: string }>`select action from audit_log where ${productId} = any(subject_ids)`.execute(w.tx),
    );
    expect(audit.rows.filter(({ action }) => action === 'product.bundle-changed')).toHaveLength(5);
  });

  it('says which parts were deleted, and refuses a bundle that would contain itself', async () => {
    const [lid, box] = [await add(`LID-${made}`), await add(`BOX-${made}`)];
    await put([
      [lid, 1],
      [box, 1],
    ]);
    await put([]);
    const entry = (await log())[0]?.id ?? '';
    await put([[productId, 1]], box);
    expect((await revert(entry)).error.code).toBe('products.bundle_loop');
    await t.ok(maya, deleteProduct, { params: { id: lid } });
    const refused = await revert(entry);
    expect([refused.error.code, refused.error.message]).toEqual([
      'products.cannot_revert',
      `LID-${made} was deleted, so the earlier parts cannot be put back.`,
    ]);
    expect((await log())[0]).toMatchObject({ canRevert: false, noRevert: refused.error.message });
    await t.ok(maya, deleteProduct, { params: { id: box } });
    expect((await log())[0]?.noRevert).toBe(
      `LID-${made}, BOX-${made} were deleted, so the earlier parts cannot be put back.`,
    );
  });
});

describe('reverting suppliers that a merge moved', () => {
  it('restores them with their terms once the merged supplier exists again, and says why not before', async () => {
    const from = (await t.ok(maya, createSupplier, { body: { companyName: `Pans ${made}` } })).id;
    await t.ok(maya, replaceProductSuppliers, {
      params: { id: productId },
      body: {
        suppliers: [
          { supplierId: from, price: '2.5', currency: 'USD', supplierSku: 'P-9' },
          { supplierId: supplier, leadTime: 20 },
        ],
      },
    });
    const merge = await t.ok(maya, mergeSuppliers, { params: { id: supplier }, body: { supplierId: from } });
    const [entry] = await log();
    expect(entry).toMatchObject({
      field: 'supplier',
      oldValue: `Pans ${made} (2.50 USD, P-9), Ningbo Pans (20 days)`,
      newValue: 'Ningbo Pans (20 days)',
      isCurrent: true,
      canRevert: false,
      noRevert: 'One of the earlier suppliers was deleted or merged into another one, so they cannot be put back.',
    });
    expect((await revert(entry?.id ?? '')).error.code).toBe('products.cannot_revert');
    // The undo of the merge leaves a product alone that was edited since. The changelog can put its suppliers back.
    await patch({ brand: 'Moss' });
    const undone = await t.ok(maya, undoOperation, { params: { operationId: merge.operationId ?? '' } });
    expect(undone.kept).toEqual([{ id: productId, label: `P-${made}`, reason: 'EDITED' }]);
    const restored = await revert(entry?.id ?? '');
    expect(restored.body.suppliers.map((s) => [s.companyName, s.price, s.currency, s.supplierSku, s.leadTime])).toEqual(
      [
        [`Pans ${made}`, '2.50', 'USD', 'P-9', null],
        ['Ningbo Pans', null, null, null, 20],
      ],
    );
  });
});
