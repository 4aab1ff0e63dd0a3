import {
  addCartonPackLists,
  createCarton,
  deleteCarton,
  listCartons,
  removeCartonPackLists,
  updateCarton,
} from '@quayside/contracts/shipments/cartons';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { packByCase } from '@quayside/contracts/shipments/orders';
import { createDutyRate } from '@quayside/contracts/freight/duty-rates';
import {
  createPackList,
  deletePackLists,
  listPackLists,
  patchPackList,
} from '@quayside/contracts/shipments/pack-lists';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { undoOperation } from '@quayside/contracts/undo';
import fc from 'fast-check';
import { lockCosts } from '../account/cost-lock.ts';
import { readPackLists } from '../areas/shipments/rows/leaves.views.ts';
import { rowsThatMove, setPlan } from '../areas/shipments/packing/pack-list-writes.service.ts';
import { record } from '../events/outbox.ts';
import type { LocalInput } from '../http/local-client.ts';
import type { TestApp, TestPerson } from './app.ts';
import { anInvoice } from './invoices.ts';
import { anOrderOf, aPlanOf, type MadeOrder, movePlan } from './shipments.ts';

// Random histories of packing: what people do with orders, pack lists, carton rows and plans.

const KINDS = [
  'pack',
  'pack',
  'byCase',
  'resize',
  'unpack',
  'carton',
  'count',
  'measure',
  'addTo',
  'takeOut',
  'uncarton',
  'newPlan',
  'setPlan',
  'leavePlan',
  'ship',
  'stepBack',
  'lineUnits',
  'bill',
  'bill',
  'amount',
  'method',
  'duty',
  'undo',
] as const;
const BASES = ['CHARGEABLE_WEIGHT', 'CARTONS', 'VOLUME', 'WEIGHT', 'VALUE', 'QUANTITY', 'EQUAL', null] as const;
export interface PackingStep {
  readonly kind: (typeof KINDS)[number];
  readonly which: number;
  readonly value: number;
}
/** Generates a random step of packing. */
export const packingStep: fc.Arbitrary<PackingStep> = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(40),
  value: fc.nat(40),
});

interface World {
  readonly maya: TestPerson;
  readonly orders: readonly MadeOrder[];
  /** The operations that can be undone, the last one at the end. */
  readonly operations: string[];
  /** Bills whose costs are shared over pack lists, carton rows and plans. */
  readonly bills: { readonly id: string; readonly lineId: string }[];
  /** How many steps of each kind were not refused. */
  readonly done: Map<string, number>;
}

/** Creates an account with an order of 60 kettles in cases of 12, and one of 100 lamps of unknown weight. */
export async function startPacking(t: TestApp): Promise<World> {
  const maya = await t.admin();
  const casePackaging = { length: '60', width: '40', height: '40', weight: '14880', unitsPerCase: 12 };
  const orders = [
    await anOrderOf(t, maya, { units: 60, product: { casePackaging } }),
    await anOrderOf(t, maya, { units: 100, product: { length: '10', width: '10', height: '10' } }),
  ];
  return { maya, orders, operations: [], bills: [], done: new Map() };
}

