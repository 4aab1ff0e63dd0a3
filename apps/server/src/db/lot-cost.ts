import { type RawBuilder, sql } from 'kysely';

// SQL: what units of a lot cost, as `costBetween` of the domain, and what a pool is worth, as `poolValue`. `lot` is the
// name of a relation with the columns `units`, `landed_minor` and `factory_minor`, such as a row of lot or of
// lot_total.

type Total = 'landed_minor' | 'factory_minor';

/**
 * What the first units of a lot cost; null for what a count found, and 0 for a lot without units. `div` truncates
 * towards 0, so that a total below 0 mirrors.
 */
export const costUpTo = (lot: string, total: Total, units: RawBuilder<unknown>): RawBuilder<bigint | null> =>
  sql<bigint | null>`case ${sql.ref(`${lot}.units`)}
    when 0 then ${sql.ref(`${lot}.${total}`)} * 0
    else div(${sql.ref(`${lot}.${total}`)}::numeric * (${units}), ${sql.ref(`${lot}.units`)})
  end`;

/** What the units of a taking `t` cost: by its place in its lot, or what the moving average stored with it. */
export const costOfTaking = (lot: string, total: Total): RawBuilder<bigint | null> =>
  sql<bigint | null>`coalesce(
    ${sql.ref(`t.${total}`)}, ${costUpTo(lot, total, sql`t.before + t.units`)} - ${costUpTo(lot, total, sql`t.before`)}
  )`;

/** What a row of stock_pool is worth: what the pool was when it was settled, less what has gone since. */
export const restOfPool = (total: Total): RawBuilder<bigint> =>
  sql<bigint>`${sql.ref(total)} - coalesce(div(${sql.ref(total)}::numeric * gone, nullif(units, 0)), 0)`;
