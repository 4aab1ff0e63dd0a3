import { createAccountCode, deleteAccountCode } from '@quayside/contracts/payments/account-codes';
import { updateAccountSettings, getAccountSettings } from '@quayside/contracts/accounts/accounts';
import { listAuditLog } from '@quayside/contracts/audit';
import { listCredits, useCredit as createCreditUse } from '@quayside/contracts/payments/credits';
import { uploadDocument } from '@quayside/contracts/documents/documents';
import { exportAuditLog } from '@quayside/contracts/exports';
import { createInvoice, deleteInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { removeAccountUser, updateAccountUserRoles } from '@quayside/contracts/accounts/people';
import { createProduct, deleteProduct, patchProduct } from '@quayside/contracts/products/products';
import { createSupplier, updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { patchUser } from '@quayside/contracts/accounts/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '../../db/tx.ts';
import { urlOf } from '../../http/local-client.ts';
import { startSession } from '../accounts/sign-in/sessions.service.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { unaudited } from '../../testing/audited.ts';
import { markProved } from '../../http/proof.ts';
import { pdfOf } from '../../testing/documents.ts';
import { aBill, anOpenOrder, aPayee, pay, paymentOf } from '../../testing/payments.ts';

let t: TestApp;
let maya: TestPerson;
let vera: TestPerson;
let other: TestPerson;
let supplier: { id: string };
let pan: { id: string };
let invoice: { id: string };

/** Sets the clock, and creates a session for the person that is valid at that time. */
async function at(now: string, { userId, accountId }: TestPerson): Promise<TestPerson> {
  t.setTime(now);
  const { token } = await asSystem(t.deps, async (tx) => {
    const started = await startSession(tx, t.deps, userId, accountId, { ip: '127.0.0.1', userAgent: 'test' });
    await markProved(tx, started.token.session_state, new Date(now));
    return started;
  });
  return { userId, accountId, token: token.access_token };
}

/** Creates events on consecutive days, so that the tests can filter by day. The time zone of the account is London. */
beforeAll(async () => {
  t = await startTestApp();
  [maya, other] = [await t.admin(), await t.admin()];
  vera = await t.member(maya);
  maya = await at('2026-11-20T10:00:00.000Z', maya);
  supplier = await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo Works' } });
  pan = await t.ok(maya, createProduct, { body: { sku: 'PAN-1', name: 'Pan', supplierIds: [supplier.id] } });
  const gone = await t.ok(maya, createProduct, { body: { sku: 'GONE-1', name: 'Gone', supplierIds: [supplier.id] } });
  maya = await at('2026-11-21T10:00:00.000Z', maya);
  await t.ok(maya, updateSupplier, {
    params: { id: supplier.id },
    body: { companyName: 'Ningbo Haosheng', leadTime: 30 },
  });
  await t.ok(maya, patchProduct, { params: { id: pan.id }, body: { name: 'Frying pan' } });
  await t.ok(maya, deleteProduct, { params: { id: gone.id } });
  maya = await at('2026-11-22T10:00:00.000Z', maya);
  invoice = await t.ok(maya, createInvoice, {
    body: { supplierId: supplier.id, invoiceNumber: 'NB-7', currency: 'GBP', total: '10.00' },
  });
  const { line } = await t.ok(maya, createInvoiceLine, {
    params: { invoiceId: invoice.id },
    body: { productId: pan.id, name: 'Pans', quantity: 10, amount: '10.00' },
  });
  await t.ok(maya, patchInvoiceLine, {
    params: { invoiceId: invoice.id, id: line.invoiceLineId },
    body: { quantity: 12 },
  });
  await t.ok(maya, uploadDocument, { file: { name: 'bill.pdf', content: pdfOf([['bill']]) } });
  // In November, London time equals UTC: a quarter to midnight is still the 22nd, and half past midnight, set below, is
  // the 23rd.
  maya = await at('2026-11-22T23:45:00.000Z', maya);
  const { settings, version } = await settingsOf(maya);
  await t.ok(maya, updateAccountSettings, { body: { ...settings, archiveAfterDays: 45, version } as never });
  maya = await at('2026-11-23T00:30:00.000Z', maya);
  await t.ok(maya, updateAccountUserRoles, {
    params: { updateUserId: vera.userId },
    body: { roles: ['sv-account-admin'] },
  });
  await t.ok(maya, updateAccountUserRoles, {
    params: { updateUserId: vera.userId },
    body: { roles: ['sv-account-viewer'] },
  });
  await t.ok(maya, patchUser, { body: { firstName: 'Maya' } });
  other = await at('2026-11-23T00:30:00.000Z', other);
});
afterAll(() => t.close());

async function settingsOf(who: TestPerson) {
  const { version, ...settings } = await t.ok(who, getAccountSettings);
  const writable = Object.keys((updateAccountSettings.body as unknown as { shape: object }).shape);
  return { version, settings: Object.fromEntries(Object.entries(settings).filter(([key]) => writable.includes(key))) };
}
const log = async (query: object = {}, who = maya) =>
  (await t.ok(who, listAuditLog, { query: { size: 100, ...query } as never })).content;
const filter = (...chips: [field: string, op: string, ...values: string[]][]) => ({
  filter: JSON.stringify(chips.map(([field, op, ...values]) => ({ field, op, values }))),
});
const actions = async (query: object) => (await log(query)).map((e) => e.action);
const one = async (action: string) => {
  const [entry] = await log(filter(['action', 'in', action]));
  if (!entry) throw new Error(`nothing was logged as ${action}`);
  return entry;
};

describe('the audit log of an account', () => {
  it('shows who changed what, with old and new values and names instead of ids, newest first', async () => {
    const all = await log();
    expect(all.map((e) => e.at)).toEqual(
      all
        .map((e) => e.at)
        .toSorted()
        .toReversed(),
    );
    expect(await one('supplier.changed')).toMatchObject({
      at: '2026-11-21T10:00:00.000Z',
      who: { id: maya.userId, name: 'Maya Person 1' },
      kind: 'supplier',
      things: [{ kind: 'supplier', id: supplier.id, label: 'Ningbo Haosheng', exists: true }],
      changes: expect.arrayContaining([
        { line: null, field: 'companyName', from: 'Ningbo Works', to: 'Ningbo Haosheng' },
        { line: null, field: 'leadTime', from: null, to: '30' },
      ]),
    });
    expect((await one('product.changed')).changes).toEqual([
      { line: null, field: 'name', from: 'Pan', to: 'Frying pan' },
    ]);
    expect(await one('invoice-line.changed')).toMatchObject({
      things: [{ kind: 'invoice', id: invoice.id, label: 'NB-7', exists: true }],
      changes: expect.arrayContaining([
        expect.objectContaining({
          line: expect.objectContaining({ position: 1 }),
          field: 'quantity',
          from: '10',
          to: '12',
        }),
      ]),
    });
    expect((await one('account.settings-changed')).changes).toEqual([
      { line: null, field: 'archiveAfterDays', from: '30', to: '45' },
    ]);
    expect((await one('member.role-changed')).changes).toEqual([
      { line: null, field: 'roles', from: 'sv-account-admin', to: 'sv-account-viewer' },
    ]);
    // The audit log contains which fields of a profile changed, but not their values.
    expect(await one('person.profile-changed')).toMatchObject({ changes: [], fields: ['firstName'] });
    expect(await one('product.deleted')).toMatchObject({ things: [{ label: 'GONE-1', exists: false }] });
  });

  it('can be filtered by person, kind, action and account day, and searched by record names', async () => {
    expect(await actions(filter(['kind', 'in', 'supplier']))).toEqual(['supplier.changed', 'supplier.created']);
    // The kind `invoice` does not include invoice lines.
    expect(await actions(filter(['kind', 'in', 'invoice']))).toEqual(['invoice.created']);
    expect(await actions(filter(['person', 'in', vera.userId]))).toEqual([]);
    expect((await actions(filter(['person', 'in', maya.userId], ['kind', 'in', 'product', 'supplier']))).length).toBe(
      6,
    );
    expect(await actions(filter(['person', 'in', 'system']))).toEqual([]);
    expect(await actions(filter(['at', 'between', '2026-11-21', '2026-11-21']))).toEqual([
      'product.deleted',
      'product.changed',
      'supplier.changed',
    ]);
    expect(await actions(filter(['at', 'gte', '2026-11-23']))).toEqual([
      'person.profile-changed',
      'member.role-changed',
      'member.role-changed',
    ]);
    expect((await actions(filter(['at', 'lte', '2026-11-22'])))[0]).toBe('account.settings-changed');
    expect(await actions({ search: 'frying PAN' })).toEqual(['product.changed', 'product.created']);
    expect(await actions({ search: 'haosheng' })).toEqual(['supplier.changed', 'supplier.created']);
    expect(await actions({ search: 'nb-7' })).toEqual([
      'invoice-line.changed',
      'invoice-line.created',
      'invoice.created',
    ]);
    expect(await actions({ search: 'bill.pdf' })).toEqual(['document.added']);
    expect(await actions({ search: 'gone-1' })).toEqual(['product.deleted']);
    expect(await actions({ search: 'nothing at all' })).toEqual([]);
    expect((await log({ sort: 'at,asc', size: 1 }))[0]?.action).toBe('supplier.created');
  });

  it.each([
    [['person', 'in', 'nobody']],
    [['at', 'gte', 'yesterday']],
    [['at', 'in', '2026-11-21']],
    [['details', 'in', 'x']],
  ] as const)('refuses %j', async (chip) => {
    const answer = await t.call(maya, listAuditLog, { query: filter(chip as never) as never });
    expect(answer.status).toBe(422);
  });

  it('is open to admins of the account only', async () => {
    expect((await t.call(await t.member(maya), listAuditLog)).status).toBe(403);
    expect(await log({}, other)).toEqual([]);
    expect(await log(filter(['person', 'in', maya.userId]), other)).toEqual([]);
    expect(await log({ search: 'haosheng' }, other)).toEqual([]);
  });

  it('names removed people and Quayside itself, and has no link to a deleted record', async () => {
    const account = await t.admin();
    const colleague = await t.member(account, 'sv-account-admin');
    const made = await t.ok(colleague, createSupplier, { body: { companyName: 'Late works' } });
    const bill = await t.ok(colleague, createInvoice, {
      body: { supplierId: made.id, invoiceNumber: 'L-1', currency: 'GBP', total: '1.00' },
    });
    await t.ok(account, deleteInvoice, { params: { id: bill.id } });
    await t.ok(account, removeAccountUser, { params: { deleteUserId: colleague.userId } });
    await t.work(account, (w) =>
      w.tx
        .insertInto('audit_log')
        .values({
          account_id: account.accountId,
          id: w.newId(),
          person_id: null,
          action: 'later.invented',
          subject_type: 'later',
          subject_ids: [],
          recorded_at: w.now,
        })
        .execute(),
    );
    const entries = await log({}, account);
    const found = (action: string) => entries.find((e) => e.action === action);
    expect(found('supplier.created')?.who?.name).toMatch(/^Test Person \d+$/);
    expect(found('member.removed')?.things[0]).toMatchObject({
      label: found('supplier.created')?.who?.name,
      exists: false,
    });
    expect(found('invoice.deleted')?.things[0]).toMatchObject({ label: 'L-1', exists: false });
    // An action that this version of the server does not know is still listed, with as much of its data as can be read.
    expect(found('later.invented')).toMatchObject({ who: null, kind: 'later', things: [], thingCount: 0, changes: [] });
    expect((await log(filter(['person', 'in', 'system']), account)).map((e) => e.action)).toEqual(['later.invented']);
  });

  it('shows, searches and exports rows of earlier releases', async () => {
    const account = await t.admin();
    const made = await t.ok(account, createSupplier, { body: { companyName: 'Haosheng' } });
    const earlier = (action: string, subject: string, details: object) =>
      t.work(account, (w) =>
        w.tx
          .insertInto('audit_log')
          .values({
            account_id: account.accountId,
            id: w.newId(),
            person_id: account.userId,
            action,
            subject_type: action.slice(0, action.indexOf('.')),
            subject_ids: [subject],
            details: JSON.stringify(details),
            recorded_at: w.now,
          })
          .execute(),
      );
    await earlier('supplier.changed', made.id, { company_name: ['Works', 'Haosheng'], lead_time: [null, 30] });
    await earlier('product.deleted', '01a1fd84-0000-7000-8000-000000000001', { sku: 'OLD-1', name: 'Old pan' });
    const [deleted, changed] = await log(filter(['action', 'in', 'supplier.changed', 'product.deleted']), account);
    expect(changed?.changes).toEqual([
      { line: null, field: 'leadTime', from: null, to: '30' },
      { line: null, field: 'companyName', from: 'Works', to: 'Haosheng' },
    ]);
    expect(deleted).toMatchObject({
      things: [{ label: 'OLD-1', exists: false }],
      changes: expect.arrayContaining([{ line: null, field: 'sku', from: 'OLD-1', to: null }]),
    });
    expect((await log({ search: 'old pan' }, account)).map((e) => e.action)).toEqual(['product.deleted']);
    const url = urlOf(exportAuditLog, { userId: account.userId }, filter(['action', 'in', 'supplier.changed']));
    const file = await t.app.inject({ url, headers: { authorization: `Bearer ${account.token}` } });
    expect(file.body).toContain('leadTime:  → 30; companyName: Works → Haosheng');
  });

  it('has a row for every announced change; a test of the API that makes a change without one fails at its end', async () => {
    const own = await startTestApp();
    const admin = await own.admin();
    await own.ok(admin, createSupplier, { body: { companyName: 'Logged' } });
    expect(await unaudited(own.deps.db)).toEqual([]);
    await sql`
      insert into outbox (account_id, person_id, type, payload, request_id)
      values (
        ${admin.accountId}, ${admin.userId}, 'changed', '{"topic":"suppliers","ids":[]}', 'a silent request'
      )`.execute(own.deps.db);
    expect(await unaudited(own.deps.db)).toEqual(['suppliers a silent request']);
    await expect(own.close()).rejects.toThrow('suppliers a silent request');
  });

  it('names account codes, payments, schedules, credits and purchase orders, also deleted codes', async () => {
    const who = await t.admin();
    const code = await t.ok(who, createAccountCode, { body: { code: '1200', name: 'Barclays', type: 'PAYMENT' } });
    await t.ok(who, deleteAccountCode, { params: { id: code.id } });
    const supplierId = await aPayee(t, who);
    const bill = await aBill(t, who, { supplierId, invoiceNumber: 'HS-1', total: '1000.00' });
    await pay(t, who, paymentOf(bill), { amount: '1100.00', paidAmount: '110.00', keepExcess: true });
    const next = await aBill(t, who, { supplierId, invoiceNumber: 'HS-2', total: '50.00' });
    const [credit] = (await t.ok(who, listCredits, { query: {} })).content;
    await t.ok(who, createCreditUse, {
      params: { creditId: credit?.id ?? '' },
      body: { paymentId: paymentOf(next), amount: '50.00' },
    });
    await anOpenOrder(t, who, { supplierId, items: ['10.00'], poNumber: 'PO-7' });
    const { content } = await t.ok(who, listAuditLog, { query: { size: 50 } });
    const named = content.map(({ action, things, thingCount }) =>
      [action, thingCount, ...things.map(({ kind, label, exists }) => `${kind} ${label} ${exists}`)].join(' '),
    );
    for (const entry of [
      'account-code.created 1 account-code 1200 false',
      'invoice-payment.created 1 invoice-payment HS-1 true',
      'payment.paid 1 payment HS-1 1 true',
      'credit.used 1 credit HS-1 true',
      'purchase-order.created 1 purchase-order PO-7 true',
    ])
      expect(named).toContain(entry);
    const found = await t.ok(who, listAuditLog, { query: { search: '1200' } });
    expect(found.content.map(({ action }) => action)).toContain('account-code.deleted');
  });

  it('is exported with the filter and search of the list', async () => {
    const fetched = async (who: TestPerson, query: Record<string, unknown>, language = 'en') => {
      const answer = await t.app.inject({
        url: urlOf(exportAuditLog, { userId: who.userId }, query),
        headers: { authorization: `Bearer ${who.token}`, 'accept-language': language },
      });
      return { status: answer.statusCode, text: answer.body.replaceAll('"', ''), type: answer.headers['content-type'] };
    };
    const { text } = await fetched(maya, filter(['kind', 'in', 'product', 'supplier']));
    const lines = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    expect(lines[0]).toBe('When,Who,Action,Kind,Thing,Things,Changes');
    expect(lines[1]).toContain('2026-11-21T10:00:00Z,Maya Person 1,product.deleted,product,GONE-1,1,');
    expect(lines[2]).toBe('2026-11-21T10:00:00Z,Maya Person 1,product.changed,product,PAN-1,1,name: Pan → Frying pan');
    expect(lines[3]).toBe(
      '2026-11-21T10:00:00Z,Maya Person 1,supplier.changed,supplier,Ningbo Haosheng,1,' +
        'companyName: Ningbo Works → Ningbo Haosheng; leadTime:  → 30',
    );
    expect(lines).toHaveLength(7);
    expect(
      (await fetched(maya, { search: 'nb-7', columns: 'action,thing' })).text
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/),
    ).toEqual(['Action,Thing', 'invoice-line.changed,NB-7', 'invoice-line.created,NB-7', 'invoice.created,NB-7']);
    const ofLines = { search: 'nb-7', columns: 'changes' };
    expect((await fetched(maya, ofLines)).text).toContain('line 1, ');
    expect((await fetched(maya, ofLines, 'zh-CN')).text).toContain('第 1 行，');
    expect((await fetched(maya, { format: 'xlsx' })).type).toContain('spreadsheetml');
    expect((await fetched(await t.member(maya), {})).status).toBe(403);
    expect((await fetched(other, {})).text.replace(/^\uFEFF/, '').trim()).toBe(
      'When,Who,Action,Kind,Thing,Things,Changes',
    );
  });

  it.each(['at,asc', 'at,desc'])('is exported with each of many entries exactly once, sorted by %s', async (sort) => {
    const account = await t.admin();
    await t.work(account, (w) =>
      sql`
        insert into audit_log (account_id, id, action, subject_type, subject_ids, details, recorded_at)
        select ${account.accountId}, gen_random_uuid(), 'later.invented', 'later', '{}', jsonb_build_object('step', n),
          ${w.now}::timestamptz + n % 3 * interval '1 second'
        from generate_series(1, 2500) as n`.execute(w.tx),
    );
    const url = urlOf(exportAuditLog, { userId: account.userId }, { sort, columns: 'at,changes' });
    const answer = await t.app.inject({ url, headers: { authorization: `Bearer ${account.token}` } });
    const rows = answer.body.trim().split('\n').slice(1);
    expect(new Set(rows).size).toBe(2500);
    const times = rows.map((row) => row.split(',')[0] ?? '');
    expect(times).toEqual(sort === 'at,asc' ? times.toSorted() : times.toSorted().toReversed());
  });
});
