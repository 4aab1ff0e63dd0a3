import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import { quoted, safe } from '../../../components/data-grid/edit/tsv.ts';
import { type Cell, plainQuantity, storedText } from './line-draft.ts';

/**
 * Whether pasted text is a block of cells or a text for the focused cell. Two lines pasted into a name stay one name;
 * anywhere else they are two rows.
 */
export function isBlock(text: string, cell: Cell | undefined): boolean {
  const rows = text.replace(/(\r?\n)+$/, '').split(/\r?\n/);
  if (rows.some((row) => row.includes('\t'))) return true;
  return rows.length > 1 && cell !== 'name';
}

/** Formats lines as rows for a spreadsheet: SKU, name, cost type, quantity, unit price, amount, tax. */
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
