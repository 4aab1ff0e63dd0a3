import {
  ADDRESS_TYPES,
  CALCULATE_BY,
  CONTAINER_TYPES,
  GOODS_TIMELINE_OPTIONS,
} from '@quayside/domain/shipments/option-lists';
import { say, type TextCode } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { formatAmount } from '@quayside/domain/money/money';
import { CONTAINERS } from '@quayside/domain/shipments/containers';
import { numberText } from '@quayside/domain/shipments/numbers';
import { envelope } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { containerSizes } from '../../costs/public.ts';
import { listDocumentsOf } from '../../documents/public.ts';
import { readPackLists } from '../rows/leaves.views.ts';
import { withLotCosts } from '../sync/lot-costs.service.ts';
import { inMainUnit } from '../rows/measure-texts.ts';
import { answersOfGoods } from '../packing/pack-lists.answers.ts';
import { goodsOf, type PlanGoods } from '../sync/plan-goods.ts';
import { readRateHeads } from './plan-rates.views.ts';
import { toPlan } from './plans.answers.ts';
import { findPlanRow, type PlanRow } from '../rows/plans.queries.ts';
import type { QueryOf, ShipmentPlan, ShipmentPlanWithPackLists } from '../rows/plans.types.ts';
import {
  findPlanHead,
  listPlanHeads,
  listPlanSummaries,
  type PlanHead,
  skusOf,
  sumPlans,
} from '../lists/plans.views.ts';

async function answersOf(w: Work, heads: readonly PlanHead[]): Promise<ShipmentPlan[]> {
  const skus = await skusOf(
    w,
    heads.flatMap((head) => head.lacking_product_ids),
  );
  const rates = await readRateHeads(w, [...new Set(heads.flatMap((head) => head.freight_rate_id ?? []))]);
  return heads.map((head) => toPlan(head, { scope: w.scope, today: todayOf(w), skus, rates }));
}

export async function listShipmentPlans(w: Work, q: QueryOf<'listShipmentPlans'>) {
  const { rows, count, window } = await listPlanHeads(w, q);
  return envelope(await answersOf(w, rows), count, window);
}

/** The exact number and the sums of the plans that match a filter. */
export async function shipmentPlanTotals(w: Work, q: QueryOf<'shipmentPlanTotals'>) {
  const sums = await sumPlans(w, q);
  const { currency } = w.scope;
  return {
    count: Number(sums.count),
    packLists: Number(sums.packLists),
    units: Number(sums.units),
    received: Number(sums.received),
    missing: Number(sums.missing),
    cartons: Number(sums.cartons),
    weight: inMainUnit(BigInt(sums.weightUg)),
    volume: inMainUnit(BigInt(sums.volumeMm3)),
    withoutWeight: Number(sums.withoutWeight),
    withoutVolume: Number(sums.withoutVolume),
    accountCurrency: currency,
    // The database has rounded the costs to the decimals of the currency; 0 has none.
    estimatedCost: formatAmount(BigInt(sums.cost.replace('.', '')), currency),
    withoutCost: Number(sums.withoutCost),
  };
}

/** Plans to choose from; without `includePaired` those that no invoice is paired with (decision G-140). */
export async function listShipmentPlanSummary(w: Work, q: QueryOf<'listShipmentPlanSummary'>) {
  const rows = await listPlanSummaries(w, q);
  return rows.map((row) => ({
    id: row.id,
    number: numberText('SHIPMENT_PLAN', row.number),
    name: row.name,
    status: row.status,
    shippingMethod: row.shipping_method,
    estimatedShipDate: row.estimated_ship_date,
    shippedOn: row.shipped_on,
    eta: row.eta,
    country: row.country,
    packListCount: row.pack_lists,
    units: Number(row.units),
    cartons: Number(row.cartons),
    isPaired: row.is_paired,
  }));
}

/** The row of a plan. It must exist, and the request must have its current version. */
export async function requirePlanRow(w: Work, id: string, version?: number): Promise<PlanRow> {
  const row = await findPlanRow(w, id);
  if (!row) throw new AppError('shipments.unknown_plan');
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: await getShipmentPlan(w, id) });
  return row;
}

/** One plan with its pack lists and documents. `known`: its pack lists and cartons, if they were read before. */
export async function getShipmentPlan(w: Work, id: string, known?: PlanGoods): Promise<ShipmentPlanWithPackLists> {
  const head = await findPlanHead(w, id);
  const [plan] = head ? await answersOf(w, [head]) : [];
  if (!plan) throw new AppError('shipments.unknown_plan');
  const goods = known ?? (await goodsOf(w, await readPackLists(w, 'plan_id', [id])));
  const { packLists } = await withLotCosts(w, answersOfGoods(w.scope, goods));
  return {
    ...plan,
    packLists,
    uploadedDocuments: await listDocumentsOf(w, { type: 'SHIPMENT_PLAN', id }),
  };
}

/** The values of a closed list with their labels, in the language of the person. */
const options = <T extends string>(w: Work, values: readonly T[], codeOf: (value: T) => TextCode) =>
  values.map((value) => ({ value, label: wordsOf({ code: codeOf(value) }, w.scope.language) }));

export const listGoodsTimelineOptions = async (w: Work) =>
  options(w, GOODS_TIMELINE_OPTIONS, (value) => `plan.goods_timeline.${value}`);
export const listCalculateByOptions = async (w: Work) =>
  options(w, CALCULATE_BY, (value) => `plan.calculate_by.${value}`);
export const listAddressTypes = async (w: Work) => options(w, ADDRESS_TYPES, (value) => `plan.address_type.${value}`);

/** The types of containers with what the account fills; LCL is what is left of one, so it has no size. */
export async function listContainerTypes(w: Work) {
  const sizes = await containerSizes(w);
  return CONTAINER_TYPES.map((value) => {
    if (value === 'LCL')
      return {
        value,
        label: wordsOf(say('plan.lcl'), w.scope.language),
        usableVolume: null,
        payload: null,
        source: null,
      };
    const { name, ...published } = CONTAINERS[value];
    const { usableMm3, payloadUg } = sizes[value];
    const isPublished = usableMm3 === published.usableMm3 && payloadUg === published.payloadUg;
    return {
      value,
      label: name,
      usableVolume: inMainUnit(usableMm3),
      payload: inMainUnit(payloadUg),
      source: isPublished ? published.source : null,
    };
  });
}
