import { createInvoiceLine, deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { bulkEditProducts } from '@quayside/contracts/products/product-bulk-edits';
import { createProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { lockProducts } from '../rows/product-locks.queries.ts';
import { saveChanges } from './products.service.ts';
import { NEW_PRODUCT, withChanges } from '../rows/products.state.ts';
import { insertProducts } from '../rows/products.queries.ts';
import { recordOperation, restoreProducts } from './products.undo.ts';

let t: TestApp;
let maya: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'A' } })).id;
});
afterAll(() => t.close());

const OPERATION = '01a1fd84-0000-7000-8000-00000000000';
/**
 * Creates products with these SKUs in one operation, as an import does. The first is the parent of those whose SKU ends
 * in -V.
 */
async function make(n: number, skus: readonly string[]): Promise<{ operationId: string; ids: string[] }> {
  const operationId = `${OPERATION}${n}`;
  const ids = await t.work(maya, async (w) => {
    const made = skus.map((sku) => ({ id: w.newId(), sku }));
    await insertProducts(
      w,
      'USER',
      made.map(({ id, sku }) => ({
        id,
        state: {
          ...NEW_PRODUCT,
          sku,
          name: sku,
          supplierIds: [supplierId],
          parentId: sku.endsWith('-V') ? (made[0]?.id ?? null) : null,
        },
      })),
    );
    await recordOperation(
      w,
      operationId,
      [],
      made.map((p) => p.id),
    );
    return made.map((p) => p.id);
  });
  return { operationId, ids };
}
const restore = (operationId: string) => t.work(maya, (w) => restoreProducts(w, operationId, 'CSV_IMPORT'));
const left = async (ids: readonly string[]) =>
  [...(await t.work(maya, (w) => lockProducts(w, ids, 'peek'))).values()].map((p) => p.state.sku);

describe('the undo of created products', () => {
  it('deletes them, a parent with its variants, and ignores those already deleted', async () => {
    const { operationId, ids } = await make(1, ['FAM', 'FAM-V', 'ALONE']);
    await t.work(maya, (w) =>
      w.tx
        .deleteFrom('product')
        .where('id', '=', ids[2] ?? '')
        .execute(),
    );
    expect(await restore(operationId)).toEqual({ restored: 0, deleted: 2, kept: [] });
    expect(await left(ids)).toEqual([]);
  });

  it('keeps and names those that were edited or are in use, now or in the history', async () => {
    const { operationId, ids } = await make(2, ['P', 'EDITED', 'LINE', 'OLD-LINE', 'PART', 'BUNDLE', 'FREE', 'USED-V']);
    const [, edited = '', line = '', oldLine = '', part = '', bundle = '', , variant = ''] = ids;
    await t.ok(maya, patchProduct, { params: { id: edited }, body: { name: 'Other' } });
    const invoiceId = (
      await t.ok(maya, createInvoice, { body: { supplierId, invoiceNumber: 'F', date: '2026-11-02', currency: 'GBP' } })
    ).id;
    const lineOf = async (productId: string) =>
      (await t.ok(maya, createInvoiceLine, { params: { invoiceId }, body: { productId, quantity: 1, amount: '1.00' } }))
        .line.invoiceLineId;
    await lineOf(line);
    await lineOf(variant);
    const removed = await lineOf(oldLine);
    await t.ok(maya, patchInvoiceLine, { params: { invoiceId, id: removed }, body: { quantity: 0 } });
    await t.ok(maya, deleteInvoiceLine, { params: { invoiceId, id: removed } });
    await t.ok(maya, replaceProductBundle, {
      params: { id: bundle },
      body: { parts: [{ productId: part, quantity: 1 }] },
    });
    const undone = await restore(operationId);
    expect([undone.restored, undone.deleted]).toEqual([0, 1]);
    expect(Object.fromEntries(undone.kept.map((k) => [k.sku, k.reason]))).toEqual({
      // A variant of P is not deleted, so P is not deleted either.
      P: 'USED',
      EDITED: 'EDITED',
      LINE: 'USED',
      'OLD-LINE': 'USED',
      PART: 'USED',
      BUNDLE: 'EDITED',
      'USED-V': 'USED',
    });
    expect((await left(ids)).sort()).toEqual(['BUNDLE', 'EDITED', 'LINE', 'OLD-LINE', 'P', 'PART', 'USED-V']);
  });
});

describe('the undo of several operations', () => {
  it('works from the last to the first, until an edit in between', async () => {
    const { id } = await t.ok(maya, createProduct, { body: { name: 'Pan', sku: 'STACK', supplierIds: [supplierId] } });
    const edit = async (brand: string) =>
      (await t.ok(maya, bulkEditProducts, { body: { selection: { ids: [id] }, changes: { brand } } })).operationId ??
      '';
    const undo = (operationId: string) => t.ok(maya, undoOperation, { params: { operationId } });
    const brand = async () => (await t.ok(maya, getProduct, { params: { id } })).brand;
    const [one, two] = [await edit('1'), await edit('2')];
    expect([(await undo(two)).restored, await brand(), (await undo(one)).restored, await brand()]).toEqual([
      1,
      '1',
      1,
      null,
    ]);
    const [three, four] = [await edit('3'), await edit('4')];
    expect([(await undo(three)).kept[0]?.reason, await brand()]).toEqual(['EDITED', '4']);
    await t.ok(maya, patchProduct, { params: { id }, body: { name: 'Pan 2' } });
    expect([(await undo(four)).kept[0]?.reason, await brand()]).toEqual(['EDITED', '4']);
  });

  it('records the restored fields with the given source', async () => {
    const { id } = await t.ok(maya, createProduct, { body: { name: 'Pan', sku: 'SOURCE', supplierIds: [supplierId] } });
    const operationId = `${OPERATION}3`;
    await t.work(maya, async (w) => {
      const before = (await lockProducts(w, [id])).get(id);
      if (before)
        await recordOperation(
          w,
          operationId,
          await saveChanges(w, 'CSV_IMPORT', [{ before, state: withChanges(before.state, { weight: '7' }) }]),
        );
    });
    expect(await restore(operationId)).toEqual({ restored: 1, deleted: 0, kept: [] });
    const log = await t.work(maya, (w) =>
      w.tx
        .selectFrom('product_history')
        .select(['source', 'field', 'new_value'])
        .where('product_id', '=', id)
        .orderBy('id')
        .execute(),
    );
    expect(log.slice(1)).toEqual([
      { source: 'CSV_IMPORT', field: 'weight', new_value: '7' },
      { source: 'CSV_IMPORT', field: 'weight', new_value: null },
    ]);
  });
});
