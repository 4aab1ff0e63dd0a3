import {
  createInvoice,
  deleteInvoice,
  getInvoice,
  listInvoiceHistory,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { createProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { prove } from '@quayside/contracts/accounts/second-factor';
import {
  getSupplierBankDetails,
  putSupplierBankDetails,
  revealSupplierBankDetails,
} from '@quayside/contracts/suppliers/supplier-bank';
import { createSupplier, getSupplier, mergeSuppliers, updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, invariantsOf } from '../../../testing/invoices.ts';

const PASSWORD = 'harbour-lantern-73';
const SEA = { shippingMethod: 'SEA', production: 30, transit: 35, checkIn: 5 } as const;
const TERMS = [{ percent: '100', event: 'ORDER', days: 14 }] as const;
let t: TestApp;
let admin: TestPerson;
let target: string;
let other: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  admin = await t.admin();
  await t.setPassword(admin, PASSWORD);
  target = (await t.ok(admin, createSupplier, { body: { companyName: 'Haosheng', email: 'own@haosheng.example' } })).id;
  other = (
    await t.ok(admin, createSupplier, {
      body: {
        companyName: 'Haosheng Ltd',
        localName: '昊晟',
        email: 'other@haosheng.example',
        city: 'Ningbo',
        currency: 'CNY',
        xeroId: 'x-1',
        paymentTerms: [...TERMS],
        leadTimes: [SEA],
      },
    })
  ).id;
});

const merge = (body: object = {}, dryRun = false, who = admin) =>
  t.call(who, mergeSuppliers, {
    params: { id: target },
    query: { dryRun: dryRun ? 'true' : 'false' },
    body: { supplierId: other, ...body },
  });
