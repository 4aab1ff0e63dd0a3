import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { closeInvoice, confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice, deleteInvoice } from '@quayside/contracts/invoices/invoices';
import { deletePurchaseOrderItem, patchPurchaseOrderItem } from '@quayside/contracts/purchasing/purchase-order-items';
import {
  deletePurchaseOrderFile,
  getPurchaseOrder,
  listPurchaseOrderFiles,
  listPurchaseOrderHistory,
  listPurchaseOrderSummaries,
  patchPurchaseOrder,
  updatePurchaseOrder,
  uploadPurchaseOrderFile,
} from '@quayside/contracts/purchasing/purchase-orders';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { PDF } from '../../../testing/documents.ts';
import { aPayee, expectSound } from '../../../testing/payments.ts';
import { anOpenOrder, anOrder, aPackedProduct, generated } from '../../../testing/purchase-orders.ts';
import { runInAllAccounts } from '../../../testing/run-jobs.ts';
import { archivePurchaseOrders } from '../reactions/archiving.service.ts';

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

const patch = (id: string, body: BodyIn<typeof patchPurchaseOrder>) =>
  t.call(a, patchPurchaseOrder, { params: { id }, body });
const read = (id: string) => t.ok(a, getPurchaseOrder, { params: { id } });
const statusOf = async (id: string) => {
  const { status, closeReason } = await read(id);
  return closeReason ? `${status} ${closeReason}` : status;
};
const short = { status: 'CLOSED', closeReason: 'SHORT', closeWords: 'The rest is sold out' } as const;
const cancelled = { status: 'CLOSED', closeReason: 'CANCELLED', closeWords: 'Too late' } as const;
/** Opens a purchase order of a product, and starts its invoice, which can be closed. */
async function invoicedOrder() {
  const productId = await aPackedProduct(t, a, supplierId, 'MUG-1');
  const order = await anOpenOrder(t, a, {
    supplierId,
    rate: '0.1',
    items: [{ productId, quantity: '100', unitPrice: '2.5' }],
  });
  const invoice = await t.ok(a, createInvoice, {
    body: { purchaseOrderId: order.id, invoiceNumber: 'HS-1', total: '250.00' },
  });
  return { id: order.id, itemId: order.items[0]?.id ?? '', invoiceId: invoice.id };
}
const settle = async (id: string) => {
  await t.ok(a, confirmInvoice, { params: { id }, body: {} });
  await t.ok(a, closeInvoice, { params: { id }, body: {} });
};

describe('a draft', () => {
  it('becomes open when it has a supplier, a day, an amount, and shares of 100 % or none', async () => {
    const { id } = await anOrder(t, a, { orderDate: null, items: [{ name: 'Plate', quantity: '3', unitPrice: '0' }] });
    const terms = ['0.3', '0.6999'].map((percentOfPayment) => ({ percentOfPayment }));
    await patch(id, { paymentTerms: terms });
    expect(await patch(id, { status: 'OPEN' })).toMatchObject({
      status: 422,
      error: {
        code: 'purchasing.incomplete',
        errors: [
          { field: 'supplierId' },
          { field: 'orderDate' },
          { field: 'items' },
          { field: 'paymentTerms', message: 'The shares must add up to 100 %' },
        ],
      },
    });
    const { can } = await read(id);
    expect([can.open.allowed, can.generate.allowed, can.closeShort.allowed, can.archive.allowed]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    await t.ok(a, updatePurchaseOrder, {
      params: { id },
      body: { supplierId, orderDate: '2026-11-19', items: [{ name: 'Plate', quantity: '3', unitPrice: '1' }] },
    });
    expect((await patch(id, { status: 'OPEN' })).status).toBe(422);
    // The shares are changed and the purchase order opened in one call.
    expect((await patch(id, { paymentTerms: [], status: 'OPEN' })).body.status).toBe('OPEN');
    expect(await patch(id, { status: 'DRAFT' })).toMatchObject({
      status: 422,
      error: { code: 'purchasing.wrong_status' },
    });
    // What is open stays complete.
    const lacking: readonly (readonly [BodyIn<typeof patchPurchaseOrder>, string])[] = [
      [{ orderDate: null }, 'orderDate'],
      [{ supplierId: null }, 'supplierId'],
      [{ paymentTerms: terms }, 'paymentTerms'],
    ];
    for (const [body, field] of lacking)
      expect(await patch(id, body)).toMatchObject({
        status: 422,
        error: { code: 'purchasing.incomplete', errors: [{ field }] },
      });
    expect(await t.call(a, updatePurchaseOrder, { params: { id }, body: { items: [] } })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'items' }] },
    });
    await expectSound(t, a);
  });

  it('keeps an amount once it is open, and each call that could take it declares the refusal', async () => {
    const { id, items } = await anOpenOrder(t, a, { supplierId });
    const params = { purchaseOrderId: id, id: items[0]?.id ?? '' };
    for (const item of items.slice(1)) await t.ok(a, deletePurchaseOrderItem, { params: { ...params, id: item.id } });
    const tried = [
      [updatePurchaseOrder, await t.call(a, updatePurchaseOrder, { params: { id }, body: { items: [] } })],
      [patchPurchaseOrderItem, await t.call(a, patchPurchaseOrderItem, { params, body: { quantity: '0' } })],
      [deletePurchaseOrderItem, await t.call(a, deletePurchaseOrderItem, { params })],
    ] as const;
    for (const [call, { status, error }] of tried) {
      expect([call.id, status, error.code]).toEqual([call.id, 422, 'purchasing.incomplete']);
      expect(call.errors, call.id).toContain(error.code);
    }
    expect((await read(id)).items).toMatchObject([{ id: params.id, amount: items[0]?.amount }]);
  });

  it('becomes open when its PDF is generated', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    await generated(t, a, id);
    expect(await statusOf(id)).toBe('OPEN');
  });
});

