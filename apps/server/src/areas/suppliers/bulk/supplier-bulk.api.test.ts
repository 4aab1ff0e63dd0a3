import type { BodyIn } from '@quayside/contracts/endpoint';
import { createInvoice, getInvoice } from '@quayside/contracts/invoices/invoices';
import {
  bulkEditSuppliers,
  type SupplierBulkChanges,
  type SupplierSelection,
} from '@quayside/contracts/suppliers/supplier-bulk-edits';
import {
  createSupplier,
  deleteSupplier,
  getSupplier,
  listSuppliers,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let seller: TestPerson;
const ids: Record<string, string> = {};
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  seller = await t.admin();
  const SUPPLIERS: readonly BodyIn<typeof createSupplier>[] = [
    {
      companyName: 'Acme',
      country: 'CN',
      currency: 'CNY',
      leadTimes: [{ shippingMethod: 'SEA', production: 30, transit: 35, checkIn: null }],
    },
    { companyName: 'Beta', country: 'CN', currency: 'USD' },
    { companyName: 'Gamma', country: 'GB', currency: 'GBP', paymentTerms: [{ percent: '100', event: 'ORDER' }] },
  ];
  for (const body of SUPPLIERS) ids[body.companyName] = (await t.ok(seller, createSupplier, { body })).id;
});

const named = (...names: string[]): SupplierSelection => ({ ids: names.map((name) => ids[name] ?? '') });
const edit = (selection: SupplierSelection, changes: SupplierBulkChanges, query: { dryRun?: 'true' } = {}) =>
  t.ok(seller, bulkEditSuppliers, { query, body: { selection, changes } });
const refused = async (selection: SupplierSelection, changes: SupplierBulkChanges) =>
  (await t.call(seller, bulkEditSuppliers, { body: { selection, changes } })).error?.errors?.map((e) => e.field);
const get = (name: string) => t.ok(seller, getSupplier, { params: { id: ids[name] ?? '' } });
const undo = (operationId: string | null) =>
  t.ok(seller, undoOperation, { params: { operationId: operationId ?? '' } });

describe('a bulk edit of suppliers', () => {
  it('is previewed without storing anything, with the values before and after', async () => {
    const changes = { currency: 'USD', leadTimes: [{ shippingMethod: 'SEA', transit: 40 }] } as const;
    const preview = await edit(
      named('Acme', 'Beta', 'Acme'),
      { ...changes, leadTimes: [...changes.leadTimes] },
      { dryRun: 'true' },
    );
    expect(preview).toEqual({
      operationId: null,
      counts: { selected: 2, change: 2, same: 0, fail: 0 },
      rows: [
        {
          id: ids['Acme'],
          companyName: 'Acme',
          changes: [
            { field: 'currency', before: 'CNY', after: 'USD' },
            { field: 'leadTimes.SEA.transit', before: '35', after: '40' },
          ],
        },
        {
          id: ids['Beta'],
          companyName: 'Beta',
          changes: [{ field: 'leadTimes.SEA.transit', before: null, after: '40' }],
        },
      ],
      errors: [],
    });
    expect(await get('Acme')).toMatchObject({ currency: 'CNY', version: 1 });
  });

  it('sets and clears each field, and leaves the others as they are', async () => {
    const { counts } = await edit(named('Acme', 'Gamma'), {
      country: 'DE',
      state: 'Bavaria',
      city: 'Munich',
      currency: null,
      paymentTerms: [
        { percent: '30', event: 'ORDER' },
        { percent: '70.00', event: 'ARRIVAL', days: 30 },
      ],
      shippingMethod: 'AIR',
      leadTime: 10,
      leadTimes: [
        { shippingMethod: 'SEA', production: null, checkIn: 5 },
        { shippingMethod: 'AIR', transit: 3 },
      ],
    });
    expect(counts).toEqual({ selected: 2, change: 2, same: 0, fail: 0 });
    expect(await get('Acme')).toMatchObject({
      companyName: 'Acme',
      country: 'DE',
      state: 'Bavaria',
      city: 'Munich',
      currency: null,
      paymentTerms: [
        { percent: '30', event: 'ORDER', days: 0 },
        { percent: '70', event: 'ARRIVAL', days: 30 },
      ],
      shippingMethod: 'AIR',
      leadTime: 10,
      leadTimes: [
        { shippingMethod: 'AIR', production: null, transit: 3, checkIn: null },
        { shippingMethod: 'SEA', production: null, transit: 35, checkIn: 5 },
      ],
      version: 2,
    });
    await edit(named('Acme'), {
      paymentTerms: [],
      leadTimes: [{ shippingMethod: 'AIR', transit: null }],
      leadTime: null,
    });
    expect(await get('Acme')).toMatchObject({
      paymentTerms: [],
      leadTimes: [{ shippingMethod: 'SEA' }],
      leadTime: null,
    });
    expect(await get('Beta')).toMatchObject({ version: 1 });
  });

  it('of all suppliers of a filter leaves out archived ones unless the filter asks for them', async () => {
    const chinese = { filter: [{ field: 'country', op: 'in', values: ['CN'] }] } as const satisfies SupplierSelection;
    expect((await edit(chinese, { archived: true })).counts).toEqual({ selected: 2, change: 2, same: 0, fail: 0 });
    const list = await t.ok(seller, listSuppliers);
    expect(list.content.map((s) => s.companyName)).toEqual(['Gamma']);
    expect((await edit(chinese, { currency: 'EUR' })).counts.selected).toBe(0);
    expect((await edit({ search: 'gam' }, { currency: 'EUR' })).counts).toMatchObject({ selected: 1, change: 1 });
    const archived = {
      filter: [{ field: 'archived', op: 'in', values: ['true'] }],
    } as const satisfies SupplierSelection;
    expect((await edit(archived, { archived: false })).counts.change).toBe(2);
    expect((await get('Acme')).archivedAt).toBeNull();
  });

  it('changes nothing twice, names unknown suppliers, and refuses invalid values', async () => {
    const unknown = '01900000-0000-7000-8000-000000000000';
    const foreign = await t.ok(await t.admin(), createSupplier, { body: { companyName: 'Foreign' } });
    const selection = { ids: [ids['Acme'] ?? '', unknown, foreign.id] };
    const done = await edit(selection, { currency: 'CNY' });
    expect(done).toMatchObject({
      operationId: null,
      counts: { selected: 3, change: 0, same: 1, fail: 2 },
      errors: [{ id: unknown, field: 'id', message: 'This supplier does not exist' }, { id: foreign.id }],
    });
    expect(await refused({ ids: [] }, {})).toEqual(['selection']);
    expect(await refused(named('Acme'), { currency: 'XXX', country: 'ZZ' })).toEqual([
      'changes.country',
      'changes.currency',
    ]);
    expect(await refused(named('Acme'), { paymentTerms: [{ percent: '30', event: 'ORDER' }] })).toEqual([
      'changes.paymentTerms',
    ]);
    expect(await refused(named('Acme'), { leadTime: -1 })).toEqual(['changes.leadTime']);
  });

  it('keeps the invoices of a supplier as they are', async () => {
    const invoice = await t.ok(seller, createInvoice, {
      body: { invoiceNumber: 'HS-1', date: '2026-10-01', currency: 'CNY', supplierId: ids['Acme'] ?? '' },
    });
    await edit(named('Acme'), { currency: 'EUR', archived: true });
    expect(await t.ok(seller, getInvoice, { params: { id: invoice.id } })).toMatchObject({ currency: 'CNY' });
  });
});

