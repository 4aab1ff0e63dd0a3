import { uploadDocument } from '@quayside/contracts/documents/documents';
import {
  bulkPatchInvoiceLines,
  createInvoiceLine,
  deleteInvoiceLine,
  patchInvoiceLine,
} from '@quayside/contracts/invoices/invoice-lines';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  deleteInvoice,
  getInvoice,
  type InvoiceWithLines,
  listInvoices,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { PDF } from '../../../testing/documents.ts';
import { anInvoice, aProduct, aSupplier, invariantsOf } from '../../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
let supplier: string;
let product: string;
let other: string;
const NOBODY = '01a1fd84-0000-7000-8000-000000000000';
const TAKES_OFF = 'The amounts of a credit note are 0 or less';
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  supplier = await aSupplier(t, admin);
  product = await aProduct(t, admin, 'C-1');
  other = await aProduct(t, admin, 'C-2');
});
afterAll(() => t.close());

const get = (id: string): Promise<InvoiceWithLines> => t.ok(admin, getInvoice, { params: { id } });
type Line = BodyIn<typeof createInvoiceLine>;
/** Creates a factory invoice in yuan with an order, freight and a discount. */
const bill = (invoiceNumber: string, lines?: Line[]) =>
  anInvoice(
    t,
    admin,
    { supplierId: supplier, invoiceNumber, date: '2026-11-02', rate: '0.11', rateDate: '2026-11-01' },
    lines ?? [
      { productId: product, name: 'Kettle', account: '5000', quantity: 12, amount: '100.00', taxAmount: '20.00' },
      {
        name: 'Freight',
        costType: 'SHIPPING',
        quantity: '2.5',
        amount: '50.00',
        isTaxRecoverable: false,
        taxAmount: '10.00',
      },
      { name: 'Discount', costType: 'OTHER', amount: '-5.00' },
    ],
  );
const credit = (body: BodyIn<typeof createInvoice>) => t.ok(admin, createInvoice, { body });
const refused = async (body: BodyIn<typeof createInvoice>) => {
  const answer = await t.call(admin, createInvoice, { body });
  return [answer.status, answer.error.errors];
};
const patch = (invoiceId: string, id: string | undefined, body: BodyIn<typeof patchInvoiceLine>) =>
  t.call(admin, patchInvoiceLine, { params: { invoiceId, id: id ?? '' }, body });
const add = (invoiceId: string, body: Line) => t.call(admin, createInvoiceLine, { params: { invoiceId }, body });

