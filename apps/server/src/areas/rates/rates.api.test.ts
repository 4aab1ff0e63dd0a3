import { listAuditLog } from '@quayside/contracts/audit';
import {
  createExchangeRate,
  deleteExchangeRate,
  exchangeRateTotals,
  listExchangeRates,
  patchExchangeRate,
  proposeExchangeRate,
  uploadExchangeRates,
} from '@quayside/contracts/rates/exchange-rates';
import { exportExchangeRates } from '@quayside/contracts/exports';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { acceptInvoiceRate, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice, getInvoice, listInvoiceHistory } from '@quayside/contracts/invoices/invoices';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../../http/local-client.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const typed = (who: TestPerson, day: string, base: string, quote: string, rate: string) =>
  t.ok(who, createExchangeRate, { body: { day, base, quote, rate } });
const chip = (field: string, op: string, ...values: string[]) => ({ field, op, values });
const days = async (who: TestPerson, query: object) =>
  (await t.ok(who, listExchangeRates, { query })).content.map((r) => `${r.day} ${r.base}/${r.quote} ${r.rate}`);

describe('an exchange rate', () => {
  it('is typed as entered, corrected, deleted and restored, with audit rows', async () => {
    const a = await t.admin();
    const made = await typed(a, '2026-10-23', 'GBP', 'CNY', '9.3190');
    expect(made).toMatchObject({
      day: '2026-10-23',
      base: 'GBP',
      quote: 'CNY',
      rate: '9.3190',
      origin: 'TYPED',
      version: 1,
    });
    expect(made.who?.id).toBe(a.userId);
    const patch = { params: { id: made.id }, body: { rate: '9.3197', version: 1 } };
    expect(await t.ok(a, patchExchangeRate, patch)).toMatchObject({ rate: '9.3197', version: 2 });
    expect(await t.call(a, patchExchangeRate, patch)).toMatchObject({
      status: 409,
      error: { code: 'conflict_version' },
    });
    const { operationId } = await t.ok(a, deleteExchangeRate, { params: { id: made.id } });
    expect(await days(a, {})).toEqual([]);
    expect(await t.ok(a, undoOperation, { params: { operationId } })).toMatchObject({ restored: 1, keptCount: 0 });
    expect(await days(a, {})).toEqual(['2026-10-23 GBP/CNY 9.3197']);
    const log = await t.ok(a, listAuditLog, {
      query: { filter: JSON.stringify([chip('kind', 'in', 'exchange-rate')]) },
    });
    expect(
      log.content.map(({ action, things, changes }) => [action, things[0]?.label, changes[0]?.from, changes[0]?.to]),
    ).toEqual([
      ['exchange-rate.restored', 'GBP/CNY 2026-10-23', null, '9.3197'],
      ['exchange-rate.deleted', 'GBP/CNY 2026-10-23', '9.3197', null],
      ['exchange-rate.changed', 'GBP/CNY 2026-10-23', '9.3190', '9.3197'],
      ['exchange-rate.created', 'GBP/CNY 2026-10-23', null, '9.3190'],
    ]);
  });

  it('exists once per pair and day, in either direction, and an undo keeps the newer one', async () => {
    const a = await t.admin();
    const first = await typed(a, '2026-10-23', 'GBP', 'CNY', '9.3');
    const body = { day: '2026-10-23', base: 'CNY', quote: 'GBP', rate: '0.11' };
    expect(await t.call(a, createExchangeRate, { body })).toMatchObject({
      status: 422,
      error: { code: 'rates.exists' },
    });
    const { operationId } = await t.ok(a, deleteExchangeRate, { params: { id: first.id } });
    await t.ok(a, createExchangeRate, { body });
    expect(await t.ok(a, undoOperation, { params: { operationId } })).toMatchObject({
      restored: 0,
      kept: [{ label: 'GBP/CNY 2026-10-23', reason: 'EDITED' }],
    });
    expect(await days(a, {})).toEqual(['2026-10-23 CNY/GBP 0.11']);
  });

  it.each([
    ['the same currency twice', { base: 'GBP', quote: 'GBP' }, 'quote'],
    ['a code that is no currency', { base: 'ZZZ' }, 'base'],
    ['a rate of 0', { rate: '0' }, 'rate'],
    ['eleven digits', { rate: '1.2345678901' }, 'rate'],
    ['a day that does not exist', { day: '2026-02-30' }, 'day'],
  ])('is refused with %s', async (_, wrong, field) => {
    const a = await t.admin();
    const body = { day: '2026-10-23', base: 'GBP', quote: 'CNY', rate: '9.3', ...wrong };
    const answer = await t.call(a, createExchangeRate, { body });
    expect([answer.status, answer.error.errors?.map((e) => e.field)]).toEqual([422, [field]]);
  });
});

