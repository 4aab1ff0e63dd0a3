/** What takes units out of stock (stock §5). LOST here is lost from stock; what never arrived is `LostOnTheWay`. */
export const TAKING_CAUSES = ['SOLD', 'COUNT', 'LOST', 'DAMAGED', 'SAMPLE', 'REMOVED', 'OTHER'] as const;
export type TakingCause = (typeof TAKING_CAUSES)[number];

/** What all events share. Ids increase with the time of recording, which decides between events of one day. */
interface Dated {
  readonly id: string;
  readonly day: string;
}
/** Units of a lot arrived at a place. `found` of them had been decided as lost on the way before. */
export interface Receipt extends Dated {
  readonly kind: 'RECEIPT';
  readonly lotId: string;
  readonly place: string;
  readonly units: bigint;
  readonly found: bigint;
}
/** Units left a place. Counts are events of their own. */
interface Removal extends Dated {
  readonly kind: 'TAKING';
  readonly cause: Exclude<TakingCause, 'COUNT'>;
  readonly place: string;
  readonly units: bigint;
}
/** Units of a sale came back to a place. */
export interface Return extends Dated {
  readonly kind: 'RETURN';
  readonly ofId: string;
  /** The day of the sale. */
  readonly ofDay: string;
  readonly place: string;
  readonly units: bigint;
}
/** Units of a lot never arrived, and whoever lost them has been decided: they go as they would have arrived. */
interface LostOnTheWay extends Dated {
  readonly kind: 'LOST_ON_THE_WAY';
  readonly lotId: string;
  readonly units: bigint;
}
/** Units changed places. */
interface Move extends Dated {
  readonly kind: 'MOVE';
  readonly place: string;
  readonly to: string;
  readonly units: bigint;
}
/** Somebody counted so many units at a place. */
export interface Count extends Dated {
  readonly kind: 'COUNT';
  readonly place: string;
  readonly quantity: bigint;
}
/** A cost of the product that no order bears: it moves no units. Its id is that of its invoice line. */
interface LooseCost extends Dated {
  readonly kind: 'COST';
  readonly amountMinor: bigint;
}
export type StockEvent = Receipt | Removal | Return | LostOnTheWay | Move | Count | LooseCost;

/** Receipts come first on a day, then costs without an order, then returns, then what leaves, then counts. */
const RANKS: Readonly<Record<StockEvent['kind'], number>> = {
  RECEIPT: 0,
  COST: 1,
  RETURN: 2,
  TAKING: 3,
  LOST_ON_THE_WAY: 3,
  MOVE: 3,
  COUNT: 4,
};

/** A return on the day of its sale comes right after that sale. */
const keyOf = (event: StockEvent): readonly [day: string, rank: number, id: string, then: string] =>
  event.kind === 'RETURN' && event.ofDay === event.day
    ? [event.day, RANKS.TAKING, event.ofId, event.id]
    : [event.day, RANKS[event.kind], event.id, ''];

/** The order in which stock is replayed (stock §3). */
export function compareEvents(a: StockEvent, b: StockEvent): number {
  const other = keyOf(b);
  for (const [i, part] of keyOf(a).entries()) {
    const than = other[i] ?? '';
    if (part < than) return -1;
    if (part > than) return 1;
  }
  return 0;
}

/** An event as a row of a query that reads several kinds, with null in the columns that its kind does not have. */
export interface StockEventRow {
  readonly id: string;
  readonly kind: Exclude<StockEvent['kind'], 'COST'>;
  readonly day: string;
  readonly lotId: string;
  readonly place: string;
  /** Of a count, what was counted. */
  readonly units: bigint;
  readonly found: bigint;
  readonly cause: Exclude<TakingCause, 'COUNT'>;
  readonly to: string;
  readonly ofId: string;
  readonly ofDay: string;
}

/** The event of a row, with the columns of its kind alone. */
export function eventOfRow(row: StockEventRow): StockEvent {
  const { kind, id, day, lotId, place, units, found, cause, to, ofId, ofDay } = row;
  switch (kind) {
    case 'RECEIPT':
      return { kind, id, day, lotId, place, units, found };
    case 'TAKING':
      return { kind, id, day, cause, place, units };
    case 'RETURN':
      return { kind, id, day, ofId, ofDay, place, units };
    case 'MOVE':
      return { kind, id, day, place, to, units };
    case 'COUNT':
      return { kind, id, day, place, quantity: units };
    case 'LOST_ON_THE_WAY':
      return { kind, id, day, lotId, units };
  }
}