describe('a bulk edit', () => {
  it('can be undone for ten minutes; suppliers that were edited or deleted since are named and stay', async () => {
    const { operationId } = await edit(named('Acme', 'Beta', 'Gamma'), {
      currency: 'EUR',
      archived: true,
      paymentTerms: [],
      leadTimes: [{ shippingMethod: 'SEA', production: 1 }],
    });
    await t.ok(seller, updateSupplier, {
      params: { id: ids['Beta'] ?? '' },
      body: { companyName: 'Beta', notes: 'x' },
    });
    await t.ok(seller, deleteSupplier, { params: { id: ids['Gamma'] ?? '' } });
    t.setTime('2026-11-20T10:09:59.000Z');
    const undone = await undo(operationId);
    expect(undone).toMatchObject({ restored: 1, keptCount: 2 });
    expect(new Map(undone.kept.map((k) => [k.label, k.reason]))).toEqual(
      new Map([
        ['Beta', 'EDITED'],
        ['Gamma', 'DELETED'],
      ]),
    );
    expect(await get('Acme')).toMatchObject({
      currency: 'CNY',
      archivedAt: null,
      leadTimes: [{ shippingMethod: 'SEA', production: 30, transit: 35, checkIn: null }],
      version: 3,
    });
    const late = await edit(named('Acme'), { currency: 'EUR' });
    t.setTime('2026-11-20T10:20:00.000Z');
    const answer = await t.call(seller, undoOperation, { params: { operationId: late.operationId ?? '' } });
    expect(answer.error?.code).toBe('undo.too_late');
  });

  it('can be undone after a later one was undone', async () => {
    const first = await edit(named('Acme'), { currency: 'EUR' });
    const second = await edit(named('Acme'), { currency: 'USD' });
    expect(await undo(second.operationId)).toMatchObject({ restored: 1, keptCount: 0 });
    expect(await undo(first.operationId)).toMatchObject({ restored: 1, keptCount: 0 });
    expect((await get('Acme')).currency).toBe('CNY');
  });

  it('and its undo are in the audit log, with the values of each supplier, and tell open tabs', async () => {
    const { operationId } = await edit(named('Acme', 'Beta'), { archived: true });
    await undo(operationId);
    const log = await t.work(seller, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select(['action', 'subject_ids', 'details'])
        .where('action', '<>', 'supplier.created')
        .orderBy('id')
        .execute(),
    );
    expect(log.map((r) => r.action)).toEqual([
      'supplier.archived',
      'supplier.archived',
      'supplier.bulk-changed',
      'supplier.brought-back',
      'supplier.brought-back',
      'supplier.bulk-undone',
    ]);
    expect(log[0]?.details).toEqual({
      version: 2,
      changes: [{ field: 'archivedAt', from: null, to: '2026-11-20T10:00:00.000Z' }],
    });
    expect(new Set(log[2]?.subject_ids)).toEqual(new Set([ids['Acme'], ids['Beta']]));
    const told = await t.deps.db
      .selectFrom('outbox')
      .select((eb) => eb.fn.countAll<bigint>().as('n'))
      .where(sql<boolean>`payload->>'topic' = 'suppliers' and payload->'ids' ? ${ids['Acme'] ?? ''}`)
      .executeTakeFirst();
    expect(told?.n).toBe(3n);
  });
});
