import { compareEvents, type Count, type Receipt, type Return, type StockEvent, type TakingCause } from './events.ts';
import { compareLots, Line, type LotState } from './line.ts';

/**
 * Units that left a lot, or came back to it (`units` below 0). Its cost is what the lot's first `before + units` units
 * cost, less what its first `before` cost.
 */
export interface Taking {
  readonly eventId: string;
  /** The event whose units came back; null for units that left. */
  readonly ofId: string | null;
  /** Null: units that waited left their event again, before any lot gave them. */
  readonly lotId: string | null;
  /** The day on which the lot gave them, which is later than that of the event when they waited. */
  readonly day: string;
  readonly before: bigint;
  readonly units: bigint;
  /** Its place among the takings of its event. */
  readonly position: number;
}

/** What a pool of the moving average needs to know of a replay, in order (stock §4). */
export type PoolStep =
  /** Units of a lot arrived, of which `before` had arrived or were lost before. */
  | {
      readonly kind: 'ARRIVAL';
      readonly day: string;
      readonly lotId: string;
      readonly before: bigint;
      readonly units: bigint;
    }
  | { readonly kind: 'COST'; readonly day: string; readonly amountMinor: bigint }
  /** Units left the lots in line, or came back to them. */
  | { readonly kind: 'TAKING'; readonly taking: Taking }
  /** Units that never arrived went past the lots in line, or are found again; `before` as of an arrival. */
  | { readonly kind: 'PAST'; readonly taking: Taking; readonly before: bigint };

/** An event whose units can come back: what of it waits, and which lots gave the rest, the latest last. */
export interface Held {
  readonly id: string;
  readonly cause: TakingCause;
  readonly place: string;
  readonly waits: bigint;
  readonly parts: readonly { readonly lotId: string; readonly units: bigint }[];
  /** How many takings it has so far. */
  readonly takings: number;
}

/** Everything that the first event meets. */
export interface Opening {
  readonly lots: readonly LotState[];
  /**
   * Those that wait, those whose units come back, and those of COUNT and LOST, in the order of their events.
   */
  readonly held: readonly Held[];
  /** What should be at each place; 0 where none is given. */
  readonly places: ReadonlyMap<string, bigint>;
  /** The last lot that was read. There may be others with units on hand after it. */
  readonly readUpTo?: LotState;
}

export interface Replayed {
  readonly takings: readonly Taking[];
  readonly steps: readonly PoolStep[];
  readonly lots: readonly LotState[];
  /** What each event of the replay and of the opening has waiting, where it has. */
  readonly waiting: ReadonlyMap<string, bigint>;
  /** The difference that each count found. */
  readonly differences: ReadonlyMap<string, bigint>;
  readonly places: ReadonlyMap<string, bigint>;
  /** The replay needed lots after `readUpTo`, so that it is worth nothing. */
  readonly needsMoreLots: boolean;
}

interface Open {
  readonly id: string;
  readonly cause: TakingCause;
  readonly place: string;
  waits: bigint;
  readonly parts: { lotId: string; units: bigint }[];
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Replays the movements of a product, first in, first out (stock §3, §5), from the state that they meet. Events may be
 * given in any order. What a lot cannot give waits for the next units, the oldest first.
 */
export function replayFifo(opening: Opening, events: readonly StockEvent[]): Replayed {
  const replay = new Replay(opening);
  for (const event of events.toSorted(compareEvents)) replay.apply(event);
  return replay.result();
}

class Replay {
  readonly #line: Line;
  readonly #readUpTo: LotState | undefined;
  readonly #takings: Taking[] = [];
  readonly #steps: PoolStep[] = [];
  readonly #positions = new Map<string, number>();
  readonly #open = new Map<string, Open>();
  readonly #places: Map<string, bigint>;
  readonly #differences = new Map<string, bigint>();
  #waiting: Open[] = [];
  #needsMoreLots = false;

  constructor({ lots, held, places, readUpTo }: Opening) {
    this.#line = new Line(lots);
    this.#readUpTo = readUpTo;
    this.#places = new Map(places);
    for (const { id, cause, place, waits, parts, takings } of held) {
      const open = { id, cause, place, waits, parts: parts.map((part) => ({ ...part })) };
      this.#positions.set(id, takings);
      this.#open.set(id, open);
      if (waits > 0n) this.#waiting.push(open);
    }
  }

  apply(event: StockEvent): void {
    switch (event.kind) {
      case 'RECEIPT':
        return this.#receive(event);
      case 'RETURN':
        return this.#return(event);
      case 'COUNT':
        return this.#count(event);
      case 'MOVE':
        this.#put(event.place, -event.units);
        return this.#put(event.to, event.units);
      case 'COST':
        this.#steps.push({ kind: 'COST', day: event.day, amountMinor: event.amountMinor });
        return undefined;
      case 'LOST_ON_THE_WAY':
        return this.#lose(event.id, event.lotId, event.day, event.units);
      case 'TAKING':
        this.#put(event.place, -event.units);
        return this.#remove(event, event.cause, event.units);
    }
  }

