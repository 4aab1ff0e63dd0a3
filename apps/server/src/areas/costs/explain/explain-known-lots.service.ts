import { cumulativePart } from '@quayside/domain/money/cumulative';
import type { Work } from '../../../db/tx.ts';
import { countLotsKnown } from './explain-counts.views.ts';
import { type ExplainedLots, figuresIn, shownLot } from './explain-lots.service.ts';
import { explained, type ExplainedStock } from './explain-stock.service.ts';
import { type KnownLot, lotsOfProductKnown, valuationMethodKnown, waitingUnitsKnown } from './explain-stock.views.ts';
import type { EntryRow } from './explain.views.ts';
import { packListRefs } from '../rows/pack-list-names.views.ts';

type Entry = Pick<EntryRow, 'layer_id' | 'pack_list_id' | 'account_minor' | 'cost_type' | 'is_excluded' | 'date'>;
interface Order {
  readonly id: string;
  readonly units: bigint;
}

interface KnownLots {
  readonly stock: ExplainedStock;
  readonly lots: ReadonlyMap<string, ExplainedLots>;
}

/**
 * The lots of a product as they were known at an instant (ADR 0070), from what was known of its orders and entries
 * then. Of pack lists that had not arrived nothing is kept: they are in the rest of their order. So is the place of a
 * lot among its order's pack lists, which moves its part of what the order bears as a whole by a minor unit at most.
 */
export async function explainLotsKnown(
  w: Work,
  productId: string,
  at: Date,
  known: { readonly orders: readonly Order[]; readonly entries: readonly Entry[] },
): Promise<KnownLots> {
  const method = await valuationMethodKnown(w, productId, at);
  const arrived = await lotsOfProductKnown(w, productId, at);
  const lots = withJoined(arrived, method === 'FIFO' ? known.entries.filter(isLoose) : [], known);
  const found = await countLotsKnown(w, productId, at);
  const all = [...lots, ...found].toSorted(compareLots);
  const stock = explained(w, all, { method, waiting: await waitingUnitsKnown(w, productId, at) });
  const refs = await packListRefs(
    w,
    lots.map(({ id }) => id),
  );
  const figures = figuresIn(w.scope.currency);
  const byOrder = Map.groupBy(lots, ({ orderId }) => orderId ?? '');
  return {
    stock,
    lots: new Map(
      known.orders.flatMap((order): [string, ExplainedLots][] => {
        const own = (byOrder.get(order.id) ?? []).toSorted((a, b) => compareRefs(refs, a.id, b.id));
        if (own.length === 0) return [];
        const costs = own.map((lot) => withCost(lot, order, known.entries));
        const rest = restOf(order, costs, known.entries);
        const explainedLots: ExplainedLots = {
          packLists: costs.flatMap((lot) => {
            const ref = refs.get(lot.id);
            const shown = shownLot(figures(lot), lot.isRated);
            return ref ? [{ ...ref, ...shown, stock: stock.byId.get(lot.id)?.stock ?? null }] : [];
          }),
          unpacked: figures(rest),
          landedMinor: costs.reduce((sum, { landedMinor }) => sum + landedMinor, rest.landedMinor),
          isStored: own.every((lot) => partOf(lot, order, known.entries).isRounded),
        };
        return [[order.id, explainedLots]];
      }),
    ),
  };
}

/** Lots are in the order in which they arrived, what counts found after the others of its day. */
const compareLots = (one: KnownLot, other: KnownLot): number => {
  const [a, b] = [one.receivedOn ?? '9', other.receivedOn ?? '9'];
  return a === b ? Number(one.kind === 'COUNT') - Number(other.kind === 'COUNT') : a < b ? -1 : 1;
};

const compareRefs = (refs: Awaited<ReturnType<typeof packListRefs>>, a: string, b: string): number => {
  const [one, other] = [refs.get(a)?.number ?? '', refs.get(b)?.number ?? ''];
  return one.length - other.length || (one < other ? -1 : 1);
};

