import { costTaxMinor } from '@quayside/domain/landed-cost/amounts';
import type { RatedPlanTrace } from '@quayside/domain/landed-cost/types';
import type { GoodsInScope } from '@quayside/domain/shipments/shipment-shares';
import type { Work } from '../../../db/tx.ts';
import { fingerprintOf } from '../rows/fingerprint.ts';
import type { StoredDuty, StoredRatedPlan } from '../costs.types.ts';
import type { WorkedLine } from './work-out.ts';

/**
 * The database row of a computed allocation, with a fingerprint that shows whether the allocation differs from the
 * stored one.
 */
export function allocationRow(w: Work, { line, allocation: a, goods, before }: WorkedLine) {
  const id = w.newId();
  const lacking =
    a.unassignedReason === null && !a.basisFallback ? [] : [...new Set(a.lackingProducts.map((p) => p.productId))];
  const foreign = line.currency !== w.scope.currency;
  const entries = a.entries.map((e) => ({
    id: w.newId(),
    allocation_id: id,
    line_id: line.id,
    invoice_id: line.invoiceId,
    product_id: e.productId,
    layer_id: e.layerId,
    pack_list_id: e.packListId,
    duty: a.basis === 'DUTY' ? dutyOf(goods, e.key) : null,
    cost_type: line.costType,
    document_minor: e.documentMinor,
    account_minor: e.accountMinor,
    weight: String(e.weight),
    rounding_unit: Number(e.roundingUnitAccount),
    is_excluded: line.isExcluded,
  }));
  const head = {
    id,
    line_id: line.id,
    invoice_id: line.invoiceId,
    basis: a.basis,
    is_basis_fallback: a.basisFallback,
    measure: a.measure,
    chargeable_method: a.chargeableMethod,
    weight_total: String(a.weightTotal),
    weight_scale: String(a.weightScale),
    rated_plans: JSON.stringify(a.ratedPlans.map(shownPlan)),
    document_minor: a.documentMinor,
    amount_minor: line.amountMinor,
    cost_tax_minor: costTaxMinor(line),
    account_minor: a.accountMinor,
    rate: foreign ? line.rate : null,
    rate_date: foreign ? line.rateDate : null,
    rate_source: foreign ? line.rateSource : null,
    credits_line_id: line.creditsLineId,
    before_amount_minor: before?.amountMinor ?? null,
    before_cost_tax_minor: before?.costTaxMinor ?? null,
    unassigned_document_minor: a.unassignedDocumentMinor,
    unassigned_account_minor: a.unassignedAccountMinor,
    unassigned_reason: a.unassignedReason,
    lacking_product_ids: lacking,
    is_excluded: line.isExcluded,
    entry_count: entries.length,
  };
  return { head, entries, fingerprint: fingerprintOf(head, entries) };
}

/** What the duty of a leaf was computed from, as the explanation shows it. */
function dutyOf({ leaves, duty }: GoodsInScope, key: string) {
  const leaf = leaves.find((one) => one.key === key);
  const facts = duty.get(key);
  if (!leaf || !facts) return null;
  const stored: StoredDuty = {
    goodsMinor: String(leaf.factoryMinor ?? 0n),
    shippingMinor: String(facts.shippingMinor),
    insuranceMinor: String(facts.insuranceMinor),
    thousandths: String(facts.rateThousandths ?? 0n),
    customsValue: facts.customsValue,
  };
  return { ...stored };
}

const shownPlan = ({ planId, measure, ...rated }: RatedPlanTrace): StoredRatedPlan => ({
  planId,
  measure,
  grossUg: String(rated.grossUg),
  volumetricUg: String(rated.volumetricUg),
  chargeableUg: String(rated.chargeableUg),
});
