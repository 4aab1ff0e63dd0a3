import { say } from '@quayside/contracts/texts/catalogue';
import { grouped } from '@quayside/domain/money/money';
import { type PackedPart, type PackedPlan, packCartons } from '@quayside/domain/shipments/packing-list-plan';
import { matchCartons, type WantedCartons } from '@quayside/domain/shipments/packing-list-rows';
import type { Work } from '../../../db/tx.ts';
import { shown } from '../../../tables/cells.ts';
import { weightUgOf } from '../rows/carton-measures.ts';
import { type CartonRecord, readCartonRecords } from '../rows/cartons.queries.ts';
import { type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import type { CartonGroup, CodedRow } from './packing-list.cartons.ts';
import type { ReadList } from './packing-list.read.ts';
import { sidesKey, sidesOfType, type TypeOfSides, typesOfSides } from './packing-list.types.ts';
import { type PackableOrder, readPackableOrders, readTypesWithSides } from './packing-list.views.ts';

// Holds a packing list against a plan: which carton rows the plan has already, and which units fill the others.

/** What becomes of the cartons of a group. */
export interface PlannedGroup {
  readonly group: CartonGroup;
  /** The carton row that the plan has already. */
  readonly carton: CartonRecord | null;
  /** Whether the list says other measures or marks of that row. */
  readonly isChanged: boolean;
  readonly type: TypeOfSides | null;
  /** The carton rows that are made, by the orders that fill them. */
  readonly parts: readonly PackedPart[];
}
/** What the plan has. */
export interface HeldPlan {
  readonly packLists: readonly PackListRow[];
  readonly cartons: readonly CartonRecord[];
}
export interface PlannedList {
  readonly held: HeldPlan;
  readonly orders: ReadonlyMap<string, PackableOrder>;
  readonly groups: readonly PlannedGroup[];
  readonly packed: PackedPlan;
  /** Pack lists of the listed products that the list does not need. */
  readonly unneeded: readonly PackListRow[];
}

/** A group that can be packed: all its cells were read. */
interface Sound {
  readonly group: CartonGroup;
  readonly wanted: WantedCartons;
}

export async function readHeld(w: Work, planId: string): Promise<HeldPlan> {
  const packLists = await readPackLists(w, 'plan_id', [planId]);
  const cartonIds = packLists.flatMap(({ cartonId }) => cartonId ?? []);
  return { packLists, cartons: await readCartonRecords(w, [...new Set(cartonIds)]) };
}

/** Plans how a packing list is packed. What cannot be packed becomes an error of its row. */
export async function planPackingList(w: Work, { groups }: ReadList, held: HeldPlan): Promise<PlannedList> {
  const productIds = [
    ...new Set(groups.flatMap(({ contents }) => contents.flatMap(({ row }) => row.product?.id ?? []))),
  ];
  const listed = await readPackableOrders(w, productIds, [...new Set(held.packLists.map(({ orderId }) => orderId))]);
  const orders = new Map(listed.map((order) => [order.id, order]));
  const ordersOf = Map.groupBy(listed, ({ productId }) => productId);
  const sound = groups.flatMap((group) => soundOf(group, ordersOf) ?? []);
  const measures = await measuresOf(w, sound, held);
  const found = matchCartons(
    sound.map(({ wanted }) => wanted),
    held.cartons.map(({ id, count }) => ({ id, count: BigInt(count) })),
    held.packLists,
    (at, id) => !measures.differs(sound[at]?.group, id),
  );
  const kept = new Set(found);
  const named = new Set(productIds);
  const free = held.packLists.filter(
    ({ productId, cartonId }) => named.has(productId) && !(cartonId && kept.has(cartonId)),
  );
  const unmatched = sound.map((one, at) => ({ ...one, at })).filter(({ at }) => found[at] === null);
  const open = listed.filter(({ left }) => left > 0n);
  const { left, packed } = packSound(unmatched, free, open);
  const partsAt = new Map(left.map(({ at }, i) => [at, packed.parts[i] ?? []]));
  const touched = new Set([...packed.packLists.flatMap(({ id }) => id ?? []), ...packed.goneIds]);
  const cartonById = new Map(held.cartons.map((carton) => [carton.id, carton]));
  return {
    held,
    orders,
    packed: withWanted(
      packed,
      left.map(({ at }) => at),
    ),
    unneeded: free.filter(({ id }) => !touched.has(id)),
    groups: sound.map(({ group }, at) => ({
      group,
      carton: cartonById.get(found[at] ?? '') ?? null,
      isChanged: measures.differs(group, found[at] ?? ''),
      type: measures.typeOf(group),
      parts: partsAt.get(at) ?? [],
    })),
  };
}

/** Packs what the plan does not have yet. Rows for which too few units are left get an error, and are left out. */
function packSound<S extends Sound>(
  sound: readonly S[],
  free: readonly PackListRow[],
  open: readonly PackableOrder[],
): { readonly left: readonly S[]; readonly packed: PackedPlan } {
  const pack = (some: readonly S[]) =>
    packCartons(
      some.map(({ wanted }) => wanted),
      free,
      open,
    );
  const packed = pack(sound);
  if (packed.lacks.length === 0) return { left: sound, packed };
  for (const { wanted, content, left: units } of packed.lacks)
    failLack(sound[wanted]?.group.contents[content]?.row, units);
  const lacking = new Set(packed.lacks.map(({ wanted }) => wanted));
  const left = sound.filter((_, i) => !lacking.has(i));
  return { left, packed: pack(left) };
}

/** The pack lists of a plan with the places of all groups instead of those that are packed now. */
const withWanted = (packed: PackedPlan, places: readonly number[]): PackedPlan => ({
  ...packed,
  packLists: packed.packLists.map(({ part, ...one }) => ({
    ...one,
    part: part && { ...part, wanted: places[part.wanted] ?? 0 },
  })),
});

function soundOf(group: CartonGroup, ordersOf: ReadonlyMap<string, readonly PackableOrder[]>): Sound | undefined {
  const { count, contents } = group;
  const wanted = contents.flatMap(({ row, unitsPerCarton }) => {
    const orderIds = row.product ? ordersIn(row, ordersOf.get(row.product.id) ?? []) : null;
    return row.product && unitsPerCarton !== null ? [{ productId: row.product.id, orderIds, unitsPerCarton }] : [];
  });
  const isSound = wanted.length === contents.length && contents.every(({ row }) => row.errors.length === 0);
  return count === null || !isSound ? undefined : { group, wanted: { count, contents: wanted } };
}

/** The orders that a row chooses by their number, or by that of the invoice or purchase order; null: any. */
function ordersIn(row: CodedRow, orders: readonly PackableOrder[]): ReadonlySet<string> | null {
  const text = row.cells.get('order');
  if (text === undefined) return null;
  const isNamed = (name: string | null) => name !== null && name.toLowerCase() === text.toLowerCase();
  const chosen = orders.filter(
    ({ number, invoiceNumber, poNumber, internalNumber }) =>
      isNamed(number) || isNamed(invoiceNumber) || isNamed(poNumber) || isNamed(internalNumber),
  );
  if (chosen.length === 0)
    row.errors.push({
      column: 'order',
      value: shown(text),
      message: say('packing_list.order', { sku: row.product?.sku ?? '' }),
    });
  return new Set(chosen.map(({ id }) => id));
}

function failLack(row: CodedRow | undefined, left: bigint): void {
  if (!row) return;
  const column = row.cells.has('units') ? 'units' : 'unitsPerCarton';
  row.errors.push({
    column,
    value: shown(row.cells.get(column) ?? ''),
    message: say('pack_list.left', { count: Number(left), left: grouped(String(left)) }),
  });
}

interface Measures {
  typeOf(group: CartonGroup): TypeOfSides | null;
  /** Whether the list says something else of a carton row. What it does not say is no difference. */
  differs(group: CartonGroup | undefined, cartonId: string): boolean;
}

async function measuresOf(w: Work, sound: readonly Sound[], { cartons }: HeldPlan): Promise<Measures> {
  const types = await typesOfSides(
    w,
    sound.flatMap(({ group }) => group.sides ?? []),
  );
  const own = await readTypesWithSides(w, [...new Set(cartons.flatMap(({ cartonTypeId }) => cartonTypeId ?? []))], []);
  const keyOfType = new Map(own.map((type) => [type.id, sidesKey(sidesOfType(type))]));
  const byId = new Map(cartons.map((carton) => [carton.id, carton]));
  return {
    typeOf: ({ sides }) => (sides && types.get(sidesKey(sides))) ?? null,
    differs(group, cartonId) {
      const carton = byId.get(cartonId);
      if (!group || !carton) return false;
      const { weight, sides, marks } = group;
      return (
        (weight !== null && String(weightUgOf(weight.value, weight.unit)) !== carton.measuredUg) ||
        (sides !== null && keyOfType.get(carton.cartonTypeId ?? '') !== sidesKey(sides)) ||
        (marks !== null && marks !== carton.marks)
      );
    },
  };
}
