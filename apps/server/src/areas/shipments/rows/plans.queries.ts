import type { RateSource } from '@quayside/domain/lists';
import { type Selectable, sql, type Updateable } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { type PlanFields, plainDecimal } from './plan-fields.ts';

export type PlanRow = Selectable<DB['shipment_plan']>;

/**
 * Finds plans that are not removed. Code that changes them must hold the account's cost lock while it reads the rows,
 * so that nobody else changes them in the meantime.
 */
export async function findPlanRows(w: Work, ids: readonly string[]): Promise<PlanRow[]> {
  if (ids.length === 0) return [];
  return w.tx
    .selectFrom('shipment_plan')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .where('removed_at', 'is', null)
    .orderBy('number')
    .execute();
}

export const findPlanRow = async (w: Work, id: string): Promise<PlanRow | undefined> =>
  (await findPlanRows(w, [id]))[0];

/** Converts a database row to the fields that a person can type. */
export const fieldsOfPlan = (row: PlanRow): PlanFields => ({
  name: row.name,
  shippingMethod: row.shipping_method,
  estimatedReadyDate: row.estimated_ready_date,
  readyOn: row.ready_on,
  cutOff: row.cut_off,
  estimatedShipDate: row.estimated_ship_date,
  shippedOn: row.shipped_on,
  eta: row.eta,
  arrivedOn: row.arrived_on,
  estimatedDeliveryDate: row.estimated_delivery_date,
  deliveredOn: row.delivered_on,
  goodsTimeline: row.goods_timeline,
  fromAddressType: row.from_address_type,
  fromCountry: row.from_country,
  fromAddress: row.from_address,
  toAddressType: row.to_address_type,
  country: row.country,
  address: row.address,
  labelOwner: row.label_owner,
  containerType: row.container_type,
  freightRateId: row.freight_rate_id,
  calculateBy: row.calculate_by,
  shippingRate: row.shipping_rate === null ? null : plainDecimal(row.shipping_rate),
  containerEstimateMinor: row.container_estimate_minor,
  currency: row.currency,
  rate: row.rate,
  rateDate: row.rate_date,
  rateSource: row.rate_source as RateSource | null,
  shippedDespite: row.shipped_despite,
  isHazardousGoods: row.is_hazardous_goods,
  jobNumber: row.job_number,
  carrierContactId: row.carrier_contact_id,
  trackingNumber: row.tracking_number,
  warehouseReference: row.warehouse_reference,
  notes: row.notes,
});

const columnsOf = (plan: PlanFields) => ({
  name: plan.name,
  shipping_method: plan.shippingMethod,
  estimated_ready_date: plan.estimatedReadyDate,
  ready_on: plan.readyOn,
  cut_off: plan.cutOff,
  estimated_ship_date: plan.estimatedShipDate,
  shipped_on: plan.shippedOn,
  eta: plan.eta,
  arrived_on: plan.arrivedOn,
  estimated_delivery_date: plan.estimatedDeliveryDate,
  delivered_on: plan.deliveredOn,
  goods_timeline: plan.goodsTimeline,
  from_address_type: plan.fromAddressType,
  from_country: plan.fromCountry,
  from_address: plan.fromAddress,
  to_address_type: plan.toAddressType,
  country: plan.country,
  address: plan.address,
  label_owner: plan.labelOwner,
  container_type: plan.containerType,
  freight_rate_id: plan.freightRateId,
  calculate_by: plan.calculateBy,
  shipping_rate: plan.shippingRate,
  container_estimate_minor: plan.containerEstimateMinor,
  currency: plan.currency,
  rate: plan.rate,
  rate_date: plan.rateDate,
  rate_source: plan.rateSource as 'manual' | 'feed' | null,
  shipped_despite: plan.shippedDespite,
  is_hazardous_goods: plan.isHazardousGoods,
  job_number: plan.jobNumber,
  carrier_contact_id: plan.carrierContactId,
  tracking_number: plan.trackingNumber,
  warehouse_reference: plan.warehouseReference,
  notes: plan.notes,
});

/** Inserts an OPEN plan with these fields. */
export async function insertPlan(w: Work, id: string, number: bigint, plan: PlanFields): Promise<void> {
  await w.tx
    .insertInto('shipment_plan')
    .values({
      ...columnsOf(plan),
      account_id: w.scope.accountId,
      id,
      number,
      created_at: w.now,
      updated_at: w.now,
    })
    .execute();
}

export async function savePlan(w: Work, id: string, set: Updateable<DB['shipment_plan']>): Promise<void> {
  await w.tx
    .updateTable('shipment_plan')
    .set({ ...set, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

export const savePlanFields = (
  w: Work,
  id: string,
  plan: PlanFields,
  set: Updateable<DB['shipment_plan']>,
): Promise<void> => savePlan(w, id, { ...columnsOf(plan), ...set });

/** Archives the plans that were closed on `lastDay` or earlier, by the account's time zone. Returns their ids. */
export async function archivePlansClosedUntil(w: Work, lastDay: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update shipment_plan
    set archived_at = ${w.now}, updated_at = ${w.now}, version = version + 1
    where account_id = ${w.scope.accountId} and status = 'CLOSED' and archived_at is null and removed_at is null
      and (closed_at at time zone ${w.scope.timeZone})::date <= ${lastDay}::date
    returning id`.execute(w.tx);
  return rows.map(({ id }) => id);
}