const counts = ({ is_excluded }: Entry): boolean => !is_excluded;
const isLoose = (entry: Entry): boolean => counts(entry) && entry.layer_id === null;
const sumOf = (entries: readonly Entry[]): bigint =>
  entries.reduce((sum, entry) => (counts(entry) ? sum + entry.account_minor : sum), 0n);

/** What a lot costs without what joined it. */
const costOf = ({ landedMinor, joinedMinor, factoryMinor }: KnownLot) => {
  const landed = (landedMinor ?? 0n) - joinedMinor;
  return { landedMinor: landed, factoryMinor, inboundMinor: landed - factoryMinor };
};

/** With what a lot cost; of one without an exchange rate, what was booked on it then. */
function withCost(lot: KnownLot, order: Order, entries: readonly Entry[]) {
  if (lot.landedMinor !== null) return { ...lot, ...costOf(lot), isRated: true };
  const of = (rows: readonly Entry[]) => bookedOn(lot, order, rows);
  const landedMinor = of(entries);
  const factoryMinor = of(entries.filter(({ cost_type }) => cost_type === 'FACTORY_INVOICE'));
  return { ...lot, landedMinor, factoryMinor, inboundMinor: landedMinor - factoryMinor, isRated: false };
}

/** What was booked on a lot itself, and its part by units of what its order bore as a whole. */
function bookedOn(lot: KnownLot, order: Order, entries: readonly Entry[]): bigint {
  const own = entries.filter(({ layer_id }) => layer_id === order.id);
  const wholeMinor = sumOf(own.filter(({ pack_list_id }) => pack_list_id === null));
  const part = order.units === 0n ? 0n : cumulativePart(wholeMinor, lot.units, order.units);
  return sumOf(own.filter(({ pack_list_id }) => pack_list_id === lot.id)) + part;
}

/** What of an order was left beside these lots. */
function restOf({ id, units }: Order, lots: readonly ReturnType<typeof withCost>[], entries: readonly Entry[]) {
  const own = entries.filter(({ layer_id }) => layer_id === id);
  const less = (key: 'units' | 'landedMinor' | 'factoryMinor', from: bigint) =>
    lots.reduce((left, lot) => left - lot[key], from);
  const landedMinor = less('landedMinor', sumOf(own));
  const factoryMinor = less('factoryMinor', sumOf(own.filter(({ cost_type }) => cost_type === 'FACTORY_INVOICE')));
  return { units: less('units', units), landedMinor, factoryMinor, inboundMinor: landedMinor - factoryMinor };
}

/** The part of a lot in what its order bore as a whole, and whether it is that part by units, rounded either way. */
function partOf(lot: KnownLot, order: Order, entries: readonly Entry[]) {
  if (lot.landedMinor === null) return { off: 0n, isRounded: true };
  const off = costOf(lot).landedMinor - bookedOn(lot, order, entries);
  return { off, isRounded: off >= -1n && off <= 1n };
}

/**
 * Lots with what joined them: each cost without an order joined the next lot that began to arrive on its day or later.
 * An invoice whose day was another then is not kept with it; what the lot has beyond its part joined it then, too.
 */
function withJoined(
  lots: readonly KnownLot[],
  loose: readonly Entry[],
  { orders, entries }: { readonly orders: readonly Order[]; readonly entries: readonly Entry[] },
): KnownLot[] {
  if (loose.length === 0) return [...lots];
  const joined = new Map<string, bigint>();
  for (const { date, account_minor } of loose) {
    const lot = lots.find(({ receivedOn }) => receivedOn !== null && receivedOn >= date);
    if (lot) joined.set(lot.id, (joined.get(lot.id) ?? 0n) + account_minor);
  }
  return lots.map((lot) => {
    const worked = { ...lot, joinedMinor: joined.get(lot.id) ?? 0n };
    const order = orders.find(({ id }) => id === lot.orderId);
    const { off, isRounded } = order ? partOf(worked, order, entries) : { off: 0n, isRounded: true };
    return isRounded ? worked : { ...worked, joinedMinor: worked.joinedMinor + off };
  });
}
