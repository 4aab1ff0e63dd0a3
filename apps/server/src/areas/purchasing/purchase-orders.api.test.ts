import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { exportPurchaseOrders } from '@quayside/contracts/exports';
import { deleteProduct, patchProduct } from '@quayside/contracts/products/products';
import {
  createPurchaseOrder,
  getInternalPoNumber,
  getPurchaseOrder,
  listInvoicePurchaseOrderSummaries,
  listPurchaseOrderHistory,
  listPurchaseOrders,
  listPurchaseOrderSummaries,
  patchPurchaseOrder,
  purchaseOrderTotals,
  updatePurchaseOrder,
} from '@quayside/contracts/purchasing/purchase-orders';
import type { BodyIn, QueryIn } from '@quayside/contracts/endpoint';
import { createSupplier, deleteSupplier, mergeSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { putSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { aPayee } from '../../testing/payments.ts';
import { anOpenOrder, anOrder, aPackedProduct, fileOf } from '../../testing/purchase-orders.ts';
import { readWorkbook } from '../../testing/read-workbook.ts';

const NOBODY = '01a1fd84-0000-7000-8000-000000000000';
const HALVES = [
  { percent: '30', event: 'ORDER', days: 0 },
  { percent: '70', event: 'SHIPPING', days: -10 },
] as const;
let t: TestApp;
let a: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
  supplierId = await aPayee(t, a, { terms: HALVES });
});
afterAll(() => t.close());

const create = (body: BodyIn<typeof createPurchaseOrder>) => t.call(a, createPurchaseOrder, { body });
const patch = (id: string, body: BodyIn<typeof patchPurchaseOrder>) =>
  t.call(a, patchPurchaseOrder, { params: { id }, body });
const put = (id: string, body: BodyIn<typeof updatePurchaseOrder>) =>
  t.call(a, updatePurchaseOrder, { params: { id }, body });
/** The fields that a refused call names, with their messages. */
const refused = async (answer: ReturnType<typeof create | typeof patch | typeof put>) => {
  const { status, error } = await answer;
  return [status, ...(error.errors ?? []).map(({ field, message }) => `${field}: ${message}`)];
};
const numbers = async (query: QueryIn<typeof listPurchaseOrders>) =>
  (await t.ok(a, listPurchaseOrders, { query })).content.map((order) => order.internalPoNumber);
const filter = (field: string, op: string, values: unknown[]) => JSON.stringify([{ field, op, values }]);

describe('internal numbers', () => {
  it('count in each year of the account, and are taken when the purchase order is saved', async () => {
    const next = async () => (await t.ok(a, getInternalPoNumber)).internalPoNumber;
    expect([await next(), await next()]).toEqual(['PO-2026-0001', 'PO-2026-0001']);
    const two = await Promise.all([anOrder(t, a, { supplierId }), anOrder(t, a, { supplierId })]);
    expect(two.map(({ internalPoNumber }) => internalPoNumber).toSorted()).toEqual(['PO-2026-0001', 'PO-2026-0002']);
    expect(two.every(({ poNumber, internalPoNumber }) => poNumber === internalPoNumber)).toBe(true);
    // A typed number is skipped by the counter, and taken by nobody else, whatever its case.
    await anOrder(t, a, { supplierId, internalPoNumber: 'po-2026-0003', poNumber: 'Mug order' });
    expect(await next()).toBe('PO-2026-0004');
    expect((await anOrder(t, a, {})).internalPoNumber).toBe('PO-2026-0004');
    expect(await create({ internalPoNumber: 'PO-2026-0003' })).toMatchObject({
      status: 422,
      error: { code: 'purchasing.number_taken', errors: [{ field: 'internalPoNumber' }] },
    });
    // In Kiritimati it is next year already.
    t.setTime('2026-12-31T09:59:00.000Z');
    a = await t.session(a.userId, a.accountId);
    await t.ok(a, updateAccountSettings, {
      body: { accountName: 'Maya', currency: 'GBP', timeZone: 'Pacific/Kiritimati' },
    });
    expect(await next()).toBe('PO-2026-0005');
    t.setTime('2026-12-31T10:00:00.000Z');
    expect(await next()).toBe('PO-2027-0001');
  });

  it('may be typed later, and the number for the supplier follows until somebody types another', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    const other = await anOrder(t, a, { supplierId });
    expect((await patch(id, { internalPoNumber: 'HS-7' })).body).toMatchObject({
      internalPoNumber: 'HS-7',
      poNumber: 'HS-7',
    });
    expect((await patch(id, { poNumber: 'Your 12', internalPoNumber: 'HS-8' })).body.poNumber).toBe('Your 12');
    expect((await patch(id, { internalPoNumber: 'HS-9' })).body.poNumber).toBe('Your 12');
    expect(await refused(patch(other.id, { internalPoNumber: 'hs-9' }))).toEqual([
      422,
      'internalPoNumber: Another purchase order has this internal number.',
    ]);
  });
});