  result(): Replayed {
    return {
      takings: this.#takings,
      steps: this.#steps,
      lots: this.#line.states,
      waiting: new Map([...this.#open.values()].filter(({ waits }) => waits > 0n).map(({ id, waits }) => [id, waits])),
      differences: this.#differences,
      places: this.#places,
      needsMoreLots: this.#needsMoreLots,
    };
  }

  /** Notes what a lot gave or got back. `past`: how many of its units had arrived or gone before these were lost. */
  #note(noted: Omit<Taking, 'position'>, past?: bigint): void {
    const position = this.#positions.get(noted.eventId) ?? 0;
    this.#positions.set(noted.eventId, position + 1);
    const taking = { ...noted, position };
    this.#takings.push(taking);
    this.#steps.push(past === undefined ? { kind: 'TAKING', taking } : { kind: 'PAST', taking, before: past });
  }

  #put(place: string, units: bigint): void {
    this.#places.set(place, (this.#places.get(place) ?? 0n) + units);
  }

  #receive({ id, lotId, day, place, units, found }: Receipt): void {
    if (found > 0n) this.#lose(id, lotId, day, -found);
    const lot = this.#line.lot(lotId);
    this.#steps.push({ kind: 'ARRIVAL', day, lotId, before: lot.received, units });
    lot.received += units;
    if (lot.firstDay === null) {
      lot.firstDay = day;
      this.#line.join(lot);
    }
    this.#line.reopen(lot);
    this.#put(place, units);
    this.#serve(day);
  }

  /** Units that never arrived go as if they had arrived and been taken at once; with units below 0 they are back. */
  #lose(eventId: string, lotId: string, day: string, units: bigint): void {
    const lot = this.#line.lot(lotId);
    this.#note({ eventId, ofId: null, lotId, day, before: lot.taken, units }, lot.received);
    lot.received += units;
    lot.taken += units;
  }

  #remove({ id, day, place }: { id: string; day: string; place: string }, cause: TakingCause, units: bigint): void {
    const open: Open = { id, cause, place, waits: 0n, parts: [] };
    this.#open.set(id, open);
    open.waits = units - this.#take(open, units, day);
    if (open.waits > 0n) this.#waiting.push(open);
  }

  /** Takes up to so many units from the lots in line. Returns how many there were. */
  #take(open: Open, units: bigint, day: string): bigint {
    let left = units;
    while (left > 0n) {
      const lot = this.#line.next();
      if (this.#readUpTo && (!lot || compareLots(lot, this.#readUpTo) > 0)) this.#needsMoreLots = true;
      if (!lot) break;
      const given = least(left, lot.received - lot.taken);
      this.#note({ eventId: open.id, ofId: null, lotId: lot.id, day, before: lot.taken, units: given });
      open.parts.push({ lotId: lot.id, units: given });
      lot.taken += given;
      left -= given;
    }
    return units - left;
  }

  /** Units arrived or came back: what waits takes them, the oldest first. */
  #serve(day: string): void {
    for (const open of this.#waiting) {
      const given = this.#take(open, open.waits, day);
      open.waits -= given;
      if (open.waits > 0n) break;
    }
    this.#waiting = this.#waiting.filter(({ waits }) => waits > 0n);
  }

  #return({ id, ofId, day, place, units }: Return): void {
    this.#put(place, units);
    const sale = this.#open.get(ofId);
    if (!sale) throw new RangeError(`Event ${ofId}, of which units came back, is not known`);
    this.#giveBack(id, sale, day, units);
    this.#serve(day);
  }

  /**
   * Gives back up to so many units of an event: first what of it waits, then what its lots gave, the latest first.
   * Returns how many it had.
   */
  #giveBack(eventId: string, from: Open, day: string, units: bigint): bigint {
    let left = units - this.#cancelWaiting(eventId, from, day, units);
    while (left > 0n) {
      const part = from.parts.at(-1);
      if (!part) break;
      const given = least(left, part.units);
      const lot = this.#line.lot(part.lotId);
      this.#note({ eventId, ofId: from.id, lotId: lot.id, day, before: lot.taken, units: -given });
      lot.taken -= given;
      this.#line.reopen(lot);
      part.units -= given;
      if (part.units === 0n) from.parts.pop();
      left -= given;
    }
    return units - left;
  }

  #cancelWaiting(eventId: string, from: Open, day: string, units: bigint): bigint {
    const cancelled = least(from.waits, units);
    if (cancelled === 0n) return 0n;
    from.waits -= cancelled;
    this.#waiting = this.#waiting.filter(({ waits }) => waits > 0n);
    this.#note({ eventId, ofId: from.id, lotId: null, day, before: 0n, units: -cancelled });
    return cancelled;
  }

  #count(count: Count): void {
    const difference = count.quantity - (this.#places.get(count.place) ?? 0n);
    this.#differences.set(count.id, difference);
    this.#put(count.place, difference);
    if (difference < 0n) this.#remove(count, 'COUNT', -difference);
    if (difference > 0n) this.#find(count, difference);
  }

  /** A count found more: missed units of this place are back first, the latest first; the rest is of unknown cost. */
  #find({ id, day, place }: Count, units: bigint): void {
    let left = units;
    const missed = [...this.#open.values()].filter(
      (open) => (open.cause === 'COUNT' || open.cause === 'LOST') && open.place === place && open.id !== id,
    );
    for (const from of missed.toReversed()) {
      if (left === 0n) break;
      left -= this.#giveBack(id, from, day, left);
    }
    this.#serve(day);
    if (left === 0n) return;
    this.#line.join({ id, number: 0n, isUnknown: true, firstDay: day, received: left, taken: 0n });
    this.#serve(day);
  }
}
