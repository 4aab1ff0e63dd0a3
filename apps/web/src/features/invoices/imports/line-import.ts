import type { LINE_COLUMNS, LineImport } from '@quayside/contracts/invoices';

export type LineColumn = (typeof LINE_COLUMNS)[number];
/** Where rows come from: a pasted block, or a file. */
export type ImportSource = { readonly text: string } | { readonly base64: string; readonly fileName: string };
/** What a person corrected of what the server found out. */
export interface ImportChoices {
  readonly columns: readonly (LineColumn | null)[] | undefined;
  readonly hasHeadings: boolean | undefined;
  readonly isOnlyValid: boolean;
}
export const AS_FOUND: ImportChoices = { columns: undefined, hasHeadings: undefined, isOnlyValid: false };

/** What one call takes of a file, as base64. */
const MOST_CHARACTERS = 900_000;
/** Bytes of a file that still fit. */
export const MOST_BYTES = (MOST_CHARACTERS / 4) * 3;

/** The body of the dry run and of the import: what was found out by itself is left to be found out again. */
export function bodyOfImport(source: ImportSource, { columns, hasHeadings }: ImportChoices) {
  return {
    ...('text' in source ? { text: source.text } : { base64: source.base64 }),
    ...(columns ? { columns: [...columns] } : {}),
    ...(hasHeadings === undefined ? {} : { hasHeadings }),
  };
}

/** One column holds another field now; the column that held it holds none. */
export function withColumn(columns: readonly (LineColumn | null)[], at: number, field: LineColumn | null): (LineColumn | null)[] {
  return columns.map((held, index) => (index === at ? field : held === field ? null : held));
}

/** How many lines would be added, and what keeps them from it. */
export function planOf({ counts }: Pick<LineImport, 'counts'>, isOnlyValid: boolean): { count: number; blocked: 'errors' | 'nothing' | undefined } {
  if (counts.create === 0) return { count: 0, blocked: 'nothing' };
  return { count: counts.create, blocked: counts.fail > 0 && !isOnlyValid ? 'errors' : undefined };
}

/** The bytes of a file as base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
