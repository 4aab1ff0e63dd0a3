import type { InvoiceLine } from '@quayside/contracts/invoices';
import { quoted, safe } from '../../../components/data-grid/edit/tsv.ts';
import { type Cell, plainQuantity, storedText } from '../editor/line-draft.ts';

/**
 * Is this a block of cells, and no text for the cell under the cursor? Two lines pasted into a name are a name of two
 * lines; anywhere else they are two rows.
 */
export function isBlock(text: string, cell: Cell | undefined): boolean {
  const rows = text.replace(/(\r?\n)+$/, '').split(/\r?\n/);
  if (rows.some((row) => row.includes('\t'))) return true;
  return rows.length > 1 && cell !== 'name';
}

/** Lines as rows for a spreadsheet: SKU, name, cost type, quantity, unit price, amount, tax. */
export function tsvOf(lines: readonly InvoiceLine[], costTypeWord: (line: InvoiceLine) => string): string {
  return lines
    .map((line) =>
      [
        safe(line.product?.sku ?? ''),
        safe(line.name ?? ''),
        costTypeWord(line),
        plainQuantity(line.quantity),
        storedText(line, 'price'),
        line.amount,
        line.taxAmount,
      ]
        .map(quoted)
        .join('\t'),
    )
    .join('\n');
}
