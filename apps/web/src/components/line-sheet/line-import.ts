import type { DecimalMark } from '@quayside/domain/money/number-text';

/** The source of an import: a pasted block of cells, or a file. */
export type ImportSource = { readonly text: string } | { readonly base64: string; readonly fileName: string };
/**
 * The choices that the person has made. `C` is the field that a column can hold. For an undefined choice, the server's
 * detection is used.
 */
export interface ImportChoices<C extends string> {
  readonly columns: readonly (C | null)[] | undefined;
  readonly hasHeadings: boolean | undefined;
  /** The decimal mark of each column's numbers. */
  readonly decimalMarks: readonly (DecimalMark | null)[] | undefined;
  readonly isOnlyValid: boolean;
}
export const AS_FOUND: ImportChoices<never> = {
  columns: undefined,
  hasHeadings: undefined,
  decimalMarks: undefined,
  isOnlyValid: false,
};

/** The maximum size of a file that one call can contain, in base64 characters. */
const MOST_CHARACTERS = 900_000;
/** The maximum size of a file in bytes, which follows from the limit in base64 characters. */
export const MOST_BYTES = (MOST_CHARACTERS / 4) * 3;

/**
 * The request body of the dry run and of the import. Choices that the person did not make are omitted, so that the
 * server makes them again by detection.
 */
export function bodyOfImport<C extends string>(
  source: ImportSource,
  { columns, hasHeadings, decimalMarks }: ImportChoices<C>,
) {
  return {
    ...('text' in source ? { text: source.text } : { base64: source.base64 }),
    ...(columns ? { columns: [...columns] } : {}),
    ...(hasHeadings === undefined ? {} : { hasHeadings }),
    ...(decimalMarks ? { decimalMarks: [...decimalMarks] } : {}),
  };
}

/** Assigns a field to a column. The column that had this field before loses it. */
export function withColumn<C extends string>(
  columns: readonly (C | null)[],
  at: number,
  field: C | null,
): (C | null)[] {
  return columns.map((held, index) => (index === at ? field : held === field ? null : held));
}

/** Chooses the decimal mark of one column, and leaves those of the others as they are. */
export const withMark = (
  marks: ImportChoices<string>['decimalMarks'],
  count: number,
  at: number,
  mark: DecimalMark,
): (DecimalMark | null)[] =>
  Array.from({ length: count }, (_, index) => (index === at ? mark : (marks?.[index] ?? null)));

/** How many lines an import would add, and the reason if the import cannot run. */
export function planOf(
  {
    counts,
    columns,
  }: {
    readonly counts: { readonly create: number; readonly fail: number };
    readonly columns: readonly { readonly numbers: { readonly reading: string } | null }[];
  },
  isOnlyValid: boolean,
): { count: number; blocked: 'errors' | 'nothing' | 'numbers' | undefined } {
  if (columns.some(({ numbers }) => numbers?.reading === 'OPEN')) return { count: counts.create, blocked: 'numbers' };
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
