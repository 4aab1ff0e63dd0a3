import { say } from '@quayside/contracts/texts/catalogue';
import type { AllocationPreview } from '@quayside/contracts/costs/allocation-preview';
import { checkManualShares } from '@quayside/domain/landed-cost/manual';
import type { Basis, ScopeType } from '@quayside/domain/lists';
import { type GoodsInScope, looseGoods } from '@quayside/domain/shipments/shipment-shares';
import { decimalText, formatAmount, MICRO, parseAmount, roundDiv, unitCost } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { fieldError, notFound } from '../../../http/errors.ts';
import { toCostLine } from '../ledger/cost-lines.ts';
import { currentAllocations } from '../rows/allocations.queries.ts';
import { productTotals } from '../rows/totals.queries.ts';
import { perProduct } from '../ledger/costs.service.ts';
import type { CostLineRow, ScopeRow } from '../costs.types.ts';
import { linesById } from '../ledger/costs.views.ts';
import { productNames } from '../explain/explain.views.ts';
import { orderRefs } from '../rows/order-names.views.ts';
import { packListRefs, planNumbers } from '../rows/pack-list-names.views.ts';
import { previewGaps } from './preview-gaps.ts';
import { previewLots } from './preview-lots.service.ts';
import { shownPlan } from '../ledger/rated-plans.ts';
import { checkScope, defaultScopes } from '../ledger/scopes.ts';
import { type WorkedLine, workOut } from '../ledger/work-out.ts';

interface PreviewOverride {
  readonly basis?: Basis | null | undefined;
  readonly scope?: readonly { type: ScopeType; id: string }[] | null | undefined;
  readonly manualShares?:
    | readonly { layerId: string; packListId?: string | null | undefined; amount: string }[]
    | undefined;
}

/**
 * Previews how the cost of a line would be shared with another basis (such as weight), over other orders, or with typed
 * shares. It is computed as in a real change, but nothing is stored.
 */
export async function previewAllocation(
  w: Work,
  invoiceId: string,
  lineId: string,
  override: PreviewOverride,
): Promise<AllocationPreview> {
  const [stored] = await linesById(w, [lineId]);
  if (!stored || stored.isDeleted || stored.invoiceId !== invoiceId) throw notFound();
  if (stored.creditsLineId !== null && (override.basis || override.scope || override.manualShares))
    throw fieldError(override.basis ? 'basis' : override.scope ? 'scope' : 'manualShares', say('costs.credit_follows'));
  const line = {
    ...stored,
    basis: override.basis === undefined ? stored.basis : override.basis,
    hasChosenScope: override.scope === undefined ? stored.hasChosenScope : override.scope !== null,
  };
  const scopes = new Map<string, ScopeRow[]>();
  if (override.scope) {
    await checkScope(w, override.scope, 'scope');
    scopes.set(
      lineId,
      override.scope.map((s) => ({ lineId, type: s.type, targetId: s.id, origin: 'CHOSEN' })),
    );
  } else if (override.scope === null) scopes.set(lineId, await defaultScopes(w, [line]));
  const shares = override.manualShares?.map((s, i) => {
    const amount = parseAmount(s.amount, line.currency);
    if (!amount.ok) throw fieldError(`manualShares.${i}.amount`, amount.message);
    return { layerId: s.layerId, packListId: s.packListId ?? null, amountMinor: amount.value };
  });
  const out = await workOut(w, [line], { scopes, ...(shares && { shares: new Map([[lineId, shares]]) }) });
  const goods = out.goods.get(line.creditsLineId ?? lineId) ?? looseGoods([]);
  const { leaves } = goods;
  if (shares) {
    const check = checkManualShares(
      toCostLine(w, line, { manualShares: shares }),
      leaves.filter(({ units }) => units !== 0n),
    );
    if (!check.ok) throw fieldError('manualShares', check.message);
  }
  return present(w, line, out.worked, goods);
}

/** The sum per product of the lines that are not excluded. */
const sumsOf = (
  parts: readonly { isExcluded: boolean; entries: readonly { productId: string; accountMinor: bigint }[] }[],
) => perProduct(parts.flatMap((part) => (part.isExcluded ? [] : part.entries)));

