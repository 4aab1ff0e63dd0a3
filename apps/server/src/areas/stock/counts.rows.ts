import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { ruleText } from '@quayside/domain/refusal';
import type { DaysOfColumn } from '@quayside/domain/days/day-text';
import type { NumberReading } from '@quayside/domain/money/number-text';
import { isPlace, type Place, placeOfWord } from '@quayside/domain/stock/places';
import type { CountReport } from '@quayside/domain/stock/count-reports';
import { splitUnitWord } from '@quayside/domain/stock/unit-words';
import { headingReader } from '@quayside/domain/trade/headings';
import { todayOf } from '../../db/today.ts';
import type { Work } from '../../db/tx.ts';
import { dayIn } from '../../tables/cell-days.ts';
import { shown, storable } from '../../tables/cells.ts';
import { unknownCode } from '../../tables/code-cells.ts';
import { readingIn } from '../../tables/import-columns.ts';
import { cellText } from '../../tables/line-columns.ts';
import { singleUnits } from '../../tables/line-words.ts';
import type { CellProblem } from '../../tables/part-rows.ts';
import type { TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { type ColumnRules, isReason, numberIn } from '../freight/public.ts';
import { contentsOfBundles, namesOf, resolveCodes, theOne } from '../products/public.ts';
import { type CountColumn, type CountField, MOST_COUNTED, type PlannedCount } from './counts.types.ts';

// Reads the rows of a table of counts. Nothing is guessed: what cannot be read is a problem of its cell.

const readHeading = headingReader<CountField>({
  sku: { trade: ['productCode', 'asin', 'fnsku', 'barcode'], own: 'product | item | code' },
  place: { trade: ['place'], own: 'place | where' },
  day: { trade: ['day'], own: 'counted on | count date' },
  quantity: {
    trade: ['quantity', 'stockQuantity'],
    own: 'counted | count | quantity available | afn warehouse quantity',
  },
  words: { trade: ['note'], own: 'words' },
});

/**
 * How the columns of a table of counts are understood. A table may name several codes of a product, of which the most
 * exact is read. The location of Amazon's ledger is a country or one of its warehouses, and no place of stock.
 */
export const countRules = (report: CountReport | null): ColumnRules<CountField, null> => ({
  meaningOf: (heading) => {
    const { field, rank } = readHeading(heading) ?? {};
    if (field === undefined || (field === 'place' && report !== null)) return undefined;
    return { field, hint: null, ...(field === 'sku' && { rank }) };
  },
  numbersIn: (field, cell) => (field === 'quantity' ? [splitUnitWord(cell).number] : undefined),
  holdsDays: (field) => field === 'day',
  codeIn: (field) => (field === 'sku' ? 'CODE' : undefined),
  isRepeatable: () => false,
});

/** Throws if the table lacks a column that counts need, or has no rows. */
export function requireColumns(columns: readonly CountColumn[], rows: number): void {
  const missing = (['sku', 'quantity'] as const).filter((field) => indexOf(columns, field) < 0);
  if (missing.length > 0) throw new UnreadableTable(say('freight.needs_columns', { columns: missing.join(', ') }));
  if (rows === 0) throw new UnreadableTable(say('table.no_rows'));
}
const indexOf = (columns: readonly CountColumn[], field: CountField): number =>
  columns.findIndex(({ meaning }) => meaning?.field === field);

interface Usual {
  readonly day: string;
  readonly place: Place;
}

/** Reads the counts of a table; `usual` is what rows without a day or a place mean. */
export async function planCounts(
  w: Work,
  rows: readonly TableRow[],
  columns: readonly CountColumn[],
  usual: Usual,
): Promise<{ readonly planned: PlannedCount[]; readonly problems: CellProblem[] }> {
  const at = (row: TableRow, field: CountField) => {
    const i = indexOf(columns, field);
    return i < 0 ? '' : cellText(row, i);
  };
  const counted = indexOf(columns, 'quantity');
  const days = columns[indexOf(columns, 'day')]?.days;
  const reading = readingIn({ numbers: columns.map(({ numbers }) => numbers) }, counted);
  const codes = await resolveCodes(
    w,
    rows.map((row) => at(row, 'sku')).filter((code) => code !== ''),
  );
  const bundles = await contentsOfBundles(
    w,
    [...codes.values()].flatMap((resolved) => theOne(resolved)?.id ?? []),
  );
  const today = todayOf(w);
  const problems: CellProblem[] = [];
  const planned = rows.flatMap((row): PlannedCount[] => {
    if (row.cells.every((cell) => cell.trim() === '')) return [];
    const wrong: CellProblem[] = [];
    const fail = (field: CountField, message: Text) =>
      wrong.push({
        row: row.row,
        column: columns[indexOf(columns, field)]?.heading ?? null,
        value: shown(at(row, field)),
        message,
      });
    const productId = productOf(at(row, 'sku'), codes, (message) => fail('sku', message));
    if (productId !== undefined && bundles.has(productId)) fail('sku', say('stock.no_bundle'));
    const cell = { text: at(row, 'quantity'), reading: row.exact?.has(counted) ? ('POINT' as const) : reading };
    const quantity = quantityOf(cell, (message) => fail('quantity', message));
    const day = dayOf(at(row, 'day'), { usual: usual.day, today, days }, (message) => fail('day', message));
    const place = placeOf(at(row, 'place'), usual.place, (message) => fail('place', message));
    const words = at(row, 'words');
    if (words.length > MOST_WORDS) fail('words', say('field.max_length', { max: MOST_WORDS }));
    problems.push(...wrong);
    if (productId === undefined || quantity === undefined || wrong.length > 0) return [];
    return [
      {
        row: row.row,
        code: shown(at(row, 'sku')),
        productId,
        quantity,
        day,
        place,
        words: words === '' ? null : storable(words),
      },
    ];
  });
  return { planned, problems };
}
const MOST_WORDS = 500;

type Fail = (message: Text) => unknown;

function productOf(code: string, codes: Awaited<ReturnType<typeof resolveCodes>>, fail: Fail): string | undefined {
  if (code === '') {
    fail(say('field.required'));
    return undefined;
  }
  const resolved = codes.get(code);
  const product = theOne(resolved);
  if (!product)
    fail(
      resolved
        ? say('rows.code_several', { products: namesOf(resolved) })
        : unknownCode(code, say('stock.unknown_code')),
    );
  return product?.id;
}

/** The units of a cell, as its column is read. */
function quantityOf({ text, reading }: { text: string; reading: NumberReading }, fail: Fail): number | undefined {
  if (text === '') return void fail(say('field.required'));
  const number = singleUnits(text);
  if (typeof number !== 'string') return void fail(number);
  const read = numberIn(number, false, reading);
  if (isReason(read)) return void fail(read);
  const { plain, written } = read;
  if (written) return void fail(say('lines.unreadable'));
  if (plain.startsWith('-')) return void fail(say('field.min', { min: 0 }));
  if (!/^\d+(\.0+)?$/.test(plain)) return void fail(say('units.whole'));
  if (Number(plain) > MOST_COUNTED) return void fail(say('stock.most', { max: MOST_COUNTED }));
  return Number(plain);
}

interface Days {
  readonly usual: string;
  readonly today: string;
  readonly days: DaysOfColumn | null | undefined;
}

function dayOf(cell: string, { usual, today, days }: Days, fail: Fail): string {
  if (cell === '') return usual;
  const read = dayIn(cell, days?.reading);
  if (isReason(read)) fail(read);
  else if (read.day > today) fail(ruleText('stock.future'));
  return isReason(read) ? usual : read.day;
}

function placeOf(cell: string, usual: Place, fail: Fail): Place {
  if (cell === '') return usual;
  const place = isPlace(cell) ? cell : placeOfWord(cell);
  if (place === undefined) fail(say('stock.unknown_place'));
  return place ?? usual;
}
