import { numberText } from '@quayside/domain/shipments/numbers';
import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { ORDERS } from '../../costs/facts.ts';
import type { PlanRow } from '../rows/plans.queries.ts';
import type { PlanSums } from '../rows/sync.queries.ts';
import { workOutPlans } from '../sync/sync.service.ts';

// Compares what is stored of packing with what follows from single pack lists. This file writes nothing.

interface BrokenPacking {
  readonly invariant: string;
  readonly id: string;
  readonly kind: 'ORDER' | 'CARTON' | 'SHIPMENT_PLAN';
  /** The number as people know it: SO-000001, CT-0001, SP-0001. */
  readonly label: string;
  readonly detail: string;
}

/** How many plans are worked out at once. */
const CHUNK = 200;

/** The invariants of packing and shipping, in one account. If its data is correct, the result is empty. */
export async function brokenShipments(w: Work): Promise<BrokenPacking[]> {
  return [...(await brokenRows(w)), ...(await brokenPlanSums(w))];
}

type BrokenRow = Omit<BrokenPacking, 'label'> & { readonly number: string };

/** What the database can compare by itself. */
async function brokenRows(w: Work): Promise<BrokenPacking[]> {
  const a = w.scope.accountId;
  const statuses = sql`${sql.val([...SHIPMENT_STATUSES])}::text[]`;
  const packedOf = sql`(
    select l.order_id, sum(l.units) as packed, sum(l.lot_units) as lot_units, sum(l.received) as received,
      sum(l.credited) as credited,
      coalesce(sum(l.missing) filter (where s.status in ('RECEIVED', 'CLOSED')), 0) as missing,
      coalesce(sum(l.missing) filter (where s.status = 'IN_TRANSIT'), 0) as in_transit,
      coalesce(sum(l.missing) filter (where coalesce(s.status, 'OPEN') = 'OPEN'), 0) as unshipped,
      sum(
        case when s.status <> 'OPEN' then l.units when s.status is null then least(l.received, l.units) else 0 end
      ) as shipped,
      count(*) as lists,
      min(
        array_position(
          ${statuses},
          coalesce(s.status, case when l.received > 0 and l.missing <= 0 then 'RECEIVED' else 'OPEN' end)
        )
      ) as least
    from pack_list l
    left join shipment_plan s on s.account_id = l.account_id and s.id = l.plan_id
    where l.account_id = ${a} and l.removed_at is null
    group by l.order_id
  )`;
  const checks = [
    sql`
      select 'packed and shipped = pack lists' as invariant, c.id::text as id, 'ORDER' as kind, c.number,
        concat_ws(
            ', ', k.packed, k.shipped, k.received, k.credited, k.missing, k.unshipped, k.in_transit, k.lot_units,
            k.pack_lists
          ) || ' for '
          || concat_ws(
            ', ', n.packed, n.shipped, n.received, n.credited, n.missing, n.unshipped, n.in_transit, n.lot_units,
            n.lists
          ) as detail
      from (select * from order_packing where account_id = ${a}) k
      full join ${packedOf} n on n.order_id = k.order_id
      join ${ORDERS} c on c.account_id = ${a} and c.id = coalesce(k.order_id, n.order_id)
      where (
          coalesce(k.packed, 0), coalesce(k.shipped, 0), coalesce(k.received, 0), coalesce(k.credited, 0),
          coalesce(k.missing, 0), coalesce(k.unshipped, 0), coalesce(k.in_transit, 0), coalesce(k.lot_units, 0),
          coalesce(k.pack_lists, 0)
        ) <> (
          coalesce(n.packed, 0), coalesce(n.shipped, 0), coalesce(n.received, 0), coalesce(n.credited, 0),
          coalesce(n.missing, 0), coalesce(n.unshipped, 0), coalesce(n.in_transit, 0), coalesce(n.lot_units, 0),
          coalesce(n.lists, 0)
        )`,
    sql`
      select 'status = least advanced pack list', c.id::text, 'ORDER', c.number, x.stored || ' for ' || x.expected
      from ${ORDERS} c
      left join order_packing k on k.account_id = c.account_id and k.order_id = c.id
      left join ${packedOf} n on n.order_id = c.id
      cross join lateral (
        select coalesce(k.status, 'OPEN') as stored,
          case when c.removed_at is not null or coalesce(n.lot_units, 0) < c.units or n.least is null then 'OPEN'
            else (${statuses})[n.least] end as expected
      ) x
      where c.account_id = ${a} and x.stored <> x.expected`,
    sql`
      select 'packed <= units', c.id::text, 'ORDER', c.number, n.lot_units || ' of ' || x.units
      from ${packedOf} n
      join ${ORDERS} c on c.account_id = ${a} and c.id = n.order_id
      cross join lateral (select case when c.removed_at is null then c.units else 0 end as units) x
      where n.lot_units > x.units`,
    sql`
      select 'pack lists divide over their cartons', c.id::text, 'CARTON', c.number::text, l.units || ' in ' || c.count
      from carton c
      join pack_list l on l.account_id = c.account_id and l.carton_id = c.id
      where c.account_id = ${a} and l.units % c.count <> 0`,
    sql`
      select 'a carton row and its pack lists are in one plan', c.id::text, 'CARTON', c.number::text,
        count(*) || ' elsewhere'
      from carton c
      join pack_list l on l.account_id = c.account_id and l.carton_id = c.id
      where c.account_id = ${a} and l.plan_id is distinct from c.plan_id
      group by c.id, c.number`,
    sql`
      select 'a carton row holds a pack list', c.id::text, 'CARTON', c.number::text, c.count || ' cartons'
      from carton c
      where c.account_id = ${a}
        and not exists (select from pack_list l where l.account_id = c.account_id and l.carton_id = c.id)`,
    sql`
      select 'a plan holds a pack list until it is removed', s.id::text, 'SHIPMENT_PLAN', s.number::text, s.status
      from shipment_plan s
      where s.account_id = ${a}
        and (s.removed_at is null) <> exists (
          select from pack_list l where l.account_id = s.account_id and l.plan_id = s.id
        )`,
  ];
  const broken: BrokenRow[] = [];
  for (const check of checks) {
    const named = sql<BrokenRow>`select * from (${check}) as broken(invariant, id, kind, number, detail)`;
    broken.push(...(await named.execute(w.tx)).rows);
  }
  return broken.map(({ number, ...row }) => ({
    ...row,
    label: row.kind === 'ORDER' ? number : numberText(row.kind, BigInt(number)),
  }));
}

