import type { cartonFilters, listCartons } from '@quayside/contracts/shipments/cartons';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import { type RawBuilder, sql } from 'kysely';
import { chipCondition, inPeopleOrder } from '../../../db/paging.ts';
import { planForAverageAccount } from '../../../db/plans.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { byId, byOwn, byText, byValue, defineList, neverNull } from '../../../http/list.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import type { CartonTypeFields } from '../rows/carton-types.queries.ts';
import type { CartonRecord } from '../rows/cartons.queries.ts';
import { wordMatches } from '../rows/number-search.views.ts';
import { statusRank } from './orders.views.ts';
import type { QueryOf } from '../shipments.types.ts';

// Reads carton rows with their types, plans and contents. This file writes nothing.

export const cartons = (w: Work) =>
  w.tx
    .selectFrom('carton as c')
    .leftJoin('carton_type as t', (j) =>
      j.onRef('t.account_id', '=', 'c.account_id').onRef('t.id', '=', 'c.carton_type_id'),
    )
    .leftJoin('shipment_plan as s', (j) => j.onRef('s.account_id', '=', 'c.account_id').onRef('s.id', '=', 'c.plan_id'))
    .where('c.account_id', '=', w.scope.accountId);

export const CARTON_STATUS = sql<ShipmentStatus>`coalesce(s.status, 'OPEN')`;

/** SQL condition: the row holds a pack list of which something is true. */
const holds = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from pack_list l
  join ${ORDERS} o on o.account_id = l.account_id and o.id = l.order_id
  join ${PRODUCTS} p on p.account_id = o.account_id and p.id = o.product_id
  join ${INVOICES} i on i.account_id = o.account_id and i.id = o.invoice_id
  where l.account_id = c.account_id and l.carton_id = c.id and ${condition}
)`;
const contentsContain = (word: string) =>
  holds(wordMatches(word, sql`concat_ws(' ', o.number, i.invoice_number, p.sku, p.name)`, NUMBERS));
const NUMBERS = {
  packList: (number: RawBuilder<unknown>) => sql<boolean>`l.number = ${number}`,
  carton: (number: RawBuilder<unknown>) => sql<boolean>`c.number = ${number}`,
  plan: (number: RawBuilder<unknown>) => sql<boolean>`s.number = ${number}`,
};

/** SQL condition: the row or its contents have a word. */
export const cartonHas = (word: string): RawBuilder<boolean> => sql<boolean>`(
  ${wordMatches(word, sql`concat_ws(' ', t.name, c.marks, s.name)`, {
    ...NUMBERS,
    packList: (number) => holds(NUMBERS.packList(number)),
  })}
  or ${contentsContain(word)}
)`;

const list = defineList<typeof listCartons, typeof cartonFilters>({
  filters: {
    status: byValue(SHIPMENT_STATUSES, CARTON_STATUS),
    cartonType: byId(sql.ref('c.carton_type_id')),
    plan: byId(sql.ref('c.plan_id')),
    product: byOwn('uuid', (chip) => holds(chipCondition(chip, sql.ref('o.product_id'), 'uuid'))),
    measuredWeight: byText(sql.ref('c.measured_ug')),
  },
  words: cartonHas,
  sorts: {
    number: neverNull(sql`c.number`),
    count: neverNull(sql`c.count`),
    cartonType: inPeopleOrder(sql`t.name`),
    plan: sql`s.number`,
    status: statusRank(CARTON_STATUS),
    updatedAt: neverNull(sql`c.updated_at`),
  },
  usual: [],
  last: sql`c.number`,
  lastDirection: 'desc',
});
export const cartonsInOrder = list.inOrder;

/** The carton rows that a search, a filter and statuses find. */
export function matching(w: Work, q: Pick<QueryOf<'getCartonSummary'>, 'search' | 'filter' | 'cartonStatuses'>) {
  const found = list.filtered(w, cartons(w), q);
  return q.cartonStatuses === undefined
    ? found
    : found.where(sql<boolean>`${CARTON_STATUS} = any(${sql.val(q.cartonStatuses)}::text[])`);
}

/** A carton row with its type and plan, without its contents. */
export interface CartonHead extends Omit<CartonRecord, 'number' | 'measuredUg'>, Omit<CartonTypeFields, 'weightUnit'> {
  readonly number: bigint;
  readonly measuredUg: bigint | null;
  /** The unit of the tare. */
  readonly typeWeightUnit: CartonTypeFields['weightUnit'];
  readonly volumeMm3: bigint | null;
  readonly tareUg: bigint | null;
  readonly planNumber: bigint | null;
  readonly planStatus: ShipmentStatus | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The carton rows with these ids. */
export async function readCartonHeads(w: Work, ids: readonly string[]): Promise<Map<string, CartonHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CartonHead>`
    select c.id, c.number, c.carton_type_id as "cartonTypeId", c.count,
      trim_scale(c.measured_weight)::text as "measuredWeight", c.weight_unit as "weightUnit",
      c.measured_ug as "measuredUg", c.marks, c.plan_id as "planId", c.version, c.created_at as "createdAt",
      c.updated_at as "updatedAt", t.name, trim_scale(t.length)::text as length, trim_scale(t.width)::text as width,
      trim_scale(t.height)::text as height, t.dimension_unit as "dimensionUnit", trim_scale(t.weight)::text as weight,
      t.weight_unit as "typeWeightUnit", t.max_units as "maxUnits", t.volume_mm3 as "volumeMm3", t.tare_ug as "tareUg",
      s.number as "planNumber", s.status as "planStatus"
    from carton c
    left join carton_type t on t.account_id = c.account_id and t.id = c.carton_type_id
    left join shipment_plan s on s.account_id = c.account_id and s.id = c.plan_id
    where c.account_id = ${w.scope.accountId} and c.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** One page of carton rows, and the total count. */
