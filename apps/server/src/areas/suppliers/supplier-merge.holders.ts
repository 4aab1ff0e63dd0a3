import type { UndoResult } from '@quayside/contracts/undo';
import type { Work } from '../../db/tx.ts';

/** One of the two companies of a merge. */
export interface MergeParty {
  readonly id: string;
  readonly companyName: string;
}
export type Kept = UndoResult['kept'][number];

/**
 * What an area does with its rows that name a supplier when two suppliers become one. The application hands it in, because
 * suppliers ask no area to their right.
 */
export interface SupplierHolder {
  /** Lets nobody else move its rows until the end of the unit of work. */
  lock(w: Work): Promise<void>;
  /** How many things would move. */
  count(w: Work, supplierId: string): Promise<number>;
  /** Moves everything. Answers how many things that were, and what moving them back needs, as JSON. */
  move(w: Work, from: MergeParty, to: MergeParty): Promise<{ readonly count: number; readonly undo: object }>;
  /** Moves back what nobody touched since; what stays is named. `from` and `to` are those of the merge. */
  moveBack(w: Work, undo: unknown, from: MergeParty, to: MergeParty): Promise<{ readonly restored: number; readonly kept: readonly Kept[] }>;
}
export interface SupplierHolders {
  readonly invoices: SupplierHolder;
  readonly products: SupplierHolder;
}
