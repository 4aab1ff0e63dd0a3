import { bulkPatchInvoiceLines, deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  listInvoiceHistory,
  replaceInvoice,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { replaceInvoiceUpload } from '@quayside/contracts/invoices/invoice-documents';
import { removeAccountUser } from '@quayside/contracts/accounts/people';
import type { QueryIn } from '@quayside/contracts/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { PDF } from '../../../testing/documents.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
let supplier: string;
let product: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  supplier = await aSupplier(t, admin);
  product = await aProduct(t, admin, 'H-1');
});
afterAll(() => t.close());

const history = async (id: string, query: QueryIn<typeof listInvoiceHistory> = {}) =>
  (await t.ok(admin, listInvoiceHistory, { params: { id }, query })).content;
/** The history entries of an invoice: each has an action and its changes as "line field: from > to". */
const told = async (id: string) =>
  (await history(id)).map((e) => [
    e.action,
    ...e.changes.map((c) => `${c.line ? `${c.line.position} ` : ''}${c.field}: ${c.from} > ${c.to}`),
  ]);

describe('the history of an invoice', () => {
  it('shows who changed what, in words, newest first', async () => {
    const other = await t.member(admin, 'sv-account-admin');
    const second = await aSupplier(t, admin, { name: 'Yiwu Boxes' });
    const { id, lineIds } = await anInvoice(
      t,
      admin,
      { supplierId: supplier, invoiceNumber: 'H-100', date: '2026-11-02', rate: '0.1' },
      [
        { productId: product, quantity: 10, amount: '100.00' },
        { name: 'Cover', costType: 'INSURANCE', amount: '5.00' },
      ],
    );
    const [goods = '', cover = ''] = lineIds;
    t.setTime('2026-11-20T10:05:00.000Z');
    await t.ok(other, updateInvoiceBasic, {
      params: { id },
      body: {
        supplierId: second,
        total: '104.00',
        tracking: 'T-1',
        pairedWith: [
          { type: 'INVOICE', id: (await anInvoice(t, admin, { supplierId: supplier, invoiceNumber: 'H-OTHER' })).id },
        ],
      },
    });
    await t.ok(admin, patchInvoiceLine, {
      params: { invoiceId: id, id: goods },
      body: { amount: '99.00', scope: null },
    });
    await t.ok(admin, deleteInvoiceLine, { params: { invoiceId: id, id: cover } });
    await t.ok(admin, replaceInvoiceUpload, { params: { id }, file: { name: 'scan.pdf', content: PDF } });
    await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
    t.setTime('2026-11-20T10:00:00.000Z');
    expect(await told(id)).toEqual([
      ['invoice.confirmed', 'status: WORKING > OPEN'],
      ['invoice-payment.created', 'payments: null > 100 % 104.00 CNY NO_EVENT'],
      ['invoice.document-attached', 'document: null > scan.pdf'],
      ['invoice-line.deleted', '2 costType: INSURANCE > null', '2 name: Cover > null', '2 amount: 5.00 CNY > null'],
      ['invoice-line.changed', '1 amount: 100.00 CNY > 99.00 CNY'],
      [
        'invoice.changed',
        'supplier: Ningbo Yongjia Houseware > Yiwu Boxes',
        'total: null > 104.00 CNY',
        'tracking: null > T-1',
        'pairedWith: null > H-OTHER',
      ],
      ['invoice-line.created', '2 costType: null > INSURANCE', '2 name: null > Cover', '2 amount: null > 5.00 CNY'],
      [
        'invoice-line.created',
        '1 costType: null > FACTORY_INVOICE',
        '1 product: null > H-1',
        '1 quantity: null > 10',
        '1 amount: null > 100.00 CNY',
      ],
      [
        'invoice.created',
        'invoiceNumber: null > H-100',
        'kind: null > INVOICE',
        'supplier: null > Ningbo Yongjia Houseware',
        'date: null > 2026-11-02',
        'currency: null > CNY',
        'rate: null > 0.1',
      ],
    ]);
    const [newest, , , , , changed] = await history(id);
    expect(newest).toMatchObject({
      at: expect.stringMatching(/^2026-11-20T10:05:00\.\d{3}Z$/),
      who: { id: admin.userId },
    });
    expect(changed?.who).toEqual({ id: other.userId, name: expect.stringMatching(/^Test Person \d+$/) });
    expect(newest?.changes[0]?.line).toBeNull();
    expect((await history(id, { sort: 'at,asc' }))[0]?.action).toBe('invoice.created');
    const page = await t.ok(admin, listInvoiceHistory, { params: { id }, query: { page: 1, size: 3 } });
    expect(page).toMatchObject({ totalElements: 9, totalPages: 3, number: 1, last: false });
    expect(page.content.map((e) => e.action)).toEqual([
      'invoice-line.deleted',
      'invoice-line.changed',
      'invoice.changed',
    ]);
  });

  it('names the author also after they were removed from the account', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier }, []);
    const gone = await t.member(admin, 'sv-account-admin');
    await t.ok(gone, updateInvoiceBasic, { params: { id }, body: { tracking: 'T-2' } });
    await t.ok(admin, removeAccountUser, { params: { deleteUserId: gone.userId } });
    expect((await history(id))[0]?.who).toEqual({ id: gone.userId, name: expect.stringMatching(/^Test Person \d+$/) });
  });

  it('contains only its own changes after lines of several invoices were changed at once', async () => {
    const one = await anInvoice(t, admin, { supplierId: supplier }, [{ amount: 1 }]);
    const two = await anInvoice(t, admin, { supplierId: supplier }, [{ amount: 1 }]);
    await t.ok(admin, bulkPatchInvoiceLines, {
      body: {
        lines: [
          { invoiceLineId: one.lineIds[0] ?? '', costType: 'STORAGE' },
          { invoiceLineId: two.lineIds[0] ?? '', costType: 'OTHER' },
        ],
      },
    });
    expect((await told(one.id))[0]).toEqual(['invoice-line.changed', '1 costType: FACTORY_INVOICE > STORAGE']);
    expect((await told(two.id))[0]).toEqual(['invoice-line.changed', '1 costType: FACTORY_INVOICE > OTHER']);
  });

  it('names credited lines, chosen scopes and typed shares, and a full replacement', async () => {
    const goods = await anInvoice(t, admin, { supplierId: supplier, invoiceNumber: 'H-200' }, [
      { productId: product, quantity: 10, amount: '100.00' },
      { costType: 'OTHER', amount: '5.00' },
    ]);
    const note = await t.ok(admin, createInvoice, {
      body: { creditsInvoiceId: goods.id, creditLines: [{ invoiceLineId: goods.lineIds[0] ?? '', amount: 1 }] },
    });
    expect((await told(note.id)).map(([action]) => action)).toEqual(['invoice-line.created', 'invoice.created']);
    expect((await told(note.id))[0]).toContain('1 creditsLine: null > H-200, line 1');
    const inChinese = await t.ok(admin, listInvoiceHistory, {
      params: { id: note.id },
      query: {},
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(inChinese.content[0]?.changes.map(({ to }) => to)).toContain('H-200，第 1 行');
    const [order = '', fee = ''] = goods.lineIds;
    await t.ok(admin, patchInvoiceLine, {
      params: { invoiceId: goods.id, id: fee },
      body: { scope: [{ type: 'PRODUCT', id: product }] },
    });
    expect((await told(goods.id))[0]).toEqual(['invoice-line.changed', '2 scope: null > H-1']);
    await t.ok(admin, replaceInvoice, {
      params: { id: goods.id },
      body: { tracking: 'R', lines: [{ name: 'New' }, { invoiceLineId: order, quantity: 11 }] },
    });
    expect((await told(goods.id))[0]).toEqual([
      'invoice.replaced',
      'tracking: null > R',
      '1 costType: null > FACTORY_INVOICE',
      '1 name: null > New',
      '2 quantity: 10 > 11',
      '2 costType: OTHER > null',
      '2 amount: 5.00 CNY > null',
    ]);
  });

  it('is hidden from other accounts', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier });
    expect(await t.call(await t.admin(), listInvoiceHistory, { params: { id } })).toMatchObject({
      status: 404,
      error: { code: 'invoices.unknown' },
    });
    expect((await t.call(await t.member(admin), listInvoiceHistory, { params: { id } })).status).toBe(200);
  });
});
