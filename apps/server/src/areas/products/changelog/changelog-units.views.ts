import { type RawBuilder, sql } from 'kysely';

const PACKAGINGS = ['', 'productPackaging.', 'casePackaging.'];
const WEIGHTS = [...PACKAGINGS.map((packaging) => `${packaging}weight`), 'packagingWeight', 'shippingWeight'];
const LENGTHS = PACKAGINGS.flatMap((packaging) => ['length', 'width', 'height'].map((side) => packaging + side));

/**
 * SQL for the unit of a weight or length in a changelog row `c`; null if the field is neither. The changelog stores
 * numbers without units. The unit of a number is therefore found in the next change of the unit, as its old value; if
 * there is none, it is the current unit of the product. If the unit changed at the same instant as the number,
 * `old_value` has the former unit.
 */
export function unitOf(value: 'old_value' | 'new_value'): RawBuilder<string | null> {
  const from = sql.raw(value === 'old_value' ? '>=' : '>');
  const unitIn = (field: string, column: string) => sql`coalesce(
    (
      select u.old_value
      from product_changelog u
      where u.account_id = c.account_id and u.product_id = c.product_id and u.field = ${sql.lit(field)}
        and u.changed_at ${from} c.changed_at
      order by u.changed_at, u.id
      limit 1
    ),
    (select p.${sql.ref(column)} from product p where p.account_id = c.account_id and p.id = c.product_id)
  )`;
  return sql`case
    when c.${sql.ref(value)} is null then null
    when c.field in (${sql.join(WEIGHTS.map((field) => sql.lit(field)))}) then ${unitIn('weightUnit', 'weight_unit')}
    when c.field in (${sql.join(LENGTHS.map((field) => sql.lit(field)))})
      then ${unitIn('dimensionUnit', 'dimension_unit')}
  end`;
}

/** SQL for a value of a changelog row `c` with its unit, for example 1200 GR. */
export const valueWithUnit = (value: 'old_value' | 'new_value'): RawBuilder<string | null> =>
  sql`c.${sql.ref(value)} || coalesce(' ' || ${unitOf(value)}, '')`;
