import type { BlockStore } from './block-store.ts';
import type { GridEditing } from './cell-edit.ts';
import type { createEditStore } from './edit-store.ts';

/** What the table needs to edit its cells. */
export interface GridEdits<Row> {
  readonly editing: GridEditing<Row>;
  readonly store: ReturnType<typeof createEditStore<Row>>;
  readonly block: BlockStore;
  /** The name of a row on screen. */
  readonly nameOf: (rowId: string) => string;
  /** Announces a text to screen readers. */
  readonly announce: (words: string) => void;
}
