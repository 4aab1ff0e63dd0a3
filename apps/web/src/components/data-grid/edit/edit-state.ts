import type { CellEdit, CellRef, GridEditing } from './cell-edit.ts';
import type { CommandLog } from './command-log.ts';

/** A typed text that is not stored, either because it is still being saved or because it was refused. */
export interface Draft {
  readonly text: string;
  readonly state: 'saving' | 'refused';
  readonly message?: string;
}
/** A cell that somebody else changed in the meantime, with both values. */
export interface CellConflict extends CellRef {
  readonly mine: string;
  readonly theirs: string;
  readonly rowName: string;
}
/** A cell that an undo or redo could not change, with the reason. */
export interface KeptCell extends CellRef {
  readonly rowName: string;
  readonly reason: 'CHANGED' | 'GONE' | 'REFUSED';
}
export type EditNews =
  | { readonly kind: 'saved'; readonly cells: number; readonly how: How }
  | { readonly kind: 'refused'; readonly cells: number; readonly message: string }
  | { readonly kind: 'kept'; readonly how: 'undo' | 'redo'; readonly kept: readonly KeptCell[] }
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'nothing'; readonly how: 'undo' | 'redo' };
export type How = 'edit' | 'undo' | 'redo';

export interface EditSource<Row> {
  readonly editing: GridEditing<Row>;
  readonly editOf: (columnId: string) => CellEdit<Row> | undefined;
  /** The row as the table displays it. */
  readonly rowOf: (rowId: string) => Row | undefined;
  readonly getRowId: (row: Row) => string;
  /** Called with the stored rows that the server returned. */
  readonly onSaved: (rows: readonly Row[]) => void;
  readonly notify: (news: EditNews) => void;
  /** The message for a failure that is not about a particular cell. */
  readonly failureText: (error: unknown) => string;
  readonly goneText: string;
}
export interface EditState {
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly conflicts: readonly CellConflict[];
  readonly log: CommandLog;
  readonly isSaving: boolean;
}
