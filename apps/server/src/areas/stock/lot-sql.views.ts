import { type RawBuilder, sql } from 'kysely';

// SQL: what units of a lot cost, as `costBetween` of the domain. `l` is a row of lot or of lot_total.

/**
 * What the first units of a lot `l` cost; null for what a count found. `div` truncates towards 0, so that a total below
 * 0 mirrors.
 */
export const upTo = (total: 'landed_minor' | 'factory_minor', units: RawBuilder<unknown>): RawBuilder<bigint> =>
  sql<bigint>`div(${sql.ref(`l.${total}`)}::numeric * (${units}), nullif(l.units, 0))`;

/** What the units of a taking `t` cost; null for what a count found. */
export const takingCost = (total: 'landed_minor' | 'factory_minor'): RawBuilder<bigint | null> =>
  sql<bigint | null>`(${upTo(total, sql`t.before + t.units`)} - ${upTo(total, sql`t.before`)})`;
