import type { Permission } from '../../../lib/account.ts';

/** The result of parsing a typed text: the text to display and the fields to send, or the reason for refusal. */
export type Parsed =
  | { readonly ok: true; readonly text: string; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

export interface CellOption {
  readonly value: string;
  readonly label: string;
}

/** How the cells of a column are edited. Texts are those that are copied and pasted. */
export interface CellEdit<Row> {
  /** `tags`: several words separated by commas. */
  readonly kind: 'text' | 'number' | 'select' | 'tags';
  /** The text of a cell; `parse` turns it back into the same value. */
  readonly text: (row: Row) => string;
  readonly parse: (text: string) => Parsed;
  /** For `select`: labels are copied, pasted and shown. */
  readonly options?: readonly CellOption[];
  /** Words used before, suggested while typing. */
  readonly suggestions?: () => Promise<readonly string[]>;
  /** The field names in the server's errors. Default: the column's id. */
  readonly fields?: readonly string[];
  /** False: only F2 and a double click start editing, for cells whose letters are shortcuts of the page. */
  readonly byTyping?: boolean;
}

/** One row to send. */
export interface RowPatch {
  readonly id: string;
  readonly version: number;
  readonly patch: Readonly<Record<string, unknown>>;
}
/** How the rows of a table are edited. */
export interface GridEditing<Row> {
  /** Without permission cells cannot be edited and show the reason. */
  readonly permission: Permission;
  /** Writes all rows or none; returns them as stored. */
  readonly save: (rows: readonly RowPatch[]) => Promise<readonly Row[]>;
  /** Loads current rows, also ones that the table does not show; deleted rows are missing from the answer. */
  readonly read: (ids: readonly string[]) => Promise<readonly Row[]>;
  readonly versionOf: (row: Row) => number;
  /** The name of a row in messages. */
  readonly nameOf: (row: Row) => string;
  /** Limit of rows per call. */
  readonly maxRows: number;
}

/** A cell: which row, which column. */
export interface CellRef {
  readonly rowId: string;
  readonly columnId: string;
}
/** Row ids are uuids or codes; the separator is in none of them. */
export const cellKey = ({ rowId, columnId }: CellRef): string => `${rowId}\n${columnId}`;
export const isSameCell = (a: CellRef, b: CellRef): boolean => a.rowId === b.rowId && a.columnId === b.columnId;

/** The value of the option with this label or value; undefined for other texts. */
export function optionOf(options: readonly CellOption[], text: string): CellOption | undefined {
  const wanted = text.trim().toLowerCase();
  return (
    options.find(({ label }) => label.toLowerCase() === wanted) ??
    options.find(({ value }) => value.toLowerCase() === wanted)
  );
}

/** Words separated by commas, deduped. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];
