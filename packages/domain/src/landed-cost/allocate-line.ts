import { defaultBasisOf, type AllocationReason } from '../lists.ts';
import { allocateOver } from '../money/allocate.ts';
import { abs, roundDiv } from '../money/money.ts';
import { lineAccountMinor, lineDocumentMinor } from './amounts.ts';
import { effectiveRate } from './defaults.ts';
import { usableShares } from './manual.ts';
import type { Leaf } from '../shipments/leaves.ts';
import type { GoodsInScope } from '../shipments/shipment-shares.ts';
import type { CostLine, Entry, LineAllocation } from './types.ts';
import { weigh, type WeighedBasis } from './weigh.ts';

/** An order, pack list or product that receives a share, with its weight. */
type Receiver = Pick<Entry, 'layerId' | 'packListId' | 'productId' | 'key' | 'weight'>;

const receiverOf = ({ layerId, packListId, productId, key }: Leaf, weight: bigint): Receiver => ({
  layerId,
  packListId,
  productId,
  key,
  weight,
});

/** The cost of the line in both currencies. */
interface LineTotal {
  readonly documentMinor: bigint;
  readonly accountMinor: bigint;
}

/** The rule that was applied, as the trace shows it. */
type Rule = Pick<LineAllocation, 'basis' | 'measure'> &
  Partial<
    Pick<LineAllocation, 'basisFallback' | 'chargeableMethod' | 'lackingProducts' | 'ratedPlans' | 'weightScale'>
  >;

/**
 * This key sorts after every order number, so that the unassigned rest of a manual line gets a rounding unit only after
 * all shares.
 */
const REST_KEY = '\uffff';

/**
 * Allocates the cost of a line by the rules of landed cost. The sequence of the leaves affects only the sequence of the
 * entries.
 */
export function allocateLine(line: CostLine, all: GoodsInScope): LineAllocation {
  const goods = { ...all, leaves: withoutEmpty(all.leaves), others: withoutEmpty(all.others) };
  const { leaves } = goods;
  const documentMinor = lineDocumentMinor(line);
  const rate = effectiveRate(line);
  if (!rate) return unassigned({ documentMinor, accountMinor: null }, ruleWithoutWeights(line), 'NO_RATE');
  const total = { documentMinor, accountMinor: lineAccountMinor(line, rate) };
  if (line.productId !== null)
    return line.category === 'FACTORY_INVOICE'
      ? toOwnOrder(line, leaves, total)
      : toOwnProduct(line, line.productId, all, total);
  if (leaves.length === 0)
    return unassigned(total, ruleWithoutWeights(line), all.leaves.length === 0 ? 'NO_SCOPE' : 'NO_UNITS');
  const basis = line.basis ?? defaultBasisOf(line.category);
  return basis === 'MANUAL' ? byHand(line, leaves, total) : byBasis(line, basis, goods, total);
}

/** A pack list of which nothing is left is no leaf of any basis (stock §2). */
const withoutEmpty = (leaves: readonly Leaf[]): Leaf[] =>
  leaves.filter(({ packListId, units }) => packListId === null || units !== 0n);

function ruleWithoutWeights(line: CostLine): Rule {
  if (line.productId === null) return { basis: line.basis ?? defaultBasisOf(line.category), measure: null };
  return { basis: line.category === 'FACTORY_INVOICE' ? 'OWN_ORDER' : 'OWN_PRODUCT', measure: null };
}

/**
 * Allocates the whole cost of a factory line to its own order. An order without units bears nothing (stock §2); a line
 * that was credited in full stays with it, because together they leave nothing, and both invoices can be closed.
 */
function toOwnOrder(line: CostLine, orders: readonly Leaf[], total: LineTotal): LineAllocation {
  const rule: Rule = { basis: 'OWN_ORDER', measure: null };
  if (!line.isOwnOrderLine || line.quantityMicro === 0n) return unassigned(total, rule, 'NO_UNITS');
  const [order, ...others] = orders;
  if (others.length > 0) throw new RangeError(`The factory line ${line.lineId} has more than one order of its own`);
  if (!order) return unassigned(total, rule, 'NO_LAYERS');
  if (order.units === 0n && !line.isCreditedInFull) return unassigned(total, rule, 'NO_UNITS');
  return assigned(total, rule, [receiverOf(order, 1n)]);
}

/**
 * Allocates the cost of another line with a product to the orders of that product, by units or, if there are no orders,
 * to the product itself.
 */
function toOwnProduct(line: CostLine, productId: string, goods: GoodsInScope, total: LineTotal): LineAllocation {
  const all = goods.leaves.filter((leaf) => leaf.productId === productId);
  const own = withoutEmpty(all);
  if (own.length > 0) return byWeights(line, 'QUANTITY', { ...goods, leaves: own }, total, { basis: 'OWN_PRODUCT' });
  if (all.length > 0) return unassigned(total, ruleWithoutWeights(line), 'NO_UNITS');
  return assigned(total, { basis: 'OWN_PRODUCT', measure: null }, [
    { layerId: null, packListId: null, productId, key: productId, weight: 1n },
  ]);
}

/** What is missing when the chargeable weight cannot be rated; NO_CARTONS by a rate that rates each carton. */
const UNMEASURED: readonly AllocationReason[] = ['MISSING_WEIGHT', 'MISSING_VOLUME', 'NO_CARTONS'];