describe('closing by hand', () => {
  it('needs a reason and words, and re-opening takes both away', async () => {
    const { id } = await anOpenOrder(t, a, { supplierId });
    const fields = async (body: BodyIn<typeof patchPurchaseOrder>) =>
      (await patch(id, body)).error.errors?.map(({ field }) => field);
    expect(await fields({ status: 'CLOSED' })).toEqual(['closeReason', 'closeWords']);
    expect(await fields({ ...short, closeWords: ' ' })).toEqual(['closeWords']);
    expect(await fields({ closeReason: 'SHORT' })).toEqual(['closeReason']);
    expect(await patch(id, { ...short, closeReason: 'INVOICED' })).toMatchObject({
      status: 422,
      error: { code: 'purchasing.wrong_status' },
    });
    expect((await patch(id, short)).body).toMatchObject({
      status: 'CLOSED',
      closeReason: 'SHORT',
      closeWords: 'The rest is sold out',
      can: { edit: { allowed: false }, reopen: { allowed: true }, archive: { allowed: true } },
    });
    expect(await patch(id, { notes: 'x' })).toMatchObject({ status: 422, error: { code: 'purchasing.closed' } });
    expect((await patch(id, { status: 'OPEN', notes: 'x' })).body).toMatchObject({
      status: 'OPEN',
      closeReason: null,
      closeWords: null,
      notes: 'x',
    });
    expect((await patch(id, cancelled)).body).toMatchObject({ status: 'CLOSED', closeReason: 'CANCELLED' });
    const { content } = await t.ok(a, listPurchaseOrderHistory, { params: { id }, query: { sort: 'at,asc' } });
    expect(content.map(({ action }) => action.slice('purchase-order.'.length))).toEqual([
      'created',
      'opened',
      'closed',
      'reopened',
      'changed',
      'closed',
    ]);
    expect(content[3]?.changes.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['status', 'CLOSED', 'OPEN'],
      ['closeReason', 'SHORT', null],
      ['closeWords', 'The rest is sold out', null],
    ]);
  });

  it('is short, not cancelled, once something is invoiced', async () => {
    const { id, invoiceId } = await invoicedOrder();
    expect(await patch(id, cancelled)).toMatchObject({ status: 422, error: { code: 'purchasing.wrong_status' } });
    await t.ok(a, deleteInvoice, { params: { id: invoiceId } });
    expect((await read(id)).totals).toMatchObject({ invoiced: '0.00', left: '250.00', isFullyInvoiced: false });
    expect((await patch(id, cancelled)).status).toBe(200);
  });
});

