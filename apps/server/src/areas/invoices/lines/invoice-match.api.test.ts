import type { BodyIn } from '@quayside/contracts/endpoint';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  getInvoice,
  type InvoiceWithLines,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import type { PurchaseOrder } from '@quayside/contracts/purchasing/purchase-order-header';
import { getPurchaseOrder, patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aPayee, expectSound } from '../../../testing/payments.ts';
import { anOpenOrder, anOrder, aPackedProduct } from '../../../testing/purchase-orders.ts';

let t: TestApp;
let a: TestPerson;
let supplierId: string;
let mug: string;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  a = await t.admin();
  supplierId = await aPayee(t, a);
  mug = await aPackedProduct(t, a, supplierId, 'MUG-1');
});
afterAll(() => t.close());

const ORDERED = [
  ['777', '0.0135'],
  ['1000', '2.5'],
] as const;
const openOrder = (of = supplierId) =>
  anOpenOrder(t, a, {
    supplierId: of,
    rate: '0.1',
    etd: '2026-12-20',
    shippingMethod: 'SEA',
    items: ORDERED.map(([quantity, unitPrice]) => ({ productId: mug, quantity, unitPrice })),
  });
const start = (body: BodyIn<typeof createInvoice>) => t.call(a, createInvoice, { body });
const read = (id: string) => t.ok(a, getInvoice, { params: { id } });
const orderNow = (id: string) => t.ok(a, getPurchaseOrder, { params: { id } });
const change = async (invoice: InvoiceWithLines, place: number, body: BodyIn<typeof patchInvoiceLine>) => {
  const id = invoice.lines[place]?.invoiceLineId ?? '';
  return t.call(a, patchInvoiceLine, { params: { invoiceId: invoice.id, id }, body });
};
const leftOf = ({ totals }: Pick<PurchaseOrder, 'totals'>) => [totals.invoiced, totals.left];

describe('an invoice started from a purchase order', () => {
  it('has its supplier, currency, rate, shipping and what is left of each item', async () => {
    const order = await openOrder();
    const first = await t.ok(a, createInvoice, { body: { purchaseOrderId: order.id, invoiceNumber: 'HS-1' } });
    expect(first).toMatchObject({
      status: 'WORKING',
      supplierContact: { id: supplierId },
      currency: 'CNY',
      rate: '0.1',
      // Without an ETD of its own, its payments follow that of the purchase order when it slips.
      etd: null,
      shippingMethod: 'SEA',
      pairedWith: [{ type: 'PURCHASE_ORDER', id: order.id }],
      purchaseOrders: [{ id: order.id }],
      lines: [
        // 777 × 0.0135 is 10.4895.
        {
          quantity: '777',
          amount: '10.49',
          costType: 'FACTORY_INVOICE',
          match: { matches: ['EXACT'], expectedAmount: '10.49' },
        },
        {
          quantity: '1000',
          amount: '2500.00',
          purchaseOrderLine: { position: 2, purchaseOrder: { number: 'PO-2026-0001' } },
        },
      ],
    });
    expect(leftOf(await orderNow(order.id))).toEqual(['2510.49', '0.00']);
    expect(await start({ purchaseOrderId: order.id })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'purchaseOrderId', message: 'Nothing is left to be invoiced of PO-2026-0001' }] },
    });
    // A smaller line leaves the rest for the next invoice.
    await change(first, 1, { quantity: '400', amount: '1000.00' });
    expect(leftOf(await orderNow(order.id))).toEqual(['1010.49', '1500.00']);
    const second = await t.ok(a, createInvoice, { body: { purchaseOrderId: order.id, invoiceNumber: 'HS-2' } });
    expect(second.lines.map(({ quantity, amount }) => [quantity, amount])).toEqual([['600', '1500.00']]);
    await expectSound(t, a);
  });

  it('is refused from a draft, with another supplier or currency, and of another account', async () => {
    const draft = await anOrder(t, a, { supplierId });
    const order = await openOrder();
    const other = await aPayee(t, a, { name: 'Yongjia' });
    const fields = async (body: BodyIn<typeof createInvoice>) => {
      const { status, error } = await start(body);
      return [status, error.errors?.[0]?.field];
    };
    expect(await fields({ purchaseOrderId: draft.id })).toEqual([422, 'purchaseOrderId']);
    expect(await fields({ purchaseOrderId: order.id, supplierId: other })).toEqual([422, 'supplierId']);
    expect(await fields({ purchaseOrderId: order.id, currency: 'USD' })).toEqual([422, 'currency']);
    expect(await fields({ purchaseOrderId: order.id, kind: 'CREDIT_NOTE' })).toEqual([422, 'kind']);
    expect((await fields({}))[0]).toBe(422);
    const stranger = await t.admin();
    const answer = await t.call(stranger, createInvoice, { body: { purchaseOrderId: order.id } });
    expect(answer).toMatchObject({ status: 404, error: { code: 'purchasing.unknown' } });
  });
});

