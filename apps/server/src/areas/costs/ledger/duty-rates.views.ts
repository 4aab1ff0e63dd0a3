import { type CustomsValue, type DutyRate, parseDutyRate } from '@quayside/domain/shipments/duty';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { DUTY_DESTINATIONS, DUTY_RATES } from '../../freight/facts.ts';

// Reads duty rates as the rules of the domain take them.

interface DutyRow {
  readonly id: string;
  readonly productId: string | null;
  readonly hsCode: string | null;
  readonly country: string;
  readonly percent: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** The duty rates that these products, or HS codes, have in these destinations. */
export async function dutyRatesOf(
  w: Work,
  of: {
    readonly productIds: readonly string[];
    readonly hsCodes: readonly string[];
    readonly countries: readonly string[];
  },
): Promise<DutyRate[]> {
  if (of.countries.length === 0) return [];
  const { rows } = await sql<DutyRow>`
    select id, product_id as "productId", hs_code as "hsCode", country, percent, valid_from as "validFrom",
      valid_to as "validTo"
    from ${DUTY_RATES}
    where account_id = ${w.scope.accountId}
      and (
        product_id = any(${sql.val([...of.productIds])}::uuid[])
        or hs_code = any(${sql.val([...of.hsCodes])}::text[])
      )
      and country = any(${sql.val([...of.countries])}::text[])`.execute(w.tx);
  return rows.map(({ percent, ...row }) => {
    const parsed = parseDutyRate(percent);
    if (!parsed.ok) throw new RangeError(`The stored duty rate ${percent} cannot be read`);
    return { ...row, thousandths: parsed.value };
  });
}

/** What duty is charged on by destination, where the account set it. */
export async function customsValuesSet(w: Work): Promise<Map<string, CustomsValue>> {
  const rows = await w.tx
    .selectFrom(DUTY_DESTINATIONS.as('duty_destination'))
    .select(['country', 'customs_value'])
    .where('account_id', '=', w.scope.accountId)
    .execute();
  return new Map(rows.map((row) => [row.country, row.customs_value]));
}
