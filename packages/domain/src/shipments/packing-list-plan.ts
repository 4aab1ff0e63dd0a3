import { compareNumbers } from './numbers.ts';
import { groupKey, type HeldPackList, type WantedCartons } from './packing-list-rows.ts';

// What a factory's packing list makes of a plan: pure, and the same for the preview and for the import.

/** An order with units that are in no pack list yet. They are given from the oldest to the newest. */
export interface OpenOrder {
  readonly id: string;
  readonly productId: string;
  readonly left: bigint;
}
/** Units of one order in all cartons of a part. */
export interface Piece {
  readonly orderId: string;
  readonly units: bigint;
}
/** Identical cartons, also by the orders that fill them. */
export interface PackedPart {
  readonly count: bigint;
  readonly pieces: readonly Piece[];
}
/** A pack list as the packing list leaves it. `id` null: it is made. `part` null: it is in no carton. */
export interface PlacedPackList {
  readonly id: string | null;
  readonly orderId: string;
  readonly units: bigint;
  readonly part: { readonly wanted: number; readonly at: number } | null;
}
/** More units than there are. `left` are those that the rows before it leave. */
export interface Lack {
  readonly wanted: number;
  readonly content: number;
  readonly left: bigint;
}
export interface PackedPlan {
  /** The parts of each wanted row, in its sequence. */
  readonly parts: readonly (readonly PackedPart[])[];
  readonly packLists: readonly PlacedPackList[];
  /** Pack lists whose units are in others now. */
  readonly goneIds: readonly string[];
  readonly lacks: readonly Lack[];
}

/** Where the units of one choice of orders come from. */
interface Group {
  readonly productId: string;
  readonly orderIds: ReadonlySet<string> | null;
  readonly places: { readonly wanted: number; readonly content: number; readonly units: bigint }[];
}

/**
 * Packs the cartons of a packing list: at first the pack lists that the plan has in no carton, then those in other
 * cartons, then the unpacked units of the oldest orders. A row that gets units of two orders is split where they meet,
 * so that each pack list divides evenly over its cartons. What a pack list has more than the cartons hold stays in the
 * plan, without a carton.
 */
export function packCartons(
  wanted: readonly WantedCartons[],
  held: readonly HeldPackList[],
  orders: readonly OpenOrder[],
): PackedPlan {
  const stock = createStock(held, orders);
  const groups = groupsOf(wanted);
  const lacks: Lack[] = [];
  const segments = new Map<string, Piece[]>();
  // Rows that choose an order come first, so that others do not take its units.
  const isFree = ([, { orderIds }]: readonly [string, Group]) => Number(orderIds === null);
  for (const [key, group] of [...groups].toSorted((a, b) => isFree(a) - isFree(b))) {
    const { lacks: own, units } = unitsFor(group, stock.has(group));
    lacks.push(...own);
    segments.set(key, stock.take(group, units));
  }
  if (lacks.length > 0) return { parts: wanted.map(() => []), packLists: [], goneIds: [], lacks };
  const parts = wanted.map((cartons) => partsOf(cartons, segments));
  return { parts, lacks, ...place(parts, stock.used()) };
}

function groupsOf(wanted: readonly WantedCartons[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [at, { count, contents }] of wanted.entries())
    for (const [content, { productId, orderIds, unitsPerCarton }] of contents.entries()) {
      const key = groupKey(productId, orderIds);
      const group = groups.get(key) ?? { productId, orderIds, places: [] };
      group.places.push({ wanted: at, content, units: count * unitsPerCarton });
      groups.set(key, group);
    }
  return groups;
}

/** The units that the places of a group get, and the places that ask for more than is left for them. */
function unitsFor({ places }: Group, has: bigint): { readonly lacks: Lack[]; readonly units: bigint } {
  const lacks: Lack[] = [];
  let left = has;
  for (const { wanted, content, units } of places)
    if (units <= left) left -= units;
    else lacks.push({ wanted, content, left });
  return { lacks, units: has - left };
}

interface Stock {
  /** The units that a group can get. */
  has(group: Group): bigint;
  /** Takes the units of a group, by order. */
  take(group: Group, units: bigint): Piece[];
  /** The pack lists of which something was taken, and what was taken of their orders. */
  used(): { readonly packLists: readonly HeldPackList[]; readonly rests: ReadonlyMap<string, bigint> };
}