describe('the list', () => {
  it('is filtered by currency and days, searched, sorted, counted and exported', async () => {
    const a = await t.admin();
    await typed(a, '2026-10-21', 'GBP', 'CNY', '9.31');
    await typed(a, '2026-10-22', 'EUR', 'GBP', '0.8724');
    await typed(a, '2026-10-23', 'USD', 'CNY', '7.11');
    expect(await days(a, {})).toEqual([
      '2026-10-23 USD/CNY 7.11',
      '2026-10-22 EUR/GBP 0.8724',
      '2026-10-21 GBP/CNY 9.31',
    ]);
    const ofGbp = { filter: JSON.stringify([chip('currency', 'in', 'GBP')]) };
    expect(await days(a, { ...ofGbp, sort: ['day,asc'] })).toEqual([
      '2026-10-21 GBP/CNY 9.31',
      '2026-10-22 EUR/GBP 0.8724',
    ]);
    expect(await t.ok(a, exchangeRateTotals, { query: ofGbp })).toEqual({ count: 2, pairs: 2 });
    const between = { filter: JSON.stringify([chip('day', 'between', '2026-10-22', '2026-10-22')]) };
    expect(await days(a, between)).toEqual(['2026-10-22 EUR/GBP 0.8724']);
    expect(await days(a, { search: 'cny/gbp' })).toEqual(['2026-10-21 GBP/CNY 9.31']);
    const query = { ...ofGbp, columns: 'day,base,quote,rate' };
    const file = await t.app.inject({
      method: 'GET',
      url: urlOf(exportExchangeRates, { userId: a.userId }, query),
      headers: { authorization: `Bearer ${a.token}` },
    });
    expect(file.body.replaceAll('"', '').replace('\ufeff', '').trim().split(/\r?\n/)).toEqual([
      'Day,From,To,Rate',
      '2026-10-22,EUR,GBP,0.8724',
      '2026-10-21,GBP,CNY,9.31',
    ]);
    const again = await t.ok(a, uploadExchangeRates, { file: { name: 'rates.csv', content: file.body } });
    expect(again.counts).toMatchObject({ rates: 2, same: 2, fail: 0 });
  });

  it('belongs to the account, and a viewer reads it without changing it', async () => {
    const [a, other] = [await t.admin(), await t.admin()];
    const { id } = await typed(a, '2026-10-21', 'GBP', 'CNY', '9.31');
    expect(await days(other, {})).toEqual([]);
    expect((await t.call(other, patchExchangeRate, { params: { id }, body: { rate: '1' } })).status).toBe(404);
    const viewer = await t.member(a);
    expect(await days(viewer, {})).toEqual(['2026-10-21 GBP/CNY 9.31']);
    expect((await t.call(viewer, deleteExchangeRate, { params: { id } })).status).toBe(403);
  });
});