export const listCartonHeads = (w: Work, q: QueryOf<'listCartons'>) =>
  list.heads(w, q, matching(w, q).select('c.id'), readCartonHeads);

/** SQL expression: the units of one carton. */
export const UNITS_PER_CARTON = sql`(
  select sum(l.units) / c.count from pack_list l where l.account_id = c.account_id and l.carton_id = c.id
)`;
/**
 * SQL expression: the weight of one carton in micrograms: measured, otherwise the gross weight of its units and the
 * tare; null while one of them is missing.
 */
export const WEIGHT_UG = sql<string | null>`coalesce(c.measured_ug::numeric, t.tare_ug + (
  select case when bool_and(o.weight_ug > 0) is true and count(o.weight_ug) = count(*)
    then sum((l.units / c.count)::numeric * o.weight_ug) end
  from pack_list l
  join ${ORDERS} o on o.account_id = l.account_id and o.id = l.order_id
  where l.account_id = c.account_id and l.carton_id = c.id
))`;

/** The number of cartons that match a filter by status, and what they measure together. */
export async function sumCartons(w: Work, q: QueryOf<'getCartonSummary'>) {
  await planForAverageAccount(w.tx);
  const found = matching(w, q).select([
    CARTON_STATUS.as('status'),
    'c.count',
    't.volume_mm3',
    WEIGHT_UG.as('weight_ug'),
  ]);
  const { rows } = await sql<{
    status: ShipmentStatus;
    rows: bigint;
    cartons: bigint;
    volume: string;
    weight: string;
    withoutVolume: bigint;
    withoutWeight: bigint;
  }>`
    select m.status, count(*) as rows, sum(m.count)::bigint as cartons,
      coalesce(sum(m.volume_mm3::numeric * m.count), 0)::text as volume,
      coalesce(sum(m.weight_ug * m.count), 0)::text as weight,
      coalesce(sum(m.count) filter (where m.volume_mm3 is null), 0)::bigint as "withoutVolume",
      coalesce(sum(m.count) filter (where m.weight_ug is null), 0)::bigint as "withoutWeight"
    from (${found}) m
    group by m.status`.execute(w.tx);
  return rows;
}
