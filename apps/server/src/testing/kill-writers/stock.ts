import type { OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { askAgain } from '../ask-again.ts';
import { askForOrder, askForProduct, askForSupplier } from '../asked-records.ts';
import { storedStock } from '../beside.ts';
import type { OwnServer } from '../own-server.ts';
import { type Afterwards, count, type KillRun, type KillWriter, type Tally } from './kill-writer.ts';

// Plans arrive and are sold from.

/** Packed in two pack lists and carton rows: 8 cartons of 12, and one of 4. */
const UNITS = 100;
const PER_CASE = 12;
const ROWS = 2;
/** What of each pack list arrives first, and what of the plan is sold. */
const FIRST = 3;
const SOLD = 30;

/** What was acknowledged: receipts with their units, sales that hold, and plans that arrived. */
interface Acknowledged {
  receipts: number;
  received: number;
  sales: number;
  writes: number;
  readonly planIds: string[];
  readonly tally: Tally;
}
type Goods = Readonly<Record<'supplierId' | 'productId', string>>;

/** Packs and ships an order. Returns its plan and its pack lists. */
async function ship(server: OwnServer, { tally }: Acknowledged, goods: Goods) {
  const orders = `/orders/${server.userId}`;
  const orderId = await askForOrder(server, goods, UNITS);
  await askAgain(server, 'POST', `${orders}/pack-by-case`, { orders: [{ orderId, unitsPerCase: PER_CASE }] });
  count(tally, 'order.packed-by-case');
  count(tally, 'carton', ROWS);
  const { packLists } = await askAgain<OrderWithPackLists>(server, 'GET', `${orders}/${orderId}`);
  const packListIds = packLists.map(({ packListId }) => packListId);
  const body = { packListIds };
  const path = `${orders}/shipmentplans/packlists`;
  const { plan } = await askAgain<{ plan: ShipmentPlanWithPackLists }>(server, 'POST', path, body);
  count(tally, 'shipment_plan');
  count(tally, 'shipment-plan.created');
  await askAgain(server, 'PATCH', `${orders}/shipmentplans/${plan.id}`, { shippedOn: '2026-02-03' });
  count(tally, 'shipment-plan.shipped');
  return { planId: plan.id, packListIds };
}

/** Receives a plan in two parts, sells some, and undoes a second sale and receipt. */
async function shipAndReceive(server: OwnServer, done: Acknowledged, goods: Goods): Promise<void> {
  const { planId, packListIds } = await ship(server, done, goods);
  const stock = `/stock/${server.userId}`;
  const receive = (day: string, part: { readonly quantity?: number } = {}) => {
    const rows = packListIds.map((packListId) => ({ packListId, ...part }));
    return askAgain<{ operationId: string }>(server, 'POST', `${stock}/receipts`, { day, place: 'WAREHOUSE', rows });
  };
  const row = { productId: goods.productId, kind: 'TAKING', cause: 'SOLD', quantity: SOLD };
  const rows = [{ ...row, day: '2026-03-10', place: 'WAREHOUSE' }];
  const sell = () => askAgain<{ operationId: string }>(server, 'POST', `${stock}/movements`, { rows });
  const undo = ({ operationId }: { operationId: string }) =>
    askAgain(server, 'POST', `/undo/${server.userId}/${operationId}`, {});
  const noted = (receipts: number, received: number, sales: number) => {
    done.receipts += receipts;
    done.received += received;
    done.sales += sales;
    done.writes += 1;
  };
  const first = packListIds.length * FIRST;
  await receive('2026-03-01', { quantity: FIRST });
  noted(packListIds.length, first, 0);
  const rest = await receive('2026-03-04');
  noted(packListIds.length, UNITS - first, 0);
  await undo(rest);
  noted(-packListIds.length, first - UNITS, 0);
  await receive('2026-03-05');
  noted(packListIds.length, UNITS - first, 0);
  done.planIds.push(planId);
  await sell();
  noted(0, 0, 1);
  const second = await sell();
  noted(0, 0, 1);
  await undo(second);
  noted(0, 0, -1);
}

export async function startStock({ server, goesOn }: KillRun): Promise<KillWriter> {
  const supplierId = await askForSupplier(server);
  const productIds: string[] = [];
  const done: Acknowledged = {
    ...{ receipts: 0, received: 0, sales: 0, writes: 0, planIds: [], tally: new Map() },
  };
  let writers = 0;
  return {
    async write() {
      // Each writer has a product of its own, so that nobody else sells the units of a receipt that is undone.
      writers += 1;
      const productId = await askForProduct(server, `POT-${writers}`, supplierId);
      productIds.push(productId);
      while (await goesOn()) await shipAndReceive(server, done, { supplierId, productId });
    },
    acknowledged: () => done.writes,
    tally: done.tally,
    compare: ({ inAccount }: Afterwards) =>
      inAccount(async (w) => {
        const { sales, receipts, received } = done;
        const plans = await w.tx
          .selectFrom('shipment_plan')
          .select(['id', 'status'])
          .where('id', 'in', done.planIds)
          .orderBy('id')
          .execute();
        return {
          expected: {
            ...{ receipts, received, sales, sold: sales * SOLD, onHand: received - sales * SOLD },
            plans: done.planIds.toSorted().map((id) => ({ id, status: 'RECEIVED' })),
          },
          stored: { ...(await storedStock(w, productIds)), plans },
        };
      }),
  };
}
