import { createInvoiceLine, deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { closeInvoice, confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice, deleteInvoice, getInvoice } from '@quayside/contracts/invoices/invoices';
import { getPurchaseOrder, patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aPayee, expectSound } from '../../../testing/payments.ts';
import { anOpenOrder, aPackedProduct } from '../../../testing/purchase-orders.ts';

let t: TestApp;
let a: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
  supplierId = await aPayee(t, a);
});
afterAll(() => t.close());

const statusOf = async (id: string) => {
  const { status, closeReason, closeWords } = await t.ok(a, getPurchaseOrder, { params: { id } });
  return [status, closeReason, closeWords];
};

/** Opens a purchase order of 100 pieces, and confirms its invoice of 40 of them. */
async function partlyInvoiced() {
  const productId = await aPackedProduct(t, a, supplierId, 'MUG-1');
  const order = await anOpenOrder(t, a, {
    supplierId,
    rate: '0.1',
    items: [{ productId, quantity: '100', unitPrice: '2.5' }],
  });
  const created = await t.ok(a, createInvoice, {
    body: { purchaseOrderId: order.id, invoiceNumber: 'HS-1', total: '150.00' },
  });
  const invoiceId = created.id;
  const { lines } = await t.ok(a, getInvoice, { params: { id: invoiceId } });
  const lineId = lines[0]?.invoiceLineId ?? '';
  const invoice = async (quantity: string, amount: string) =>
    t.ok(a, patchInvoiceLine, { params: { invoiceId, id: lineId }, body: { quantity, amount } });
  await invoice('40', '100.00');
  await t.ok(a, confirmInvoice, { params: { id: invoiceId }, body: {} });
  return { id: order.id, invoiceId, lineId, invoice };
}

describe('a purchase order that somebody has closed', () => {
  it('as short stays closed, whatever happens to its invoice', async () => {
    const { id, invoiceId, invoice } = await partlyInvoiced();
    await t.ok(a, patchPurchaseOrder, {
      params: { id },
      body: { status: 'CLOSED', closeReason: 'SHORT', closeWords: 'Sold out' },
    });
    const closed = ['CLOSED', 'SHORT', 'Sold out'];
    await invoice('60', '150.00');
    expect(await statusOf(id)).toEqual(closed);
    await t.ok(a, closeInvoice, { params: { id: invoiceId }, body: {} });
    await t.ok(a, reopenInvoice, { params: { id: invoiceId }, body: {} });
    expect(await statusOf(id)).toEqual(closed);
    await t.ok(a, deleteInvoice, { params: { id: invoiceId } });
    expect(await statusOf(id)).toEqual(closed);
    await expectSound(t, a);
  });

  it('as cancelled stays closed when an invoice that named its item before is changed', async () => {
    const { id, invoiceId, lineId, invoice } = await partlyInvoiced();
    const { line } = await t.ok(a, createInvoiceLine, {
      params: { invoiceId },
      body: { costType: 'OTHER', name: 'Sample', amount: '5.00' },
    });
    await invoice('0', '0');
    await t.ok(a, deleteInvoiceLine, { params: { invoiceId, id: lineId } });
    await t.ok(a, patchPurchaseOrder, {
      params: { id },
      body: { status: 'CLOSED', closeReason: 'CANCELLED', closeWords: 'Too late' },
    });
    await t.ok(a, patchInvoiceLine, { params: { invoiceId, id: line.invoiceLineId }, body: { amount: '6.00' } });
    expect(await statusOf(id)).toEqual(['CLOSED', 'CANCELLED', 'Too late']);
    await expectSound(t, a);
  });
});
