import { type RawBuilder, sql } from 'kysely';

/** A value whose text contains nothing that a list would have to escape: an id, a number, a day, true or false. */
type Plain = string | number | bigint | boolean | null | undefined;

/** The types of PostgreSQL whose values are plain. */
type PlainType = 'bigint' | 'boolean' | 'date' | 'integer' | 'numeric' | 'uuid';
const PLAIN: ReadonlySet<string> = new Set<PlainType>(['bigint', 'boolean', 'date', 'integer', 'numeric', 'uuid']);

export const isPlain = (type: string): type is PlainType => PLAIN.has(type);

/**
 * SQL: a list of plain values, sent as one text. The driver would look at each value of a list for characters to
 * escape, which took a tenth of the server's time in writes of many rows.
 */
export const listOf = (type: PlainType, values: readonly Plain[]): RawBuilder<unknown> =>
  sqlOf(['', `::${type}[]`], [textOfList(values)]);

/** The text of a list of plain values. */
export const textOfList = (values: readonly Plain[]): string => `{${values.map((value) => value ?? 'null').join()}}`;

/**
 * SQL from its text before, between and after its values, which are sent as parameters. The text must be code, never
 * input. A tagged template does the same, but each name and each type in it is a part of its own, and taking these
 * apart again takes longer than writing the text.
 */
export const sqlOf = (texts: readonly string[], values: readonly unknown[]): RawBuilder<unknown> =>
  sql(texts as readonly string[] as TemplateStringsArray, ...values);
