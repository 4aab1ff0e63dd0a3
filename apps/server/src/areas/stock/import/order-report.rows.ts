import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { isCurrency } from '@quayside/domain/money/currencies';
import { endOfDayInstant } from '@quayside/domain/days/days';
import { formatAmount, parseAmount, withoutTrailingZeros } from '@quayside/domain/money/money';
import { ruleText } from '@quayside/domain/refusal';
import {
  channelOfSite,
  dayOfInstant,
  instantOfReport,
  type ReportLine,
  siteOfChannel,
  statusOfReport,
} from '@quayside/domain/stock/order-report';
import { isRoundedCode } from '@quayside/domain/products/code-text';
import { fulfilmentOfReport } from '@quayside/domain/stock/sale-places';
import { codeIdentity } from '@quayside/domain/written-text';
import { shown, storable } from '../../../tables/cells.ts';
import { checkRowLength, headerNames } from '../../../tables/import-columns.ts';
import type { FileRow, OpenTable } from '../../../tables/open-table.ts';
import { faultsOf, type UsedColumn, withPlainCells } from '../../../tables/part-rows.ts';
import { UnreadableTable } from '../../../tables/unreadable.ts';
import type { CellError, FileLayout } from '../../imports/public.ts';

// Reads rows of Amazon's report of all orders. Only these columns are read: what names a buyer's place never is.

const NEEDED = ['amazon-order-id', 'purchase-date', 'sales-channel', 'sku', 'item-status', 'quantity'] as const;
const USEFUL = ['last-updated-date', 'order-status', 'fulfillment-channel', 'currency', 'item-price'] as const;
type Column = (typeof NEEDED)[number] | (typeof USEFUL)[number];
/** The columns that are read, in the order in which a file of refused rows has them. */
export const REPORT_COLUMNS: readonly Column[] = [...NEEDED, ...USEFUL];

/** Where the columns of a report are. */
export interface ReportLayout extends FileLayout {
  /** The columns that are read. */
  readonly columns: readonly Column[];
  readonly at: Readonly<Partial<Record<Column, number>>>;
  readonly uses: readonly UsedColumn[];
}

/** A row that was refused: the cells that are read, by their columns, and what is wrong with it. */
export interface RefusedRow {
  readonly row: number;
  readonly cells: Readonly<Partial<Record<Column, string>>>;
  readonly reasons: readonly Pick<CellError, 'column' | 'reason'>[];
}
/** A cell is kept up to this length. */
const MAX_KEPT = 1000;

/** What is kept of a row of the file that was refused. */
export const refusedRow = (layout: ReportLayout, row: FileRow, errors: readonly CellError[]): RefusedRow => ({
  row: row.row,
  cells: Object.fromEntries(
    layout.columns.map((column) => [column, storable(row.cells[layout.at[column] ?? -1] ?? '').slice(0, MAX_KEPT)]),
  ),
  reasons: errors.map(({ column, reason }) => ({ column, reason })),
});

/**
 * A line that could not replace what is known, as rows that say the same: two, if a part of it was shipped. Its day is
 * that of the account.
 */
export function refusedLine(line: ReportLine, timeZone: string, reason: Text): RefusedRow[] {
  const { number, row, sku, day, channel, orderStatus, status, units, shipped, currency, priceMinor } = line;
  const cells = {
    'amazon-order-id': number,
    'purchase-date': new Date(endOfDayInstant(day, timeZone) - 1).toISOString(),
    'last-updated-date': line.lastUpdatedAt?.toISOString() ?? '',
    'order-status': orderStatus,
    'fulfillment-channel': line.fulfilment === 'MERCHANT' ? 'Merchant' : 'Amazon',
    'sales-channel': siteOfChannel(channel) ?? channel,
    sku,
    'item-status': status,
    quantity: String(status === 'SHIPPED' ? shipped : units),
    currency: currency ?? '',
    'item-price': priceMinor === null || currency === null ? '' : formatAmount(priceMinor, currency),
  };
  const reasons = [{ column: 'quantity', reason }];
  const rest = { ...cells, 'item-status': 'CANCELLED', quantity: String(units - shipped), 'item-price': '' };
  return [{ row, cells, reasons }, ...(status === 'SHIPPED' && shipped < units ? [{ row, cells: rest, reasons }] : [])];
}

const plain = (cell: string): string => cell.trim().toLowerCase();

/** Whether a row can be the header of a report. */
export const isReportHeader = (cells: readonly string[]): boolean => cells.some((cell) => plain(cell) === NEEDED[0]);

/** How many of the columns that are read these headings name. */
export const countKnown = (cells: readonly string[]): number =>
  REPORT_COLUMNS.filter((column) => cells.some((cell) => plain(cell) === column)).length;

