import type { ImportMode } from '@quayside/contracts/imports';
import type { T } from '../../i18n/i18n.ts';
import { formatCount } from '../../lib/words/format.ts';
import type { AnyImport } from './import-types.ts';

type CellError = AnyImport['errors'][number];
type Counts = AnyImport['counts'];

/**
 * Formats a cell for the clipboard. The text is put on one line and escaped, so that a spreadsheet does not run it as a
 * formula.
 */
const cell = (text: string): string => {
  const line = text.replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
};

/** The errors as tab-separated rows, to paste into a spreadsheet. */
export function errorsAsText(errors: readonly CellError[], header: readonly string[]): string {
  return [header, ...errors.map(({ row, column, value, reason }) => [String(row), column, value, reason])]
    .map((cells) => cells.map(cell).join('\t'))
    .join('\n');
}

/** How many products an import in this mode would create or change, and the reason if the import cannot run. */
export function planOf(
  { counts }: Pick<AnyImport, 'counts'>,
  mode: ImportMode,
): { readonly stores: number; readonly blocked: 'errors' | 'noneRight' | 'nothing' | undefined } {
  const stores = counts.create + counts.update;
  if (mode === 'ALL_OR_NOTHING' && counts.fail > 0) return { stores, blocked: 'errors' };
  if (stores > 0) return { stores, blocked: undefined };
  return { stores, blocked: counts.fail > 0 && counts.skip === 0 ? 'noneRight' : 'nothing' };
}

/** The end of the label of the button that starts the import, if some rows are not stored: ", keep 9 rows aside". */
export const keptAside = ({ fail }: Pick<Counts, 'fail'>, t: T): string =>
  t('imports:keepAside', { count: fail, formatted: formatCount(fail) });

/** Whether a column fills anything but the fields that only identify the records. */
export const isMapped = ({ columns }: Pick<AnyImport, 'columns'>, identity: readonly string[]): boolean =>
  columns.some(({ field }) => field !== null && !identity.includes(field));

/** A summary of the import: "120 new, 34 changed, 3 with errors". The text is empty when all counts are 0. */
export function countsInShort({ create, update, skip, fail }: Counts, t: T): string {
  const parts = [
    [create, 'imports:short.create'],
    [update, 'imports:short.update'],
    [skip, 'imports:short.skip'],
    [fail, 'imports:short.fail'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, key]) => t(key, { formatted: formatCount(count) }))
    .join(', ');
}

/** Maps a column to a field. The column that had this field before is unmapped. */
export const withField = (
  fields: readonly (string | null)[],
  column: number,
  field: string | null,
): (string | null)[] => fields.map((now, at) => (at === column ? field : field !== null && now === field ? null : now));
