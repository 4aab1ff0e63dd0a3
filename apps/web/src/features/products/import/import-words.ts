import type { ProductImport } from '@quayside/contracts/product-imports';

type CellError = ProductImport['errors'][number];

/** A cell for pasting: one line, and nothing that a spreadsheet would run. */
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

/** How many rows an import in this mode would store, and whether it may run. */
export function planOf(
  { counts }: Pick<ProductImport, 'counts'>,
  mode: ProductImport['mode'],
): { readonly stores: number; readonly blocked: 'errors' | 'noneRight' | 'nothing' | undefined } {
  const stores = counts.create + counts.update;
  if (mode === 'ALL_OR_NOTHING' && counts.fail > 0) return { stores, blocked: 'errors' };
  if (stores > 0) return { stores, blocked: undefined };
  return { stores, blocked: counts.fail > 0 && counts.skip === 0 ? 'noneRight' : 'nothing' };
}
