import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { ruleText } from '@quayside/domain/refusal';
import { isPlace, type Place, placeOfWord } from '@quayside/domain/stock/places';
import { todayOf } from '../../db/today.ts';
import type { Work } from '../../db/tx.ts';
import { dayOfCell } from '../../tables/cell-days.ts';
import { shown, storable } from '../../tables/cells.ts';
import { headingTexts, plainHeading } from '../../tables/import-columns.ts';
import { cellText } from '../../tables/line-columns.ts';
import type { TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { contentsOfBundles, namesOf, resolveCodes, theOne } from '../products/public.ts';
import { type CountColumn, MOST_COUNTED, type PlannedCount } from './counts.types.ts';

// Reads the rows of a table of counts. Nothing is guessed: what cannot be read is a problem of its cell.

const FIELDS = ['sku', 'place', 'day', 'quantity', 'words'] as const;
type Field = CountColumn['field'] & string;
const SYNONYMS: Readonly<Record<Field, readonly string[]>> = {
  sku: [
    'sku',
    'seller sku',
    'product sku',
    'product',
    'item',
    'item number',
    'asin',
    'fnsku',
    'barcode',
    'ean',
    'code',
  ],
  place: ['place', 'channel', 'warehouse', 'location', 'where'],
  day: ['day', 'date', 'counted on', 'count date'],
  quantity: ['quantity', 'qty', 'counted', 'count', 'units', 'on hand', 'stock', 'balance'],
  words: ['words', 'note', 'notes', 'comment', 'remark', 'remarks'],
};
const BY_WORD = new Map(FIELDS.flatMap((field) => SYNONYMS[field].map((word) => [plainHeading(word), field] as const)));

/** What each column of a table fills, by its heading. */
export const columnsOf = (cells: readonly string[]): CountColumn[] =>
  headingTexts(cells).map((heading) => ({
    heading: shown(heading),
    field: BY_WORD.get(plainHeading(heading)) ?? null,
  }));

/** Throws if the table lacks a column that counts need, or has one twice, or has no rows. */
export function requireColumns(columns: readonly CountColumn[], rows: number): void {
  const fields = columns.flatMap(({ field }) => field ?? []);
  const missing = (['sku', 'quantity'] as const).filter((field) => !fields.includes(field));
  if (missing.length > 0) throw new UnreadableTable(say('freight.needs_columns', { columns: missing.join(', ') }));
  const twice = fields.find((field, i) => fields.indexOf(field) !== i);
  if (twice !== undefined) {
    const [one, other] = columns.filter(({ field }) => field === twice);
    throw new UnreadableTable(
      say('freight.column_twice', { field: twice, one: one?.heading ?? '', other: other?.heading ?? '' }),
    );
  }
  if (rows === 0) throw new UnreadableTable(say('table.no_rows'));
}

/** What is wrong with a cell. */
export interface CellProblem {
  readonly row: number;
  readonly column: string | null;
  readonly value: string;
  readonly message: Text;
}
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
  const at = (row: TableRow, field: Field) => {
    const i = columns.findIndex((column) => column.field === field);
    return i < 0 ? '' : cellText(row, i);
  };
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
    const fail = (field: Field, message: Text) =>
      wrong.push({
        row: row.row,
        column: columns.find((column) => column.field === field)?.heading ?? null,
        value: shown(at(row, field)),
        message,
      });
    const productId = productOf(at(row, 'sku'), codes, (message) => fail('sku', message));
    if (productId !== undefined && bundles.has(productId)) fail('sku', say('stock.no_bundle'));
    const quantity = quantityOf(at(row, 'quantity'), (message) => fail('quantity', message));
    const day = dayOf(at(row, 'day'), { usual: usual.day, today }, (message) => fail('day', message));
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
  if (!product) fail(resolved ? say('rows.code_several', { products: namesOf(resolved) }) : say('stock.unknown_code'));
  return product?.id;
}

/** Units are whole, so a separator in front of three digits separates thousands. */
function quantityOf(cell: string, fail: Fail): number | undefined {
  if (cell === '') {
    fail(say('field.required'));
    return undefined;
  }
  const grouped = /^\d{1,3}([.,' \u00a0\u202f’]\d{3})+$/.test(cell) ? cell.replace(/\D/g, '') : cell;
  const plain = grouped.replace(/[.,]0+$/, '');
  if (/^-\d/.test(plain)) fail(say('field.min', { min: 0 }));
  else if (/^\d+[.,]\d+$/.test(plain)) fail(say('units.whole'));
  else if (!/^\d+$/.test(plain)) fail(say('lines.unreadable'));
  else if (Number(plain) > MOST_COUNTED) fail(say('stock.most', { max: MOST_COUNTED }));
  else return Number(plain);
  return undefined;
}

function dayOf(cell: string, { usual, today }: { usual: string; today: string }, fail: Fail): string {
  if (cell === '') return usual;
  const day = dayOfCell(cell);
  if (day === undefined) fail(say('rates.day'));
  else if (day > today) fail(ruleText('stock.future'));
  return day ?? usual;
}

function placeOf(cell: string, usual: Place, fail: Fail): Place {
  if (cell === '') return usual;
  const place = isPlace(cell) ? cell : placeOfWord(cell);
  if (place === undefined) fail(say('stock.unknown_place'));
  return place ?? usual;
}
