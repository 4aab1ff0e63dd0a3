import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { type DayReading, readDay } from '@quayside/domain/days/day-text';
import {
  ambiguityOf,
  type NumberReading,
  type NumberText,
  readInColumn,
  readNumber,
} from '@quayside/domain/money/number-text';
import { currencyOfWord } from '@quayside/domain/money/written-currency';
import { countryOfWord } from '@quayside/domain/products/countries';
import { isHsCode } from '@quayside/domain/products/hs-code';
import { isCartonWord } from '@quayside/domain/stock/unit-words';
import { shown, storable } from '../../tables/cells.ts';
import { unknownCode } from '../../tables/code-cells.ts';
import { cellText } from '../../tables/line-columns.ts';
import type { CellProblem } from '../../tables/part-rows.ts';
import type { TableRow } from '../../tables/table.ts';
import type { Column, TableKind } from './columns.ts';
import type { CartonChoice } from './import-once.ts';

// Reads the cells of a row. Nothing is guessed: what cannot be read is a problem of its cell.

/** Whether the result of reading a cell is the reason why it could not be read. */
export const isReason = (read: object | string): read is Text => typeof read === 'object' && 'code' in read;

/** Reads a number of a cell. Returns the reason if it is none, or if it can be read in two ways. */
function numberIn(text: string, isExact: boolean, reading: NumberReading, form: Text): NumberText | Text {
  const read = isExact ? readNumber(text, '.') : readInColumn(text, reading);
  if (read === 'ambiguous') {
    const { whole = '', decimal = '' } = ambiguityOf(text) ?? {};
    return say('rates.ambiguous', { typed: shown(text), whole, decimal });
  }
  return read ?? form;
}

/**
 * The units of a quantity with a word for a package. Cartons are units where the units per case of the product are
 * known and a person chose so; the reason otherwise.
 */
export function unitsOfPack(
  plain: string,
  word: string,
  caseUnits: number | undefined,
  choice: CartonChoice | undefined,
): string | Text {
  const cartons = /^\d{1,9}(?=(?:\.0+)?$)/.exec(plain)?.[0];
  if (caseUnits === undefined || cartons === undefined || !isCartonWord(word)) return say('quantity.packs', { word });
  const units = String(BigInt(cartons) * BigInt(caseUnits));
  return choice === 'UNITS' ? units : say('quantity.cartons', { cartons, word, each: caseUnits, units });
}

/** A row whose cells are read as their columns are. */
export interface RowReader<F extends string> {
  readonly row: number;
  readonly problems: CellProblem[];
  /** The text of a cell; empty if the table has no such column. */
  text(field: F): string;
  textAt(column: number): string;
  has(field: F): boolean;
  /** Adds a problem of a cell, or of the row where the table has no such column. */
  fail(field: F | null, message: Text): undefined;
  failAt(column: number, message: Text): undefined;
  /** Adds a problem of the row as a whole. `value`: what tells it from others. */
  failRow(value: string, message: Text): undefined;
  /** The number of a cell, or of a part of it; undefined if it is empty, or has a problem. `form`: why it is none. */
  number(field: F, part?: string, form?: Text): NumberText | undefined;
  numberAt(column: number, part: string, form?: Text): NumberText | Text;
  /** The value of a cell as its kind is stored; undefined if it is empty, or has a problem. */
  value(field: F): string | undefined;
  valueAt(column: number): string | Text;
  /** Adds a problem if the cell is empty. */
  require(field: F): void;
}

/** Makes the reader of the rows of a table. */
export function rowReader<F extends string>(
  kind: Pick<TableKind<F>, 'fields' | 'namesFields' | 'numbersIn'>,
  columns: readonly Column<F>[],
): (row: TableRow) => RowReader<F> {
  const places = new Map(columns.map(({ field }, i) => [field, i] as const).toReversed());
  const placeOf = (field: F | null) => (field === null ? -1 : (places.get(field) ?? -1));
  const nameOf = (column: number, field: F | null) =>
    (kind.namesFields ? field : undefined) ?? columns[column]?.heading ?? null;
  return (row) => {
    const problems: CellProblem[] = [];
    const textAt = (column: number) => (column < 0 ? '' : cellText(row, column));
    const add = (column: number, field: F | null, message: Text): undefined =>
      void problems.push({ row: row.row, column: nameOf(column, field), value: shown(textAt(column)), message });
    const fail = (field: F | null, message: Text): undefined => add(placeOf(field), field, message);
    const numberAt = (column: number, part: string, form = say('lines.unreadable')) =>
      numberIn(part, row.exact?.has(column) === true, columns[column]?.numbers?.reading ?? 'EACH', form);
    const valueAt = (column: number): string | Text => {
      const field = columns[column]?.field ?? null;
      if (field === null) return '';
      const text = textAt(column);
      if (kind.fields[field].cell !== 'NUMBER')
        return valueOf(kind.fields[field], text, columns[column]?.days?.reading);
      const number = numberAt(column, kind.numbersIn?.(field, text)[0] ?? text);
      return isReason(number) ? number : number.plain;
    };
    const or = <T extends object | string>(field: F, read: T | Text): T | undefined =>
      isReason(read) ? fail(field, read) : read;
    const text = (field: F) => textAt(placeOf(field));
    return {
      row: row.row,
      problems,
      text,
      textAt,
      fail,
      numberAt,
      valueAt,
      has: (field) => placeOf(field) >= 0,
      failRow: (value, message) => void problems.push({ row: row.row, column: null, value, message }),
      failAt: (column, message) => add(column, columns[column]?.field ?? null, message),
      number: (field, part = text(field), form) =>
        part === '' ? undefined : or(field, numberAt(placeOf(field), part, form)),
      value: (field) => (text(field) === '' ? undefined : or(field, valueAt(placeOf(field)))),
      require: (field) => void (text(field) === '' && fail(field, say('field.required'))),
    };
  };
}

function valueOf(
  { cell, max }: TableKind<string>['fields'][string],
  text: string,
  days: DayReading | undefined,
): string | Text {
  switch (cell) {
    case 'DAY': {
      const read = readDay(text, days);
      if (typeof read === 'string') return read;
      return read ? say('day.ambiguous', { typed: shown(text), ...read }) : say('rates.day');
    }
    case 'CURRENCY':
      return currencyOfWord(text) ?? say('rates.currency');
    case 'COUNTRY':
      return countryOfWord(text) ?? say('rows.country');
    case 'HS_CODE':
      return isHsCode(text) ? text : unknownCode(text, say('hs_code.form'));
    default:
      return max !== undefined && text.length > max ? say('field.max_length', { max }) : storable(text);
  }
}
