import type { NumberReading } from '@quayside/domain/money/number-text';
import type { Permission } from '../../../lib/session/account.ts';

/** The result of parsing typed text: the text to display and the fields to send, or the reason why it was refused. */
export type Parsed =
  | { readonly ok: true; readonly text: string; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

export interface CellOption {
  readonly value: string;
  readonly label: string;
}

/** How the cells of a column are edited. People type, copy and paste the text of a cell. */
export interface CellEdit<Row> {
  /** The type of the input. A cell of the kind `tags` contains several words separated by commas. */
  readonly kind: 'text' | 'number' | 'select' | 'tags';
  /** The text of a cell. `parse` turns the text back into the same value. */
  readonly text: (row: Row) => string;
  /** `reading` says how the numbers of a pasted column are written; it is absent for typed text. */
  readonly parse: (text: string, reading?: NumberReading) => Parsed;
  /** For `select`: the options. Their labels are displayed, copied and pasted. */
  readonly options?: readonly CellOption[];
  /** Values used before, which are suggested while typing. */
  readonly suggestions?: () => Promise<readonly string[]>;
  /** The field names in the server's errors. Default: the column's id. */
  readonly fields?: readonly string[];
  /**
   * False for columns whose cells use letters as shortcuts of the page. In such cells, editing starts only with F2 or a
   * double click.
   */
  readonly byTyping?: boolean;
}

/** The changes of one row, to be sent to the server. */
export interface RowPatch {
  readonly id: string;
  readonly version: number;
  readonly patch: Readonly<Record<string, unknown>>;
}
/** How the rows of a table are edited. */
export interface GridEditing<Row> {
  /** Without permission the cells cannot be edited, and the reason is shown. */
  readonly permission: Permission;
  /** Stores all rows or none. Returns the stored rows. */
  readonly save: (rows: readonly RowPatch[]) => Promise<readonly Row[]>;
  /**
   * Loads the current version of rows, including rows that are not on the current page. Deleted rows are missing from
   * the result.
   */
  readonly read: (ids: readonly string[]) => Promise<readonly Row[]>;
  readonly versionOf: (row: Row) => number;
  /** The name of a row, for messages. */
  readonly nameOf: (row: Row) => string;
  /** The maximum number of rows per call. */
  readonly maxRows: number;
}

/** Identifies a cell by its row and its column. */
export interface CellRef {
  readonly rowId: string;
  readonly columnId: string;
}
/** The key of a cell in maps. Row ids are UUIDs or codes, so they never contain the separator. */
export const cellKey = ({ rowId, columnId }: CellRef): string => `${rowId}\n${columnId}`;
export const isSameCell = (a: CellRef, b: CellRef): boolean => a.rowId === b.rowId && a.columnId === b.columnId;

/** The option with this label or value; undefined when there is none. */
export function optionOf(options: readonly CellOption[], text: string): CellOption | undefined {
  const wanted = text.trim().toLowerCase();
  return (
    options.find(({ label }) => label.toLowerCase() === wanted) ??
    options.find(({ value }) => value.toLowerCase() === wanted)
  );
}

/** Splits text at commas, semicolons and line breaks, and removes duplicates. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];