describe('a purchase order', () => {
  it('takes terms, lead times and masked bank details of its supplier, and keeps all that is typed', async () => {
    const made = await t.ok(a, createSupplier, {
      body: {
        companyName: 'Haosheng',
        localName: '昊晟',
        email: 'lin@haosheng.example',
        currency: 'CNY',
        shippingMethod: 'SEA',
        paymentTerms: [...HALVES],
        leadTimes: [{ shippingMethod: 'SEA', production: 30, transit: 35, checkIn: 5 }],
      },
    });
    await t.ok(a, putSupplierBankDetails, {
      params: { id: made.id },
      body: { beneficiary: 'Haosheng Ltd', accountNumber: '6222021234567890', bankName: 'Bank of Ningbo' },
    });
    const order = await anOrder(t, a, {
      supplierId: made.id,
      rate: '0.1',
      items: [{ name: 'Plate', quantity: '1008', unitPrice: '2.705' }],
    });
    expect(order).toMatchObject({
      status: 'DRAFT',
      contact: { id: made.id, companyName: 'Haosheng', localName: '昊晟', email: 'lin@haosheng.example' },
      orderDate: '2026-11-20',
      currency: 'CNY',
      shippingMethod: 'SEA',
      totals: { amount: { document: '2726.64', account: '272.66' }, left: '2726.64', isFullyInvoiced: false },
      paymentTerms: [
        { percentOfPayment: '0.3', amountDue: '817.99', amountDueInAccountCurrency: '81.80', dueDate: '2026-11-20' },
        // Ready after 30 days of production.
        { percentOfPayment: '0.7', amountDue: '1908.65', dueDate: '2026-12-10', isEstimated: true, isPinned: false },
      ],
    });
    expect(order.bankingDetails).toContain('7890');
    expect(order.bankingDetails).not.toContain('6222021234567890');
    const header = {
      poNumber: 'HS-77',
      orderDate: '2026-11-18',
      shippingNumber: 'SO 12',
      shipTo: 'Maya Ltd\n1 Quay Street',
      shippingMethod: 'AIR',
      portOfLoading: 'FOB Yantian',
      deliveryDate: '2026-12-24',
      etd: '2026-12-20',
      readyOn: '2026-12-18',
      bankingDetails: 'Ask us',
      cartonMarks: 'MAYA / C-No. 1-up',
      notes: 'Gold foil\n金色',
    } as const;
    const written = (await put(order.id, { ...header, version: order.version })).body;
    expect(written).toMatchObject({ ...header, version: order.version + 1 });
    expect(await t.ok(a, getPurchaseOrder, { params: { id: order.id } })).toEqual(written);
    // What was answered can be sent back, and is no change then.
    const { paymentTerms, attachmentIds } = written;
    const terms = paymentTerms.map(({ percentOfPayment, event, months, days, monthEnd, dueDate, isPinned }) => ({
      ...{ percentOfPayment, event, months, days, monthEnd, dueDate, isPinned },
    }));
    expect((await put(order.id, { ...header, paymentTerms: terms, attachmentIds })).body).toEqual(written);
    expect(await put(order.id, { notes: null, version: order.version })).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { notes: 'Gold foil\n金色' } },
    });
  });

  it('keeps what was typed when it gets another supplier, and takes the rest of that one', async () => {
    const other = await aPayee(t, a, {
      name: 'Yongjia',
      currency: 'USD',
      terms: [{ percent: '100', event: 'INVOICE' }],
    });
    const { id } = await anOrder(t, a, { supplierId, items: [] });
    await patch(id, { paymentTerms: [{ percentOfPayment: '0.5' }, { percentOfPayment: '0.5', event: 'ARRIVAL' }] });
    expect((await patch(id, { supplierId: other })).body).toMatchObject({
      currency: 'USD',
      paymentTerms: [{ percentOfPayment: '0.5' }, { percentOfPayment: '0.5', event: 'ARRIVAL' }],
    });
    const untouched = await anOrder(t, a, { supplierId });
    const { currency, paymentTerms } = (await patch(untouched.id, { supplierId: other })).body;
    // Its items have prices in yuan, so the currency stays.
    expect([currency, paymentTerms.map((term) => term.percentOfPayment)]).toEqual(['CNY', ['1']]);
  });

  it('names the field of every bad input', async () => {
    const terms = (...fractions: (string | number)[]) => ({
      paymentTerms: fractions.map((percentOfPayment) => ({ percentOfPayment })),
    });
    const item = (values: object) => ({ items: [{ name: 'Plate', ...values }] });
    const BETWEEN = 'paymentTerms.0.percentOfPayment: Value must be between 0 and 1';
    const bad: readonly (readonly [BodyIn<typeof createPurchaseOrder>, string])[] = [
      [terms('0'), BETWEEN],
      [terms('1.1'), BETWEEN],
      [terms('-0.3'), BETWEEN],
      [terms('0.33333'), BETWEEN],
      [terms('30 %'), BETWEEN],
      [terms('0.3000000000000'), BETWEEN],
      [terms(0.7, 0.31), 'paymentTerms: The shares must add up to 100 %'],
      [terms(...Array.from({ length: 101 }, () => '0.0001')), 'paymentTerms: '],
      [{ orderDate: '2026-02-31' }, 'orderDate: '],
      [{ etd: '2026-13-01' }, 'etd: '],
      [{ supplierId: NOBODY }, 'supplierId: '],
      [{ currency: 'XXQ' }, 'currency: '],
      [{ currency: 'CNY', rate: '0' }, 'rate: '],
      [{ currency: 'GBP', rate: '1.2' }, 'rate: '],
      [{ poNumber: ' ' }, 'poNumber: '],
      [{ notes: 'x'.repeat(5001) }, 'notes: '],
      [item({ quantity: '-1' }), 'items.0.quantity: Enter a quantity of 0 or more'],
      [item({ quantity: '1.1234567' }), 'items.0.quantity: '],
      [item({ quantity: '1234567890123456' }), 'items.0.quantity: '],
      [item({ quantity: '1', unitPrice: '-1' }), 'items.0.unitPrice: '],
      [item({ quantity: '1', unitPrice: '0.0000001' }), 'items.0.unitPrice: '],
      [item({ quantity: '1', unitPrice: '1234567890123456' }), 'items.0.unitPrice: '],
      [item({ quantity: '999999999', unitPrice: '999999999999' }), 'items.0.unitPrice: '],
      [item({ productId: NOBODY }), 'items.0.productId: '],
      [{ items: Array.from({ length: 2001 }, () => ({ quantity: '1' })) }, 'items: '],
    ];
    for (const [body, expected] of bad) {
      const [status, ...problems] = await refused(create(body));
      expect([status, problems[0]], JSON.stringify(body).slice(0, 100)).toEqual([
        422,
        expect.stringContaining(expected),
      ]);
    }
    expect((await t.ok(a, purchaseOrderTotals)).count).toBe(0);
    for (const body of [undefined, null] as never[])
      expect((await t.call(a, createPurchaseOrder, { body })).status).toBe(422);
  });

  it('keeps script and formulas as the text that they are, and exports them harmlessly', async () => {
    const text = '=HYPERLINK("http://x")<script>alert(1)</script>';
    const { id } = await anOrder(t, a, {
      supplierId,
      poNumber: text.slice(0, 50),
      shipTo: text,
      portOfLoading: text,
      notes: text,
      items: [{ name: text, supplierItemNumber: text, quantity: '10', unitPrice: '1' }],
    });
    expect(await t.ok(a, getPurchaseOrder, { params: { id } })).toMatchObject({
      shipTo: text,
      notes: text,
      items: [{ name: text, supplierItemNumber: text }],
    });
    const csv = await fileOf(t, a, exportPurchaseOrders, { query: { format: 'csv' } });
    expect(csv.text).toContain("'=HYPERLINK");
    expect(csv.text).not.toMatch(/(^|[",\n;])=HYPERLINK/);
    const { bytes } = await fileOf(t, a, exportPurchaseOrders, { query: { format: 'xlsx' } });
    expect(JSON.stringify(readWorkbook(bytes))).toContain('PO-2026-0001');
  });

  it('of another account does not exist, and viewers change nothing', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    const stranger = await t.admin();
    const viewer = await t.member(a);
    expect((await t.call(stranger, getPurchaseOrder, { params: { id } })).status).toBe(404);
    expect((await t.call(stranger, patchPurchaseOrder, { params: { id }, body: { notes: 'x' } })).status).toBe(404);
    const seen = await t.ok(viewer, getPurchaseOrder, { params: { id } });
    expect(Object.values(seen.can).every(({ allowed }) => !allowed)).toBe(true);
    expect((await t.call(viewer, patchPurchaseOrder, { params: { id }, body: { notes: 'x' } })).status).toBe(403);
  });
});