/** Does one step of a history. A refusal by the rules (404, 409, 422) changes nothing, and is no error. */
export async function pack(t: TestApp, world: World, { kind, which, value }: PackingStep): Promise<void> {
  const { maya, orders, operations, bills, done } = world;
  const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % Math.max(1, from.length)];
  const order = pick(orders, which);
  const lists = (await t.ok(maya, listPackLists, { query: { sort: ['number,asc'] } })).content;
  const [list, second] = [pick(lists, which), pick(lists, value)];
  const carton = pick((await t.ok(maya, listCartons)).content, which);
  const plans = await t.work(maya, (w) =>
    w.tx.selectFrom('shipment_plan').select(['id', 'status']).where('removed_at', 'is', null).orderBy('id').execute(),
  );
  const open = pick(
    plans.filter(({ status }) => status === 'OPEN'),
    value,
  );
  if (!order) return;
  const orderId = order.id;
  const ask = async <E extends EndpointSpec>(endpoint: E, input: LocalInput<E>): Promise<void> => {
    const answer = await t.call(maya, endpoint, input);
    if (![200, 201, 204, 404, 409, 422].includes(answer.status)) throw new Error(`${endpoint.id}: ${answer.text}`);
    if (answer.status >= 300) return;
    done.set(kind, (done.get(kind) ?? 0) + 1);
    const { operationId } = (answer.body ?? {}) as { operationId?: string };
    if (operationId) operations.push(operationId);
  };
  const move = async (packListIds: readonly string[], planId: string | null): Promise<void> => {
    await t.work(maya, async (w) => {
      await lockCosts(w);
      const rows = await readPackLists(w, 'id', packListIds);
      if (rows.some(({ planStatus }) => planStatus !== null && planStatus !== 'OPEN')) return;
      await setPlan(w, await rowsThatMove(w, rows, planId), planId);
      await record(w, { action: 'order.packing-undone', subjectIds: [orderId], details: { facts: { packLists: 1 } } });
    });
    done.set(kind, (done.get(kind) ?? 0) + 1);
  };
  const packListIds = [...new Set([list, second].flatMap((one) => one?.packListId ?? []))];
  const params = { id: carton?.id ?? orderId };
  const ofList = { orderId: list?.orderId ?? orderId, packListId: list?.packListId ?? orderId };
  const isFree = (id: string) => lists.find((one) => one.packListId === id)?.status === 'OPEN';
  switch (kind) {
    case 'pack':
      return ask(createPackList, {
        params: { orderId },
        body: { quantity: 6 + (value % 5) * 6, ...(open && value % 3 === 0 && { shipmentPlanId: open.id }) },
      });
    case 'byCase':
      return ask(packByCase, { body: { orders: [{ orderId, unitsPerCase: 5 + (value % 12) }] } });
    case 'resize':
      return ask(patchPackList, { params: ofList, body: { quantity: 1 + value } });
    case 'unpack':
      return ask(deletePackLists, {
        params: { orderId: ofList.orderId },
        body: { packListIds: packListIds.length > 0 ? packListIds : [orderId] },
      });
    case 'carton':
      if (packListIds.length === 0) return;
      return ask(createCarton, { body: { count: pick([1, 2, 3, 6], value) ?? 1, packListIds } });
    case 'count':
      return ask(updateCarton, { params, body: { count: 1 + (value % 6) } });
    case 'measure':
      return ask(updateCarton, { params, body: { measuredWeight: value % 2 === 0 ? `${10 + value}` : null } });
    case 'addTo':
      if (!list) return;
      return ask(addCartonPackLists, { params, body: { packListIds: [list.packListId] } });
    case 'takeOut':
      return ask(removeCartonPackLists, {
        params,
        body: { packListIds: [carton?.packLists[0]?.packListId ?? orderId] },
      });
    case 'uncarton':
      return ask(deleteCarton, { params });
    case 'newPlan':
      if (list && isFree(list.packListId)) await aPlanOf(t, maya, [list.packListId]);
      return;
    case 'setPlan':
      if (open && list && isFree(list.packListId)) await move([list.packListId], open.id);
      return;
    case 'leavePlan':
      if (list && isFree(list.packListId)) await move([list.packListId], null);
      return;
    case 'ship':
      if (open) await movePlan(t, maya, open.id, 'IN_TRANSIT');
      return;
    case 'stepBack': {
      const away = pick(
        plans.filter(({ status }) => status !== 'OPEN'),
        value,
      );
      if (away) await movePlan(t, maya, away.id, 'OPEN');
      return;
    }
    case 'lineUnits':
      return ask(patchInvoiceLine, {
        params: { invoiceId: order.invoiceId, id: order.lineId },
        body: { quantity: 30 + value * 2 },
      });
    case 'bill': {
      const plan = pick(plans, which);
      const scope = [
        ...(plan ? [{ type: 'SHIPMENT' as const, id: plan.id }] : []),
        ...(list ? [{ type: 'PACK_LIST' as const, id: list.packListId }] : []),
        ...(carton ? [{ type: 'CARTON' as const, id: carton.id }] : []),
        { type: 'ORDER' as const, id: orderId },
      ].slice(value % 3, (value % 3) + 1 + (which % 2));
      if (scope.length === 0 || bills.length > 6) return;
      const costType = pick(['SHIPPING', 'CUSTOMS_AND_DUTIES', 'INSURANCE', 'STORAGE'] as const, value);
      const basis = costType === 'CUSTOMS_AND_DUTIES' ? 'DUTY' : (pick(BASES, which + value) ?? null);
      const { id, lineIds } = await anInvoice(
        t,
        maya,
        { supplierId: order.supplierId, invoiceNumber: `B-${bills.length}-${which}-${value}`, date: '2026-11-03' },
        [{ costType, basis, scope, amount: `${100 + value}.${10 + which}` }],
      );
      bills.push({ id, lineId: lineIds[0] ?? '' });
      done.set(kind, (done.get(kind) ?? 0) + 1);
      return;
    }
    case 'amount': {
      const bill = pick(bills, which);
      if (bill)
        await ask(patchInvoiceLine, {
          params: { invoiceId: bill.id, id: bill.lineId },
          body: { amount: `${value}.07` },
        });
      return;
    }
    case 'method': {
      const shippingMethod = pick(['AIR', 'SEA', 'LAND'] as const, value);
      if (open)
        await ask(patchShipmentPlan, { params: { shipmentPlanId: open.id }, body: { shippingMethod, country: 'GB' } });
      return;
    }
    case 'duty':
      return ask(createDutyRate, {
        body: {
          productId: order.productId,
          country: 'GB',
          percent: `${value / 4}`,
          validFrom: `2026-10-${10 + (value % 20)}`,
        },
      });
    case 'undo': {
      const operationId = operations.pop();
      if (operationId) await ask(undoOperation, { params: { operationId } });
    }
  }
}