describe('a line of an invoice beside its purchase order', () => {
  const matchOf = async (invoice: InvoiceWithLines, place: number, body: BodyIn<typeof patchInvoiceLine>) => {
    const { matches, percent, needsReason } = (await change(invoice, place, body)).body.line.match ?? {};
    return [matches?.join(' '), percent, needsReason];
  };

  it('is within the tolerances of its supplier, over or under them, and says by how much', async () => {
    const order = await openOrder();
    const invoice = await t.ok(a, createInvoice, { body: { purchaseOrderId: order.id } });
    expect(await matchOf(invoice, 1, { amount: '2522.50' })).toEqual(['WITHIN', '0.9', false]);
    expect(await matchOf(invoice, 1, { amount: '2550.00' })).toEqual(['WITHIN', '2.0', false]);
    expect(await matchOf(invoice, 1, { amount: '2550.01' })).toEqual(['PRICE_OVER', '2.0', true]);
    expect(await matchOf(invoice, 1, { amount: '2400.00' })).toEqual(['PRICE_UNDER', '-4.0', true]);
    await t.ok(a, updateSupplier, {
      params: { id: supplierId },
      body: {
        companyName: 'Ningbo Haosheng',
        tolerances: { pricePercent: '0', priceAmount: '150', quantityPercent: '10' },
      },
    });
    expect(await matchOf(invoice, 1, { amount: '2650.00' })).toEqual(['WITHIN', '6.0', false]);
    expect(await matchOf(invoice, 1, { amount: '2650.01' })).toEqual(['PRICE_OVER', '6.0', true]);
    expect(await matchOf(invoice, 1, { quantity: '1100', amount: '2750.00' })).toEqual(['EXACT', '0.0', false]);
    expect(await matchOf(invoice, 1, { quantity: '1101', amount: '2752.50' })).toEqual(['QUANTITY_OVER', '0.0', true]);
    expect(await matchOf(invoice, 1, { quantity: '1101', amount: '4000.00' })).toEqual([
      'PRICE_OVER QUANTITY_OVER',
      '45.3',
      true,
    ]);
    // A reason holds for the figures that it was given for.
    const reason = { matchReason: 'Copper went up' };
    expect((await change(invoice, 1, reason)).body.line.match).toMatchObject({ reason: 'Copper went up' });
    expect((await change(invoice, 1, { name: 'Mug, blue' })).body.line.match?.reason).toBe('Copper went up');
    expect((await change(invoice, 1, { amount: '4000.01' })).body.line.match?.reason).toBeNull();
    // A tolerance warns and blocks nothing.
    await t.ok(a, updateInvoiceBasic, { params: { id: invoice.id }, body: { total: '4010.50' } });
    await t.ok(a, confirmInvoice, { params: { id: invoice.id }, body: {} });
  });

  it('counts the quantities of all invoices together, and a factory line without an item is marked', async () => {
    const order = await openOrder();
    const item = order.items[1]?.id ?? '';
    const invoices = [];
    for (const quantity of ['600', '500']) {
      const { id } = await t.ok(a, createInvoice, { body: { supplierId, invoiceNumber: `HS-${quantity}` } });
      const amount = quantity === '600' ? '1500.00' : '1250.00';
      await t.ok(a, createInvoiceLine, {
        params: { invoiceId: id },
        body: { productId: mug, costType: 'FACTORY_INVOICE', quantity, amount, purchaseOrderLineId: item },
      });
      invoices.push(id);
    }
    for (const id of invoices)
      expect((await read(id)).lines[0]?.match).toMatchObject({
        matches: ['QUANTITY_OVER'],
        orderedQuantity: '1000',
        invoicedQuantity: '1100',
      });
    const plate = await t.ok(a, createInvoiceLine, {
      params: { invoiceId: invoices[0] ?? '' },
      body: { productId: mug, costType: 'FACTORY_INVOICE', quantity: '1', amount: '500.00' },
    });
    expect(plate.line.match).toMatchObject({ matches: ['NO_ORDER'], needsReason: true, tolerance: null });
  });

  it('may name only an item of an open purchase order, of its supplier and in its currency', async () => {
    const order = await openOrder();
    const other = await aPayee(t, a, { name: 'Yongjia' });
    const named = {
      productId: mug,
      costType: 'FACTORY_INVOICE',
      quantity: '1',
      amount: '2.50',
      purchaseOrderLineId: order.items[1]?.id ?? '',
    } as const;
    const line = async (header: BodyIn<typeof createInvoice>, who = a) => {
      const { id } = await t.ok(who, createInvoice, { body: header });
      const { status, error } = await t.call(who, createInvoiceLine, {
        params: { invoiceId: id },
        body: who === a ? named : { ...named, productId: null },
      });
      return status === 201 ? 'named' : error.errors?.map(({ field, message }) => `${field}: ${message}`)[0];
    };
    expect(await line({ supplierId })).toBe('named');
    expect(await line({ supplierId: other })).toBe(
      'purchaseOrderLineId: PO-2026-0001 is a purchase order of another supplier',
    );
    expect(await line({ supplierId, currency: 'USD' })).toBe('purchaseOrderLineId: PO-2026-0001 is in CNY');
    await t.ok(a, patchPurchaseOrder, {
      params: { id: order.id },
      body: { status: 'CLOSED', closeReason: 'SHORT', closeWords: 'Done' },
    });
    expect(await line({ supplierId })).toBe('purchaseOrderLineId: PO-2026-0001 is not open. Open it first');
    const stranger = await t.admin();
    expect(await line({ supplierId: await aPayee(t, stranger) }, stranger)).toContain('purchaseOrderLineId: ');
  });

  it('keeps supplier and currency of its invoice as those of the purchase order', async () => {
    const order = await openOrder();
    const { id } = await t.ok(a, createInvoice, { body: { purchaseOrderId: order.id } });
    const other = await aPayee(t, a, { name: 'Yongjia' });
    const refused = async (body: BodyIn<typeof updateInvoiceBasic>) => {
      const { status, error } = await t.call(a, updateInvoiceBasic, { params: { id }, body });
      return [status, error.errors?.[0]?.field];
    };
    expect(await refused({ supplierId: other })).toEqual([422, 'supplierId']);
    expect(await refused({ currency: 'USD' })).toEqual([422, 'currency']);
  });
});