describe('the history of a purchase order', () => {
  it('says who changed what, from what and to what', async () => {
    const order = await anOrder(t, a, { supplierId });
    const other = await aPayee(t, a, { name: 'Yongjia', currency: 'CNY' });
    await put(order.id, {
      supplierId: other,
      notes: 'Gold',
      paymentTerms: [
        { percentOfPayment: '0.3', days: 14 },
        { percentOfPayment: '0.6', event: 'INVOICE', monthEnd: 'BEFORE' },
        { percentOfPayment: '0.1', dueDate: '2026-12-24' },
      ],
      items: [
        { id: order.items[0]?.id ?? '', quantity: '120' },
        { name: 'Box', quantity: '1', unitPrice: '9' },
      ],
    });
    const { content } = await t.ok(a, listPurchaseOrderHistory, { params: { id: order.id } });
    expect(content.map(({ action }) => action)).toEqual(['purchase-order.changed', 'purchase-order.created']);
    const changes = content[0]?.changes.map(({ line, field, from, to }) => [line?.position ?? null, field, from, to]);
    expect(content[0]?.who?.id).toBe(a.userId);
    for (const change of [
      [null, 'supplier', 'Ningbo Haosheng', 'Yongjia'],
      [null, 'notes', null, 'Gold'],
      [
        null,
        'paymentTerms',
        '30 % ORDER, 70 % SHIPPING -10',
        '30 % ORDER +14, 60 % INVOICE MONTH_END, 10 % 2026-12-24',
      ],
      [null, 'total', '250.00 CNY', '309.00 CNY'],
      [1, 'quantity', '100', '120'],
      [1, 'amount', '250.00 CNY', '300.00 CNY'],
      [2, 'name', null, 'Box'],
    ])
      expect(changes).toContainEqual(change);
  });
});

