import type { BlockStore } from './block-store.ts';
import type { GridEditing } from './cell-edit.ts';
import type { createEditStore } from './edit-store.ts';

/** The objects that a table needs for editing its cells. */
export interface GridEdits<Row> {
  readonly editing: GridEditing<Row>;
  readonly store: ReturnType<typeof createEditStore<Row>>;
  readonly block: BlockStore;
  /** The name of a row, for messages. It is empty when the row is not on the current page. */
  readonly nameOf: (rowId: string) => string;
  /** Announces a text to users of screen readers. */
  readonly announce: (words: string) => void;
}
