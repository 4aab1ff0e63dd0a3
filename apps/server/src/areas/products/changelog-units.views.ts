import { type RawBuilder, sql } from 'kysely';

const PACKAGINGS = ['', 'productPackaging.', 'casePackaging.'];
const WEIGHTS = [...PACKAGINGS.map((packaging) => `${packaging}weight`), 'packagingWeight', 'shippingWeight'];
const LENGTHS = PACKAGINGS.flatMap((packaging) => ['length', 'width', 'height'].map((side) => packaging + side));

/**
 * The unit of the measure in a changelog row `c`; null if the field is no measure. The changelog stores only the
 * number: its unit is the old value of the next change of the unit, or else the product's current unit. `old_value`
 * belongs to the time before changes made at the same instant.
 */
export function unitOf(value: 'old_value' | 'new_value'): RawBuilder<string | null> {
  const from = sql.raw(value === 'old_value' ? '>=' : '>');
  const unitIn = (field: string, column: string) => sql`coalesce(
    (select u.old_value from product_changelog u where u.account_id = c.account_id and u.product_id = c.product_id and u.field = ${sql.lit(field)}
      and u.changed_at ${from} c.changed_at order by u.changed_at, u.id limit 1),
    (select p.${sql.ref(column)} from product p where p.account_id = c.account_id and p.id = c.product_id))`;
  return sql`case when c.${sql.ref(value)} is null then null
    when c.field in (${sql.join(WEIGHTS.map((field) => sql.lit(field)))}) then ${unitIn('weightUnit', 'weight_unit')}
    when c.field in (${sql.join(LENGTHS.map((field) => sql.lit(field)))}) then ${unitIn('dimensionUnit', 'dimension_unit')} end`;
}

/** A value of a changelog row `c` with its unit: 1200 GR. */
export const valueWithUnit = (value: 'old_value' | 'new_value'): RawBuilder<string | null> =>
  sql`c.${sql.ref(value)} || coalesce(' ' || ${unitOf(value)}, '')`;
