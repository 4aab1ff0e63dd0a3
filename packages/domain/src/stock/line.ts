import { compareNumbers } from '../shipments/numbers.ts';

/** A lot as it stands: how many of its units have arrived and how many of these were taken. */
export interface LotState {
  readonly id: string;
  /** The number of its pack list; 0 of what a count found. */
  readonly number: bigint;
  /** Units of unknown cost that a count found. */
  readonly isUnknown: boolean;
  /** The day of its first receipt; null while nothing has arrived. */
  readonly firstDay: string | null;
  readonly received: bigint;
  readonly taken: bigint;
}
type ArrivedLot = { -readonly [K in keyof LotState]: LotState[K] };

/** Lots go by the day of their first receipt, then by number; what a count found comes after the others of its day. */
export function compareLots(a: LotState, b: LotState): number {
  if (a.firstDay !== b.firstDay) return (a.firstDay ?? '9') < (b.firstDay ?? '9') ? -1 : 1;
  if (a.isUnknown !== b.isUnknown) return a.isUnknown ? 1 : -1;
  return compareNumbers(a.number, b.number) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** The lots of a product in the order in which they give their units. */
export class Line {
  readonly #byId: Map<string, ArrivedLot>;
  readonly #lots: ArrivedLot[];
  /** All lots before this position have nothing on hand. */
  #first = 0;

  constructor(lots: readonly LotState[]) {
    const all = lots.map((lot) => ({ ...lot }));
    this.#byId = new Map(all.map((lot) => [lot.id, lot]));
    this.#lots = all.filter(({ firstDay }) => firstDay !== null).toSorted(compareLots);
  }

  get states(): readonly LotState[] {
    return [...this.#byId.values()];
  }

  /** The lot with this id, which must be known. */
  lot(id: string): ArrivedLot {
    const lot = this.#byId.get(id);
    if (!lot) throw new RangeError(`Lot ${id} is not known`);
    return lot;
  }

  /** Adds a lot, or places one that had not arrived before. */
  join(lot: ArrivedLot): void {
    this.#byId.set(lot.id, lot);
    const before = this.#lots.findLastIndex((other) => compareLots(other, lot) < 0);
    this.#lots.splice(before + 1, 0, lot);
    this.#first = Math.min(this.#first, before + 1);
  }

  /** Units arrived in a lot or went back to it, so that it may have some again. */
  reopen(lot: LotState): void {
    for (; this.#first > 0; this.#first -= 1) {
      const last = this.#lots[this.#first - 1];
      if (!last || compareLots(last, lot) < 0) return;
    }
  }

  /** The first lot that has units on hand. */
  next(): ArrivedLot | undefined {
    for (; this.#first < this.#lots.length; this.#first += 1) {
      const lot = this.#lots[this.#first];
      if (lot && lot.received > lot.taken) return lot;
    }
    return undefined;
  }
}
