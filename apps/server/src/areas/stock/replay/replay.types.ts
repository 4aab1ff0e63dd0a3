import type { StockEvent } from '@quayside/domain/stock/events';
import type { Opening, Replayed } from '@quayside/domain/stock/fifo';
import type { ValuedPool } from '@quayside/domain/stock/pool';
import type { StockMethod } from '@quayside/domain/stock/methods';
import type { EventState } from './facts.views.ts';
import type { PoolRow } from '../rows/pools.queries.ts';
import type { LotRow, ReplayFrom } from '../stock.types.ts';
import type { HeldEvent, TakingRow } from '../rows/takings.views.ts';

/** What a replay of some products read. */
export interface Read {
  readonly method: StockMethod;
  readonly from: ReplayFrom;
  readonly events: ReadonlyMap<string, StockEvent[]>;
  /** What is stored of the events that take, by their ids. */
  readonly states: ReadonlyMap<string, EventState>;
  readonly takings: ReadonlyMap<string, TakingRow[]>;
  readonly held: ReadonlyMap<string, HeldEvent[]>;
  readonly takingsOfHeld: readonly TakingRow[];
  readonly places: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
  /** The products of lots that the replay needs in any case, by lot. */
  readonly lots: ReadonlyMap<string, string>;
  /** The pools that the first days meet, and those that are stored of the replayed days. */
  readonly poolsBefore: ReadonlyMap<string, PoolRow>;
  readonly pools: ReadonlyMap<string, PoolRow[]>;
}

/** A replayed product, and what it was replayed from. */
export interface Result {
  readonly productId: string;
  readonly opening: Opening;
  readonly replayed: Replayed;
  readonly lots: ReadonlyMap<string, LotRow>;
  /** Null first in, first out. */
  readonly valued: ValuedPool | null;
}
