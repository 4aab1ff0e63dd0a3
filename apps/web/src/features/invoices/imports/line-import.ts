import type { LINE_COLUMNS, LineImport } from '@quayside/contracts/invoice-line-imports';

export type LineColumn = (typeof LINE_COLUMNS)[number];
/** The source of the rows: a pasted block or a file. */
export type ImportSource = { readonly text: string } | { readonly base64: string; readonly fileName: string };
/** The person's corrections of what the server detected. */
export interface ImportChoices {
  readonly columns: readonly (LineColumn | null)[] | undefined;
  readonly hasHeadings: boolean | undefined;
  readonly isOnlyValid: boolean;
}
export const AS_FOUND: ImportChoices = { columns: undefined, hasHeadings: undefined, isOnlyValid: false };

/** The size limit of a file in one call, as base64. */
const MOST_CHARACTERS = 900_000;
/** The size limit in bytes. */
export const MOST_BYTES = (MOST_CHARACTERS / 4) * 3;

/**
 * The body of the dry run and of the import. Values that the person did not correct are omitted, so that the server
 * detects them again.
 */
export function bodyOfImport(source: ImportSource, { columns, hasHeadings }: ImportChoices) {
  return {
    ...('text' in source ? { text: source.text } : { base64: source.base64 }),
    ...(columns ? { columns: [...columns] } : {}),
    ...(hasHeadings === undefined ? {} : { hasHeadings }),
  };
}

/** Assigns a field to a column and removes it from the column that had it. */
export function withColumn(
  columns: readonly (LineColumn | null)[],
  at: number,
  field: LineColumn | null,
): (LineColumn | null)[] {
  return columns.map((held, index) => (index === at ? field : held === field ? null : held));
}

/** The number of lines to add, and the reason when the import is blocked. */
export function planOf(
  { counts }: Pick<LineImport, 'counts'>,
  isOnlyValid: boolean,
): { count: number; blocked: 'errors' | 'nothing' | undefined } {
  if (counts.create === 0) return { count: 0, blocked: 'nothing' };
  return { count: counts.create, blocked: counts.fail > 0 && !isOnlyValid ? 'errors' : undefined };
}

/** Encodes a file as base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