describe('the list of purchase orders', () => {
  it('is filtered, sorted, searched and summed over the whole filter', async () => {
    const dollars = await aPayee(t, a, { name: 'Yongjia', currency: 'USD' });
    const product = await aPackedProduct(t, a, supplierId, 'MUG-1');
    await anOpenOrder(t, a, { supplierId, rate: '0.1', orderDate: '2026-11-01' });
    await anOrder(t, a, {
      supplierId: dollars,
      orderDate: '2026-11-05',
      items: [{ productId: product, quantity: '3', unitPrice: '100' }],
    });
    await anOrder(t, a, { items: [{ name: 'Gold foil', quantity: '1', unitPrice: '7.005' }], orderDate: null });
    expect(await numbers({})).toEqual(['PO-2026-0003', 'PO-2026-0002', 'PO-2026-0001']);
    expect(await numbers({ sort: 'total,asc' })).toEqual(['PO-2026-0003', 'PO-2026-0001', 'PO-2026-0002']);
    expect(await numbers({ search: 'gold FOIL' })).toEqual(['PO-2026-0003']);
    expect(await numbers({ search: 'mug-1' })).toEqual(['PO-2026-0002']);
    expect(await numbers({ search: 'haosheng 0001' })).toEqual(['PO-2026-0001']);
    expect(await numbers({ filter: filter('status', 'in', ['OPEN']) })).toEqual(['PO-2026-0001']);
    expect(await numbers({ filter: filter('supplier', 'in', [dollars]) })).toEqual(['PO-2026-0002']);
    expect(await numbers({ filter: filter('total', 'gte', ['250']) })).toEqual(['PO-2026-0002', 'PO-2026-0001']);
    expect(await numbers({ filter: filter('orderDate', 'isEmpty', []) })).toEqual(['PO-2026-0003']);
    expect(await t.ok(a, purchaseOrderTotals)).toEqual({
      count: 3,
      currencies: [{ currency: 'CNY', count: 1, total: '250.00', left: '250.00' }],
      accountCurrency: 'GBP',
      total: '25.00',
      left: '25.00',
      withoutRate: 1,
      drafts: { count: 2, total: '7.01' },
      cancelled: { count: 0, total: '0.00' },
    });
    expect((await t.call(a, listPurchaseOrders, { query: { filter: filter('total', 'gte', ['many']) } })).status).toBe(
      422,
    );
  });

  it('has nothing left of what is closed, and sums drafts and cancelled ones apart', async () => {
    const order = (quantity: string, rate = '0.1') =>
      anOpenOrder(t, a, { supplierId, rate, items: [{ name: 'Plate', quantity, unitPrice: '10' }] });
    const open = await order('100');
    const short = await order('30');
    const cancelled = await order('500');
    await anOrder(t, a, { supplierId, rate: '0.1', items: [{ name: 'Plate', quantity: '7', unitPrice: '10' }] });
    const close = (id: string, closeReason: 'SHORT' | 'CANCELLED') =>
      patch(id, { status: 'CLOSED', closeReason, closeWords: 'Why' });
    expect((await close(short.id, 'SHORT')).body).toMatchObject({
      totals: { amount: { document: '300.00' }, left: '0.00' },
      items: [{ quantity: '30', leftQuantity: '0', leftAmount: '0.00' }],
    });
    await close(cancelled.id, 'CANCELLED');
    expect(await t.ok(a, purchaseOrderTotals)).toEqual({
      count: 4,
      currencies: [{ currency: 'CNY', count: 2, total: '1300.00', left: '1000.00' }],
      accountCurrency: 'GBP',
      total: '130.00',
      left: '100.00',
      withoutRate: 0,
      drafts: { count: 1, total: '7.00' },
      cancelled: { count: 1, total: '500.00' },
    });
    const left = async (op: 'isEmpty' | 'isNotEmpty') => (await numbers({ filter: filter('left', op, []) })).toSorted();
    expect(await left('isEmpty')).toEqual([short.internalPoNumber, cancelled.internalPoNumber]);
    expect(await left('isNotEmpty')).toEqual([open.internalPoNumber, 'PO-2026-0004']);
    expect((await numbers({ sort: 'left,desc' }))[0]).toBe(open.internalPoNumber);
    const { text } = await fileOf(t, a, exportPurchaseOrders, {
      query: { format: 'csv', columns: 'poNumber,left' as never },
    });
    expect(text.match(/\b\d+\.\d\d\b/g)?.toSorted()).toEqual(['0.00', '0.00', '1000.00', '70.00']);
    // Re-opened, all of it is left again.
    expect((await patch(cancelled.id, { status: 'OPEN' })).body.totals.left).toBe('5000.00');
  });

  it('hides archived ones unless they are searched or asked for; drafts are archived, not deleted', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    const archived = (await patch(id, { archivedAt: '2020-01-01T00:00:00Z' })).body;
    expect(archived.archivedAt).toContain('2026-11-20');
    expect(await numbers({})).toEqual([]);
    expect(await numbers({ search: 'PO-2026' })).toEqual(['PO-2026-0001']);
    expect(await numbers({ filter: filter('archived', 'in', ['true']) })).toEqual(['PO-2026-0001']);
    expect((await patch(id, { archivedAt: null })).body.archivedAt).toBeNull();
    // What becomes open is seen again.
    await patch(id, { archivedAt: '2020-01-01T00:00:00Z' });
    expect((await patch(id, { status: 'OPEN' })).body).toMatchObject({ status: 'OPEN', archivedAt: null });
    expect(await patch(id, { archivedAt: '2020-01-01T00:00:00Z' })).toMatchObject({
      status: 422,
      error: { code: 'purchasing.wrong_status' },
    });
  });

  it('is exported with its figures', async () => {
    await anOpenOrder(t, a, { supplierId, rate: '0.1', deliveryDate: '2026-12-24' });
    const { text, headers } = await fileOf(t, a, exportPurchaseOrders, { query: { format: 'csv' } });
    expect(String(headers['content-disposition'])).toContain('purchase-orders');
    const [heads = [], row = []] = text.split(/\r?\n/).map((line) => line.replaceAll('"', '').split(','));
    const columns = ['Internal number', 'Supplier', 'Status', 'Order date', 'Delivery date', 'Currency', 'Total'];
    expect([...columns, 'Total in account currency'].map((name) => row[heads.indexOf(name)])).toEqual([
      'PO-2026-0001',
      'Ningbo Haosheng',
      'OPEN',
      '2026-11-20',
      '2026-12-24',
      'CNY',
      '250.00',
      '25.00',
    ]);
  });
});

