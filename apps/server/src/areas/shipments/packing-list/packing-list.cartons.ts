import { say, type Text } from '@quayside/contracts/texts/catalogue';
import {
  grouped,
  parseQuantity,
  pow10,
  QUANTITY_DECIMALS,
  roundDiv,
  formatQuantity,
} from '@quayside/domain/money/money';
import { divideOverCartons, MAX_CARTONS, splitText } from '@quayside/domain/shipments/cartons';
import { numberOf } from '@quayside/domain/shipments/numbers';
import { type CartonNumbers, countOf, overlapsOf } from '@quayside/domain/shipments/packing-list-cells';
import type { PackingListField } from '@quayside/domain/shipments/packing-list-headings';
import { shown } from '../../../tables/cells.ts';
import type { ProductRef } from '../../products/public.ts';
import type { CartonSides, CellError, PackingRow, TypedWeight } from './packing-list.rows.ts';
import { MAX_UNITS, MEASURE_DECIMALS } from './packing-list.rows.ts';

// Puts the rows of a packing list together to rows of identical cartons: several rows are the contents of one carton.

/** A row with its product, where its code is known. */
export interface CodedRow extends PackingRow {
  readonly product: ProductRef | null;
}
/** The units of one product in each carton of a group. */
export interface GroupContent {
  readonly row: CodedRow;
  /** Null: it cannot be read, and the row has an error. */
  readonly unitsPerCarton: bigint | null;
}
/** Identical cartons that one row or several rows of the list name. */
export interface CartonGroup {
  readonly numbers: CartonNumbers | null;
  /** What the factory calls the cartons; null: they have no name. */
  readonly place: string | null;
  readonly count: bigint | null;
  readonly contents: readonly GroupContent[];
  readonly weight: TypedWeight | null;
  readonly sides: CartonSides | null;
  readonly marks: string | null;
}

/** All units of a group; what cannot be read counts nothing. */
export const unitsOf = ({ count, contents }: CartonGroup): bigint =>
  contents.reduce((sum, { unitsPerCarton }) => sum + (count ?? 0n) * (unitsPerCarton ?? 0n), 0n);

const fail = (row: PackingRow, column: PackingListField | null, message: Text): null => {
  row.errors.push({ column, value: shown(column ? (row.cells.get(column) ?? '') : ''), message } satisfies CellError);
  return null;
};

/** Groups the rows by their cartons, and adds what is wrong with them to the errors of the rows. */
export function groupCartons(rows: readonly CodedRow[], columns: readonly (PackingListField | null)[]): CartonGroup[] {
  const groups = rowsByCartons(rows, columns).map((own) => toGroup(own, columns));
  const numbered = groups.flatMap(({ numbers, contents }) => {
    const [first] = contents;
    return numbers && first ? [{ numbers, row: first.row }] : [];
  });
  for (const { at, with: other } of overlapsOf(numbered.map(({ numbers }) => numbers))) {
    const [late, early] = [numbered[at], numbered[other]];
    if (late && early) fail(late.row, 'cartonNumbers', say('packing_list.overlaps', { row: early.row.row }));
  }
  refuseTwins(groups);
  return groups;
}

/**
 * The rows of each carton: rows with the same numbers, and rows below one that name neither numbers nor cartons, as
 * merged cells leave them. The numbers of our own carton rows are never left out, so nothing is added to those.
 */
function rowsByCartons(rows: readonly CodedRow[], columns: readonly (PackingListField | null)[]): CodedRow[][] {
  const isOwn = rows.some(({ cells }) => numberOf('CARTON', cells.get('cartonNumbers') ?? '') !== undefined);
  const canFollow = !isOwn && (columns.includes('cartonNumbers') || columns.includes('cartons'));
  const byKey = new Map<string, CodedRow[]>();
  const groups: CodedRow[][] = [];
  for (const row of rows) {
    const isBlank = !row.cells.has('cartonNumbers') && !row.cells.has('cartons');
    const above = groups.at(-1);
    const known = row.numbers ? byKey.get(row.numbers.key) : canFollow && isBlank ? above : undefined;
    if (known) known.push(row);
    else {
      const own = [row];
      groups.push(own);
      if (row.numbers) byKey.set(row.numbers.key, own);
    }
  }
  return groups;
}

function toGroup(rows: readonly CodedRow[], columns: readonly (PackingListField | null)[]): CartonGroup {
  const [first] = rows;
  const numbers = first?.numbers ?? null;
  const count = countOfRows(rows, numbers, columns);
  refuseSameProduct(rows);
  const weights = rows.map((row) => row.cartonWeight ?? perCarton(row.totalWeight, count));
  return {
    numbers,
    place: first?.cells.get('cartonNumbers') ?? null,
    count,
    contents: rows.map((row) => ({ row, unitsPerCarton: count === null ? null : storableUnits(row, count) })),
    weight: theSame(rows, weights, (row) => (row.cells.has('cartonWeight') ? 'cartonWeight' : 'totalWeight')),
    sides: theSame(
      rows,
      rows.map(({ sides }) => sides),
      (row) => (row.cells.has('sides') ? 'sides' : 'length'),
    ),
    marks: theSame(
      rows,
      rows.map(({ marks }) => marks),
      () => 'marks',
    ),
  };
}

