import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  addShipmentPlanPackLists,
  patchShipmentPlan,
  type ShipmentPlanWithPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import type { TestApp, TestPerson } from './app.ts';
import { anInvoice, aProduct, aSupplier } from './invoices.ts';
import { packed } from './shipments.ts';

/** A supplier order of one product that weighs 1.5 kg and takes 6 dm³. */
interface TestOrder {
  readonly orderId: string;
  readonly invoiceId: string;
  readonly productId: string;
  readonly supplierId: string;
}

/** The supplier orders of an invoice, in the order of its lines. */
export const ordersOf = (t: TestApp, who: TestPerson, invoiceId: string): Promise<string[]> =>
  t.work(who, async (w) => {
    const rows = await w.tx
      .selectFrom('cost_layer')
      .innerJoin('invoice_line', 'invoice_line.id', 'cost_layer.invoice_line_id')
      .select('cost_layer.id')
      .where('cost_layer.account_id', '=', who.accountId)
      .where('cost_layer.invoice_id', '=', invoiceId)
      .orderBy('invoice_line.position')
      .execute();
    return rows.map(({ id }) => id);
  });

/** Creates an invoice whose only line orders so many units of a new product. */
export async function aShippableOrder(
  t: TestApp,
  who: TestPerson,
  sku: string,
  { units = 1000, weightUg = 1_500_000_000n as bigint | null, volumeMm3 = 6_000_000n as bigint | null } = {},
): Promise<TestOrder> {
  const supplierId = await aSupplier(t, who);
  const productId = await aProduct(t, who, sku, {
    ...(weightUg !== null && { weightUg }),
    ...(volumeMm3 !== null && { volumeMm3 }),
  });
  const { id: invoiceId } = await anInvoice(t, who, { supplierId, invoiceNumber: `I-${sku}`, rate: '0.1' }, [
    { productId, costType: 'FACTORY_INVOICE', quantity: units, amount: '10000.00' },
  ]);
  const [orderId = ''] = await ordersOf(t, who, invoiceId);
  return { orderId, invoiceId, productId, supplierId };
}

/** Packs units of an order, one pack list for each number. Returns the ids of the pack lists. */
export async function packListsOf(t: TestApp, who: TestPerson, orderId: string, ...units: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const quantity of units) ids.push((await packed(t, who, orderId, { quantity })).packListId);
  return ids;
}

/** Makes a plan of pack lists, and changes it if a patch is given. */
export async function aPlan(
  t: TestApp,
  who: TestPerson,
  packListIds: readonly string[],
  patch?: BodyIn<typeof patchShipmentPlan>,
): Promise<ShipmentPlanWithPackLists> {
  const { plan } = await t.ok(who, addShipmentPlanPackLists, { body: { packListIds: [...packListIds] } });
  return patch ? t.ok(who, patchShipmentPlan, { params: { shipmentPlanId: plan.id }, body: patch }) : plan;
}