/**
 * Converts the computed line to the answer of the preview. A change of a line also changes its credits, so the product
 * costs before and after include the credits.
 */
async function present(
  w: Work,
  line: CostLineRow,
  worked: readonly WorkedLine[],
  goods: GoodsInScope,
): Promise<AllocationPreview> {
  const leaves = new Map(goods.leaves.map((leaf) => [leaf.key, leaf]));
  const { currency } = w.scope;
  const a = worked.find((x) => x.line.id === line.id)?.allocation;
  // A line on an invoice in review has no costs, so there is nothing to preview.
  if (!a) throw notFound();
  const before = await currentAllocations(
    w,
    worked.map((x) => x.line.id),
  );
  const oldSums = sumsOf(before);
  const newSums = sumsOf(worked.map((x) => ({ isExcluded: x.line.isExcluded, entries: x.allocation.entries })));
  const products = [...new Set(a.entries.map((e) => e.productId))];
  const totals = await productTotals(w, products);
  const names = await productNames(w, products);
  const refs = await orderRefs(
    w,
    a.entries.flatMap((e) => e.layerId ?? []),
  );
  const packLists = await packListRefs(
    w,
    a.entries.flatMap((e) => e.packListId ?? []),
  );
  const plans = await planNumbers(
    w,
    a.ratedPlans.flatMap(({ planId }) => planId ?? []),
  );
  const landed = (productId: string, after: boolean) => {
    const t = totals.get(productId);
    if (!t || t.units === 0n) return null;
    const shift = after ? (newSums.get(productId) ?? 0n) - (oldSums.get(productId) ?? 0n) : 0n;
    return unitCost(t.factoryMinor + t.inboundMinor + shift, t.units * MICRO, currency);
  };
  const both = (document: bigint, account: bigint | null) => ({
    document: formatAmount(document, line.currency),
    account: account === null ? null : formatAmount(account, currency),
  });
  const sum = (of: 'documentMinor' | 'accountMinor') => a.entries.reduce((s, e) => s + e[of], 0n);
  return {
    basis: a.basis,
    isBasisFallback: a.basisFallback,
    currency: line.currency,
    accountCurrency: currency,
    cost: both(a.documentMinor, a.accountMinor),
    assigned: both(sum('documentMinor'), a.accountMinor === null ? null : sum('accountMinor')),
    unassigned: both(a.unassignedDocumentMinor, a.unassignedAccountMinor),
    unassignedReason: a.unassignedReason,
    lackingProducts: a.lackingProducts.map((p) => ({ id: p.productId, sku: p.sku })),
    measure: a.measure,
    weightScale: String(a.weightScale),
    gaps: await previewGaps(w, a.unassignedReason, goods),
    ratedPlans: a.ratedPlans.map((rated) => shownPlan(rated, plans)),
    chargeableMethod: a.chargeableMethod,
    shares: a.entries
      .map((e) => {
        const leaf = leaves.get(e.key);
        return {
          layerId: e.layerId,
          order: (e.layerId === null ? undefined : refs.get(e.layerId)) ?? null,
          packList: (e.packListId === null ? undefined : packLists.get(e.packListId)) ?? null,
          product: {
            id: e.productId,
            sku: names.get(e.productId)?.sku ?? '',
            name: names.get(e.productId)?.name ?? '',
          },
          units: Number(leaf?.units ?? 0n),
          weight: String(e.weight),
          percent: a.weightTotal === 0n ? '0.0000' : decimalText(roundDiv(e.weight * 1_000_000n, a.weightTotal), 4),
          document: formatAmount(e.documentMinor, line.currency),
          account: formatAmount(e.accountMinor, currency),
          perUnit: leaf && leaf.units > 0n ? unitCost(e.accountMinor, leaf.units * MICRO, currency) : null,
          landedBefore: landed(e.productId, false),
          landedAfter: landed(e.productId, true),
        };
      })
      .sort((x, y) => (BigInt(y.weight) > BigInt(x.weight) ? 1 : BigInt(y.weight) < BigInt(x.weight) ? -1 : 0)),
    lotChanges: await previewLots(w, before, worked),
  };
}
