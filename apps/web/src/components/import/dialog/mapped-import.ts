import type { CartonChoice } from './carton-question.tsx';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import type { BaseChoices } from './one-call.ts';
import type { ImportSource } from './import-source.tsx';

// Imports of which a person can choose the columns. The table is in the body of the call, also that of a file.

/** What is sent of the source of an import. */
type SentSource = { readonly text: string } | { readonly base64: string; readonly fileName: string };
/**
 * The choices that the person has made. `C` is the field that a column can hold. For an undefined choice, the server's
 * detection is used.
 */
export interface ImportChoices<C extends string> extends BaseChoices, CartonChoice {
  readonly columns: readonly (C | null)[] | undefined;
  readonly hasHeadings: boolean | undefined;
  /** The decimal mark of each column's numbers. */
  readonly decimalMarks: readonly (DecimalMark | null)[] | undefined;
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
const MOST_BYTES = (MOST_CHARACTERS / 4) * 3;
/** The same in kilobytes, for the words of a refusal. */
export const MOST_KILOBYTES = Math.floor(MOST_BYTES / 1024);

/** Says why a file is not taken: it has another ending, or is too large for the body of a call. */
export const refuseFile =
  (endings: string, words: { readonly wrongFile: string; readonly tooLarge: string }) =>
  ({ name, size }: File): string | undefined => {
    if (!endings.split(',').some((ending) => name.toLowerCase().endsWith(ending))) return words.wrongFile;
    return size > MOST_BYTES ? words.tooLarge : undefined;
  };

/** Puts a source into the form that the body of a call has. */
export const sentOf = async (source: ImportSource): Promise<SentSource> =>
  'text' in source ? source : { base64: await base64Of(source.file), fileName: source.file.name };

/**
 * The request body of the dry run and of the import. Choices that the person did not make are omitted, so that the
 * server makes them again by detection.
 */
export function bodyOfImport<C extends string>(
  source: SentSource,
  { columns, hasHeadings, decimalMarks, cartons }: ImportChoices<C>,
) {
  return {
    ...('text' in source ? { text: source.text } : { base64: source.base64 }),
    ...(columns ? { columns: [...columns] } : {}),
    ...(hasHeadings === undefined ? {} : { hasHeadings }),
    ...(decimalMarks ? { decimalMarks: [...decimalMarks] } : {}),
    ...(cartons ? { cartons } : {}),
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

/** Chooses something for one column, and leaves the others as they are. */
export const withChoice = <Choice>(
  chosen: readonly (Choice | null)[] | undefined,
  count: number,
  at: number,
  choice: Choice | null,
): (Choice | null)[] => Array.from({ length: count }, (_, i) => (i === at ? choice : (chosen?.[i] ?? null)));

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
