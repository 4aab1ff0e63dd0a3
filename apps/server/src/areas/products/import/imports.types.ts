import type { ProductImport } from '@quayside/contracts/products/product-imports';
import type { CellError, ErrorGroup, ImportRecord } from '../../imports/public.ts';
import type { Layout } from './imports.layout.ts';

/** A product that an undo left as it is, with the row of the file that named it. */
export type KeptRow = NonNullable<ProductImport['undo']>['kept'][number];

/**
 * How far the undo of a large import is. It goes over the products in rounds: a parent can only be deleted after its
 * variants, which may be in a later chunk. A round that takes nothing back is followed by the last one, which names
 * what still waits as kept.
 */
export interface Undoing {
  /** The person who asked for the undo, and their request. */
  readonly personId: string | null;
  readonly requestId: string | null;
  /** The last product of the chunk before, in the order of ids; null at the beginning of a round. */
  readonly after: string | null;
  /** How many products of this round wait for others, and how many were taken back. */
  readonly waiting: number;
  readonly moved: number;
  readonly isLastRound: boolean;
  readonly deleted: number;
  readonly restored: number;
  readonly keptCount: number;
  readonly kept: readonly KeptRow[];
}

/** What an import of products found and did. */
export interface Result
  extends Pick<ProductImport, 'counts' | 'columns' | 'errorCount' | 'sample' | 'sameFileAs' | 'undo'> {
  readonly errors: readonly CellError[];
  readonly failure: ImportRecord['result']['failure'];
  /** Absent in imports of earlier releases. */
  readonly errorGroups?: readonly ErrorGroup[];
  /** Absent in imports of earlier releases. */
  readonly parcels?: ProductImport['parcels'];
  /** Set while a job takes the import back. */
  readonly undoing?: Undoing;
}
/** One stored import of products. */
export type ProductImportRecord = ImportRecord<Layout, Result>;
