import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { createOrderImport } from '@quayside/contracts/stock/order-imports';
import { decideMissing } from '@quayside/contracts/stock/missing';
import { createPackList, deletePackLists, listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { createProduct } from '@quayside/contracts/products/products';
import { listReceipts, receiveGoods, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import {
  listStockMovements,
  postInventoryBalanceUpdates,
  recordStockMovements,
  reverseStockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { getStockMethod, setStockMethod } from '@quayside/contracts/stock/stock-method';
import { undoOperation } from '@quayside/contracts/undo';
import fc from 'fast-check';
import type { LocalInput } from '../http/local-client.ts';
import type { TestApp, TestPerson } from './app.ts';
import { anInvoice, aSupplier } from './invoices.ts';
import { reportOf } from './order-reports.ts';
import { ordersOf } from './shipment-plans.ts';
import { aPlanOf, anOrderOf, type MadeOrder } from './shipments.ts';

// Random histories of stock: what people do with orders, pack lists, plans, receipts, movements and counts.

const KINDS = [
  'pack',
  'plan',
  'ship',
  'receive',
  'receive',
  'receiveOrder',
  'sell',
  'sell',
  'sell',
  'return',
  'lose',
  'move',
  'count',
  'bill',
  'amount',
  'credit',
  'short',
  'rate',
  'lineUnits',
  'loose',
  'looseDay',
  'sellSet',
  'sellSet',
  'returnSet',
  'contents',
  'ordered',
  'ordered',
  'method',
  'unpack',
  'reverseReceipt',
  'reverseUsed',
  'reverseMovement',
  'undo',
] as const;
const PLACES = ['WAREHOUSE', 'AMAZON_UK'] as const;
export interface StockStep {
  readonly kind: (typeof KINDS)[number];
  readonly which: number;
  readonly value: number;
  readonly day: number;
}
/** Generates a random step. */
export const stockStep: fc.Arbitrary<StockStep> = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(40),
  value: fc.nat(40),
  day: fc.nat(19),
});

interface World {
  readonly maya: TestPerson;
  readonly forwarder: string;
  readonly orders: readonly MadeOrder[];
  /** A bundle of the first product and the other. */
  readonly set: { readonly id: string; readonly sku: string };
  readonly operations: string[];
  readonly bills: { readonly id: string; readonly lineId: string }[];
  /** Invoices of costs that no order bears. */
  readonly loose: { readonly id: string; readonly lineId: string }[];
  /** How many steps of each kind were not refused. */
  readonly done: Map<string, number>;
}

/**
 * Creates an account with two orders of one product and one of another, a bundle of both, and an order of a third
 * product on an invoice without an exchange rate.
 */
export async function startStock(t: TestApp): Promise<World> {
  t.setTime('2026-11-25T10:00:00.000Z');
  const maya = await t.admin('GBP');
  const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
  const kettle = await anOrderOf(t, maya, { units: 40, amount: '401.17' });
  const lamp = await anOrderOf(t, maya, { units: 30, amount: '100.00' });
  const { id: invoiceId, lineIds } = await anInvoice(
    t,
    maya,
    { supplierId: kettle.supplierId, invoiceNumber: `F-2-${kettle.id}`, date: '2026-11-02' },
    [{ productId: kettle.productId, costType: 'FACTORY_INVOICE', quantity: 25, amount: '260.03' }],
  );
  const second = await t.work(maya, (w) =>
    w.tx
      .selectFrom('cost_layer')
      .select('id')
      .where('account_id', '=', maya.accountId)
      .where('invoice_id', '=', invoiceId)
      .executeTakeFirstOrThrow(),
  );
  const pan = await anUnratedOrder(t, maya);
  const orders = [kettle, { ...kettle, id: second.id, invoiceId, lineId: lineIds[0] ?? '' }, lamp, pan];
  const set = await aSetOf(t, maya, [
    [kettle.productId, 1],
    [lamp.productId, 2],
  ]);
  return { maya, forwarder, orders, set, operations: [], bills: [], loose: [], done: new Map() };
}

async function anUnratedOrder(t: TestApp, maya: TestPerson): Promise<MadeOrder> {
  const supplierId = await aSupplier(t, maya);
  const { id: productId } = await t.ok(maya, createProduct, {
    body: { sku: 'PAN', name: 'Pan', supplierIds: [supplierId] },
  });
  const { id: invoiceId, lineIds } = await anInvoice(
    t,
    maya,
    { supplierId, invoiceNumber: 'F-3', date: '2026-11-02', currency: 'CNY', rate: null },
    [{ productId, costType: 'FACTORY_INVOICE', quantity: 20, amount: '1000.07' }],
  );
  const [id = ''] = await ordersOf(t, maya, invoiceId);
  return { id, productId, supplierId, invoiceId, lineId: lineIds[0] ?? '' };
}

async function aSetOf(t: TestApp, maya: TestPerson, parts: readonly (readonly [string, number])[]) {
  const sku = 'SET';
  const { id } = await t.ok(maya, createProduct, {
    body: { sku, name: 'Kettle and lamps', supplierIds: [await aSupplier(t, maya, { name: 'Sets & Co' })] },
  });
  await t.ok(maya, replaceProductBundle, {
    params: { id },
    body: { parts: parts.map(([productId, quantity]) => ({ productId, quantity })) },
  });
  return { id, sku };
}

/** Does one step of a history. A refusal by the rules (404, 409, 422) changes nothing, and is no error. */
export async function doStep(t: TestApp, world: World, step: StockStep): Promise<void> {
  const { maya, operations, done } = world;
  const ask = async <E extends EndpointSpec>(endpoint: E, input: LocalInput<E>) => {
    const answer = await t.call(maya, endpoint, input);
    if (![200, 201, 204, 404, 409, 422].includes(answer.status)) throw new Error(`${endpoint.id}: ${answer.text}`);
    if (answer.status >= 300) return undefined;
    done.set(step.kind, (done.get(step.kind) ?? 0) + 1);
    const { operationId } = (answer.body ?? {}) as { operationId?: string | null };
    if (operationId) operations.push(operationId);
    return answer.body;
  };
  await STEPS[step.kind]({ t, world, step, ask });
}

type Ask = <E extends EndpointSpec>(endpoint: E, input: LocalInput<E>) => Promise<unknown>;
interface Context {
  readonly t: TestApp;
  readonly world: World;
  readonly step: StockStep;
  readonly ask: Ask;
}

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % Math.max(1, from.length)];
const dayOf = (n: number): string => `2026-11-${String(n + 4).padStart(2, '0')}`;
const orderOf = ({ world, step }: Context): MadeOrder => pick(world.orders, step.which) as MadeOrder;
const placeOf = ({ step }: Context) => PLACES[step.value % 2] ?? 'WAREHOUSE';
const packListsOf = async ({ t, world }: Context) =>
  (await t.ok(world.maya, listPackLists, { query: { sort: ['number,asc'], size: '100' } })).content;
