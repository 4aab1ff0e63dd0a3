import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { uploadDocument } from '@quayside/contracts/documents/documents';
import {
  archiveInvoice,
  closeInvoice,
  confirmInvoice,
  reopenInvoice,
  unarchiveInvoice,
} from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  getInvoice,
  invoiceTotals,
  listInvoiceHistory,
  listInvoices,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import type { QueryIn } from '@quayside/contracts/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { PDF } from '../../../testing/documents.ts';
import { anInvoice, aProduct, aSupplier, invariantsOf } from '../../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
let supplier: string;
const NOBODY = '01a1fd84-0000-7000-8000-000000000000';
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  supplier = await aSupplier(t, admin);
});
afterAll(() => t.close());

const aDocument = async (who = admin) =>
  (await t.ok(who, uploadDocument, { query: { documentType: 'INVOICE' }, file: { name: 'bill.pdf', content: PDF } }))
    .id;

describe('an invoice created from a document', () => {
  it('is in review without a supplier, can be found by number, and needs a supplier to be accepted', async () => {
    const documentId = await aDocument();
    const made = await t.ok(admin, createInvoice, { body: { documentId, invoiceNumber: 'NOBODY-1' } });
    expect(made).toMatchObject({
      status: 'REVIEW',
      supplierContact: null,
      currency: 'GBP',
      document: { id: documentId, fileName: 'bill.pdf', contentType: 'application/pdf', size: PDF.length },
      can: {
        confirm: { allowed: false, reason: 'To confirm this invoice it still needs a supplier and at least one line.' },
      },
    });
    const { id } = made;
    // Although a person has edited the invoice, it stays in review without costs until its supplier is known.
    const written = await t.ok(admin, createInvoiceLine, {
      params: { invoiceId: id },
      body: { costType: 'OTHER', amount: 7 },
    });
    expect(written.invoice).toMatchObject({ status: 'REVIEW', lineCount: 1 });
    expect((await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { total: '7.00' } })).status).toBe('REVIEW');
    expect(await t.call(admin, confirmInvoice, { params: { id }, body: {} })).toMatchObject({
      status: 422,
      error: { code: 'invoices.incomplete', message: 'To confirm this invoice it still needs a supplier.' },
    });
    const numbers = async (query: QueryIn<typeof listInvoices>) =>
      (await t.ok(admin, listInvoices, { query })).content.map((i) => i.invoiceNumber);
    expect(await numbers({ search: 'nobody-' })).toEqual(['NOBODY-1']);
    expect(await numbers({ search: 'ningbo nobody-' })).toEqual([]);
    expect(
      await numbers({
        sort: 'supplier,asc',
        filter: JSON.stringify([{ field: 'supplier', op: 'notIn', values: [supplier] }]),
      }),
    ).toEqual(['NOBODY-1']);
    expect(await numbers({ filter: JSON.stringify([{ field: 'supplier', op: 'in', values: [supplier] }]) })).toEqual(
      [],
    );
    expect((await t.ok(admin, invoiceTotals, {})).count).toBe(1);

    const known = await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { supplierId: supplier } });
    expect(known).toMatchObject({
      status: 'WORKING',
      supplierContact: { id: supplier },
      currency: 'GBP',
      unassignedLineCount: 1,
    });
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('takes the currency of its supplier unless another one was given', async () => {
    const made = await t.ok(admin, createInvoice, { body: { documentId: await aDocument() } });
    expect(
      await t.ok(admin, updateInvoiceBasic, { params: { id: made.id }, body: { supplierId: supplier } }),
    ).toMatchObject({
      currency: 'CNY',
      status: 'WORKING',
    });
    const typed = await t.ok(admin, createInvoice, { body: { documentId: await aDocument(), currency: 'USD' } });
    expect(
      (await t.ok(admin, updateInvoiceBasic, { params: { id: typed.id }, body: { supplierId: supplier } })).currency,
    ).toBe('USD');
  });

  it('can have a supplier from the start, or credit another invoice', async () => {
    const documentId = await aDocument();
    expect(await t.ok(admin, createInvoice, { body: { documentId, supplierId: supplier } })).toMatchObject({
      status: 'REVIEW',
      currency: 'CNY',
    });
    const goods = await anInvoice(t, admin, { supplierId: supplier, rate: '0.1' }, [{ costType: 'OTHER', amount: 10 }]);
    expect(await t.ok(admin, createInvoice, { body: { documentId, creditsInvoiceId: goods.id } })).toMatchObject({
      kind: 'CREDIT_NOTE',
      status: 'WORKING',
      document: { id: documentId },
      lines: [{ amount: '-10.00' }],
    });
  });

  it('is refused for a document that the account does not have', async () => {
    const foreign = await aDocument(await t.admin());
    for (const documentId of [NOBODY, foreign])
      expect(await t.call(admin, createInvoice, { body: { documentId } })).toMatchObject({
        status: 404,
        error: { code: 'documents.unknown' },
      });
  });
});