function countOfRows(
  rows: readonly CodedRow[],
  numbers: CartonNumbers | null,
  columns: readonly (PackingListField | null)[],
): bigint | null {
  const [first] = rows;
  if (!first) return null;
  const typed = rows.filter(({ cartons }) => cartons !== null);
  const counted = numbers ? countOf(numbers) : null;
  const count = counted ?? typed[0]?.cartons ?? null;
  for (const row of typed)
    if (row.cartons !== count)
      fail(
        row,
        'cartons',
        say('packing_list.count_differs', { counted: wordOf(count ?? 0n), cartons: wordOf(row.cartons ?? 0n) }),
      );
  if (rows.some(({ cells, cartons }) => cells.has('cartons') && cartons === null) && counted === null) return null;
  const found = count ?? countByUnits(first);
  if (found === null) {
    const isTold = first.errors.some(({ column }) => COUNTED.has(column));
    return isTold
      ? null
      : fail(first, columns.includes('cartons') ? 'cartons' : 'cartonNumbers', say('packing_list.no_cartons'));
  }
  if (found <= MAX_CARTONS) return found;
  const place = counted === null ? 'cartons' : 'cartonNumbers';
  return fail(first, first.cells.has(place) ? place : 'units', say('carton.count', { max: Number(MAX_CARTONS) }));
}

/** The columns that can say how many cartons there are. */
const COUNTED: ReadonlySet<PackingListField | null> = new Set(['cartonNumbers', 'cartons', 'units', 'unitsPerCarton']);

/** The number of cartons that all units of a row fill; an error where the last one is not full. */
function countByUnits(row: CodedRow): bigint | null {
  const { units, unitsPerCarton: per } = row;
  if (units === null || per === null) return null;
  return units % per === 0n ? units / per : fail(row, 'units', splitText(units, per));
}

const wordOf = (n: bigint): string => grouped(String(n));

/** The units of a row in each carton, if a pack list can hold all of them. */
function storableUnits(row: CodedRow, count: bigint): bigint | null {
  const per = unitsIn(row, count);
  if (per === null || per * count <= BigInt(MAX_UNITS)) return per;
  const column = row.unitsPerCarton === null ? 'units' : 'unitsPerCarton';
  return fail(row, column, say('packing_list.too_many', { max: grouped(String(MAX_UNITS)) }));
}

/** The units of a row in each carton: as typed, otherwise all units divided by the cartons. */
function unitsIn(row: CodedRow, count: bigint): bigint | null {
  const { units, unitsPerCarton: per, cells } = row;
  if (per !== null) {
    if (units === null || per * count === units) return per;
    const words = { cartons: wordOf(count), per: wordOf(per), product: wordOf(per * count), units: wordOf(units) };
    return fail(row, 'units', say('packing_list.units_differ', words));
  }
  if (units === null)
    return cells.has('units') || cells.has('unitsPerCarton')
      ? null
      : fail(row, 'unitsPerCarton', say('packing_list.no_units'));
  const divided = divideOverCartons(count, [units]);
  return divided.ok ? (divided.value[0] ?? null) : fail(row, 'units', divided.message);
}

const productKey = (row: CodedRow): string =>
  `${row.product?.id ?? row.cells.get('sku') ?? ''} ${row.cells.get('order')?.toLowerCase() ?? ''}`;

/** A product is in a carton once, except for units of different orders. */
function refuseSameProduct(rows: readonly CodedRow[]): void {
  const seen = new Map<string, number>();
  for (const row of rows) {
    const earlier = seen.get(productKey(row));
    if (earlier === undefined) seen.set(productKey(row), row.row);
    else fail(row, 'sku', say('packing_list.twice', { row: earlier }));
  }
}

/** Rows without carton numbers that say exactly the same are probably one row that was copied. */
function refuseTwins(groups: readonly CartonGroup[]): void {
  const seen = new Map<string, number>();
  for (const { numbers, contents } of groups) {
    const [only, ...more] = contents;
    if (numbers || !only || more.length > 0) continue;
    const key = JSON.stringify([...only.row.cells]);
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, only.row.row);
    else fail(only.row, null, say('packing_list.twice', { row: earlier }));
  }
}

/** What the rows of a carton say together of it; an error where two of them differ. */
function theSame<T>(
  rows: readonly CodedRow[],
  values: readonly (T | null)[],
  columnOf: (row: CodedRow) => PackingListField,
): T | null {
  const at = values.findIndex((value) => value !== null);
  const [said, told] = [values[at] ?? null, rows[at]];
  for (const [i, row] of rows.entries())
    if (values[i] !== null && told && JSON.stringify(values[i]) !== JSON.stringify(said))
      fail(row, columnOf(row), say('packing_list.same_cartons', { row: told.row }));
  return said;
}

/** The weight of one carton, rounded once to what carton rows store. */
function perCarton(total: TypedWeight | null, count: bigint | null): TypedWeight | null {
  const parsed = total === null ? null : parseQuantity(total.value);
  if (total === null || count === null || !parsed?.ok) return null;
  const step = pow10(QUANTITY_DECIMALS - MEASURE_DECIMALS);
  const value = formatQuantity(roundDiv(parsed.value, count * step) * step);
  return value === '0' ? null : { value, unit: total.unit };
}
