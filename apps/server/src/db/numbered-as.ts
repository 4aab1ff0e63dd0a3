import { type RawBuilder, sql } from 'kysely';

/** SQL expression: a number as it is shown, such as PL-0012. It has more digits after the 9,999th. */
export const numberedAs = (prefix: 'PL' | 'CT' | 'SP', number: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${sql.lit(`${prefix}-`)} ||
    case when ${number} < 10000 then lpad(${number}::text, 4, '0') else ${number}::text end)`;
