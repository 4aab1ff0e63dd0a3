import type { AllocationReason, Basis, CostCategory, Measure, ShippingMethod } from '../lists.ts';
import type { Rate } from '../money/money.ts';

/** An order that the cost of a line may be allocated to, with the measures that were copied to it. */
export interface OrderInScope {
  readonly layerId: string;
  /** The order number, which is stable and unique in the scope. It breaks ties in rounding. */
  readonly key: string;
  readonly productId: string;
  readonly productSku: string;
  /** The number of units of the order, which is always whole. */
  readonly units: bigint;
  /** The gross weight of one unit in micrograms; null or 0 means missing. */
  readonly weightUg: bigint | null;
  /** The volume of one unit in cubic millimetres; null or 0 means missing. */
  readonly volumeMm3: bigint | null;
  /** The factory amount in account currency; null when there is no rate. */
  readonly factoryMinor: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
}

/** An amount that a person assigned to one order or pack list, in the document's currency. */
export interface ManualShare {
  readonly layerId: string;
  /** Null: the order as a whole. */
  readonly packListId: string | null;
  readonly amountMinor: bigint;
}

/** The fields of an invoice line that determine its cost. */
export interface CostLine {
  readonly lineId: string;
  readonly category: CostCategory;
  readonly productId: string | null;
  readonly productSku: string | null;
  readonly quantityMicro: bigint;
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  readonly isTaxRecoverable: boolean;
  readonly currency: string;
  readonly accountCurrency: string;
  /**
   * The rate to account currency. If it is null and the currency is foreign, the line gets no entries and the reason
   * NO_RATE. In the account's own currency the rate is always 1, and this field is ignored.
   */
  readonly rate: Rate | null;
  /** The measure by which the cost is divided among the orders. Null: the default of the cost category. */
  readonly basis: Basis | null;
  readonly manualShares: readonly ManualShare[];
  readonly shippingMethod: ShippingMethod | null;
  readonly excluded: boolean;
  /** Its credits leave nothing of it. */
  readonly isCreditedInFull: boolean;
  /** True for a factory line with a product and a quantity above 0. `orders` then contains only its own order. */
  readonly isOwnOrderLine: boolean;
}

/** The share of one line that one order, pack list, or product without an order carries, in both currencies. */
export interface Entry {
  readonly layerId: string | null;
  /** The part of the order that carries it; null: the order as a whole. */
  readonly packListId: string | null;
  readonly productId: string;
  readonly key: string;
  readonly documentMinor: bigint;
  readonly accountMinor: bigint;
  readonly weight: bigint;
  /** The unit that rounding added to the exact share after it was rounded down: 0, or 1 with the sign of the amount. */
  readonly roundingUnitDocument: bigint;
  readonly roundingUnitAccount: bigint;
}

/** The rule by which the cost of a line was allocated. */
export type AppliedBasis = Basis | 'OWN_ORDER' | 'OWN_PRODUCT';

/** A product with an order that lacks a measure (weight, volume or factory amount) that the basis needs. */
export interface LackingProduct {
  readonly productId: string;
  readonly sku: string;
}

/** How a plan was rated, in micrograms that are rounded for showing. `planId` null: what is in no plan. */
export interface RatedPlanTrace {
  readonly planId: string | null;
  readonly measure: Measure | null;
  readonly grossUg: bigint;
  readonly volumetricUg: bigint;
  readonly chargeableUg: bigint;
}

/**
 * The allocation of one line. In both currencies, the entries and the unassigned rest add up to the cost of the line.
 */
export interface LineAllocation {
  /** The amount plus the tax that is not recoverable, in the document's currency. */
  readonly documentMinor: bigint;
  /** The cost in account currency: amount and tax are converted separately, then added. Null when there is no rate. */
  readonly accountMinor: bigint | null;
  readonly basis: AppliedBasis;
  /** True when CHARGEABLE_WEIGHT was only the default and measures are missing, so QUANTITY was used. */
  readonly basisFallback: boolean;
  readonly weightTotal: bigint;
  /** What a weight is divided by to get the measure; above 1 where measures are fractions. */
  readonly weightScale: bigint;
  readonly measure: Measure | null;
  readonly chargeableMethod: ShippingMethod | null;
  /** How each plan in the scope was rated; empty where that did not matter. */
  readonly ratedPlans: readonly RatedPlanTrace[];
  readonly entries: Entry[];
  readonly unassignedDocumentMinor: bigint;
  readonly unassignedAccountMinor: bigint | null;
  readonly unassignedReason: AllocationReason | null;
  readonly lackingProducts: LackingProduct[];
}
