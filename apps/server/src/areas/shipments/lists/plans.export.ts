import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportShipmentPlans, SHIPMENT_PLAN_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import { code, decimal, type ExportValue, instant, moneyOf, number, text, yesNo } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import { FREIGHT_RATES } from '../../freight/facts.ts';
import { COST_CURRENCY, inOrder, matching, MISSING, roundedCost } from './plans.views.ts';

const CURRENCY = sql`p.currency`;
const values = (currency: string): Readonly<Record<keyof typeof SHIPMENT_PLAN_EXPORT, ExportValue>> => ({
  number: code(numberedAs('SP', sql`p.number`)),
  name: text(sql`p.name`),
  status: code(sql`p.status`),
  shippingMethod: code(sql`p.shipping_method`),
  estimatedReadyDate: code(sql`p.estimated_ready_date`),
  readyOn: code(sql`p.ready_on`),
  cutOff: code(sql`p.cut_off`),
  estimatedShipDate: code(sql`p.estimated_ship_date`),
  shippedOn: code(sql`p.shipped_on`),
  eta: code(sql`p.eta`),
  arrivedOn: code(sql`p.arrived_on`),
  estimatedDeliveryDate: code(sql`p.estimated_delivery_date`),
  deliveredOn: code(sql`p.delivered_on`),
  goodsTimeline: code(sql`p.goods_timeline`),
  fromAddressType: code(sql`p.from_address_type`),
  fromCountry: code(sql`p.from_country`),
  fromAddress: text(sql`p.from_address`),
  toAddressType: code(sql`p.to_address_type`),
  country: code(sql`p.country`),
  address: text(sql`p.address`),
  labelOwner: code(sql`p.label_owner`),
  containerType: code(sql`p.container_type`),
  freightRate: text(
    sql`(select f.name from ${FREIGHT_RATES} f where f.account_id = p.account_id and f.id = p.freight_rate_id)`,
  ),
  calculateBy: code(sql`p.calculate_by`),
  shippingRate: decimal(sql`p.shipping_rate`),
  containerEstimate: moneyOf(sql`p.container_estimate_minor`, CURRENCY, 'currency'),
  currency: code(CURRENCY),
  rate: decimal(sql`p.rate::numeric`),
  rateDate: code(sql`p.rate_date`),
  rateSource: code(sql`p.rate_source`),
  chargeableWeight: decimal(sql`p.chargeable_ug / 1000000000`),
  estimatedCost: moneyOf(sql`p.estimated_cost_minor`, COST_CURRENCY, 'estimatedCostCurrency'),
  estimatedCostCurrency: code(COST_CURRENCY),
  accountCost: number(roundedCost(currency)),
  isHazardousGoods: yesNo(sql`p.is_hazardous_goods`),
  jobNumber: text(sql`p.job_number`),
  carrier: text(sql`s.company_name`),
  trackingNumber: text(sql`p.tracking_number`),
  warehouseReference: text(sql`p.warehouse_reference`),
  packLists: number(sql`p.pack_lists`),
  units: number(sql`p.units`),
  received: number(sql`p.received`),
  missing: number(MISSING),
  cartons: number(sql`p.cartons`),
  weight: decimal(sql`p.weight_ug / 1000000000`),
  volume: decimal(sql`p.volume_mm3 / 1000000000`),
  sentAt: instant(sql`p.sent_at`),
  notes: text(sql`p.notes`),
  shippedDespite: text(sql`p.shipped_despite`),
  archivedAt: instant(sql`p.archived_at`),
  updatedAt: instant(sql`p.updated_at`),
});

/** Exports the list of shipment plans. */
export const shipmentPlanExport = (w: Work, q: QueryOut<typeof exportShipmentPlans>): ExportPlan => ({
  name: 'shipment-plans',
  columns: chosenColumns(SHIPMENT_PLAN_EXPORT, values(w.scope.currency), q.columns),
  rows: (columns) => inOrder(w, chosenRows(matching(w, q), 'p.id', q.ids).select(columns), q.sort),
});