describe('what is invoiced', () => {
  it('closes the purchase order by itself once all invoices are closed, and opens it again with one of them', async () => {
    const { id, invoiceId } = await invoicedOrder();
    expect(await read(id)).toMatchObject({
      status: 'OPEN',
      totals: { invoiced: '250.00', left: '0.00', isFullyInvoiced: true },
      invoices: [{ id: invoiceId, invoiceNumber: 'HS-1', lineCount: 1, amount: '250.00' }],
    });
    await settle(invoiceId);
    expect(await statusOf(id)).toBe('CLOSED INVOICED');
    await t.ok(a, reopenInvoice, { params: { id: invoiceId }, body: {} });
    expect(await statusOf(id)).toBe('OPEN');
    await t.ok(a, closeInvoice, { params: { id: invoiceId }, body: {} });
    expect(await statusOf(id)).toBe('CLOSED INVOICED');
    // Re-opened by hand, it stays open while it gets more items.
    await patch(id, { status: 'OPEN', notes: 'One more' });
    expect(await statusOf(id)).toBe('OPEN');
    await expectSound(t, a);
  });

  it('fixes supplier and currency, and no item becomes less', async () => {
    const { id, itemId } = await invoicedOrder();
    const other = await aPayee(t, a, { name: 'Yongjia' });
    const refused = { status: 422, error: { errors: [{ message: expect.stringContaining('sent') }] } };
    expect(await patch(id, { supplierId: other })).toMatchObject(refused);
    expect(await patch(id, { currency: 'USD' })).toMatchObject(refused);
    expect((await read(id)).can.changeSupplier.allowed).toBe(false);
    const change = (body: BodyIn<typeof patchPurchaseOrderItem>) =>
      t.call(a, patchPurchaseOrderItem, { params: { purchaseOrderId: id, id: itemId }, body });
    expect(await change({ quantity: '99' })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'quantity', message: '100 are invoiced already' }] },
    });
    const inUse = { status: 409, error: { code: 'purchasing.in_use', uses: [{ type: 'INVOICE', label: 'HS-1' }] } };
    expect(await change({ productId: null, name: 'Mug' })).toMatchObject(inUse);
    expect(await t.call(a, deletePurchaseOrderItem, { params: { purchaseOrderId: id, id: itemId } })).toMatchObject(
      inUse,
    );
    expect(await t.call(a, updatePurchaseOrder, { params: { id }, body: { items: [] } })).toMatchObject(inUse);
    expect((await change({ quantity: '120', unitPrice: '2.6' })).body).toMatchObject({
      item: { invoicedQuantity: '100', leftQuantity: '20', leftAmount: '52.00' },
      purchaseOrder: { totals: { left: '52.00', isFullyInvoiced: false } },
    });
  });

  it('is all of the purchase order when the rest is ordered no more', async () => {
    const { id, itemId, invoiceId } = await invoicedOrder();
    await t.ok(a, patchPurchaseOrderItem, { params: { purchaseOrderId: id, id: itemId }, body: { quantity: '150' } });
    await settle(invoiceId);
    expect(await statusOf(id)).toBe('OPEN');
    await t.ok(a, patchPurchaseOrderItem, { params: { purchaseOrderId: id, id: itemId }, body: { quantity: '100' } });
    expect(await statusOf(id)).toBe('CLOSED INVOICED');
  });

  it('leaves the summaries once nothing is left, while what is partly invoiced stays', async () => {
    const { id, itemId } = await invoicedOrder();
    const ids = async (includePaired?: 'true' | 'false') =>
      (await t.ok(a, listPurchaseOrderSummaries, { query: { ...(includePaired && { includePaired }) } })).map(
        (one) => one.id,
      );
    expect([await ids(), await ids('false'), await ids('true')]).toEqual([[], [], [id]]);
    await t.ok(a, patchPurchaseOrderItem, { params: { purchaseOrderId: id, id: itemId }, body: { quantity: '101' } });
    expect(await ids()).toEqual([id]);
  });
});