describe('credits of lines that name a purchase order', () => {
  it('are taken off what is invoiced, and what they free can be invoiced again', async () => {
    const order = await openOrder();
    const invoice = await t.ok(a, createInvoice, {
      body: { purchaseOrderId: order.id, invoiceNumber: 'HS-1', total: '2510.49' },
    });
    await t.ok(a, confirmInvoice, { params: { id: invoice.id }, body: {} });
    const note = await t.ok(a, createInvoice, {
      body: {
        creditsInvoiceId: invoice.id,
        kind: 'CREDIT_NOTE',
        creditLines: [{ invoiceLineId: invoice.lines[1]?.invoiceLineId ?? '', quantity: '100', amount: '250.00' }],
      },
    });
    expect(note.lines).toMatchObject([{ purchaseOrderLine: { id: order.items[1]?.id }, match: null }]);
    expect(await orderNow(order.id)).toMatchObject({
      totals: { invoiced: '2260.49', left: '250.00', isFullyInvoiced: false },
      items: [{ leftQuantity: '0' }, { invoicedQuantity: '900', leftQuantity: '100', leftAmount: '250.00' }],
      invoices: [{ kind: 'INVOICE' }, { kind: 'CREDIT_NOTE', amount: '-250.00' }],
    });
    const again = await t.ok(a, createInvoice, { body: { purchaseOrderId: order.id, invoiceNumber: 'HS-2' } });
    expect(again.lines.map(({ quantity }) => quantity)).toEqual(['100']);
    await expectSound(t, a);
  });
});

describe('an invoice paired with a purchase order', () => {
  it('shares its costs over what was invoiced from it, and follows later invoices', async () => {
    const order = await openOrder();
    const goods = await t.ok(a, createInvoice, {
      body: { purchaseOrderId: order.id, invoiceNumber: 'HS-1', total: '2510.49' },
    });
    const forwarder = await aPayee(t, a, { name: 'DHL', currency: 'GBP' });
    const freight = await t.ok(a, createInvoice, { body: { supplierId: forwarder, invoiceNumber: 'F-1' } });
    await t.ok(a, updateInvoiceBasic, {
      params: { id: freight.id },
      body: { pairedWith: [{ type: 'PURCHASE_ORDER', id: order.id }] },
    });
    await t.ok(a, createInvoiceLine, {
      params: { invoiceId: freight.id },
      body: { costType: 'SHIPPING', amount: '100.00', quantity: '1' },
    });
    expect(await read(freight.id)).toMatchObject({
      pairedWith: [{ type: 'PURCHASE_ORDER', id: order.id, label: 'PO-2026-0001' }],
      lines: [{ entryCount: 2, unassigned: { account: '0.00' } }],
    });
    await change(goods, 1, { quantity: '500', amount: '1250.00' });
    await t.ok(a, createInvoice, { body: { purchaseOrderId: order.id, invoiceNumber: 'HS-2' } });
    expect((await read(freight.id)).lines).toMatchObject([{ entryCount: 3 }]);
    await expectSound(t, a);
  });
});
