import type { Place } from '@quayside/domain/stock/places';

/** The most units of a count. */
export const MOST_COUNTED = 999_999_999;

/** A column of a table of counts, with the field that it fills. */
export interface CountColumn {
  readonly heading: string;
  readonly field: 'sku' | 'place' | 'day' | 'quantity' | 'words' | null;
}

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