function createStock(held: readonly HeldPackList[], orders: readonly OpenOrder[]): Stock {
  const sources = [
    ...held
      .toSorted(
        (a, b) => Number(a.cartonId !== null) - Number(b.cartonId !== null) || compareNumbers(a.number, b.number),
      )
      .map((packList) => ({
        packList,
        productId: packList.productId,
        orderId: packList.orderId,
        left: packList.units,
      })),
    ...orders.map(({ id, productId, left }) => ({ packList: null, productId, orderId: id, left })),
  ];
  const ofProduct = Map.groupBy(sources, ({ productId }) => productId);
  const sourcesOf = ({ productId, orderIds }: Group) =>
    (ofProduct.get(productId) ?? []).filter(({ orderId }) => orderIds === null || orderIds.has(orderId));
  return {
    has: (group) => sourcesOf(group).reduce((sum, { left }) => sum + left, 0n),
    take(group, wanted) {
      let needed = wanted;
      const taken = new Map<string, bigint>();
      for (const source of sourcesOf(group)) {
        const units = source.left < needed ? source.left : needed;
        if (units === 0n) continue;
        source.left -= units;
        needed -= units;
        taken.set(source.orderId, (taken.get(source.orderId) ?? 0n) + units);
      }
      return [...taken].map(([orderId, units]) => ({ orderId, units }));
    },
    used() {
      const touched = sources.flatMap(({ packList, left }) =>
        packList && left < packList.units ? [{ packList, left }] : [],
      );
      const rests = new Map<string, bigint>();
      for (const { packList, left } of touched)
        if (left > 0n) rests.set(packList.orderId, (rests.get(packList.orderId) ?? 0n) + left);
      return { packLists: touched.map(({ packList }) => packList), rests };
    },
  };
}

/** Splits cartons where the orders that fill them meet, and takes their units from the segments. */
function partsOf({ count, contents }: WantedCartons, segments: ReadonlyMap<string, Piece[]>): PackedPart[] {
  const fills = contents.map((content) => ({
    per: content.unitsPerCarton,
    pieces: takeFrom(segments.get(groupKey(content.productId, content.orderIds)) ?? [], count * content.unitsPerCarton),
  }));
  const cuts = new Set([0n, count]);
  for (const { per, pieces } of fills) {
    let end = 0n;
    for (const { units } of pieces) {
      end += units;
      cuts.add(end / per);
      // The carton in which two orders meet is a part by itself.
      if (end % per !== 0n) cuts.add(end / per + 1n);
    }
  }
  const ends = [...cuts].toSorted(compareNumbers);
  return ends.slice(1).map((end, i) => {
    const cartons = end - (ends[i] ?? 0n);
    const pieces = fills.flatMap((fill) => takeFrom(fill.pieces, cartons * fill.per));
    return { count: cartons, pieces: merged(pieces) };
  });
}

/** Takes so many units from the front of pieces, which lose them. */
function takeFrom(pieces: Piece[], units: bigint): Piece[] {
  const taken: Piece[] = [];
  let needed = units;
  while (needed > 0n) {
    const [first] = pieces;
    if (!first) throw new RangeError('The pieces hold too few units');
    const some = first.units < needed ? first.units : needed;
    taken.push({ orderId: first.orderId, units: some });
    needed -= some;
    if (some === first.units) pieces.shift();
    else pieces[0] = { orderId: first.orderId, units: first.units - some };
  }
  return taken;
}

const merged = (pieces: readonly Piece[]): Piece[] =>
  [...Map.groupBy(pieces, ({ orderId }) => orderId)].map(([orderId, all]) => ({
    orderId,
    units: all.reduce((sum, { units }) => sum + units, 0n),
  }));

/** Gives each piece a pack list: one of its order with the same units, otherwise any of its order, or a new one. */
function place(
  parts: readonly (readonly PackedPart[])[],
  { packLists, rests }: ReturnType<Stock['used']>,
): Pick<PackedPlan, 'packLists' | 'goneIds'> {
  const pieces = [
    ...parts.flatMap((all, wanted) =>
      all.flatMap((part, at) => part.pieces.map((piece) => ({ ...piece, part: { wanted, at } }))),
    ),
    ...[...rests].map(([orderId, units]) => ({ orderId, units, part: null })),
  ];
  const ofOrder = Map.groupBy(packLists, ({ orderId }) => orderId);
  const ofSize = Map.groupBy(packLists, ({ orderId, units }) => `${orderId} ${units}`);
  const taken = new Set<string>();
  const take = (free: HeldPackList[] | undefined): string | null => {
    for (let one = free?.shift(); one; one = free?.shift())
      if (!taken.has(one.id)) {
        taken.add(one.id);
        return one.id;
      }
    return null;
  };
  const exact = pieces.map(({ orderId, units }) => take(ofSize.get(`${orderId} ${units}`)));
  const placed = pieces.map((piece, i) => ({ ...piece, id: exact[i] ?? take(ofOrder.get(piece.orderId)) }));
  return { packLists: placed, goneIds: packLists.map(({ id }) => id).filter((id) => !taken.has(id)) };
}