describe('the proposal', () => {
  const of = async (who: TestPerson, on: string, from = 'CNY', to = 'GBP') =>
    (await t.ok(who, proposeExchangeRate, { query: { from, to, on } })).proposal;

  it('is the most recent rate of the table or of an invoice, never a later one, and names its source', async () => {
    const a = await t.admin();
    expect(await of(a, '2026-10-23')).toBeNull();
    const supplier = await t.ok(a, createSupplier, { body: { companyName: 'Haosheng', currency: 'CNY' } });
    const invoice = await t.ok(a, createInvoice, {
      body: { supplierId: supplier.id, date: '2026-10-10', invoiceNumber: 'HS-1', rate: '0.1075' },
    });
    expect(await of(a, '2026-10-23')).toEqual({
      rate: '0.1075',
      day: '2026-10-10',
      ageDays: 13,
      origin: 'INVOICE',
      parts: [{ day: '2026-10-10', base: 'CNY', quote: 'GBP', rate: '0.1075' }],
      invoice: { id: invoice.id, number: 'HS-1' },
    });
    expect(await of(a, '2026-10-09')).toBeNull();
    await typed(a, '2026-10-20', 'GBP', 'CNY', '9.3197');
    expect(await of(a, '2026-10-23')).toMatchObject({
      rate: '0.1072995912',
      day: '2026-10-20',
      ageDays: 3,
      origin: 'TYPED',
    });
    expect(await of(a, '2026-10-15')).toMatchObject({ rate: '0.1075', origin: 'INVOICE' });
    expect(await of(a, '2026-10-20', 'GBP', 'CNY')).toMatchObject({ rate: '9.3197', ageDays: 0 });
  });

  it('converts nothing until a person accepts it; the invoice then says that nobody typed it', async () => {
    const a = await t.admin();
    const supplier = await t.ok(a, createSupplier, { body: { companyName: 'Haosheng', currency: 'CNY' } });
    const invoice = await t.ok(a, createInvoice, { body: { supplierId: supplier.id, date: '2026-10-23' } });
    const { line } = await t.ok(a, createInvoiceLine, {
      params: { invoiceId: invoice.id },
      body: { name: 'Pans', quantity: 1, amount: '9319.70' },
    });
    await typed(a, '2026-10-20', 'GBP', 'CNY', '9.3197');
    const params = { id: invoice.id };
    const proposal = await of(a, '2026-10-23');
    expect(await t.ok(a, getInvoice, { params })).toMatchObject({ rate: null, totals: { lines: { account: null } } });
    expect((await t.call(a, confirmInvoice, { params, body: {} })).error.code).toBe('invoices.incomplete');
    const accept = (rate: string) => t.call(a, acceptInvoiceRate, { params, body: { rate, rateDate: '2026-10-20' } });
    const seen = proposal?.rate ?? '';
    const { id: rateId } = (await t.ok(a, listExchangeRates, {})).content[0] ?? { id: '' };
    await t.ok(a, patchExchangeRate, { params: { id: rateId }, body: { rate: '9.4' } });
    const stale = await accept(seen);
    expect([stale.status, stale.error.errors?.[0]]).toMatchObject([422, { field: 'rate' }]);
    await t.ok(a, patchExchangeRate, { params: { id: rateId }, body: { rate: '9.3197' } });
    expect((await accept(seen)).body).toMatchObject({
      rate: '0.1072995912',
      rateTyped: { rate: '9.3197', per: 'ACCOUNT' },
      rateDate: '2026-10-20',
      rateSource: 'feed',
      totals: { lines: { document: '9319.70', account: '1000.00' } },
    });
    expect((await accept(seen)).error.code).toBe('rates.typed');
    const history = await t.ok(a, listInvoiceHistory, { params });
    expect(history.content[0]?.changes).toContainEqual({ line: null, field: 'rateSource', from: null, to: 'feed' });
    expect(line.unassignedReason).toBe('NO_RATE');
    await t.ok(a, confirmInvoice, { params, body: {} });
  });

  it('is accepted while an invoice is created, unless it is another one by then', async () => {
    const a = await t.admin();
    const supplier = await t.ok(a, createSupplier, { body: { companyName: 'Haosheng', currency: 'CNY' } });
    const body = { supplierId: supplier.id, date: '2026-10-23' };
    await typed(a, '2026-10-20', 'CNY', 'GBP', '0.1073');
    const accept = (rate: string, more: object = {}) =>
      t.call(a, createInvoice, { body: { ...body, ...more, acceptedRate: { rate, rateDate: '2026-10-20' } } });
    expect((await accept('0.1073')).body).toMatchObject({
      rate: '0.1073',
      rateTyped: { rate: '0.1073', per: 'DOCUMENT' },
      rateDate: '2026-10-20',
      rateSource: 'feed',
    });
    expect((await accept('0.11')).error.errors?.[0]).toMatchObject({ field: 'rate' });
    expect((await accept('0.1073', { rate: '0.12' })).error.code).toBe('rates.typed');
  });

  it('has the direction in which it was typed on another invoice', async () => {
    const a = await t.admin();
    const supplier = await t.ok(a, createSupplier, { body: { companyName: 'Haosheng', currency: 'CNY' } });
    const rateTyped = { rate: '9.32', per: 'ACCOUNT' as const };
    const body = { supplierId: supplier.id, date: '2026-10-20', rateTyped };
    const made = await t.ok(a, createInvoice, { body });
    expect(made).toMatchObject({ rate: '0.1072961373', rateTyped, rateSource: 'manual' });
    expect(await of(a, '2026-10-23')).toMatchObject({
      rate: '0.1072961373',
      parts: [{ base: 'GBP', quote: 'CNY', rate: '9.32' }],
      invoice: { id: made.id },
    });
  });

  it('never replaces a rate that was typed on the invoice, and is not a rate of its own', async () => {
    const a = await t.admin();
    const supplier = await t.ok(a, createSupplier, { body: { companyName: 'Haosheng', currency: 'CNY' } });
    const body = { supplierId: supplier.id, date: '2026-10-23' };
    await typed(a, '2026-10-20', 'CNY', 'GBP', '0.1073');
    const invoice = await t.ok(a, createInvoice, { body: { ...body, rate: '0.12' } });
    const accept = (id: string) =>
      t.call(a, acceptInvoiceRate, { params: { id }, body: { rate: '0.1073', rateDate: '2026-10-20' } });
    expect((await accept(invoice.id)).error.code).toBe('rates.typed');
    const accepted = await t.ok(a, createInvoice, { body: { ...body, date: '2026-10-21' } });
    await accept(accepted.id);
    await t.ok(a, deleteExchangeRate, {
      params: { id: (await t.ok(a, listExchangeRates, {})).content[0]?.id ?? '' },
    });
    expect((await of(a, '2026-10-22')) ?? 'none').toBe('none');
    expect(await of(a, '2026-10-23')).toMatchObject({ rate: '0.12', origin: 'INVOICE' });
  });
});
