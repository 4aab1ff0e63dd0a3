import type { ProductImport } from '@quayside/contracts/product-imports';
import type { T } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/format.ts';

type CellError = ProductImport['errors'][number];
type Counts = ProductImport['counts'];

/** A cell for the clipboard: one line, escaped so that a spreadsheet does not treat it as a formula. */
const cell = (text: string): string => {
  const line = text.replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
};

/** The errors as lines of tab-separated cells, for a spreadsheet. */
export function errorsAsText(errors: readonly CellError[], header: readonly string[]): string {
  return [header, ...errors.map(({ row, column, value, reason }) => [String(row), column, value, reason])]
    .map((cells) => cells.map(cell).join('\t'))
    .join('\n');
}

/** How many rows an import in this mode would store, and whether it can run. */
export function planOf(
  { counts }: Pick<ProductImport, 'counts'>,
  mode: ProductImport['mode'],
): { readonly stores: number; readonly blocked: 'errors' | 'noneRight' | 'nothing' | undefined } {
  const stores = counts.create + counts.update;
  if (mode === 'ALL_OR_NOTHING' && counts.fail > 0) return { stores, blocked: 'errors' };
  if (stores > 0) return { stores, blocked: undefined };
  return { stores, blocked: counts.fail > 0 && counts.skip === 0 ? 'noneRight' : 'nothing' };
}

/** The label of the button with its counts: "Add 120 and change 34 products". */
export function verbOf({ create, update }: Pick<Counts, 'create' | 'update'>, t: T): string {
  if (update === 0) return t('products:import.runAdd', { count: create, formatted: formatCount(create) });
  if (create === 0) return t('products:import.runChange', { count: update, formatted: formatCount(update) });
  return t('products:import.runBoth', { count: update, create: formatCount(create), update: formatCount(update) });
}

/** A summary of the file: "120 new, 34 changed, 3 with errors"; empty where every count is 0. */
export function countsInShort({ create, update, skip, fail }: Counts, t: T): string {
  const parts = [
    [create, 'products:import.short.create'],
    [update, 'products:import.short.update'],
    [skip, 'products:import.short.skip'],
    [fail, 'products:import.short.fail'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, key]) => t(key, { formatted: formatCount(count) }))
    .join(', ');
}

/** Maps a column to a field, and unmaps any other column from it. */
export const withField = (
  fields: readonly (string | null)[],
  column: number,
  field: string | null,
): (string | null)[] => fields.map((now, at) => (at === column ? field : field !== null && now === field ? null : now));
