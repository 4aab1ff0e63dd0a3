import {
  createAccountCode,
  deleteAccountCode,
  listAccountCodes,
  listInvoiceAccountCodes,
  listPaymentAccountCodes,
  pasteAccountCodes,
  patchAccountCode,
} from '@quayside/contracts/payments/account-codes';
import { listPaymentStatuses } from '@quayside/contracts/payments/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aBill, aPayee, pay, paymentOf } from '../../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  a = await t.admin();
});
afterAll(() => t.close());

const add = (code: string, type: 'INVOICE' | 'PAYMENT' = 'PAYMENT', name = `Account ${code}`) =>
  t.ok(a, createAccountCode, { body: { code, name, type } });
const codes = async () =>
  (await t.ok(a, listAccountCodes)).map(
    ({ type, code, name, archivedAt }) => `${type} ${code} ${name}${archivedAt === null ? '' : ' archived'}`,
  );
const paste = (text: string, query: { dryRun?: 'true'; onlyValid?: 'true' } = {}, type?: 'INVOICE') =>
  t.call(a, pasteAccountCodes, { query, body: { text, ...(type && { type }) } });

describe('account codes', () => {
  it('are kept by type and code, and only those that are not archived can be chosen', async () => {
    await add('200', 'INVOICE');
    const bank = await add('090');
    await add('100');
    const archived = await t.ok(a, patchAccountCode, {
      params: { id: bank.id },
      body: { name: 'Old bank', archivedAt: '2026-11-20T10:00:00.000Z', version: bank.version },
    });
    expect(archived).toMatchObject({ accountId: a.accountId, version: 2, name: 'Old bank' });
    expect(await codes()).toEqual([
      'INVOICE 200 Account 200',
      'PAYMENT 090 Old bank archived',
      'PAYMENT 100 Account 100',
    ]);
    expect((await t.ok(a, listPaymentAccountCodes)).map(({ code }) => code)).toEqual(['100']);
    expect((await t.ok(a, listInvoiceAccountCodes)).map(({ code }) => code)).toEqual(['200']);
    const stale = await t.call(a, patchAccountCode, { params: { id: bank.id }, body: { code: '091', version: 1 } });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict_version']);
    const restored = await t.ok(a, patchAccountCode, { params: { id: bank.id }, body: { archivedAt: null } });
    expect(restored.archivedAt).toBeNull();
  });

  it('are unique among those of a type, whatever their case', async () => {
    const bank = await add('Bank');
    await add('BANK', 'INVOICE');
    const taken = await t.call(a, createAccountCode, { body: { code: 'bank', name: 'x', type: 'PAYMENT' } });
    expect([taken.status, taken.error.code, taken.error.errors?.[0]?.field]).toEqual([
      422,
      'payments.code_taken',
      'code',
    ]);
    const other = await add('Other');
    const renamed = await t.call(a, patchAccountCode, { params: { id: other.id }, body: { code: 'BANK' } });
    expect(renamed.error.code).toBe('payments.code_taken');
    expect(await t.ok(a, patchAccountCode, { params: { id: bank.id }, body: { code: 'BANK' } })).toMatchObject({
      code: 'BANK',
    });
    const empty = await t.call(a, createAccountCode, { body: { code: ' ', name: '', type: 'PAYMENT' } });
    expect([empty.status, empty.error.errors?.map(({ field }) => field)]).toEqual([422, ['code', 'name']]);
  });

  it('are deleted unless a payment has them, and payments keep an archived one', async () => {
    const [free, used] = [await add('Free'), await add('Used')];
    await t.ok(a, deleteAccountCode, { params: { id: free.id } });
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a) });
    await pay(t, a, paymentOf(bill), { amount: '1.00', accountCode: 'used' });
    const kept = await t.call(a, deleteAccountCode, { params: { id: used.id } });
    expect([kept.status, kept.error.code]).toEqual([409, 'payments.code_in_use']);
    await t.ok(a, patchAccountCode, { params: { id: used.id }, body: { archivedAt: '2026-11-20T10:00:00.000Z' } });
    // Nobody chose a code for the second payment: it has that of its instalment.
    expect(await pay(t, a, paymentOf(bill), { amount: '1.00' })).toMatchObject({ accountCode: 'Used' });
    expect(await codes()).toEqual(['PAYMENT Used Account Used archived']);
  });

  it('and the statuses of payments are read by viewers, who cannot write them', async () => {
    const viewer = await t.member(a);
    expect(await t.ok(viewer, listAccountCodes)).toEqual([]);
    expect((await t.ok(viewer, listPaymentStatuses)).map(({ value }) => value)).toEqual(['UNPAID', 'PAID']);
    const refused = await t.call(viewer, createAccountCode, { body: { code: '1', name: '1', type: 'PAYMENT' } });
    expect(refused.status).toBe(403);
  });
});

describe('pasted account codes', () => {
  it('are previewed, then stored: new ones, new names, and archived ones that come back', async () => {
    const old = await add('090', 'PAYMENT', 'Old');
    await t.ok(a, patchAccountCode, { params: { id: old.id }, body: { archivedAt: '2026-11-20T10:00:00.000Z' } });
    await add('091', 'PAYMENT', 'Same');
    const text = "Code\tAccount name\tUsed for\n090\tBank\tbank\n091\tSame\tPAYMENT\n200\t'=SUM(1)\tinvoices\n";
    const preview = await paste(text, { dryRun: 'true' });
    expect(preview.body).toMatchObject({
      isDryRun: true,
      counts: { rows: 3, create: 1, update: 1, same: 1, fail: 0 },
      sample: [
        { row: 2, code: '090', action: 'UPDATE' },
        { row: 3, code: '091', action: 'SAME' },
        { row: 4, code: '200', type: 'INVOICE', action: 'CREATE' },
      ],
    });
    expect(await codes()).toEqual(['PAYMENT 090 Old archived', 'PAYMENT 091 Same']);
    expect((await paste(text)).status).toBe(200);
    expect(await codes()).toEqual(['INVOICE 200 =SUM(1)', 'PAYMENT 090 Bank', 'PAYMENT 091 Same']);
  });

  it('need no headings, and have the type of the paste unless a cell says another', async () => {
    expect((await paste('300\tFreight\n301\tDuty\n302\tTill\tpayment', {}, 'INVOICE')).status).toBe(200);
    expect(await codes()).toEqual(['INVOICE 300 Freight', 'INVOICE 301 Duty', 'PAYMENT 302 Till']);
  });

  it('with errors are refused by row, unless only the valid rows are wanted', async () => {
    const text = '\tNo code\n310\t\n311\tFine\n311\tTwice\n312\tOdd\tsideways';
    const refused = await paste(text);
    expect([refused.status, refused.error.code]).toEqual([422, 'imports.has_errors']);
    expect(refused.error.errors?.map(({ field }) => field)).toEqual([
      'rows.1.code',
      'rows.2.name',
      'rows.4.code',
      'rows.5.type',
    ]);
    expect(await codes()).toEqual([]);
    expect((await paste(text, { onlyValid: 'true' })).body).toMatchObject({ counts: { create: 1, fail: 4 } });
    expect(await codes()).toEqual(['PAYMENT 311 Fine']);
    const many = Array.from({ length: 2002 }, (_, i) => `${i}\tName`).join('\n');
    expect((await paste(many)).error.code).toBe('imports.unreadable');
  });
});