/**
 * Allocates by the line's basis. When CHARGEABLE_WEIGHT is only the default and measures are missing, allocates by
 * units instead and records this fallback in the result.
 */
function byBasis(line: CostLine, basis: WeighedBasis, goods: GoodsInScope, total: LineTotal): LineAllocation {
  if (basis === 'CHARGEABLE_WEIGHT' && line.basis === null) {
    const tried = weigh(basis, line, goods);
    if ('reason' in tried && UNMEASURED.includes(tried.reason)) {
      return byWeights(line, 'QUANTITY', goods, total, {
        basis: 'QUANTITY',
        basisFallback: true,
        lackingProducts: tried.lacking,
      });
    }
  }
  return byWeights(line, basis, goods, total, { basis });
}

function byWeights(
  line: CostLine,
  by: WeighedBasis,
  goods: GoodsInScope,
  total: LineTotal,
  rule: Omit<Rule, 'measure'>,
): LineAllocation {
  const weighing = weigh(by, line, goods);
  if ('reason' in weighing)
    return unassigned(total, { ...rule, measure: null, lackingProducts: weighing.lacking }, weighing.reason);
  const { weighed, scale, measure, plans, chargeableMethod } = weighing;
  const receivers = weighed.map(({ leaf, weight }) => receiverOf(leaf, weight));
  const ratedPlans = plans.map(({ planId, gross, volumetric, chargeable, ...rated }) => ({
    planId,
    measure: rated.measure,
    grossUg: roundDiv(gross.n, gross.d),
    volumetricUg: roundDiv(volumetric.n, volumetric.d),
    chargeableUg: roundDiv(chargeable.n, chargeable.d),
  }));
  return assigned(total, { ...rule, measure, chargeableMethod, ratedPlans, weightScale: scale }, receivers);
}

/**
 * Allocates by the typed amounts in the document's currency. The total in account currency is allocated in proportion
 * to these amounts and the unassigned rest.
 */
function byHand(line: CostLine, leaves: readonly Leaf[], total: LineTotal): LineAllocation {
  const rule: Rule = { basis: 'MANUAL', measure: 'AMOUNT' };
  const shares = usableShares(
    line,
    leaves.filter(({ units }) => units !== 0n),
  );
  const rest = total.documentMinor - shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (shares.length === 0) return unassigned(total, rule, 'MANUAL_REST');
  const receivers = shares.map(({ leaf, amountMinor }) => receiverOf(leaf, abs(amountMinor)));
  const withRest = [...receivers, { layerId: null, packListId: null, productId: '', key: REST_KEY, weight: abs(rest) }];
  const entries = entriesOf(total, withRest).filter(({ key }) => key !== REST_KEY);
  return {
    ...outcome(total, rule, entries, abs(total.documentMinor)),
    unassignedDocumentMinor: rest,
    unassignedAccountMinor: total.accountMinor - entries.reduce((sum, { accountMinor }) => sum + accountMinor, 0n),
    unassignedReason: rest === 0n ? null : 'MANUAL_REST',
  };
}

/**
 * Allocates the total in both currencies with the same weights, so that the entries add up exactly in each currency.
 */
function entriesOf(total: LineTotal, receivers: readonly Receiver[]): Entry[] {
  const inDocument = allocateOver(total.documentMinor, receivers, (receiver, documentMinor, roundingUnitDocument) => ({
    ...receiver,
    documentMinor,
    roundingUnitDocument,
  }));
  return allocateOver(total.accountMinor, inDocument, (receiver, accountMinor, roundingUnitAccount) => ({
    ...receiver,
    accountMinor,
    roundingUnitAccount,
  }));
}

function assigned(total: LineTotal, rule: Rule, receivers: readonly Receiver[]): LineAllocation {
  const weightTotal = receivers.reduce((sum, { weight }) => sum + weight, 0n);
  return outcome(total, rule, entriesOf(total, receivers), weightTotal);
}

/** Leaves the whole line unassigned. For a line of 0, which has nothing to assign, returns no reason. */
function unassigned(
  total: Pick<LineAllocation, 'documentMinor' | 'accountMinor'>,
  rule: Rule,
  reason: AllocationReason,
): LineAllocation {
  const nothing = total.documentMinor === 0n;
  return {
    ...outcome(total, rule, [], 0n),
    unassignedDocumentMinor: total.documentMinor,
    unassignedAccountMinor: total.accountMinor,
    unassignedReason: nothing ? null : reason,
  };
}

function outcome(
  total: Pick<LineAllocation, 'documentMinor' | 'accountMinor'>,
  rule: Rule,
  entries: Entry[],
  weightTotal: bigint,
): LineAllocation {
  const { basis, measure, basisFallback = false, chargeableMethod = null, lackingProducts = [] } = rule;
  const { ratedPlans = [], weightScale = 1n } = rule;
  return {
    ...total,
    basis,
    basisFallback,
    weightTotal,
    weightScale,
    measure,
    chargeableMethod,
    ratedPlans,
    entries,
    unassignedDocumentMinor: 0n,
    unassignedAccountMinor: 0n,
    unassignedReason: null,
    lackingProducts,
  };
}
