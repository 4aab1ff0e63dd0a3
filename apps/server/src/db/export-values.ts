import { CURRENCIES, exponentOf } from '@quayside/domain/money/currencies';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { FileColumn } from '../tables/file-columns.ts';
import { FORMULA_PATTERN } from '../tables/formula-safe.ts';
import { NAME_SEPARATORS, quotedWords, SEPARATORS } from '../tables/lists.ts';

// Formats the values of an export in SQL: the same values that the screens show, in a machine-readable form.

/** A column of an export without its heading. */
export interface ExportValue extends Omit<FileColumn, 'heading'> {
  readonly value: RawBuilder<unknown>;
  /**
   * The column that names the currency of these amounts. It is exported beside the amounts even if the user did not
   * choose it.
   */
  readonly currency?: string;
}
type Sql = Expression<unknown>;

/** The beginning of codes that an import would read without their apostrophe (`readCode`). */
const MARKED_CODE = "^['’]+[0-9]";

/**
 * A column of strings, made safe against formula injection. Tests the first character before the pattern: most strings
 * begin with a letter, and that test is cheaper.
 */
export const text = (value: Sql): ExportValue => ({
  kind: 'text',
  value: sql`case
    when ((${value}) collate "C" < 'A' or (${value}) collate "C" >= '{') and ${value} ~ ${FORMULA_PATTERN}
      then '''' || ${value}
    else ${value}
  end`,
});
/**
 * A column of codes that an import reads again. It takes an apostrophe before a digit for the sign by which a
 * spreadsheet stores a number as text, so a code that begins in that way gets another one.
 */
export const typedCode = (value: Sql): ExportValue => ({
  kind: 'text',
  value: sql`case when ${value} ~ ${MARKED_CODE} then '''' || ${value} else ${text(value).value} end`,
});
/**
 * The same as `text`, or as `typedCode`, for a computed string. The subquery computes the string once, although the SQL
 * of `text` repeats it.
 */
export const textFrom = (value: Sql, kind = text): ExportValue => ({
  kind: 'text',
  value: sql`(select ${kind(sql`made.word`).value} from (select ${value} as word offset 0) as made)`,
});
/** A column of strings that can never look like a formula: codes, days, or yes and no. */
export const code = (value: Sql): ExportValue => ({ kind: 'text', value: sql`${value}` });
export const number = (value: Sql): ExportValue => ({ kind: 'number', value: sql`${value}` });
/** A column of decimals, without trailing zeros. */
export const decimal = (value: Sql): ExportValue => number(sql`trim_scale(${value})`);
export const yesNo = (value: Sql): ExportValue =>
  code(sql`case when ${value} then 'true' when not ${value} then 'false' end`);
/** A column of instants, to the second, in UTC. */
export const instant = (value: Sql): ExportValue =>
  code(sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

/** A column of amounts in the currency of the account. */
export const money = (minor: Sql, currency: string): ExportValue => number(inMain(minor, exponentOf(currency)));
/**
 * Converts minor units to the main unit by multiplication: exact, with the currency's decimals, and faster than
 * division and rounding.
 */
const inMain = (minor: Sql, exponent: number): RawBuilder<unknown> =>
  sql`(${minor})::numeric * ${sql.raw((10 ** -exponent).toFixed(exponent))}`;

const codesWith = (exponent: number) =>
  sql.val(CURRENCIES.filter((currency) => currency.exponent === exponent).map((currency) => currency.code));
/** A column of amounts, each in the currency of its row. `beside` names the column that contains the currency. */
export const moneyOf = (minor: Sql, currency: Sql, beside: string): ExportValue => ({
  ...number(
    sql`case
      when ${currency} = any(${codesWith(0)}::text[]) then ${inMain(minor, 0)}
      when ${currency} = any(${codesWith(3)}::text[]) then ${inMain(minor, 3)}
      else ${inMain(minor, 2)}
    end`,
  ),
  currency: beside,
});
/** A column of unit costs, computed from stored minor units. They have 4 to 6 decimals, as on the screens. */
export const unitCost = (minor: Sql, currency: string): ExportValue =>
  number(sql`regexp_replace(round(${minor} / ${sql.raw(`${10 ** exponentOf(currency)}`)}, 6)::text, '0{1,2}$', '')`);

const quotedWord = (word: Sql, separators = SEPARATORS): RawBuilder<unknown> =>
  sql`case when ${word} ~ ${quotedWords(separators)} then '"' || replace(${word}, '"', '""') || '"' else ${word} end`;
/** The elements of a text array, in their order, as one cell: joined by "; " and quoted where needed. */
export const listOf = (array: Sql, kindOfText = text): ExportValue => {
  const { kind, value } = textFrom(
    sql`(
      select string_agg(${quotedWord(sql`x.word`)}, '; ' order by x.n)
      from unnest(${array}) with ordinality as x(word, n)
    )`,
    kindOfText,
  );
  return { kind, value: sql`case when ${array} <> '{}' then ${value} end` };
};
/** Aggregates the names of a group of rows into one string, which is not yet safe against formula injection. */
export const joinedNames = (name: Sql, order: Sql): RawBuilder<string | null> =>
  sql`string_agg(${quotedWord(name, NAME_SEPARATORS)}, '; ' order by ${order})`;
/** Joins names from other tables into one cell. The query `from` returns them in their order, in the column `word`. */
export const listFrom = (from: Sql): ExportValue =>
  textFrom(sql`(select string_agg(${quotedWord(sql`x.word`, NAME_SEPARATORS)}, '; ') from (${from}) as x)`);
