import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import type { OrderWithPackLists } from '@quayside/contracts/orders';
import type { PackList } from '@quayside/contracts/pack-lists';
import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipment-plans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { inAccountAsJob, type Work } from '../../db/tx.ts';
import { askAgain } from '../../testing/ask-again.ts';
import { killRounds } from '../../testing/kill-rounds.ts';
import { type OwnServer, startOwnServer } from '../../testing/own-server.ts';
import { recompute } from '../../testing/recompute.ts';
import { brokenInvariants } from '../costs/invariants.views.ts';
import { brokenShipments } from './shipments-invariants.views.ts';

// This test kills the application and its database while orders are packed, planned and shipped.

const KILLS = killRounds(2);
const ACKNOWLEDGED_BETWEEN = KILLS > 20 ? 30 : 5;
const WRITERS = 2;
/** Packed by cases of 12 in two carton rows: 8 cartons of 12, and one of 4. */
const UNITS = 100;
const PER_CASE = 12;
const ROWS = 2;
/** What a pack list holds that is packed by hand. */
const BY_HAND = 7;

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, 120_000);
// The server is undefined if it could not be started; in that case it has removed its own files already.
afterAll(() => (server as OwnServer | undefined)?.remove());

const ask = <T>(method: string, path: string, body?: object): Promise<T> => askAgain<T>(server, method, path, body);

/** What must be stored of a pack list after everything that was acknowledged. */
interface Expected {
  readonly orderId: string;
  readonly units: number;
  readonly isInCarton: boolean;
  readonly planId: string | null;
}
/** Everything that was acknowledged so far. */
interface Acknowledged {
  readonly packLists: Map<string, Expected>;
  /** The status of each plan; "gone" if it lost its last pack list. */
  readonly plans: Map<string, string>;
  /** The plans for which freight was booked. */
  readonly bills: { readonly supplierId: string; readonly planIds: string[] };
  /** How often each action was acknowledged. */
  readonly actions: Map<string, number>;
}
const countOf = ({ actions }: Acknowledged): number => [...actions.values()].reduce((sum, times) => sum + times, 0);

/** Creates an invoice with one factory line. Returns its order. */
async function anOrder(supplierId: string, productId: string, units: number): Promise<string> {
  const invoices = `/invoices/${server.userId}`;
  const { id, invoiceNumber } = await ask<InvoiceWithLines>('POST', invoices, {
    supplierId,
    invoiceNumber: `F-${randomUUID()}`,
    currency: 'CNY',
    rate: '0.1',
    date: '2026-01-02',
  });
  const line = { productId, costType: 'FACTORY_INVOICE', quantity: units, amount: '1000.00' };
  await ask('POST', `${invoices}/${id}/invoice-lines`, line);
  const page = await ask<{ content: OrderWithPackLists[] }>(
    'GET',
    `/orders/${server.userId}?search=${String(invoiceNumber)}`,
  );
  return page.content[0]?.orderId ?? '';
}

/** Notes what was acknowledged. */
function noting({ packLists, plans, actions }: Acknowledged) {
  const done = (action: string) => void actions.set(action, (actions.get(action) ?? 0) + 1);
  const note = (lists: readonly PackList[], planId: string | null = null) => {
    for (const { packListId, orderId, quantity: units, cartonId } of lists)
      packLists.set(packListId, { orderId, units, isInCarton: cartonId !== null, planId });
  };
  const plan = async (packListIds: readonly string[], planId?: string): Promise<string> => {
    const body = { packListIds, ...(planId !== undefined && { shipmentPlanId: planId }) };
    const path = `/orders/${server.userId}/shipmentplans/packlists`;
    const { plan } = await ask<{ plan: ShipmentPlanWithPackLists }>('POST', path, body);
    note(plan.packLists, plan.id);
    plans.set(plan.id, 'OPEN');
    done(planId === undefined ? 'shipment-plan.created' : 'shipment-plan.pack-lists-added');
    return plan.id;
  };
  return { done, note, plan };
}

/** Books freight for a plan, whose costs are shared again with each pack list that joins or leaves it. */
async function billFreight({ bills }: Acknowledged, planId: string): Promise<void> {
  const invoices = `/invoices/${server.userId}`;
  const { id } = await ask<InvoiceWithLines>('POST', invoices, {
    supplierId: bills.supplierId,
    invoiceNumber: `S-${randomUUID()}`,
    currency: 'CNY',
    rate: '0.1',
    date: '2026-01-05',
    pairedWith: [{ type: 'SHIPMENT', id: planId }],
  });
  await ask('POST', `${invoices}/${id}/invoice-lines`, { costType: 'SHIPPING', amount: '77.77' });
  bills.planIds.push(planId);
}

