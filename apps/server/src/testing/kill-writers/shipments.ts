import { randomUUID } from 'node:crypto';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import type { OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { askAgain } from '../ask-again.ts';
import { askForOrder, askForProduct, askForSupplier } from '../asked-records.ts';
import type { OwnServer } from '../own-server.ts';
import { type Afterwards, byKey, count, type KillRun, type KillWriter, type Tally } from './kill-writer.ts';

// Orders are packed, planned and shipped.

/** Packed by cases of 12 in two carton rows: 8 cartons of 12, and one of 4. */
const UNITS = 100;
const PER_CASE = 12;
const ROWS = 2;
/** What a pack list holds that is packed by hand. */
const BY_HAND = 7;
const SKU = 'KETTLE';

/** What must be stored of a pack list after everything that was acknowledged. */
interface Expected {
  readonly orderId: string;
  readonly units: number;
  readonly isInCarton: boolean;
  readonly planId: string | null;
}
/** Everything that was acknowledged so far. */
interface Acknowledged {
  readonly orderIds: string[];
  readonly packLists: Map<string, Expected>;
  /** The status of each plan; "gone" if it lost its last pack list. */
  readonly plans: Map<string, string>;
  /** The plans for which freight was booked. */
  readonly billedPlanIds: string[];
  readonly tally: Tally;
  writes: number;
}
type Goods = Readonly<Record<'supplierId' | 'productId', string>>;

/** Notes what was acknowledged. */
function noting(server: OwnServer, done: Acknowledged) {
  const acted = (action: string) => {
    count(done.tally, action);
    done.writes += 1;
  };
  const note = (lists: readonly PackList[], planId: string | null = null) => {
    for (const { packListId, orderId, quantity: units, cartonId } of lists)
      done.packLists.set(packListId, { orderId, units, isInCarton: cartonId !== null, planId });
  };
  const plan = async (packListIds: readonly string[], planId?: string): Promise<string> => {
    const body = { packListIds, ...(planId !== undefined && { shipmentPlanId: planId }) };
    const path = `/orders/${server.userId}/shipmentplans/packlists`;
    const { plan } = await askAgain<{ plan: ShipmentPlanWithPackLists }>(server, 'POST', path, body);
    note(plan.packLists, plan.id);
    done.plans.set(plan.id, 'OPEN');
    if (planId === undefined) count(done.tally, 'shipment_plan');
    acted(planId === undefined ? 'shipment-plan.created' : 'shipment-plan.pack-lists-added');
    return plan.id;
  };
  return { acted, note, plan };
}

/** Books freight for a plan, whose costs are shared again with each pack list that joins or leaves it. */
async function billFreight(server: OwnServer, supplierId: string, planId: string): Promise<void> {
  const invoices = `/invoices/${server.userId}`;
  const { id } = await askAgain<InvoiceWithLines>(server, 'POST', invoices, {
    ...{ supplierId, invoiceNumber: `S-${randomUUID()}`, currency: 'CNY', rate: '0.1', date: '2026-01-05' },
    pairedWith: [{ type: 'SHIPMENT', id: planId }],
  });
  await askAgain(server, 'POST', `${invoices}/${id}/invoice-lines`, { costType: 'SHIPPING', amount: '77.77' });
}

/** Packs an order by cases, and a part of another one twice by hand. Returns the pack lists. */
async function pack(server: OwnServer, done: Acknowledged, [byCase, byHand]: readonly [string, string]) {
  const { acted, note } = noting(server, done);
  const orders = `/orders/${server.userId}`;
  const cases = { orders: [{ orderId: byCase, unitsPerCase: PER_CASE }] };
  await askAgain(server, 'POST', `${orders}/pack-by-case`, cases);
  acted('order.packed-by-case');
  count(done.tally, 'carton', ROWS);
  const { packLists } = await askAgain<OrderWithPackLists>(server, 'GET', `${orders}/${byCase}`);
  note(packLists);
  const packByHand = async () => {
    const list = await askAgain<PackList>(server, 'POST', `${orders}/${byHand}/packlist`, { quantity: BY_HAND });
    note([list]);
    acted('order.packed');
    return list;
  };
  return { cases: packLists, one: await packByHand(), two: await packByHand() };
}

/** Packs two orders, plans and unpacks a part of them, and ships the rest. */
async function packAndShip(server: OwnServer, done: Acknowledged, goods: Goods): Promise<void> {
  const { acted, note, plan } = noting(server, done);
  const ask = <T>(method: string, path: string, body?: object) =>
    askAgain<T>(server, method, `/orders/${server.userId}${path}`, body);
  const [byCase, byHand] = [await askForOrder(server, goods, UNITS), await askForOrder(server, goods, BY_HAND * 2)];
  done.orderIds.push(byCase, byHand);
  const { cases, one, two } = await pack(server, done, [byCase, byHand]);
  const leaving = await plan([...cases.map(({ packListId }) => packListId), one.packListId]);
  await billFreight(server, goods.supplierId, leaving);
  done.billedPlanIds.push(leaving);
  await plan([two.packListId], leaving);
  const packListIds = [one.packListId];
  await ask('POST', '/shipmentplans/remove-packlists', { shipmentPlanId: leaving, packListIds });
  note([one]);
  acted('shipment-plan.pack-lists-removed');
  const text = `SKU,Carton no.,Units per carton\n${SKU},1-${BY_HAND},1`;
  await ask('POST', `/shipmentplans/${leaving}/packing-list`, { text });
  note((await ask<ShipmentPlanWithPackLists>('GET', `/shipmentplans/${leaving}`)).packLists, leaving);
  acted('shipment-plan.packing-list-imported');
  count(done.tally, 'carton');
  const emptied = await plan(packListIds);
  await ask('POST', `/${byHand}/packlist/delete-multiple`, { packListIds });
  done.packLists.delete(one.packListId);
  done.plans.set(emptied, 'gone');
  acted('order.unpacked');
  acted('shipment-plan.removed');
  const body = { shippedOn: '2026-02-03' };
  const shipped = await ask<ShipmentPlanWithPackLists>('PATCH', `/shipmentplans/${leaving}`, body);
  done.plans.set(leaving, shipped.status);
  acted('shipment-plan.shipped');
}

/** What the plans with booked freight bear of it, and whether all of it is borne by pack lists that are in the plan. */
async function freightByPlan(w: Work, planIds: readonly string[]) {
  const { rows } = await sql<{ planId: string; minor: bigint; isInPlan: boolean }>`
    select p.target_id as "planId", sum(e.document_minor)::bigint as minor,
      bool_and(l.plan_id = p.target_id) as "isInPlan"
    from invoice_pairing p
    join cost_entry e on e.account_id = p.account_id and e.invoice_id = p.invoice_id and e.superseded_at is null
    join pack_list l on l.account_id = e.account_id and l.id = e.pack_list_id
    where p.target_id = any(${sql.val(planIds)}::uuid[])
    group by p.target_id
    order by p.target_id`.execute(w.tx);
  return rows;
}

async function storedOf(w: Work, done: Acknowledged) {
  const packLists = await w.tx
    .selectFrom('pack_list')
    .selectAll()
    .where('removed_at', 'is', null)
    .where('order_id', 'in', done.orderIds)
    .orderBy('id')
    .execute();
  const plans = await w.tx
    .selectFrom('shipment_plan')
    .select(['id', 'status', 'removed_at'])
    .where('id', 'in', [...done.plans.keys()])
    .orderBy('id')
    .execute();
  return {
    packLists: packLists.map((row) => [
      row.id,
      { orderId: row.order_id, units: Number(row.units), isInCarton: row.carton_id !== null, planId: row.plan_id },
    ]),
    plans: plans.map((row) => [row.id, row.removed_at === null ? row.status : 'gone']),
    freight: await freightByPlan(w, done.billedPlanIds),
  };
}

export async function startShipments({ server, goesOn }: KillRun): Promise<KillWriter> {
  const supplierId = await askForSupplier(server);
  const productId = await askForProduct(server, SKU, supplierId);
  const done: Acknowledged = {
    ...{ orderIds: [], packLists: new Map(), plans: new Map(), billedPlanIds: [], tally: new Map(), writes: 0 },
  };
  return {
    async write() {
      while (await goesOn()) await packAndShip(server, done, { supplierId, productId });
    },
    acknowledged: () => done.writes,
    tally: done.tally,
    compare: async ({ inAccount }: Afterwards) => ({
      expected: {
        packLists: byKey(done.packLists),
        plans: byKey(done.plans),
        freight: done.billedPlanIds.toSorted().map((planId) => ({ planId, minor: 7777n, isInPlan: true })),
      },
      stored: await inAccount((w) => storedOf(w, done)),
    }),
  };
}