describe('the export of purchase orders', () => {
  it('has the payment terms with their amounts, the bank text and the items', async () => {
    const productId = await aPackedProduct(t, a, supplierId, 'MUG-1');
    const { id } = await anOpenOrder(t, a, {
      supplierId,
      bankingDetails: 'Account ending in 7890',
      paymentTerms: [
        { percentOfPayment: '0.3333', event: 'ORDER', days: 14 },
        { percentOfPayment: '0.3333', event: 'SHIPPING', months: 0, days: -7, monthEnd: 'BEFORE' },
        { percentOfPayment: '0.3334', dueDate: '2027-01-15' },
      ],
      items: [
        { productId, quantity: '40', unitPrice: '2.5' },
        { name: '=Gold foil', quantity: '1', unitPrice: '0.01' },
      ],
    });
    const { paymentTerms } = await t.ok(a, getPurchaseOrder, { params: { id } });
    const amounts = paymentTerms.map(({ amountDue }) => amountDue);
    expect(amounts).toEqual(['33.33', '33.33', '33.35']);
    const { text } = await fileOf(t, a, exportPurchaseOrders, {
      query: { format: 'csv', columns: 'paymentTerms,items,bankingDetails' as never },
    });
    expect(text.slice(1).replaceAll('"', '').split(/\r?\n/).slice(0, 2)).toEqual([
      'Payment terms,Lines,Bank details',
      `33.33 % ${amounts[0]} ORDER +14 days; 33.33 % ${amounts[1]} SHIPPING month end -7 days; ` +
        `33.34 % ${amounts[2]} 2027-01-15,40 × MUG-1 at 2.5; 1 × =Gold foil at 0.01,Account ending in 7890`,
    ]);
  });
});

