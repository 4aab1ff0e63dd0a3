import {
  createCarton,
  createCartonType,
  deleteCarton,
  listCartonTypes,
  updateCarton,
} from '@quayside/contracts/shipments/cartons';
import type { BodyIn, EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { isSupplierOrder, listOrders, packByCase, patchOrder, type Order } from '@quayside/contracts/shipments/orders';
import { createPackList, listPackLists, type PackList } from '@quayside/contracts/shipments/pack-lists';
import { addShipmentPlanPackLists, patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import type { LocalInput } from '../http/local-client.ts';
import { PRODUCTS, UNWEIGHED } from './demo-data.ts';
import { DESTINATION, VOYAGES, type VoyageKey } from './demo-voyages.ts';

/** Makes one call as the demo seller, which must succeed. */
type Call = <E extends EndpointSpec>(endpoint: E, input?: LocalInput<E>) => Promise<ResponseOf<E>>;
type Patch = BodyIn<typeof patchShipmentPlan>;
interface Invoice {
  readonly id: string;
}
/** Units of a product by the end of its SKU, as in `['KTL-02', 576]`. */
type Part = readonly [code: string, units: number];
interface Packing {
  /** How many days ago the goods were ready, or are expected to be; shown on their orders. */
  readonly ready?: number;
  /** Orders of which only this much is packed, in whole cases. */
  readonly only?: readonly Part[];
  /** Parts that are packed by themselves in whole cases, because they stay behind. */
  readonly behind?: readonly Part[];
  readonly unpacked?: readonly string[];
  /** Products that are packed and in no plan yet. */
  readonly unplanned?: readonly string[];
}

const PER_CASE = 12;
/** The canvas bag has no case and no weight: 50 go in a carton, which was weighed. */
const BAGS = { unitsPerCase: 50, measuredWeight: '16.4', weightUnit: 'KG' } as const;

/** The orders, cartons and shipment plans of the demo seller. Each part belongs to one day of the story. */
export function demoShipments(call: Call, ago: (days: number) => string, suppliers: ReadonlyMap<string, string>) {
  const plans = new Map<VoyageKey, string>();
  const leftBehind: PackList[] = [];
  const isOf = (code: string) => (one: { readonly sku: string }) => one.sku === `HP-${code}`;

  const ordersOf = async (invoices: readonly Invoice[]): Promise<Order[]> => {
    const ids = new Set(invoices.map(({ id }) => id));
    const { content } = await call(listOrders, { query: { size: 9999, sort: 'number,asc' } });
    return content.filter(isSupplierOrder).filter(({ invoiceId }) => ids.has(invoiceId));
  };
  const packListsOf = async (orders: readonly Order[]): Promise<PackList[]> => {
    const filter = JSON.stringify([{ field: 'order', op: 'in', values: orders.map(({ orderId }) => orderId) }]);
    return (await call(listPackLists, { query: { size: 9999, sort: 'number,asc', filter } })).content;
  };
  /** The carton type of the case of a product, which packing by case has made. */
  const caseTypeOf = async (code: string): Promise<string> => {
    const [length = 0, width = 0, height = 0] = PRODUCTS.find(isOf(code))?.size ?? [];
    const name = `${2 * length} × ${3 * width} × ${2 * height} cm`;
    const type = (await call(listCartonTypes, {})).find((one) => one.name === name);
    if (!type) throw new Error(`The demo seller has no carton type ${name}`);
    return type.id;
  };

  /** Packs orders by case, except for what is packed by hand. Returns the pack lists that do not stay behind. */
  async function pack(
    invoices: readonly Invoice[],
    { ready, only = [], behind = [], unpacked = [] }: Packing,
  ): Promise<PackList[]> {
    const orders = await ordersOf(invoices);
    if (ready !== undefined)
      for (const { orderId } of orders) await call(patchOrder, { params: { orderId }, body: { readyOn: ago(ready) } });
    const byHand: { readonly code: string; readonly units: number; readonly packListId: string }[] = [];
    for (const [code, quantity] of [...behind, ...only]) {
      const orderId = orders.find(isOf(code))?.orderId ?? '';
      const { packListId } = await call(createPackList, { params: { orderId }, body: { quantity } });
      byHand.push({ code, units: quantity, packListId });
    }
    const left = [...unpacked, ...only.map(([code]) => code)].map((code) => isOf(code));
    const whole = orders.filter((order) => !left.some((isLeft) => isLeft(order)));
    await call(packByCase, {
      body: {
        orders: whole.map(({ orderId, sku }) => ({
          orderId,
          ...(sku === UNWEIGHED && { unitsPerCase: BAGS.unitsPerCase }),
        })),
      },
    });
    for (const { code, units, packListId } of byHand)
      await call(createCarton, {
        body: { packListIds: [packListId], count: units / PER_CASE, cartonTypeId: await caseTypeOf(code) },
      });
    const staying = new Set(byHand.slice(0, behind.length).map(({ packListId }) => packListId));
    const packLists = await packListsOf(orders);
    leftBehind.push(...packLists.filter(({ packListId }) => staying.has(packListId)));
    return packLists.filter(({ packListId }) => !staying.has(packListId));
  }

  const patch = (voyage: VoyageKey, body: Patch) =>
    call(patchShipmentPlan, { params: { shipmentPlanId: plans.get(voyage) ?? '' }, body });
  async function plan(voyage: VoyageKey, packLists: readonly PackList[]) {
    const packListIds = packLists.map(({ packListId }) => packListId);
    const { plan: made } = await call(addShipmentPlanPackLists, { body: { packListIds } });
    plans.set(voyage, made.id);
    const { ready, etd, eta, delivery, ...typed } = VOYAGES[voyage];
    await patch(voyage, {
      ...DESTINATION,
      ...typed,
      carrierContactId: suppliers.get('ocean') ?? '',
      ...(ready !== undefined && { readyOn: ago(ready) }),
      ...{ cutOff: ago(etd + 1), estimatedShipDate: ago(etd), eta: ago(eta), estimatedDeliveryDate: ago(delivery) },
    });
  }

  return {
    pack,
    plan,
    /** Packs the goods of invoices and plans all that does not stay behind. */
    async packAndPlan(voyage: VoyageKey, invoices: readonly Invoice[], packing: Packing = {}) {
      const { unplanned = [] } = packing;
      const packLists = await pack(invoices, packing);
      await plan(
        voyage,
        packLists.filter((one) => !unplanned.some((code) => isOf(code)(one))),
      );
    },
    /** Plans what stayed behind. */
    planRest: (voyage: VoyageKey) => plan(voyage, leftBehind),
    /** The bags have no weight of their own, so that only their cartons say what they weigh. */
    async weighBags(invoices: readonly Invoice[]) {
      const bags = (await packListsOf(await ordersOf(invoices))).find(({ sku }) => sku === UNWEIGHED);
      const { unitsPerCase: _, ...measured } = BAGS;
      await call(updateCarton, { params: { id: bags?.cartonId ?? '' }, body: measured });
    },
    /** What fills no case goes together in one carton. */
    async mixRests(packLists: readonly PackList[], codes: readonly string[]) {
      const rests = packLists.filter((one) => one.quantity < PER_CASE && codes.some((code) => isOf(code)(one)));
      for (const { cartonId } of rests) await call(deleteCarton, { params: { id: cartonId ?? '' } });
      const type = await call(createCartonType, {
        body: { name: 'Mixed carton', length: '60', width: '40', height: '45', weight: '1.1' },
      });
      await call(createCarton, {
        body: {
          ...{ packListIds: rests.map(({ packListId }) => packListId), count: 1, cartonTypeId: type.id },
          marks: 'HARBOUR & PINE / MIXED / 1-1',
        },
      });
    },
    /** What an invoice for the freight of these voyages is paired with. */
    about: (...voyages: readonly VoyageKey[]) =>
      voyages.map((voyage) => ({ type: 'SHIPMENT' as const, id: plans.get(voyage) ?? '' })),
    rateBy: (voyage: VoyageKey, freightRateId: string) => patch(voyage, { freightRateId }),
    /** The pack lists that travel with these voyages. */
    async packListsIn(...voyages: readonly VoyageKey[]): Promise<PackList[]> {
      const filter = JSON.stringify([{ field: 'plan', op: 'in', values: voyages.map((key) => plans.get(key) ?? '') }]);
      return (await call(listPackLists, { query: { size: 9999, sort: 'number,asc', filter } })).content;
    },
    move: (voyage: VoyageKey, status: 'RECEIVED' | 'CLOSED') => patch(voyage, { status }),
    ship: (voyage: VoyageKey, daysAgo: number, extra: Patch = {}) =>
      patch(voyage, { shippedOn: ago(daysAgo), ...extra }),
    arrive: (voyage: VoyageKey, arrived: number, delivered: number) =>
      patch(voyage, { arrivedOn: ago(arrived), deliveredOn: ago(delivered) }),
  };
}
