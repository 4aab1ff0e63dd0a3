import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import type { ExtraColumn } from '../lines/columns.ts';
import { quoted, safe } from '../../../components/data-grid/edit/tsv.ts';
import { type Cell, plainQuantity, storedText } from './line-draft.ts';

/**
 * Whether pasted text is a block of cells and not just text for the focused cell. Text with tabs is a block. Several
 * lines without tabs are also a block, except in the name cell, where they are joined to one name.
 */
export function isBlock(text: string, cell: Cell | undefined): boolean {
  const rows = text.replace(/(\r?\n)+$/, '').split(/\r?\n/);
  if (rows.some((row) => row.includes('\t'))) return true;
  return rows.length > 1 && cell !== 'name';
}

/**
 * Formats lines as rows of a spreadsheet: SKU, name, cost type, quantity, unit price, amount, tax, and the further
 * columns that the table shows.
 */
export function tsvOf(
  lines: readonly InvoiceLine[],
  costTypeWord: (line: InvoiceLine) => string,
  extra: readonly ExtraColumn[] = [],
): string {
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
        ...extra.map((column) => safe(line[column] ?? '')),
      ]
        .map(quoted)
        .join('\t'),
    )
    .join('\n');
}
