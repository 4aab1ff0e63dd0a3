import type { BlockStore } from './block-store.ts';
import type { GridEditing } from './cell-edit.ts';
import type { createEditStore } from './edit-store.ts';

/** What the table needs to have its cells changed. */
export interface GridEdits<Row> {
  readonly editing: GridEditing<Row>;
  readonly store: ReturnType<typeof createEditStore<Row>>;
  readonly block: BlockStore;
  /** How a row on screen is called. */
  readonly nameOf: (rowId: string) => string;
  /** Said aloud by screen readers. */
  readonly announce: (words: string) => void;
}
