import type { FilterChip } from '@quayside/contracts/paging';
import type { listShipmentPlans, planFilters } from '@quayside/contracts/shipments/shipment-plans';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { CURRENCIES, exponentOf } from '@quayside/domain/money/currencies';
import { numberOf } from '@quayside/domain/shipments/numbers';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import { type RawBuilder, sql } from 'kysely';
import { holdsWord } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import { anyOf } from '../../../db/any-of.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { byDay, byId, byPresence, byText, byValue, byWhether, defineList, neverNull } from '../../../http/list.ts';
import { INVOICES, PAIRINGS } from '../../invoices/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import type { QueryOf } from '../rows/plans.types.ts';

// Reads shipment plans together with the suppliers that carry them, for screens. This file writes nothing.

/** Shipment plans that are not removed. */
const plansAlone = (w: Work) =>
  w.tx.selectFrom('shipment_plan as p').where('p.account_id', '=', w.scope.accountId).where('p.removed_at', 'is', null);

/** Shipment plans that are not removed, with their carrier if they have one. */
export const plans = (w: Work) =>
  plansAlone(w).leftJoin(SUPPLIERS.as('s'), (j) =>
    j.onRef('s.account_id', '=', 'p.account_id').onRef('s.id', '=', 'p.carrier_contact_id'),
  );
type PlanQuery = ReturnType<typeof plans>;

/**
 * The plans that match a filter, without their carriers unless the search needs them. PostgreSQL leaves the join out
 * where nothing of it is needed, but then still reads the column that it would join by, so that it cannot count from an
 * index alone.
 */
const matchingAlone = (w: Work, q: PlanFilter): PlanQuery =>
  filtered(w, q.search === undefined ? (plansAlone(w) as unknown as PlanQuery) : plans(w), q);

const NUMBER = numberedAs('SP', sql`p.number`);

/** SQL condition: a number, name or reference of the plan, or its carrier, contains a word. */
export const planHas = (word: string): RawBuilder<boolean> => {
  const number = numberOf('SHIPMENT_PLAN', word);
  const text = sql`lower(
    concat_ws(
      ' ', ${NUMBER}, p.name, p.job_number, p.tracking_number, p.warehouse_reference, s.company_name, s.local_name
    )
  )`;
  const contains = holdsWord(text, word);
  return number === undefined ? contains : sql<boolean>`(${contains} or p.number = ${String(number)}::bigint)`;
};

/** SQL expression: what of a plan that is received is neither there nor decided. */
export const MISSING = sql<bigint>`case when p.status in ('RECEIVED', 'CLOSED') then p.missing else 0 end`;

const list = defineList<typeof listShipmentPlans, typeof planFilters>({
  filters: {
    status: byValue(SHIPMENT_STATUSES, sql.ref('p.status')),
    shippingMethod: byValue(SHIPPING_METHODS, sql.ref('p.shipping_method')),
    carrier: byId(sql.ref('p.carrier_contact_id')),
    country: byText(sql.ref('p.country')),
    estimatedShipDate: byDay(sql.ref('p.estimated_ship_date')),
    eta: byDay(sql.ref('p.eta')),
    sent: byPresence(sql`p.sent_at is not null`),
    // OPEN after its day of departure.
    late: byWhether((w) => sql`(p.status = 'OPEN' and coalesce(p.estimated_ship_date < ${todayOf(w)}::date, false))`),
    missing: byPresence(sql`${MISSING} > 0`),
    archived: byWhether(sql`p.archived_at is not null`),
  },
  words: planHas,
  sorts: {
    number: neverNull(sql`p.number`),
    status: neverNull(sql`array_position(array['OPEN', 'IN_TRANSIT', 'RECEIVED', 'CLOSED'], p.status)`),
    estimatedReadyDate: sql`p.estimated_ready_date`,
    estimatedShipDate: sql`p.estimated_ship_date`,
    eta: sql`p.eta`,
    estimatedDeliveryDate: sql`p.estimated_delivery_date`,
    units: neverNull(sql`p.units`),
    received: neverNull(sql`p.received`),
    cartons: neverNull(sql`p.cartons`),
    volume: sql`p.volume_mm3`,
    weight: sql`p.weight_ug`,
    updatedAt: neverNull(sql`p.updated_at`),
  },
  usual: [],
  last: sql`p.number`,
  lastDirection: 'desc',
});
export const { inOrder } = list;

interface PlanFilter {
  readonly search?: string | undefined;
  readonly filter: FilterChip[];
  readonly shipmentStatuses?: readonly ShipmentStatus[] | undefined;
}

/** The plans that match a filter, with their carriers. */
export const matching = (w: Work, q: PlanFilter): PlanQuery => filtered(w, plans(w), q);

function filtered(w: Work, rows: PlanQuery, q: PlanFilter): PlanQuery {
  let found = list.filtered(w, rows, q);
  // The list hides archived plans by default, but a search finds them too.
  if (q.search === undefined && !q.filter.some((chip) => chip.field === 'archived'))
    found = found.where('p.archived_at', 'is', null);
  return q.shipmentStatuses
    ? found.where(sql<boolean>`p.status = any(${sql.val([...q.shipmentStatuses])}::text[])`)
    : found;
}

