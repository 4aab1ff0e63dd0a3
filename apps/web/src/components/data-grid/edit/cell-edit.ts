import type { Permission } from '../../../lib/account.ts';

/** What a typed text means: how the cell will say it and the fields to send, or why it is refused. */
export type Parsed =
  | { readonly ok: true; readonly text: string; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

export interface CellOption {
  readonly value: string;
  readonly label: string;
}

/** How the cells of a column are edited. Texts are the same that are copied and pasted. */
export interface CellEdit<Row> {
  /** `tags`: several words with commas between. */
  readonly kind: 'text' | 'number' | 'select' | 'tags';
  /** The text of a cell; `parse` reads it back to the same. */
  readonly text: (row: Row) => string;
  readonly parse: (text: string) => Parsed;
  /** Of `select`: labels are what is copied, pasted and shown. */
  readonly options?: readonly CellOption[];
  /** Words that were used before, offered while typing. */
  readonly suggestions?: () => Promise<readonly string[]>;
  /** The fields by which the server names what it refuses; without it: the column's id. */
  readonly fields?: readonly string[];
  /** False: letters do not start it, only F2 and a double click; for cells whose letters are keys of the page. */
  readonly byTyping?: boolean;
}

/** One row to send. */
export interface RowPatch {
  readonly id: string;
  readonly version: number;
  readonly patch: Readonly<Record<string, unknown>>;
}
/** How the rows of a table are changed in place. */
export interface GridEditing<Row> {
  /** Without it cells cannot be edited and say why. */
  readonly permission: Permission;
  /** Writes all of them or none; answers them as they are now. */
  readonly save: (rows: readonly RowPatch[]) => Promise<readonly Row[]>;
  /** Rows as they are now, also such that the table does not show; missing ones are gone. */
  readonly read: (ids: readonly string[]) => Promise<readonly Row[]>;
  readonly versionOf: (row: Row) => number;
  /** How a row is called in messages. */
  readonly nameOf: (row: Row) => string;
  /** At most so many rows in one call. */
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

/** What an option's label, or its value, means; nothing for other texts. */
export function optionOf(options: readonly CellOption[], text: string): CellOption | undefined {
  const wanted = text.trim().toLowerCase();
  return options.find(({ label }) => label.toLowerCase() === wanted) ?? options.find(({ value }) => value.toLowerCase() === wanted);
}

/** Words with commas between, each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];
