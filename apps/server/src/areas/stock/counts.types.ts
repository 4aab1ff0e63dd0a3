import type { Place } from '@quayside/domain/stock/places';
import type { Column } from '../freight/public.ts';

/** The most units of a count. */
export const MOST_COUNTED = 999_999_999;

/** What a column of a table of counts can fill. */
export type CountField = 'sku' | 'place' | 'day' | 'quantity' | 'words';
export type CountColumn = Column<CountField, null>;

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