const heads = (query: PlanQuery) => query.selectAll('p').select(['s.company_name', 's.email']);
export type PlanHead = Awaited<ReturnType<ReturnType<typeof heads>['execute']>>[number];

/** One page of plans, and the total count. */
export const listPlanHeads = (w: Work, q: QueryOf<'listShipmentPlans'>) =>
  list.chosen(w, q, matchingAlone(w, q).select('p.id'), (chosen) =>
    heads(plans(w))
      .innerJoin(chosen, (j) => j.onRef('chosen.id', '=', 'p.id'))
      .select(['chosen.place', 'chosen.total']),
  );

export async function findPlanHead(w: Work, id: string): Promise<PlanHead | undefined> {
  return heads(plans(w).where('p.id', '=', id)).executeTakeFirst();
}

/** SQL expression: the currency of the estimated cost, that of the chosen freight rate or of the plan. */
export const COST_CURRENCY = sql<string>`coalesce(p.estimated_cost_currency, p.currency)`;

const codesWith = (exponent: number) => CURRENCIES.filter((c) => c.exponent === exponent).map((c) => c.code);
/** The estimated cost in the main unit of account currency; null without an estimate or without a rate. */
const accountCost = (currency: string): RawBuilder<string | null> => sql<string | null>`(
  p.estimated_cost_minor::numeric / case
    when ${COST_CURRENCY} = any(${sql.val(codesWith(0))}::text[]) then 1
    when ${COST_CURRENCY} = any(${sql.val(codesWith(3))}::text[]) then 1000
    else 100
  end * case
    when ${COST_CURRENCY} = ${currency} then 1
    when ${COST_CURRENCY} = p.currency then coalesce(p.rate::numeric, p.estimate_rate::numeric)
    else p.estimate_rate::numeric
  end
)`;
/** The same, converted once: rounded to the decimals of the currency. */
export const roundedCost = (currency: string): RawBuilder<string | null> =>
  sql<string | null>`round(${accountCost(currency)}, ${sql.lit(exponentOf(currency))})`;

/** The number of plans that match a filter, and their exact sums. */
export async function sumPlans(w: Work, q: QueryOf<'shipmentPlanTotals'>) {
  const cost = roundedCost(w.scope.currency);
  return matching(w, q)
    .select([
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`coalesce(sum(p.pack_lists), 0)::bigint`.as('packLists'),
      sql<string>`coalesce(sum(p.units), 0)::text`.as('units'),
      sql<string>`coalesce(sum(p.received), 0)::text`.as('received'),
      sql<string>`coalesce(sum(${MISSING}), 0)::text`.as('missing'),
      sql<string>`coalesce(sum(p.cartons), 0)::text`.as('cartons'),
      sql<string>`coalesce(sum(p.weight_ug), 0)::text`.as('weightUg'),
      sql<string>`coalesce(sum(p.volume_mm3), 0)::text`.as('volumeMm3'),
      sql<bigint>`count(*) filter (where p.weight_ug is null)`.as('withoutWeight'),
      sql<bigint>`count(*) filter (where p.volume_mm3 is null)`.as('withoutVolume'),
      sql<string>`coalesce(sum(${cost}), 0)::text`.as('cost'),
      sql<bigint>`count(*) filter (where ${cost} is null)`.as('withoutCost'),
    ])
    .executeTakeFirstOrThrow();
}

const MOST_SUMMARIES = 500;

/** SQL: whether an invoice is paired with the plan in the row `p`. */
const IS_PAIRED = sql<boolean>`exists (
  select from ${PAIRINGS} q
  join ${INVOICES} i on i.account_id = q.account_id and i.id = q.invoice_id and i.deleted_at is null
  where q.account_id = p.account_id and q.target_type = 'SHIPMENT' and q.target_id = p.id
)`;

/** Plans to choose from, newest first. */
export const listPlanSummaries = (
  w: Work,
  { search, shipmentStatuses, includePaired }: QueryOf<'listShipmentPlanSummary'>,
) =>
  inOrder(w, matching(w, { search, shipmentStatuses, filter: [] }), undefined)
    .where(includePaired ? sql<boolean>`true` : sql<boolean>`not ${IS_PAIRED}`)
    .select(IS_PAIRED.as('is_paired'))
    .select(['p.id', 'p.number', 'p.name', 'p.status', 'p.shipping_method', 'p.estimated_ship_date', 'p.shipped_on'])
    .select(['p.eta', 'p.country', 'p.pack_lists', 'p.units', 'p.cartons'])
    .limit(MOST_SUMMARIES)
    .execute();

/** The SKUs of products, by id. */
export async function skusOf(w: Work, productIds: readonly string[]): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom(PRODUCTS.as('product'))
    .select(['id', 'sku'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(productIds))
    .execute();
  return new Map(rows.map((row) => [row.id, row.sku]));
}
