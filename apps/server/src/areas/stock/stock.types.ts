import type { LotState } from '@quayside/domain/stock/line';

/** What a lot is: a pack list, opening stock, or what a count found. */
export type LotKind = 'PACK_LIST' | 'OPENING' | 'COUNT';

/** A lot as it is stored. Its cost is null for what a count found, and while its order has no exchange rate. */
export interface LotRow extends Omit<LotState, 'isUnknown'> {
  readonly productId: string;
  readonly kind: LotKind;
  readonly orderId: string | null;
  /** The units that its cost is shared over. */
  readonly units: bigint;
  readonly landedMinor: bigint | null;
  readonly factoryMinor: bigint | null;
  /** What of the landed total are costs without an order. */
  readonly joinedMinor: bigint;
}

/** From which day on the stock of each product is replayed, by product. */
export type ReplayFrom = ReadonlyMap<string, string>;