describe('a credit note for an invoice', () => {
  it('takes over supplier, currency, rate, pairing, and what is left of every line', async () => {
    const goods = await bill('CN-A');
    const freight = await anInvoice(
      t,
      admin,
      { supplierId: supplier, rate: '0.12', pairedWith: [{ type: 'INVOICE', id: goods.id }] },
      [{ costType: 'SHIPPING', amount: '30.00' }],
    );
    expect(await credit({ creditsInvoiceId: freight.id })).toMatchObject({
      rate: '0.12',
      pairedWith: [{ type: 'INVOICE', id: goods.id }],
    });

    const note = await credit({ creditsInvoiceId: goods.id, date: '2026-11-15' });
    expect(note).toMatchObject({
      kind: 'CREDIT_NOTE',
      status: 'WORKING',
      invoiceNumber: '2026-11-15',
      supplierContact: { id: supplier },
      currency: 'CNY',
      rate: '0.11',
      rateDate: '2026-11-01',
      rateSource: 'manual',
      total: null,
      credits: [{ id: goods.id, number: 'CN-A' }],
      creditedBy: [],
    });
    expect(note.lines).toMatchObject([
      {
        product: { id: product },
        name: 'Kettle',
        account: '5000',
        costType: 'FACTORY_INVOICE',
        quantity: '-12',
        amount: '-100.00',
        taxAmount: '-20.00',
        unitPrice: '8.333333',
        creditsLine: { invoiceId: goods.id, invoiceNumber: 'CN-A', lineId: goods.lineIds[0], position: 1 },
      },
      {
        product: null,
        name: 'Freight',
        costType: 'SHIPPING',
        quantity: '0',
        amount: '-50.00',
        taxAmount: '-10.00',
        isTaxRecoverable: false,
      },
      { name: 'Discount', amount: '5.00', taxAmount: '0.00' },
    ]);
    const credited = await get(goods.id);
    expect(credited.creditedBy).toEqual([{ id: note.id, number: '2026-11-15' }]);
    expect(credited.lines.map((l) => l.credited)).toEqual([
      { amount: '100.00', taxAmount: '20.00', quantity: '12' },
      { amount: '50.00', taxAmount: '10.00', quantity: '0' },
      { amount: '-5.00', taxAmount: '0.00', quantity: '0' },
    ]);
    expect((await credit({ creditsInvoiceId: goods.id })).lines).toEqual([]);
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('credits the given amounts, skips lines with 0, and a second note credits the rest', async () => {
    const { id, lineIds } = await bill('CN-B');
    const [kettles = '', freight = ''] = lineIds;
    const first = await credit({
      creditsInvoiceId: id,
      invoiceNumber: 'GS-1',
      total: '-35.00',
      creditLines: [
        { invoiceLineId: kettles, amount: '30.00', quantity: 3 },
        { invoiceLineId: freight, amount: 0 },
      ],
    });
    expect(first).toMatchObject({
      invoiceNumber: 'GS-1',
      total: '-35.00',
      totals: { difference: { document: '0.00' } },
    });
    expect(first.lines).toMatchObject([
      { amount: '-30.00', taxAmount: '-6.00', quantity: '-3' },
      { name: 'Discount', amount: '1.00' },
    ]);
    const rest = await credit({ creditsInvoiceId: id, creditLines: [{ invoiceLineId: kettles }] });
    expect(rest.lines).toMatchObject([
      { amount: '-70.00', taxAmount: '-14.00', quantity: '-9' },
      // The whole discount is credited by now: the first credit note had 50/150 of it, this one has the remaining
      // 100/150.
      { name: 'Discount', amount: '2.34' },
    ]);
    expect((await get(id)).creditedBy.map((r) => r.id).sort()).toEqual([first.id, rest.id].sort());
    // A supplier may credit more than is left of a line.
    const more = { creditsInvoiceId: id, creditLines: [{ invoiceLineId: kettles, amount: 1, quantity: 0 }] };
    expect((await credit(more)).lines[0]).toMatchObject({ amount: '-1.00', taxAmount: '0.00' });
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('refuses invalid input, field by field', async () => {
    const { id, lineIds } = await bill('CN-C');
    const [line = ''] = lineIds;
    const note = await credit({ creditsInvoiceId: id, creditLines: [{ invoiceLineId: line, amount: 1 }] });
    const strange = await aSupplier(t, admin, { name: 'Somebody else' });
    const cases: [BodyIn<typeof createInvoice>, string, string][] = [
      [{}, 'supplierId', 'This field is required'],
      [{ kind: 'CREDIT_NOTE' }, 'supplierId', 'This field is required'],
      [{ supplierId: supplier, creditLines: [] }, 'creditLines', 'Name the invoice that is credited as well'],
      [{ creditsInvoiceId: id, kind: 'INVOICE' }, 'kind', 'Only a credit note can credit an invoice'],
      [
        { creditsInvoiceId: id, productIds: [product] },
        'productIds',
        'The lines of a credit note come from the invoice that it credits',
      ],
      [{ creditsInvoiceId: NOBODY }, 'creditsInvoiceId', 'Choose an invoice'],
      [{ creditsInvoiceId: note.id }, 'creditsInvoiceId', `${note.invoiceNumber} is a credit note itself`],
      [{ creditsInvoiceId: id, supplierId: strange }, 'supplierId', 'Invoice CN-C is from another supplier'],
      [{ creditsInvoiceId: id, currency: 'USD' }, 'currency', 'Invoice CN-C is in CNY, and so is its credit note'],
      [{ creditsInvoiceId: id, total: '1' }, 'total', TAKES_OFF],
      [
        { creditsInvoiceId: id, creditLines: [{ invoiceLineId: NOBODY }] },
        'creditLines.0.invoiceLineId',
        'This line does not belong to invoice CN-C',
      ],
      [
        { creditsInvoiceId: id, creditLines: [{ invoiceLineId: line }, { invoiceLineId: line }] },
        'creditLines.1.invoiceLineId',
        'This line is listed twice',
      ],
      [
        { creditsInvoiceId: id, creditLines: [{ invoiceLineId: line, amount: -1 }] },
        'creditLines.0.amount',
        'Enter the credited amount as 0 or more',
      ],
      [
        { creditsInvoiceId: id, creditLines: [{ invoiceLineId: line, amount: '0.001' }] },
        'creditLines.0.amount',
        'CNY has 2 decimals',
      ],
      [
        { creditsInvoiceId: id, creditLines: [{ invoiceLineId: line, quantity: -1 }] },
        'creditLines.0.quantity',
        'Enter the returned units as 0 or more',
      ],
      [
        { creditsInvoiceId: id, creditLines: [{ invoiceLineId: line, amount: 1, quantity: '0.5' }] },
        'creditLines.0.quantity',
        'A factory line of a product counts whole units',
      ],
    ];
    for (const [body, field, message] of cases)
      expect(await refused(body), JSON.stringify(body)).toMatchObject([422, [{ field, message }]]);
  });
});

describe('a credit note typed by hand', () => {
  it('has lines of its own that are allocated where they are sent, and accepts only negative amounts', async () => {
    const goods = await bill('BH-A');
    const note = await credit({
      kind: 'CREDIT_NOTE',
      supplierId: supplier,
      rate: '0.11',
      pairedWith: [{ type: 'INVOICE', id: goods.id }],
    });
    const made = await add(note.id, { costType: 'OTHER', name: 'Rebate', amount: '-12.00' });
    expect(made.body.line).toMatchObject({
      amount: '-12.00',
      creditsLine: null,
      assigned: { document: '-12.00', account: '-1.32' },
      entryCount: 1,
    });
    const cases: [Line, string, string][] = [
      [{ amount: '0.01' }, 'amount', TAKES_OFF],
      [{ taxAmount: '0.01' }, 'taxAmount', TAKES_OFF],
      [{ quantity: -1 }, 'quantity', 'Name the credited line: without it, no units can go back'],
      [
        { costType: 'FACTORY_INVOICE', productId: product, quantity: 1 },
        'quantity',
        'A credit note orders nothing: name the credited line, or enter 0',
      ],
    ];
    for (const [body, field, message] of cases)
      expect((await add(note.id, body)).error.errors).toMatchObject([{ field, message }]);
    expect(
      (await t.call(admin, updateInvoiceBasic, { params: { id: note.id }, body: { total: '1' } })).error.errors,
    ).toMatchObject([{ field: 'total', message: TAKES_OFF }]);
    expect((await add(goods.id, { quantity: -1 })).error.errors).toMatchObject([
      { field: 'quantity', message: 'A quantity is 0 or more' },
    ]);
    expect((await add(goods.id, { amount: -1 })).status).toBe(201);
  });

  it("credits a line when it names one, and then inherits that line's properties", async () => {
    const goods = await bill('BH-B');
    const [kettles = '', freight = ''] = goods.lineIds;
    const note = await credit({ kind: 'CREDIT_NOTE', supplierId: supplier, rate: '0.11' });
    const { line } = (
      await add(note.id, {
        amount: '-10.00',
        costType: 'SHIPPING',
        basis: 'VALUE',
        scope: [{ type: 'INVOICE', id: goods.id }],
      })
    ).body;
    const named = await patch(note.id, line.invoiceLineId, {
      creditsLineId: kettles,
      quantity: -1,
      costType: 'FACTORY_INVOICE',
    });
    expect(named.body.line).toMatchObject({
      product: { id: product },
      costType: 'FACTORY_INVOICE',
      quantity: '-1',
      basis: null,
      scope: null,
      entryCount: 1,
    });
    const again = await patch(note.id, line.invoiceLineId, { creditsLineId: freight, quantity: 0 });
    expect(again.body.line).toMatchObject({
      product: null,
      costType: 'SHIPPING',
      isTaxRecoverable: false,
      creditsLine: { position: 2 },
    });
    expect((await get(goods.id)).lines.map((l) => l.credited?.amount ?? null)).toEqual([null, '10.00', null]);
    const freed = await patch(note.id, line.invoiceLineId, {
      creditsLineId: null,
      isTaxRecoverable: true,
      costType: 'OTHER',
    });
    expect(freed.body.line).toMatchObject({ creditsLine: null, costType: 'OTHER', isTaxRecoverable: true });
    expect((await get(goods.id)).lines.map((l) => l.credited)).toEqual([null, null, null]);
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('refuses a line that cannot be credited, and a credit that differs from its line', async () => {
    const goods = await bill('BH-C');
    const [kettles = ''] = goods.lineIds;
    const note = await credit({ creditsInvoiceId: goods.id, creditLines: [{ invoiceLineId: kettles, amount: 10 }] });
    const own = note.lines[0]?.invoiceLineId ?? '';
    const dollars = await anInvoice(
      t,
      admin,
      { supplierId: supplier, invoiceNumber: 'BH-USD', currency: 'USD', rate: '0.8' },
      [{ amount: 5, costType: 'OTHER' }],
    );
    const { id: documentId } = await t.ok(admin, uploadDocument, { file: { name: 'bill.pdf', content: PDF } });
    const review = await anInvoice(t, admin, { documentId, invoiceNumber: 'BH-R', currency: 'CNY' }, [
      { amount: 5, costType: 'OTHER' },
    ]);
    expect(await refused({ creditsInvoiceId: review.id })).toMatchObject([
      422,
      [{ field: 'creditsInvoiceId', message: 'Invoice BH-R is in review and does not count yet' }],
    ]);
    const credits: [string | undefined, string][] = [
      [NOBODY, 'This line does not exist in the account'],
      [own, `${note.invoiceNumber} is a credit note itself: choose a line of an invoice`],
      [dollars.lineIds[0], 'Invoice BH-USD is in USD, this credit note in CNY'],
      [review.lineIds[0], 'Invoice BH-R is in review and does not count yet'],
    ];
    for (const [creditsLineId, message] of credits)
      expect((await add(note.id, { creditsLineId, amount: -1 })).error.errors).toMatchObject([
        { field: 'creditsLineId', message },
      ]);
    expect((await add(goods.id, { creditsLineId: kettles, amount: -1 })).error.errors).toMatchObject([
      { field: 'creditsLineId', message: 'Only a line of a credit note credits another line' },
    ]);
    const follows = 'A credit follows the line that it credits: line 1 of invoice BH-C';
    const differs: [BodyIn<typeof patchInvoiceLine>, string][] = [
      [{ productId: other }, 'productId'],
      [{ costType: 'OTHER' }, 'costType'],
      [{ isTaxRecoverable: false }, 'isTaxRecoverable'],
      [{ isExcludedFromGeneralCostsData: true }, 'isExcludedFromGeneralCostsData'],
      [{ exclusionReason: 'because' }, 'exclusionReason'],
      [{ basis: 'EQUAL' }, 'basis'],
      [{ scope: [{ type: 'INVOICE', id: goods.id }] }, 'scope'],
    ];
    for (const [body, field] of differs)
      expect((await patch(note.id, own, body)).error.errors).toMatchObject([{ field, message: follows }]);
    expect((await patch(note.id, own, { quantity: 1 })).error.errors).toMatchObject([
      { field: 'quantity', message: 'The quantity of a credit is 0 or less, because the units go back' },
    ]);
    expect(
      (
        await patch(note.id, own, {
          productId: product,
          costType: 'FACTORY_INVOICE',
          isTaxRecoverable: true,
          name: 'Broken',
        })
      ).body.line,
    ).toMatchObject({
      name: 'Broken',
      version: 2,
    });
    const bulk = await t.call(admin, bulkPatchInvoiceLines, {
      body: {
        lines: [
          { invoiceLineId: goods.lineIds[1] ?? '', costType: 'OTHER' },
          { invoiceLineId: own, costType: 'OTHER' },
        ],
      },
    });
    expect(bulk.error.errors).toMatchObject([{ field: 'lines.1.costType', message: follows }]);
  });

  it('shows the current exclusion and kind of tax of the credited line', async () => {
    const goods = await bill('BH-D');
    const note = await credit({ creditsInvoiceId: goods.id });
    await patch(goods.id, goods.lineIds[0], {
      isExcludedFromGeneralCostsData: true,
      exclusionReason: 'Private',
      isTaxRecoverable: false,
    });
    expect((await get(note.id)).lines[0]).toMatchObject({
      isExcludedFromGeneralCostsData: true,
      exclusionReason: 'Private',
      isTaxRecoverable: false,
      cost: { document: '-120.00', account: '-13.20' },
      version: 1,
    });
    // Tax treatment and exclusion of a credit follow the credited line. Changing the name of the credit must not
    // restore the earlier values.
    expect((await patch(note.id, note.lines[0]?.invoiceLineId, { name: 'x' })).body.line).toMatchObject({
      exclusionReason: 'Private',
      version: 2,
    });
    expect(await invariantsOf(t, admin)).toEqual([]);
  });
});

describe('a credited line', () => {
  it('cannot be deleted or change its type or currency, and the refusal names the credit note', async () => {
    const goods = await bill('LC-A', [{ name: 'Samples', costType: 'PRODUCT_SAMPLES', amount: '10.00' }]);
    const [line = ''] = goods.lineIds;
    const note = await credit({ creditsInvoiceId: goods.id, invoiceNumber: 'LC-NOTE' });
    const uses = [{ type: 'INVOICE', id: note.id, label: 'LC-NOTE' }];
    const at = { invoiceId: goods.id, id: line };
    for (const answer of [
      await t.call(admin, deleteInvoiceLine, { params: at }),
      await t.call(admin, deleteInvoice, { params: { id: goods.id } }),
      await t.call(admin, patchInvoiceLine, { params: at, body: { costType: 'OTHER' } }),
      await t.call(admin, patchInvoiceLine, { params: at, body: { productId: product } }),
      await t.call(admin, updateInvoiceBasic, { params: { id: goods.id }, body: { currency: 'USD' } }),
    ])
      expect(answer).toMatchObject({ status: 409, error: { code: 'invoices.in_use', uses } });
    expect((await get(goods.id)).can.delete.allowed).toBe(false);
    expect(
      (await t.call(admin, updateInvoiceBasic, { params: { id: note.id }, body: { currency: 'USD' } })).error.errors,
    ).toMatchObject([{ field: 'currency', message: 'Its lines credit lines in CNY' }]);
    expect((await patch(goods.id, line, { amount: '11.00', name: 'More samples' })).status).toBe(200);
    expect((await t.call(admin, deleteInvoice, { params: { id: note.id } })).status).toBe(204);
    expect((await get(goods.id)).lines[0]?.credited).toBeNull();
    expect((await t.call(admin, deleteInvoiceLine, { params: at })).status).toBe(204);
    expect(await invariantsOf(t, admin)).toEqual([]);
  });
});

describe('a discount', () => {
  it('is credited in proportion to the other lines, and a credit of everything leaves nothing', async () => {
    const { id, lineIds } = await bill('DC-A', [
      { name: 'Samples', costType: 'PRODUCT_SAMPLES', amount: '100.00' },
      { name: 'Discount', costType: 'PRODUCT_SAMPLES', amount: '-10.00' },
    ]);
    const [goods = '', discount = ''] = lineIds;
    expect(
      await refused({ creditsInvoiceId: id, creditLines: [{ invoiceLineId: discount, amount: 1 }] }),
    ).toMatchObject([422, [{ field: 'creditLines.0.amount', message: /in proportion to the other lines/ }]]);
    const half = await credit({ creditsInvoiceId: id, creditLines: [{ invoiceLineId: goods, amount: 50 }] });
    expect(half.lines.map((l) => l.amount)).toEqual(['-50.00', '5.00']);
    const rest = await credit({ creditsInvoiceId: id });
    expect(rest.lines.map((l) => l.amount)).toEqual(['-50.00', '5.00']);
    const own = { invoiceId: rest.id, id: rest.lines[1]?.invoiceLineId ?? '' };
    expect(
      (await t.call(admin, patchInvoiceLine, { params: own, body: { amount: '-5.00' } })).error.errors,
    ).toMatchObject([{ field: 'amount', message: 'The credit of a negative line is 0 or more' }]);
    expect(await invariantsOf(t, admin)).toEqual([]);
  });
});

describe('the invoice list', () => {
  it('distinguishes invoices from credit notes', async () => {
    const who = await t.admin();
    const from = await aSupplier(t, who);
    await t.ok(who, createInvoice, { body: { supplierId: from, invoiceNumber: 'ONE' } });
    await t.ok(who, createInvoice, { body: { supplierId: from, invoiceNumber: 'NOTE', kind: 'CREDIT_NOTE' } });
    const numbers = async (...values: string[]) =>
      (
        await t.ok(who, listInvoices, { query: { filter: JSON.stringify([{ field: 'kind', op: 'in', values }]) } })
      ).content.map((i) => i.invoiceNumber);
    expect([await numbers('CREDIT_NOTE'), await numbers('INVOICE')]).toEqual([['NOTE'], ['ONE']]);
  });
});

describe('an invoice created with products', () => {
  it('has one factory line of quantity 0 for each product', async () => {
    const made = await credit({ supplierId: supplier, costType: 'SHIPPING', productIds: [product, other, product] });
    expect(made.lines.map((l) => [l.product?.id, l.costType, l.quantity, l.amount, l.order])).toEqual([
      [product, 'FACTORY_INVOICE', '0', '0.00', null],
      [other, 'FACTORY_INVOICE', '0', '0.00', null],
    ]);
    expect(await refused({ supplierId: supplier, productIds: [product, NOBODY] })).toMatchObject([
      422,
      [{ field: 'productIds.1', message: 'Choose a product' }],
    ]);
  });

  it('can be confirmed under the usual rules', async () => {
    const { id } = await credit({ supplierId: supplier, rate: '0.1', productIds: [product] });
    expect((await t.ok(admin, confirmInvoice, { params: { id }, body: {} })).status).toBe('OPEN');
  });
});