const movementsOf = async ({ t, world }: Context, kinds: readonly string[], causes: readonly string[] = []) => {
  const { content } = await t.ok(world.maya, listStockMovements, { query: { size: '100', sort: ['day,asc'] } });
  return content.filter(
    ({ kind, cause, reversedAt }) =>
      reversedAt === null && kinds.includes(kind) && (causes.length === 0 || causes.includes(cause ?? '')),
  );
};

const STEPS: Readonly<Record<StockStep['kind'], (c: Context) => Promise<unknown>>> = {
  pack: (c) =>
    c.ask(createPackList, { params: { orderId: orderOf(c).id }, body: { quantity: 1 + (c.step.value % 15) } }),
  plan: async (c) => {
    const loose = (await packListsOf(c)).filter(
      ({ shipmentPlanId, receivedQuantity }) => shipmentPlanId === null && receivedQuantity === 0,
    );
    const list = pick(loose, c.step.value);
    if (!list) return;
    await aPlanOf(c.t, c.world.maya, [list.packListId]);
    c.world.done.set('plan', (c.world.done.get('plan') ?? 0) + 1);
  },
  ship: async (c) => {
    const list = pick(
      (await packListsOf(c)).filter(({ shipmentPlanId, status }) => shipmentPlanId !== null && status === 'OPEN'),
      c.step.which,
    );
    if (list?.shipmentPlanId)
      await c.ask(patchShipmentPlan, {
        params: { shipmentPlanId: list.shipmentPlanId },
        body: { shippedOn: dayOf(c.step.day % 8) },
      });
  },
  receive: async (c) => {
    const list = pick(await packListsOf(c), c.step.which);
    if (!list) return;
    const quantity = 1 + (c.step.value % 20);
    await c.ask(receiveGoods, {
      body: {
        day: dayOf(c.step.day),
        place: placeOf(c),
        rows: [{ packListId: list.packListId, quantity, ...(c.step.value % 3 === 0 && { reason: 'More came' }) }],
      },
    });
  },
  receiveOrder: (c) =>
    c.ask(receiveGoods, {
      body: {
        day: dayOf(c.step.day),
        place: placeOf(c),
        rows: [{ orderId: orderOf(c).id, quantity: 1 + (c.step.value % 12) }],
      },
    }),
  sell: (c) => taking(c, 'SOLD'),
  sellSet: (c) =>
    c.ask(recordStockMovements, {
      body: {
        rows: [
          {
            productId: c.world.set.id,
            cause: 'SOLD',
            day: dayOf(c.step.day),
            place: placeOf(c),
            quantity: 1 + (c.step.value % 4),
          },
        ],
      },
    }),
  returnSet: async (c) => {
    const sales = await movementsOf(c, ['TAKING'], ['SOLD']);
    const sale = pick(
      sales.filter(({ soldAs }) => soldAs?.id === c.world.set.id),
      c.step.which,
    );
    if (!sale) return;
    const day = [sale.day, dayOf(c.step.day)].toSorted().at(-1) ?? sale.day;
    const quantity = 1 + (c.step.value % 2);
    const row = { productId: c.world.set.id, kind: 'RETURN', ofId: sale.id, day, place: placeOf(c), quantity } as const;
    await c.ask(recordStockMovements, { body: { rows: [row] } });
  },
  contents: (c) => {
    const { set, orders } = c.world;
    const [kettle, , lamp] = orders.map(({ productId }) => productId);
    const kettles = { productId: kettle ?? '', quantity: 1 + (c.step.which % 3) };
    const lamps = { productId: lamp ?? '', quantity: 1 + (c.step.value % 3) };
    const parts = c.step.day % 3 === 0 ? [lamps] : [kettles, lamps];
    return c.ask(replaceProductBundle, { params: { id: set.id }, body: { parts } });
  },
  ordered: async (c) => {
    const { step, world } = c;
    // A later file, which replaces the lines of the earlier ones.
    const files = (world.done.get('ordered') ?? 0) + 1;
    const row = {
      id: `026-${step.which % 3}`,
      sku: world.set.sku,
      bought: `${dayOf(step.which % 3)}T12:00:00Z`,
      updated: `2026-11-24T12:${String(files).padStart(2, '0')}:00Z`,
      units: 1 + (step.value % 4),
      status: step.value % 7 === 0 ? 'Cancelled' : 'Shipped',
    };
    await c.ask(createOrderImport, { query: {}, file: { name: 'orders.txt', content: reportOf([row]) } });
  },
  lose: (c) => taking(c, c.step.value % 2 === 0 ? 'LOST' : 'SAMPLE'),
  return: async (c) => {
    const sale = pick(await movementsOf(c, ['TAKING'], ['SOLD']), c.step.which);
    if (!sale) return;
    const day = [sale.day, dayOf(c.step.day)].toSorted().at(-1) ?? sale.day;
    await c.ask(recordStockMovements, {
      body: {
        rows: [
          {
            productId: sale.productId,
            kind: 'RETURN',
            ofId: sale.id,
            day,
            place: placeOf(c),
            quantity: 1 + (c.step.value % 6),
          },
        ],
      },
    });
  },
  move: (c) =>
    c.ask(recordStockMovements, {
      body: {
        rows: [
          {
            productId: orderOf(c).productId,
            kind: 'MOVE',
            day: dayOf(c.step.day),
            place: 'WAREHOUSE',
            toPlace: 'AMAZON_UK',
            quantity: 1 + (c.step.value % 9),
          },
        ],
      },
    }),
  count: (c) =>
    c.ask(postInventoryBalanceUpdates, {
      body: {
        updates: [
          { productId: orderOf(c).productId, quantity: c.step.value, date: dayOf(c.step.day), channel: placeOf(c) },
        ],
      },
    }),
  bill: async (c) => {
    const list = pick(await packListsOf(c), c.step.value);
    const target = list
      ? { type: 'PACK_LIST' as const, id: list.packListId }
      : { type: 'ORDER' as const, id: orderOf(c).id };
    const { id, lineIds } = await anInvoice(
      c.t,
      c.world.maya,
      { supplierId: c.world.forwarder, invoiceNumber: `B-${c.world.bills.length}-${c.world.maya.accountId}` },
      [
        {
          costType: 'SHIPPING',
          amount: `${7 + c.step.value}.13`,
          scope: [target, { type: 'ORDER', id: orderOf(c).id }],
        },
      ],
    );
    c.world.bills.push({ id, lineId: lineIds[0] ?? '' });
    c.world.done.set('bill', (c.world.done.get('bill') ?? 0) + 1);
  },
  loose: async (c) => {
    const order = orderOf(c);
    const [other] = c.world.orders.filter(({ productId }) => productId !== order.productId);
    const { id, lineIds } = await anInvoice(
      c.t,
      c.world.maya,
      {
        supplierId: c.world.forwarder,
        invoiceNumber: `L-${c.world.loose.length}-${c.world.maya.accountId}`,
        date: dayOf(c.step.day),
      },
      [
        {
          productId: order.productId,
          costType: 'INSPECTIONS',
          amount: `${c.step.value}.11`,
          // No order of the product is in its scope, so that the product bears it itself.
          scope: [{ type: 'ORDER', id: other?.id ?? '' }],
        },
      ],
    );
    c.world.loose.push({ id, lineId: lineIds[0] ?? '' });
    c.world.done.set('loose', (c.world.done.get('loose') ?? 0) + 1);
  },
  looseDay: async (c) => {
    const bill = pick(c.world.loose, c.step.which);
    if (bill) await c.ask(updateInvoiceBasic, { params: { id: bill.id }, body: { date: dayOf(c.step.day) } });
  },
  /** All that is missing of a pack list was never sent, so that nothing is left of one that never came. */
  short: async (c) => {
    const list = pick(
      (await packListsOf(c)).filter(({ shipmentPlanId, status }) => shipmentPlanId !== null && status !== 'OPEN'),
      c.step.which,
    );
    if (!list?.shipmentPlanId) return;
    const params = { shipmentPlanId: list.shipmentPlanId };
    await c.t.call(c.world.maya, patchShipmentPlan, { params, body: { status: 'RECEIVED' } });
    const quantity = Math.max(1, list.quantity - list.receivedQuantity);
    await c.ask(decideMissing, {
      body: { packListId: list.packListId, kind: 'SHORT', debtor: 'SUPPLIER', quantity, words: 'Never sent' },
    });
  },
  /** The exchange rate of the invoice without one comes, is another, or goes again. */
  rate: async (c) => {
    const rate = [null, '0.1', '0.1337'][c.step.value % 3] ?? null;
    await c.ask(updateInvoiceBasic, { params: { id: c.world.orders.at(-1)?.invoiceId ?? '' }, body: { rate } });
  },
  method: async (c) => {
    const { method } = await c.t.ok(c.world.maya, getStockMethod);
    await c.ask(setStockMethod, { body: { method: method === 'FIFO' ? 'AVERAGE' : 'FIFO' } });
    if (c.step.value % 3 > 0) await c.t.followMethods();
  },
  amount: async (c) => {
    const bill = pick([...c.world.bills, ...c.world.loose], c.step.which);
    if (bill)
      await c.ask(patchInvoiceLine, {
        params: { invoiceId: bill.id, id: bill.lineId },
        body: { amount: `${c.step.value - 10}.07` },
      });
  },
  credit: (c) =>
    c.ask(createInvoice, {
      body: {
        creditsInvoiceId: orderOf(c).invoiceId,
        date: dayOf(c.step.day),
        creditLines: [{ invoiceLineId: orderOf(c).lineId, quantity: String(1 + (c.step.value % 5)) }],
      },
    }),
  lineUnits: (c) =>
    c.ask(patchInvoiceLine, {
      params: { invoiceId: orderOf(c).invoiceId, id: orderOf(c).lineId },
      body: { quantity: 20 + c.step.value },
    }),
  unpack: async (c) => {
    const list = pick(await packListsOf(c), c.step.which);
    if (list)
      await c.ask(deletePackLists, { params: { orderId: list.orderId }, body: { packListIds: [list.packListId] } });
  },
  reverseReceipt: (c) => reversal(c, 'false'),
  // What used its units goes to other lots, or waits.
  reverseUsed: (c) => reversal(c, 'true'),
  reverseMovement: async (c) => {
    const movement = pick(await movementsOf(c, ['TAKING', 'RETURN', 'MOVE', 'COUNT']), c.step.which);
    if (movement) await c.ask(reverseStockMovement, { params: { id: movement.id } });
  },
  undo: async (c) => {
    const operationId = c.world.operations.pop();
    if (operationId) await c.ask(undoOperation, { params: { operationId } });
  },
};

const reversal = async (c: Context, replay: 'true' | 'false') => {
  const { content } = await c.t.ok(c.world.maya, listReceipts, { query: { size: '100' } });
  const receipt = pick(
    content.filter(({ reversedAt }) => reversedAt === null),
    c.step.which,
  );
  if (receipt) await c.ask(reverseReceipt, { params: { id: receipt.id }, query: { replay } });
};

const taking = (c: Context, cause: 'SOLD' | 'LOST' | 'SAMPLE') =>
  c.ask(recordStockMovements, {
    body: {
      rows: [
        {
          productId: orderOf(c).productId,
          cause,
          day: dayOf(c.step.day),
          place: placeOf(c),
          quantity: 1 + (c.step.value % 12),
          ...(cause !== 'SOLD' && { words: 'It is gone' }),
        },
      ],
    },
  });
