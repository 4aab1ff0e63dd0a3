import type { BodyIn } from '@quayside/contracts/endpoint';
import { getOrder, isSupplierOrder, listOrders, type OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import { createPackList, type PackList } from '@quayside/contracts/shipments/pack-lists';
import { createProduct, type productBody } from '@quayside/contracts/products/products';
import type { ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import type { z } from 'zod';
import { reserveNumbers } from '../account/numbers.ts';
import { lockCosts } from '../account/cost-lock.ts';
import { readPackLists } from '../areas/shipments/rows/leaves.views.ts';
import { rowsThatMove, setPlan } from '../areas/shipments/packing/pack-list-writes.service.ts';
import { announceDays, syncOrders } from '../areas/shipments/sync/sync.service.ts';
import { record, changed } from '../events/outbox.ts';
import type { TestApp, TestPerson } from './app.ts';
import { anInvoice, aSupplier } from './invoices.ts';

type ProductBody = Partial<z.input<typeof productBody>>;
interface GivenOrder {
  readonly units: number;
  readonly sku?: string;
  readonly product?: ProductBody;
  readonly amount?: string;
}
/** An order with the invoice and the line from which it came. */
export interface MadeOrder {
  readonly id: string;
  readonly productId: string;
  readonly supplierId: string;
  readonly invoiceId: string;
  readonly lineId: string;
}

let made = 0;
/** Creates a supplier, a product and an invoice in GBP with one factory line, and returns the order of this line. */
export async function anOrderOf(t: TestApp, who: TestPerson, given: GivenOrder): Promise<MadeOrder> {
  made += 1;
  const { units, sku = `KETTLE-${String(made).padStart(3, '0')}`, product = {}, amount = '1000.00' } = given;
  const supplierId = await aSupplier(t, who, { currency: 'GBP' });
  const { id: productId } = await t.ok(who, createProduct, {
    body: { sku, name: `Product ${sku}`, supplierIds: [supplierId], ...product },
  });
  const { id: invoiceId, lineIds } = await anInvoice(
    t,
    who,
    { supplierId, invoiceNumber: `F-${made}`, date: '2026-11-01' },
    [{ productId, costType: 'FACTORY_INVOICE', quantity: units, amount }],
  );
  const page = await t.ok(who, listOrders, { query: { search: `F-${made}` } });
  const order = page.content.filter(isSupplierOrder).find((one) => one.invoiceId === invoiceId);
  return { id: order?.orderId ?? '', productId, supplierId, invoiceId, lineId: lineIds[0] ?? '' };
}

/** Packs a part of an order. */
export const packed = (
  t: TestApp,
  who: TestPerson,
  orderId: string,
  body: BodyIn<typeof createPackList>,
): Promise<PackList> => t.ok(who, createPackList, { params: { orderId }, body });

export async function theOrder(t: TestApp, who: TestPerson, orderId: string): Promise<OrderWithPackLists> {
  const order = await t.ok(who, getOrder, { params: { orderId } });
  if (!isSupplierOrder(order)) throw new Error(`${orderId} is the order of a customer`);
  return order;
}

/** Creates an OPEN plan with these pack lists, without a call. */
export const aPlanOf = (t: TestApp, who: TestPerson, packListIds: readonly string[]): Promise<string> =>
  t.work(who, async (w) => {
    await lockCosts(w);
    const id = w.newId();
    await w.tx
      .insertInto('shipment_plan')
      .values({
        account_id: who.accountId,
        id,
        number: await reserveNumbers(w, 'shipment_plan', 1),
        currency: w.scope.currency,
        created_at: w.now,
        updated_at: w.now,
      })
      .execute();
    await setPlan(w, await rowsThatMove(w, await readPackLists(w, 'id', packListIds), id), id);
    await record(w, { action: 'order.packing-undone', subjectIds: [id], details: { facts: { packLists: 0 } } });
    return id;
  });

/** Gives a plan another status, without a call. */
export const movePlan = (t: TestApp, who: TestPerson, planId: string, status: ShipmentStatus): Promise<void> =>
  t.work(who, async (w) => {
    await lockCosts(w);
    await w.tx
      .updateTable('shipment_plan')
      .set({ status, shipped_on: status === 'OPEN' ? null : '2026-11-10' })
      .where('account_id', '=', who.accountId)
      .where('id', '=', planId)
      .execute();
    const orderIds = (await readPackLists(w, 'plan_id', [planId])).map(({ orderId }) => orderId);
    await syncOrders(w, orderIds);
    await announceDays(w, orderIds);
    await record(
      w,
      { action: 'order.packing-undone', subjectIds: [planId], details: { facts: { packLists: 0 } } },
      changed('shipment-plans', [planId]),
    );
  });