/** Finds the columns by their names. Throws if one is missing. */
export function reportLayout(table: OpenTable): ReportLayout {
  const names = headerNames(table);
  const found = REPORT_COLUMNS.map((column) => [column, names.findIndex((name) => plain(name) === column)] as const);
  const missing = NEEDED.filter((column) => found.some(([name, i]) => name === column && i < 0));
  if (missing.length > 0)
    throw new UnreadableTable(say('order_imports.needs_columns', { columns: missing.join(', ') }));
  const there = found.filter(([, i]) => i >= 0);
  const at = Object.fromEntries(there) as ReportLayout['at'];
  return {
    encoding: table.encoding,
    isMixed: table.isMixed,
    reading: table.reading,
    names,
    delimiter: table.delimiter,
    columns: there.map(([column]) => column),
    at,
    needed: Math.max(...there.map(([, i]) => i)) + 1,
    uses: names.map((heading, i) => ({
      heading,
      isUsed: there.some(([, used]) => used === i),
      code: i === at.sku ? 'CODE' : undefined,
      isNumber: i === at['item-price'],
    })),
  };
}

const MAX_NUMBER = 60;
const MAX_SKU = 200;
/** What names a sales channel that is in no list is kept up to this length. */
const MAX_CHANNEL = 100;

/** Reads a row. Nothing is guessed: what cannot be read is an error of its cell. */
export function readReportRow(
  layout: ReportLayout,
  row: FileRow,
  account: { readonly timeZone: string; readonly today: string },
): ReportLine | readonly CellError[] {
  const errors: CellError[] = [];
  const { cells } = withPlainCells(row, layout.uses);
  const cellAt = (column: Column): string => (cells[layout.at[column] ?? -1] ?? '').trim();
  const fail = (column: Column, reason: Text) =>
    void errors.push({ row: row.row, column, value: shown(cellAt(column)), reason });
  checkRowLength(layout, row, (column, value, reason) =>
    errors.push({ row: row.row, column: layout.names[column] ?? '', value: shown(value), reason }),
  );
  for (const { column, reason } of row.fault ? [] : faultsOf(row, layout.uses))
    errors.push({ row: row.row, column: layout.names[column] ?? '', value: shown(cells[column] ?? ''), reason });
  if (errors.length > 0) return errors;
  const number = storable(cellAt('amazon-order-id'));
  if (number === '' || number.length > MAX_NUMBER) fail('amazon-order-id', required(number, MAX_NUMBER));
  const sku = codeIdentity(storable(cellAt('sku')));
  if (sku === '' || sku.length > MAX_SKU) fail('sku', required(sku, MAX_SKU));
  else if (isRoundedCode(sku)) fail('sku', say('rows.code_rounded'));
  const bought = instantOfReport(cellAt('purchase-date'));
  const day = bought ? dayOfInstant(bought, account.timeZone) : '';
  if (!bought) fail('purchase-date', say('order_imports.instant'));
  else if (day > account.today) fail('purchase-date', ruleText('stock.future'));
  const site = cellAt('sales-channel');
  const channel = channelOfSite(site) ?? storable(site).slice(0, MAX_CHANNEL);
  const units = /^\d{1,9}$/.test(cellAt('quantity')) ? BigInt(cellAt('quantity')) : undefined;
  if (units === undefined) fail('quantity', say('order_imports.whole'));
  const updated = cellAt('last-updated-date');
  const lastUpdatedAt = updated === '' ? null : instantOfReport(updated);
  if (lastUpdatedAt === undefined) fail('last-updated-date', say('order_imports.instant'));
  const price = readPrice(cellAt('item-price'), cellAt('currency'));
  if ('error' in price) fail(price.column, price.error);
  if (errors.length > 0 || units === undefined || 'error' in price) return errors;
  const status = statusOfReport(cellAt('item-status'));
  return {
    number,
    sku,
    row: row.row,
    day,
    channel,
    fulfilment: fulfilmentOfReport(cellAt('fulfillment-channel')),
    orderStatus: layout.at['order-status'] !== undefined ? statusOfReport(cellAt('order-status')) : status,
    status,
    units,
    shipped: status === 'SHIPPED' ? units : 0n,
    ...price,
    lastUpdatedAt: lastUpdatedAt ?? null,
  };
}

const required = (text: string, max: number): Text =>
  text === '' ? say('field.required') : say('field.max_length', { max });

type Price =
  | { readonly currency: string | null; readonly priceMinor: bigint | null }
  | { readonly column: 'currency' | 'item-price'; readonly error: Text };

/** Rows that are cancelled or pending have no price, and often no currency. */
function readPrice(text: string, currency: string): Price {
  if (text === '') return { currency: isCurrency(currency) ? currency : null, priceMinor: null };
  if (!isCurrency(currency))
    return { column: 'currency', error: ruleText('currency.unknown', { currency: shown(currency) }) };
  const minor = parseAmount(withoutTrailingZeros(text), currency);
  return minor.ok ? { currency, priceMinor: minor.value } : { column: 'item-price', error: minor.message };
}