describe('supplier and currency', () => {
  it('of a purchase order without an invoice may change while it was not sent', async () => {
    const order = await anOpenOrder(t, a, { supplierId });
    const dollars = await aPayee(t, a, { name: 'Yongjia', currency: 'USD' });
    expect((await patch(order.id, { supplierId: dollars, currency: 'USD' })).body).toMatchObject({
      currency: 'USD',
      supplierId: dollars,
    });
    expect(await patch(order.id, { currency: 'JPY' })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'currency' }] },
    });
  });

  it('lose the rate when the account gets another currency, and people are told', async () => {
    const { id } = await anOrder(t, a, { supplierId, rate: '0.1' });
    await t.ok(a, updateAccountSettings, { body: { accountName: 'Maya', currency: 'EUR', timeZone: 'Europe/London' } });
    t.deps.signIn.forgetAccount(a.accountId);
    expect(await read(id)).toMatchObject({ rate: null, accountCurrency: 'EUR', totals: { amount: { account: null } } });
    const { content } = await t.ok(a, listNotifications);
    expect(content[0]).toMatchObject({ notificationType: 'ACTION_NEEDED' });
  });
});

describe('the files of a purchase order', () => {
  it('are uploaded, listed and deleted like other documents, also when it is closed', async () => {
    const order = await anOpenOrder(t, a, { supplierId });
    const { id } = order;
    await patch(id, short);
    const upload = (name: string, content: Buffer | string, who = a) =>
      t.call(who, uploadPurchaseOrderFile, { params: { id }, file: { name, content } });
    expect((await upload('virus.exe', 'MZ')).status).toBe(415);
    const { body: artwork } = await upload('artwork.pdf', PDF);
    expect(artwork).toMatchObject({
      documentType: 'PURCHASE_ORDER',
      entities: [{ entityType: 'PURCHASE_ORDER', entityId: id }],
    });
    expect(await t.ok(a, listPurchaseOrderFiles, { params: { id } })).toMatchObject([{ id: artwork.id }]);
    expect(await read(id)).toMatchObject({ uploadedDocuments: [{ id: artwork.id }], attachments: [] });
    await patch(id, { status: 'OPEN' });
    expect((await patch(id, { attachmentIds: [artwork.id] })).body.attachments).toMatchObject([{ id: artwork.id }]);
    const other = await anOrder(t, a, { supplierId });
    expect(await patch(other.id, { attachmentIds: [artwork.id] })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'attachmentIds.0' }] },
    });
    const remove = (purchaseOrderId: string, who = a) =>
      t.call(who, deletePurchaseOrderFile, { params: { id: purchaseOrderId, fileId: artwork.id } });
    const stranger = await t.admin();
    expect([(await upload('a.pdf', PDF, stranger)).status, (await remove(id, stranger)).status]).toEqual([404, 404]);
    expect([(await remove(other.id)).status, (await remove(id)).status, (await remove(id)).status]).toEqual([
      404, 204, 404,
    ]);
    expect(await read(id)).toMatchObject({ uploadedDocuments: [], attachments: [], attachmentIds: [artwork.id] });
    const { content } = await t.ok(a, listPurchaseOrderHistory, { params: { id } });
    expect(content).toContainEqual(
      expect.objectContaining({
        action: 'purchase-order.file-deleted',
        changes: [expect.objectContaining({ field: 'fileName', from: 'artwork.pdf', to: null })],
      }),
    );
    expect((await patch(id, { notes: 'The deleted file may stay chosen', attachmentIds: [artwork.id] })).status).toBe(
      200,
    );
  });
});

describe('the archive', () => {
  it('takes what has been closed for long enough, by the day of the account, and gives back what is re-opened', async () => {
    await t.ok(a, updateAccountSettings, {
      body: {
        accountName: 'Maya',
        currency: 'GBP',
        timeZone: 'Europe/London',
        isArchiveWhenClosedEnabled: true,
        archiveAfterDays: 30,
      },
    });
    const { id } = await anOpenOrder(t, a, { supplierId });
    await patch(id, short);
    const archivedOn = async (time: string) => {
      t.setTime(time);
      expect(await runInAllAccounts(t.deps, archivePurchaseOrders)).toEqual([]);
      a = await t.session(a.userId, a.accountId);
      return (await read(id)).archivedAt !== null;
    };
    expect([await archivedOn('2026-12-19T23:00:00Z'), await archivedOn('2026-12-20T01:00:00Z')]).toEqual([false, true]);
    expect((await patch(id, { status: 'OPEN' })).body).toMatchObject({ status: 'OPEN', archivedAt: null });
  });
});
