import type { FullContainerType } from '@quayside/domain/shipments/containers';
import type { FreightMode, FreightUnit } from '@quayside/domain/shipments/option-lists';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { FREIGHT_RATES } from '../../freight/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Reads freight rates with their forwarders, as plans and comparisons name them. This file writes nothing.

/** What a plan says about its freight rate. */
export interface RateHead {
  readonly id: string;
  readonly name: string;
  readonly forwarderId: string | null;
  readonly forwarderName: string | null;
  readonly mode: FreightMode;
  readonly unit: FreightUnit;
  readonly containerType: FullContainerType | null;
  readonly currency: string;
  readonly fromCountry: string | null;
  readonly toCountry: string | null;
  readonly transitDays: number | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly isArchived: boolean;
}

/** The most freight rates that are compared when nobody names them. */
const MOST_FITTING = 200;

const heads = (w: Work, condition: RawBuilder<unknown>) => sql<RateHead>`
  select r.id, r.name, r.forwarder_id as "forwarderId", s.company_name as "forwarderName", r.mode, r.unit,
    r.container_type as "containerType", r.currency, r.from_country as "fromCountry", r.to_country as "toCountry",
    r.transit_days as "transitDays", r.valid_from as "validFrom", r.valid_to as "validTo",
    r.archived_at is not null as "isArchived"
  from ${FREIGHT_RATES} r
  left join ${SUPPLIERS} s on s.account_id = r.account_id and s.id = r.forwarder_id
  where r.account_id = ${w.scope.accountId} and ${condition}
  order by r.archived_at is not null, lower(r.name), r.id
  limit ${sql.lit(MOST_FITTING)}`;

/** The freight rates with these ids, archived ones among them. */
export async function readRateHeads(w: Work, ids: readonly string[]): Promise<Map<string, RateHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await heads(w, sql`r.id = ${anyOf(ids)}`).execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The freight rates between two countries that are not archived, and the one with this id. A rate without a country is
 * for all of them, and a plan without one may go anywhere.
 */
export async function listFittingRates(
  w: Work,
  {
    from,
    to,
    chosenId,
  }: { readonly from: string | null; readonly to: string | null; readonly chosenId: string | null },
): Promise<RateHead[]> {
  const fits = (column: string, country: string | null) =>
    country === null ? sql`true` : sql`(${sql.ref(column)} is null or ${sql.ref(column)} = ${country})`;
  const { rows } = await heads(
    w,
    sql`(
      (r.archived_at is null and ${fits('r.from_country', from)} and ${fits('r.to_country', to)})
      or r.id = ${chosenId}::uuid
    )`,
  ).execute(w.tx);
  return rows;
}

/** The ids of the plans that chose one of these freight rates, or any rate by container. */
export async function plansOfRates(
  w: Work,
  { rateIds, containers }: { readonly rateIds: readonly string[]; readonly containers: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from shipment_plan p
    join ${FREIGHT_RATES} r on r.account_id = p.account_id and r.id = p.freight_rate_id
    where p.account_id = ${w.scope.accountId} and p.removed_at is null
      and (r.id = ${anyOf(rateIds)} or (${containers} and r.unit = 'CONTAINER'))
    order by p.number`.execute(w.tx);
  return rows.map(({ id }) => id);
}
