import { say } from '@quayside/contracts/texts/catalogue';
import type { Room } from '@quayside/contracts/shipments/what-if';
import { formatAmount } from '@quayside/domain/money/money';
import { sidesOf, volumeOfSides, weightOfCarton } from '@quayside/domain/shipments/cartons';
import { containersFor, type FullContainerType, roomFor } from '@quayside/domain/shipments/containers';
import { fraction } from '@quayside/domain/shipments/fractions';
import type { FreightRate } from '@quayside/domain/shipments/freight-rates';
import type { CartonRow, Leaf } from '@quayside/domain/shipments/leaves';
import { effectOfMore, type MoreCartons } from '@quayside/domain/shipments/what-if';
import type { Work } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { readCases } from '../cartons/case-cartons.views.ts';
import { type CartonOfLeaves, cartonRowOf, readCartonsOfLeaves, readPackLists } from '../rows/leaves.views.ts';
import { inMainUnit, measureText } from '../rows/measure-texts.ts';
import { totalOf } from '../sync/plan-goods.ts';
import { findOrderForRoom, type OrderForRoom } from './plan-room.views.ts';
import type { Compared, WhatIfBody } from './what-if.types.ts';

type Asked = NonNullable<WhatIfBody['room']>;

/** The kind of carton in which more of an order would come. */
interface CartonKind {
  readonly unitsPerCarton: bigint;
  readonly row: Omit<CartonRow, 'count'>;
  readonly tareUg: bigint | null;
}

/** How many more whole cartons of an order fit into the container of a plan, and what the charge is then. */
export async function roomOf(w: Work, compared: Compared, rate: FreightRate | null, asked: Asked): Promise<Room> {
  const { plan, goods, sizes } = compared;
  const order = await findOrderForRoom(w, asked.orderId);
  if (!order) throw new AppError('shipments.unknown_order');
  const containerType = asked.containerType ?? containerOf(plan.container_type, rate);
  const kind = await kindOf(w, order);
  const { unitsPerCarton, row } = kind;
  const size = sizes[containerType];
  const [volume, weight] = [totalOf(goods.packed, 'volume'), totalOf(goods.packed, 'weight')];
  const one = measuresOf(order, kind);
  const room = volume && weight ? roomFor({ volume, weight }, one, size, containersFor(volume, weight, size)) : null;
  const cartons = room?.cartons ?? null;
  return {
    orderId: order.id,
    orderNumber: order.number,
    sku: order.sku,
    containerType,
    unitsPerCarton: Number(unitsPerCarton),
    cartons: cartons === null ? null : Number(cartons),
    volume: cartons === null || one.volumeMm3 === null ? null : measureText(fraction(cartons * one.volumeMm3)),
    limitedBy: room?.limitedBy ?? null,
    freeVolume: room ? inMainUnit(room.freeMm3) : null,
    freeWeight: room ? inMainUnit(room.freeUg) : null,
    effect:
      rate && cartons ? effectAnswer(rate, compared, { cartons, unitsPerCarton, row, leaf: leafOfOrder(order) }) : null,
  };
}

/** The charge by the chosen rate, and per unit, before and after more cartons are loaded. */
function effectAnswer(rate: FreightRate, { goods, day, sizes }: Compared, more: MoreCartons): Room['effect'] {
  const effect = effectOfMore(rate, goods.packed, more, day, sizes);
  if ('reason' in effect) return null;
  const shown = ({ totalMinor, perUnit }: (typeof effect)['before']) => ({
    amount: formatAmount(totalMinor, rate.currency),
    perUnit,
  });
  const { before, after } = effect;
  return { currency: rate.currency, before: shown(before), after: shown(after), cartons: Number(more.cartons) };
}

/** A plan by LCL or without a container is held against a 20 ft one, the smallest. */
const containerOf = (type: Compared['plan']['container_type'], rate: FreightRate | null): FullContainerType =>
  type !== null && type !== 'LCL' ? type : (rate?.containerType ?? '20FT');

/** As most cartons of the order are packed that hold nothing else, otherwise by the case of its product. */
async function kindOf(w: Work, order: OrderForRoom): Promise<CartonKind> {
  const own = await readPackLists(w, 'order_id', [order.id]);
  const cartons = await readCartonsOfLeaves(w, [...new Set(own.flatMap(({ cartonId }) => cartonId ?? []))]);
  const inCartons = Map.groupBy(await readPackLists(w, 'carton_id', [...cartons.keys()]), ({ cartonId }) => cartonId);
  const pure = [...cartons.values()].filter(({ id }) =>
    (inCartons.get(id) ?? []).every(({ orderId }) => orderId === order.id),
  );
  const [most] = pure.toSorted((a, b) => b.count - a.count);
  if (most)
    return kindOfRow(
      most,
      (inCartons.get(most.id) ?? []).reduce((sum, { units }) => sum + units, 0n),
    );
  return kindOfCase(w, order);
}

function kindOfRow(carton: CartonOfLeaves, units: bigint): CartonKind {
  const { count, ...row } = cartonRowOf(carton);
  return { unitsPerCarton: units / count, row, tareUg: carton.tareUg };
}

async function kindOfCase(w: Work, { productId, caseUnits }: OrderForRoom): Promise<CartonKind> {
  if (caseUnits === null || caseUnits < 1) throw fieldError('room.orderId', say('shipments.no_case'));
  const [one] = await readCases(w, [productId]);
  const sides = one ? sidesOf({ ...one, unit: one.dimensionUnit }) : null;
  // The weight of a unit is its part of the weight of the full case, so the empty case adds nothing to it.
  const row = { id: 'case', sides, measuredUg: null, volumeMm3: sides && volumeOfSides(sides) };
  return { unitsPerCarton: BigInt(caseUnits), row, tareUg: 0n };
}

/** The volume and weight of one carton; without measured sides by its units. */
function measuresOf(order: OrderForRoom, { unitsPerCarton: units, row, tareUg }: CartonKind) {
  const byUnits = order.volumeMm3 === null ? null : order.volumeMm3 * units;
  return {
    volumeMm3: row.volumeMm3 ?? byUnits,
    weightUg: weightOfCarton({ measuredUg: row.measuredUg, tareUg }, [{ units, weightUg: order.weightUg }]),
  };
}

const leafOfOrder = (order: OrderForRoom): Leaf => ({
  layerId: order.id,
  packListId: null,
  key: order.number,
  productId: order.productId,
  productSku: order.sku,
  units: 0n,
  weightUg: order.weightUg,
  volumeMm3: order.volumeMm3,
  factoryMinor: order.factoryMinor,
  shippingMethod: order.shippingMethod,
  planId: null,
  cartonRowId: null,
});