/** Packs two orders, plans and unpacks a part of them, and ships the rest. */
async function packAndShip(acknowledged: Acknowledged, byCase: string, byHand: string): Promise<void> {
  const { done, note, plan } = noting(acknowledged);
  const orders = `/orders/${server.userId}`;
  await ask('POST', `${orders}/pack-by-case`, { orders: [{ orderId: byCase, unitsPerCase: PER_CASE }] });
  done('order.packed-by-case');
  const cases = (await ask<OrderWithPackLists>('GET', `${orders}/${byCase}`)).packLists;
  note(cases);
  const packByHand = async () => {
    const list = await ask<PackList>('POST', `${orders}/${byHand}/packlist`, { quantity: BY_HAND });
    note([list]);
    done('order.packed');
    return list;
  };
  const [one, two] = [await packByHand(), await packByHand()];
  const leaving = await plan([...cases.map(({ packListId }) => packListId), one.packListId]);
  await billFreight(acknowledged, leaving);
  await plan([two.packListId], leaving);
  const packListIds = [one.packListId];
  await ask('POST', `${orders}/shipmentplans/remove-packlists`, { shipmentPlanId: leaving, packListIds });
  note([one]);
  done('shipment-plan.pack-lists-removed');
  const text = `SKU,Carton no.,Units per carton\nKETTLE,1-${BY_HAND},1`;
  await ask('POST', `${orders}/shipmentplans/${leaving}/packing-list`, { text });
  note((await ask<ShipmentPlanWithPackLists>('GET', `${orders}/shipmentplans/${leaving}`)).packLists, leaving);
  done('shipment-plan.packing-list-imported');
  const emptied = await plan(packListIds);
  await ask('POST', `${orders}/${byHand}/packlist/delete-multiple`, { packListIds });
  acknowledged.packLists.delete(one.packListId);
  acknowledged.plans.set(emptied, 'gone');
  done('order.unpacked');
  done('shipment-plan.removed');
  const body = { shippedOn: '2026-02-03' };
  const shipped = await ask<ShipmentPlanWithPackLists>('PATCH', `${orders}/shipmentplans/${leaving}`, body);
  acknowledged.plans.set(leaving, shipped.status);
  done('shipment-plan.shipped');
}

it('what was packed, planned or shipped survives a kill of the application and of the database, once', {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const { id: supplierId } = await ask<{ id: string }>('POST', `/suppliers/${server.userId}`, {
    companyName: 'Ningbo Haosheng',
    currency: 'CNY',
  });
  const { id: productId } = await ask<{ id: string }>('POST', `/products/${server.userId}`, {
    ...{ sku: 'KETTLE', name: 'Kettle', supplierIds: [supplierId] },
    ...{ length: '20', width: '10', height: '10', shippingWeight: '1000' },
  });
  const expected: Acknowledged = {
    packLists: new Map(),
    plans: new Map(),
    bills: { supplierId, planIds: [] },
    actions: new Map(),
  };
  let isWriting = true;
  let failure: unknown;
  const write = async () => {
    while (isWriting) {
      const [byCase, byHand] = [
        await anOrder(supplierId, productId, UNITS),
        await anOrder(supplierId, productId, BY_HAND * 2),
      ];
      await packAndShip(expected, byCase, byHand);
    }
  };
  const writers = Array.from({ length: WRITERS }, () => write().catch((error: unknown) => void (failure = error)));
  const more = async (count: number) => {
    for (const before = countOf(expected); countOf(expected) < before + count; await sleep(5))
      if (failure) throw failure;
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await more(ACKNOWLEDGED_BETWEEN);
    if (kill % 2 === 0) await server.restart();
    else server.killDatabase();
  }
  await more(ACKNOWLEDGED_BETWEEN);
  isWriting = false;
  await Promise.all(writers);
  expect(failure).toBeUndefined();
  await server.end('SIGTERM');
  const byKey = <T>(map: ReadonlyMap<string, T>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(await stored([...expected.actions.keys()])).toEqual({
    packLists: byKey(expected.packLists),
    plans: byKey(expected.plans),
    actions: byKey(expected.actions),
    cartonRows:
      (expected.actions.get('order.packed-by-case') ?? 0) * ROWS +
      (expected.actions.get('shipment-plan.packing-list-imported') ?? 0),
    freight: expected.bills.planIds.toSorted().map((planId) => ({ planId, minor: 7777n, isInPlan: true })),
    broken: [],
  });
});

/** What the plans with booked freight bear of it, and whether all of it is borne by pack lists that are in the plan. */
async function freightByPlan(w: Work) {
  const { rows } = await sql<{ planId: string; minor: bigint; isInPlan: boolean }>`
    select p.target_id as "planId", sum(e.document_minor)::bigint as minor,
      bool_and(l.plan_id = p.target_id) as "isInPlan"
    from invoice_pairing p
    join cost_entry e on e.account_id = p.account_id and e.invoice_id = p.invoice_id and e.superseded_at is null
    join pack_list l on l.account_id = e.account_id and l.id = e.pack_list_id
    group by p.target_id
    order by p.target_id`.execute(w.tx);
  return rows;
}

/** What the database holds after the server has ended. */
async function stored(actions: readonly string[]) {
  const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => undefined });
  const { deps, close } = await compose({ config: readConfig(server.environment), databaseUrl: database.url });
  try {
    const { account_id: accountId } = await deps.db
      .selectFrom('account_directory')
      .select('account_id')
      .executeTakeFirstOrThrow();
    return await inAccountAsJob(deps, accountId, async (w) => {
      const packLists = await w.tx
        .selectFrom('pack_list')
        .selectAll()
        .where('removed_at', 'is', null)
        .orderBy('id')
        .execute();
      const plans = await w.tx
        .selectFrom('shipment_plan')
        .select(['id', 'status', 'removed_at'])
        .orderBy('id')
        .execute();
      const logged = await w.tx
        .selectFrom('audit_log')
        .select(['action', ({ fn }) => fn.countAll().as('times')])
        .where('action', 'in', actions)
        .groupBy('action')
        .execute();
      return {
        packLists: packLists.map((row) => [
          row.id,
          {
            orderId: row.order_id,
            units: Number(row.units),
            isInCarton: row.carton_id !== null,
            planId: row.plan_id,
          },
        ]),
        plans: plans.map((row) => [row.id, row.removed_at === null ? row.status : 'gone']),
        actions: logged
          .map(({ action, times }): [string, number] => [action, Number(times)])
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        cartonRows: (await w.tx.selectFrom('carton').select('id').execute()).length,
        broken: [...(await brokenShipments(w)), ...(await brokenInvariants(w)), ...(await recompute(w))],
        freight: await freightByPlan(w),
      };
    });
  } finally {
    await close();
    await database.stop();
  }
}