describe('another currency of the account', () => {
  it('removes the exchange rates of invoices, which converted into the former one, and says so', async () => {
    const who = await t.admin('GBP');
    const supplierId = await aSupplier(t, who);
    const draft = async (invoiceNumber: string, extra: Record<string, unknown> = {}) =>
      (
        await t.ok(who, createInvoice, {
          body: { supplierId, invoiceNumber, date: '2026-11-02', currency: 'CNY', ...extra },
        })
      ).id;
    const [rated, unrated] = [await draft('F-1', { rate: '0.1081' }), await draft('F-2')];
    await t.ok(who, updateAccountSettings, { body: { accountName: 'Crane', currency: 'USD', timeZone: 'UTC' } });
    const [first, second] = await Promise.all([rated, unrated].map((id) => t.ok(who, getInvoice, { params: { id } })));
    expect([first?.rate, first?.version, second?.version]).toEqual([null, 2, 1]);
    const history = await t.ok(who, listInvoiceHistory, { params: { id: rated } });
    expect(history.content[0]?.changes).toMatchObject([{ field: 'rate', from: '0.1081', to: null }]);
    const notices = await t.ok(who, listNotifications, {});
    expect(notices.content[0]).toMatchObject({ summary: 'The exchange rate of 1 invoice was removed' });
  });
});

describe('archiving', () => {
  it('hides a closed invoice from lists and totals, but not from search, until it is re-opened', async () => {
    const who = await t.admin();
    const from = await aSupplier(t, who, { currency: 'GBP' });
    const { id } = await anInvoice(t, who, { supplierId: from, invoiceNumber: 'OLD-1', total: '10' }, [
      { productId: await aProduct(t, who, 'AR'), quantity: 1, amount: 10 },
    ]);
    expect(await t.call(who, archiveInvoice, { params: { id }, body: {} })).toMatchObject({
      status: 422,
      error: {
        code: 'invoices.wrong_status',
        message: 'This invoice is WORKING; only one that is CLOSED can be archived.',
      },
    });
    await t.ok(who, confirmInvoice, { params: { id }, body: {} });
    const closed = await t.ok(who, closeInvoice, { params: { id }, body: {} });
    expect(closed.can.archive).toEqual({ allowed: true, reason: null });
    expect((await t.call(who, archiveInvoice, { params: { id }, body: { version: 1 } })).status).toBe(409);
    const archived = await t.ok(who, archiveInvoice, { params: { id }, body: { version: closed.version } });
    expect(archived).toMatchObject({
      status: 'CLOSED',
      archivedAt: expect.stringMatching(/^2026-11-20T10:00:00\.\d{3}Z$/),
      version: closed.version + 1,
      can: { archive: { allowed: false, reason: 'This invoice is archived already.' } },
    });
    expect((await t.call(who, archiveInvoice, { params: { id }, body: {} })).status).toBe(422);

    const count = async (query: QueryIn<typeof listInvoices>) => [
      (await t.ok(who, listInvoices, { query })).totalElements,
      (await t.ok(who, invoiceTotals, { query })).count,
    ];
    const filter = (...values: string[]) => ({ filter: JSON.stringify([{ field: 'archived', op: 'in', values }]) });
    expect([
      await count({}),
      await count({ search: 'old-1' }),
      await count(filter('true')),
      await count(filter('false')),
      await count(filter('true', 'false')),
    ]).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
      [0, 0],
      [1, 1],
    ]);
    expect(await invariantsOf(t, who)).toEqual([]);

    const back = await t.ok(who, unarchiveInvoice, { params: { id }, body: {} });
    expect(back).toMatchObject({ archivedAt: null, version: archived.version + 1 });
    expect((await t.ok(who, unarchiveInvoice, { params: { id }, body: {} })).version).toBe(back.version);
    await t.ok(who, archiveInvoice, { params: { id }, body: {} });
    expect(await t.ok(who, reopenInvoice, { params: { id }, body: {} })).toMatchObject({
      status: 'OPEN',
      archivedAt: null,
    });
    expect(await count({})).toEqual([1, 1]);
    expect((await t.ok(who, getInvoice, { params: { id } })).can.archive.allowed).toBe(false);
  });
});
