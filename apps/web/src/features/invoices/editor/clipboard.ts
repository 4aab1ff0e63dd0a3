import type { LineColumn } from '../imports/line-column.ts';
import { LINE_COLUMNS } from '@quayside/contracts/invoices/invoice-line-imports';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { copyByCommand } from '../../../lib/page/copy-text.ts';
import { type ExtraColumn, textColumns } from '../lines/columns.ts';
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

/** The type of data that tells lines of an invoice from other pasted cells. Its data are the fields of the columns. */
const OWN_LINES = 'application/x-quayside-lines';
/** The items of purchase orders that the copied lines name, one for each line; blank for a line without one. */
const OWN_ITEMS = 'application/x-quayside-order-items';
const COLUMNS = ['sku', 'name', 'costType', 'quantity', 'unitPrice', 'amount', 'taxAmount'] as const;

/** A pasted block. Lines that were copied from an invoice bring the field of each column along. */
export interface PastedBlock {
  readonly text: string;
  readonly columns?: readonly LineColumn[];
  /** The item of a purchase order that each copied line names; null for a line without one. */
  readonly items?: readonly (string | null)[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads a block from the clipboard. Names that are no fields are ignored, because any page can write this type. */
export function readBlock(data: DataTransfer): PastedBlock {
  const text = data.getData('text/plain');
  const named = data.getData(OWN_LINES).split(',');
  const columns = named.filter((name): name is LineColumn => (LINE_COLUMNS as readonly string[]).includes(name));
  if (columns.length === 0 || columns.length !== named.length) return { text };
  const items = data.getData(OWN_ITEMS);
  if (items === '') return { text, columns };
  return { text, columns, items: items.split(',').map((id) => (UUID.test(id) ? id : null)) };
}

/** Three decimals could be read as thousands in a table of German numbers. A fourth one rules that out. */
const unmistakable = (number: string): string => (/\.\d{3}$/.test(number) ? `${number}0` : number);

/** What is copied of lines, and what the columns are. */
interface CopiedLines {
  readonly lines: readonly InvoiceLine[];
  readonly costTypeWord: (line: InvoiceLine) => string;
  /** The further columns that the table shows. */
  readonly extra?: readonly ExtraColumn[];
}

/**
 * Writes lines to the clipboard as rows of a spreadsheet: SKU, name, cost type, quantity, unit price, amount, tax, and
 * the further columns that the table shows. Pasted into an invoice, they are recognised.
 */
export function writeLines(data: Pick<DataTransfer, 'setData'>, copied: CopiedLines): void {
  data.setData('text/plain', tsvOf(copied));
  data.setData(OWN_LINES, [...COLUMNS, ...textColumns(copied.extra ?? [])].join(','));
  const items = copied.lines.map((line) => line.purchaseOrderLine?.id ?? '');
  if (items.some((id) => id !== '')) data.setData(OWN_ITEMS, items.join(','));
}

/** Copies lines without a key of the browser. Returns false if the browser did not allow it. */
export const copyLines = (copied: CopiedLines): boolean => copyByCommand((data) => writeLines(data, copied));

export const tsvOf = ({ lines, costTypeWord, extra = [] }: CopiedLines): string =>
  lines
    .map((line) =>
      [
        safe(line.product?.sku ?? ''),
        safe(line.name ?? ''),
        costTypeWord(line),
        unmistakable(plainQuantity(line.quantity)),
        unmistakable(storedText(line, 'price')),
        unmistakable(line.amount),
        unmistakable(line.taxAmount),
        ...textColumns(extra).map((column) => safe(line[column] ?? '')),
      ]
        .map(quoted)
        .join('\t'),
    )
    .join('\n');