/** The sums of each plan, beside what the rules of the domain say of its pack lists and cartons. */
async function brokenPlanSums(w: Work): Promise<BrokenPacking[]> {
  const plans = await w.tx
    .selectFrom('shipment_plan')
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  const broken: BrokenPacking[] = [];
  for (let i = 0; i < plans.length; i += CHUNK) {
    const ids = plans.slice(i, i + CHUNK).map(({ id }) => id);
    for (const { plan, sums } of await workOutPlans(w, ids)) broken.push(...differencesOf(plan, sums));
  }
  return broken;
}

/**
 * What is stored of a plan otherwise than it follows. The hash of the CSV is left out: it is that of the last write, so
 * the new name of a product does not break it.
 */
function differencesOf(plan: PlanRow, sums: PlanSums): BrokenPacking[] {
  const compared: [string, unknown, unknown][] = [
    ['pack lists', plan.pack_lists, sums.packLists],
    ['units', plan.units, sums.units],
    ['cartons', plan.cartons, sums.cartons],
    ['weight', plan.weight_ug, sums.weightUg],
    ['volume', plan.volume_mm3, sums.volumeMm3],
    ['chargeable weight', plan.chargeable_ug, sums.chargeableUg],
    ['estimated cost', plan.estimated_cost_minor, sums.estimatedCostMinor],
    ['what it lacks', plan.lacking_reason, sums.lackingReason],
    ['products that lack it', textOf(plan.lacking_product_ids), textOf(sums.lackingProductIds)],
  ];
  return compared
    .filter(([, stored, expected]) => shown(stored) !== shown(expected))
    .map(([what, stored, expected]) => ({
      invariant: `${what} = pack lists and cartons`,
      id: plan.id,
      kind: 'SHIPMENT_PLAN',
      label: numberText('SHIPMENT_PLAN', plan.number),
      detail: `${shown(stored)} for ${shown(expected)}`,
    }));
}

const textOf = (ids: readonly string[]): string => ids.toSorted().join(' ');
const shown = (value: unknown): string => (value === null ? 'unknown' : String(value));
