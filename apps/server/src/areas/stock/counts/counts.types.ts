import type { Place } from '@quayside/domain/stock/places';

/** The most units of a count. */
export const MOST_COUNTED = 999_999_999;

/** A count of a table. */
export interface PlannedCount {
  readonly row: number;
  /** The code by which the row names the product. */
  readonly code: string;
  readonly productId: string;
  readonly quantity: number;
  readonly day: string;
  readonly place: Place;
  readonly words: string | null;
}