describe('summaries of purchase orders', () => {
  it('are the same for purchase orders and for invoices, each with its own names', async () => {
    const { id } = await anOpenOrder(t, a, { supplierId });
    await anOrder(t, a, {});
    const [own] = await t.ok(a, listPurchaseOrderSummaries, { query: { statuses: ['OPEN'] } });
    expect(own).toMatchObject({
      id,
      supplierName: 'Ningbo Haosheng',
      total: '250.00',
      left: '250.00',
      isPaired: false,
    });
    expect(await t.ok(a, listInvoicePurchaseOrderSummaries, { query: { purchaseOrderStatuses: ['OPEN'] } })).toEqual([
      own,
    ]);
    expect(await t.ok(a, listPurchaseOrderSummaries, { query: { search: 'haosheng' } })).toEqual([own]);
    expect(await t.ok(a, listPurchaseOrderSummaries, { query: {} })).toHaveLength(2);
    expect((await t.call(a, listPurchaseOrderSummaries, { query: { statuses: ['NONE'] as never } })).status).toBe(422);
  });
});

describe('products and suppliers of purchase orders', () => {
  it('are not deleted, may be archived, and say where they are used', async () => {
    const product = await aPackedProduct(t, a, supplierId, 'MUG-1');
    const { id } = await anOrder(t, a, { supplierId, items: [{ productId: product, quantity: '3', unitPrice: '1' }] });
    const uses = expect.arrayContaining([{ type: 'PURCHASE_ORDER', id, label: 'PO-2026-0001' }]);
    expect(await t.call(a, deleteProduct, { params: { id: product } })).toMatchObject({ status: 409, error: { uses } });
    expect(await t.call(a, deleteSupplier, { params: { id: supplierId } })).toMatchObject({
      status: 409,
      error: { uses },
    });
    await t.ok(a, patchProduct, { params: { id: product }, body: { archivedAt: '2026-11-20T10:00:00Z' } });
    expect((await patch(id, { status: 'OPEN' })).body.items[0]).toMatchObject({ sku: 'MUG-1', quantity: '3' });
    // An item that is gone frees the product.
    await put(id, { items: [{ name: 'Plate', quantity: '1', unitPrice: '1' }] });
    expect((await t.call(a, deleteProduct, { params: { id: product } })).status).toBe(204);
  });

  it('follow a merge of suppliers, and its undo takes them back', async () => {
    const other = await aPayee(t, a, { name: 'Haosheng Ltd' });
    const open = await anOpenOrder(t, a, { supplierId: other });
    const edited = await anOrder(t, a, { supplierId: other });
    const { operationId } = await t.ok(a, mergeSuppliers, { params: { id: supplierId }, body: { supplierId: other } });
    const supplierOf = async (id: string) => (await t.ok(a, getPurchaseOrder, { params: { id } })).supplierId;
    expect([await supplierOf(open.id), await supplierOf(edited.id)]).toEqual([supplierId, supplierId]);
    const { content } = await t.ok(a, listPurchaseOrderHistory, { params: { id: open.id } });
    expect(content[0]).toMatchObject({
      action: 'purchase-order.supplier-merged',
      changes: [{ field: 'supplier', from: 'Haosheng Ltd', to: 'Ningbo Haosheng' }],
    });
    await patch(edited.id, { notes: 'edited since' });
    const undone = await t.ok(a, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(undone).toMatchObject({ kept: [{ id: edited.id, reason: 'EDITED' }] });
    expect([await supplierOf(open.id), await supplierOf(edited.id)]).toEqual([other, supplierId]);
  });
});