const merged = async () => {
  const answer = await merge();
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const undo = async (operationId: string | null) =>
  t.ok(admin, undoOperation, { params: { operationId: operationId ?? '' } });
const bill = async (supplierId: string, invoiceNumber: string) =>
  (await anInvoice(t, admin, { supplierId, invoiceNumber, currency: 'GBP', total: '10.00' })).id;
const product = async (sku: string, supplierIds: string[]) =>
  (await t.ok(admin, createProduct, { body: { sku, name: sku, supplierIds } })).id;
const suppliersOf = async (id: string) =>
  (await t.ok(admin, getProduct, { params: { id } })).suppliers.map((s) => s.id);
const supplierOf = async (id: string) => (await t.ok(admin, getInvoice, { params: { id } })).supplierContact?.id;
const read = (id: string) => t.ok(admin, getSupplier, { params: { id } });
const bank = (id: string, accountNumber: string) =>
  t.ok(admin, putSupplierBankDetails, {
    params: { id },
    body: { password: PASSWORD, beneficiary: 'Any', accountNumber },
  });
/** All table rows that a merge can change, without versions and times. */
const tables = () =>
  t.work(admin, async (w) => {
    const rows = [];
    for (const table of [
      'supplier',
      'supplier_lead_time',
      'supplier_bank_details',
      'product_supplier',
      'invoice',
      'product',
    ]) {
      const found = await sql<{ row: string }>`
        select (to_jsonb(x) - 'version' - 'updated_at' - 'product_updated_at')::text as row
        from ${sql.table(table)} x order by 1`.execute(w.tx);
      rows.push(...found.rows.map((r) => `${table} ${r.row}`));
    }
    return rows;
  });

describe('bank details in a merge', () => {
  const dropProof = () =>
    t.deps.db.updateTable('session').set({ proved_at: null }).where('person_id', '=', admin.userId).execute();

  it('are taken over only with a recent proof; a dry run, and a merge without bank details, need none', async () => {
    await bank(other, '12345678');
    await dropProof();
    const before = await tables();
    expect((await merge({}, true)).status).toBe(200);
    expect((await merge()).error.code).toBe('proof_required');
    expect(await tables()).toEqual(before);
    await t.ok(admin, prove, { body: { password: PASSWORD } });
    expect((await merged()).filled).toContain('bankDetails');
  });

  it('of both suppliers stay separate, so no proof is needed', async () => {
    await bank(other, '12345678');
    await bank(target, '87654321');
    await dropProof();
    expect((await merged()).filled).not.toContain('bankDetails');
  });
});

describe('a dry run of a supplier merge', () => {
  it('reports what would be moved and filled, and changes nothing', async () => {
    await bill(other, 'A');
    await product('P', [other, target]);
    await bank(other, '12345678');
    const before = await tables();
    const { body } = await merge({}, true);
    expect(body).toMatchObject({
      operationId: null,
      supplier: { id: target, invoiceCount: 0 },
      moved: { invoices: 1, products: 1 },
      filled: ['localName', 'currency', 'xeroId', 'city', 'paymentTerms', 'leadTimes', 'bankDetails'],
    });
    expect(await tables()).toEqual(before);
  });
});

describe('a supplier merge', () => {
  it('moves invoices in every status, fills empty fields, leaves filled ones, and deletes the duplicate', async () => {
    const [open, closed, gone] = [await bill(other, 'OPEN'), await bill(other, 'CLOSED'), await bill(other, 'GONE')];
    await t.work(admin, (w) =>
      w.tx.updateTable('invoice').set({ status: 'CLOSED' }).where('id', '=', closed).execute(),
    );
    await t.ok(admin, deleteInvoice, { params: { id: gone } });
    const answer = await merged();
    expect(answer).toMatchObject({
      moved: { invoices: 2, products: 0 },
      supplier: {
        id: target,
        companyName: 'Haosheng',
        email: 'own@haosheng.example',
        localName: '昊晟',
        city: 'Ningbo',
        currency: 'CNY',
        xeroId: 'x-1',
        paymentTerms: [...TERMS],
        leadTimes: [SEA],
        invoiceCount: 2,
        version: 2,
      },
    });
    expect([await supplierOf(open), await supplierOf(closed)]).toEqual([target, target]);
    expect((await t.call(admin, getSupplier, { params: { id: other } })).status).toBe(404);
  });

  it('moves product suppliers with their terms; of two rows for one product, the kept supplier’s stays', async () => {
    const [only, both] = [await product('ONLY', [other]), await product('BOTH', [other, target])];
    await t.work(admin, async (w) => {
      for (const [supplier_id, price_micros] of [
        [other, 7_000_000n],
        [target, 8_000_000n],
      ] as const)
        await w.tx
          .updateTable('product_supplier')
          .set({ price_micros, currency: 'CNY', minimum_order: 500 })
          .where('supplier_id', '=', supplier_id)
          .execute();
    });
    await merged();
    expect([await suppliersOf(only), await suppliersOf(both)]).toEqual([[target], [target]]);
    const rows = await t.work(admin, (w) =>
      w.tx.selectFrom('product_supplier').select(['product_id', 'price_micros', 'minimum_order']).execute(),
    );
    expect(new Map(rows.map((r) => [r.product_id, [r.price_micros, r.minimum_order]]))).toEqual(
      new Map([
        [only, [7_000_000n, 500]],
        [both, [8_000_000n, 500]],
      ]),
    );
    const log = await t.work(admin, (w) =>
      w.tx
        .selectFrom('product_history')
        .select(['old_value', 'new_value'])
        .where('product_id', '=', both)
        .where('field', '=', 'supplier')
        .execute(),
    );
    expect(log).toEqual([
      {
        old_value: 'Haosheng Ltd (7.00 CNY, from 500), Haosheng (8.00 CNY, from 500)',
        new_value: 'Haosheng (8.00 CNY, from 500)',
      },
    ]);
    expect((await t.ok(admin, getProduct, { params: { id: only } })).version).toBe(2);
  });

  it('takes over bank details when there are none, notifies every member, and they can be opened', async () => {
    await bank(other, '12345678');
    expect((await merged()).filled).toContain('bankDetails');
    const shown = await t.ok(admin, revealSupplierBankDetails, {
      params: { id: target },
      body: { password: PASSWORD },
    });
    expect(shown.details?.accountNumber).toBe('12345678');
    expect(shown.history.map((h) => h.action)).toEqual(['REVEALED', 'CHANGED']);
    const told = await t.work(admin, (w) =>
      w.tx
        .selectFrom('notification')
        .select('message')
        .where('summary', '=', 'Bank details of Haosheng were added')
        .execute(),
    );
    expect(told[0]?.message).toContain('those of Haosheng Ltd, in a merge: account •••• 5678');
  });

  it("leaves the kept supplier's own bank details unchanged", async () => {
    await bank(other, '12345678');
    await bank(target, '87654321');
    expect((await merged()).filled).not.toContain('bankDetails');
    expect((await t.ok(admin, getSupplierBankDetails, { params: { id: target } })).details?.accountNumber).toBe(
      '•••• 4321',
    );
  });

  it('appears by name in the history of each invoice, even if older entries name the deleted supplier', async () => {
    const id = await bill(target, 'A');
    await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { supplierId: other } });
    await merged();
    const history = (await t.ok(admin, listInvoiceHistory, { params: { id } })).content;
    expect(history.slice(0, 2).flatMap((h) => h.changes.filter((c) => c.field === 'supplier'))).toMatchObject([
      { from: 'Haosheng Ltd', to: 'Haosheng' },
      { from: 'Haosheng', to: 'Haosheng Ltd' },
    ]);
  });

  it('announces the changed lists of invoices, products and suppliers', async () => {
    const [invoice, sku] = [await bill(other, 'A'), await product('P', [other])];
    const last =
      (
        await t.deps.db
          .selectFrom('outbox')
          .select((eb) => eb.fn.max('id').as('id'))
          .executeTakeFirst()
      )?.id ?? 0n;
    await merged();
    const events = await t.deps.db
      .selectFrom('outbox')
      .select('payload')
      .where('id', '>', last)
      .orderBy('id')
      .execute();
    expect(events.map((e) => e.payload)).toEqual([
      { topic: 'invoices', ids: [invoice], version: null },
      { topic: 'products', ids: [sku], version: null },
      { topic: 'suppliers', ids: [target, other], version: null },
    ]);
  });

  it('is idempotent, and refused for itself, unknown suppliers, stale versions and unauthorised people', async () => {
    expect((await merge({ supplierId: target })).error).toMatchObject({
      code: 'suppliers.merge_itself',
      errors: [{ field: 'supplierId' }],
    });
    expect((await merge({ supplierId: '01900000-0000-7000-8000-000000000000' })).error.errors).toMatchObject([
      { field: 'supplierId', message: 'Choose a supplier' },
    ]);
    expect((await merge({ version: 7 })).error.code).toBe('conflict_version');
    expect((await merge({}, false, await t.member(admin))).status).toBe(403);
    const stranger = await t.admin();
    expect((await merge({}, false, stranger)).status).toBe(404);
    const theirs = await t.ok(stranger, createSupplier, { body: { companyName: 'Theirs' } });
    expect((await merge({ supplierId: theirs.id })).status).toBe(422);
    const headers = { 'idempotency-key': 'merge-1' };
    const again = () => t.call(admin, mergeSuppliers, { params: { id: target }, body: { supplierId: other }, headers });
    const first = await again();
    expect([first.status, (await again()).body]).toEqual([200, first.body]);
  });
});

describe('undoing a supplier merge', () => {
  it('restores everything', async () => {
    await bill(other, 'A');
    await bill(target, 'B');
    await t.ok(admin, deleteInvoice, { params: { id: await bill(other, 'GONE') } });
    await product('ONLY', [other]);
    await product('BOTH', [target, other]);
    await product('NONE', [target]);
    await bank(other, '12345678');
    const before = await tables();
    const { operationId } = await merged();
    expect(await tables()).not.toEqual(before);
    expect(await undo(operationId)).toEqual({ restored: 4, keptCount: 0, kept: [] });
    const masked = (rows: string[]) => rows.map((row) => row.replace(/"(sealed|changed_at)": ?"[^"]*"/g, ''));
    expect(masked(await tables())).toEqual(masked(before));
    const shown = await t.ok(admin, revealSupplierBankDetails, { params: { id: other }, body: { password: PASSWORD } });
    expect(shown.details?.accountNumber).toBe('12345678');
    expect((await read(target)).hasBankDetails).toBe(false);
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('leaves and names the rows that were changed since', async () => {
    const [touched, free] = [await bill(other, 'TOUCHED'), await bill(other, 'FREE')];
    const [edited, plain] = [await product('EDITED', [other]), await product('PLAIN', [other])];
    const { operationId, supplier } = await merged();
    await t.ok(admin, updateInvoiceBasic, { params: { id: touched }, body: { payReferenceNumber: 'PAY' } });
    await t.ok(admin, patchProduct, { params: { id: edited }, body: { notes: 'x' } });
    await t.ok(admin, updateSupplier, {
      params: { id: target },
      body: { companyName: 'Haosheng', city: 'Shanghai', version: supplier.version },
    });
    expect(await undo(operationId)).toEqual({
      restored: 3,
      keptCount: 3,
      kept: [
        { id: touched, label: 'TOUCHED', reason: 'EDITED' },
        { id: edited, label: 'EDITED', reason: 'EDITED' },
        { id: target, label: 'Haosheng', reason: 'EDITED' },
      ],
    });
    expect([
      await supplierOf(touched),
      await supplierOf(free),
      await suppliersOf(edited),
      await suppliersOf(plain),
    ]).toEqual([target, other, [target], [other]]);
    expect(await read(target)).toMatchObject({
      city: 'Shanghai',
      localName: null,
      currency: null,
      paymentTerms: [],
      leadTimes: [],
    });
    expect(await read(other)).toMatchObject({
      city: 'Ningbo',
      xeroId: 'x-1',
      paymentTerms: [...TERMS],
      leadTimes: [SEA],
    });
  });

  it('leaves bank details that were changed since, and restores those of the deleted supplier', async () => {
    await bank(other, '12345678');
    const { operationId } = await merged();
    await bank(target, '99998888');
    expect(await undo(operationId)).toMatchObject({ kept: [{ id: target, reason: 'EDITED' }] });
    const ending = async (id: string) =>
      (await t.ok(admin, getSupplierBankDetails, { params: { id } })).details?.accountNumber;
    expect([await ending(target), await ending(other)]).toEqual(['•••• 8888', '•••• 5678']);
  });

  it('is possible only once', async () => {
    const { operationId } = await merged();
    await undo(operationId);
    expect((await t.call(admin, undoOperation, { params: { operationId: operationId ?? '' } })).error.code).toBe(
      'undo.too_late',
    );
  });

  it('leaves a new invoice of the kept supplier with it', async () => {
    const { operationId } = await merged();
    const later = await t.ok(admin, createInvoice, { body: { supplierId: target, invoiceNumber: 'LATER' } });
    await undo(operationId);
    expect(await supplierOf(later.id)).toBe(target);
  });
});
