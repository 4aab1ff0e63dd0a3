import type { Basis, CostCategory, ShippingMethod, UnassignedReason } from '../lists.ts';
import type { Rate } from '../money/money.ts';

/** An order that a line may be spread over, with the measures that were copied to it. */
export interface OrderInScope {
  readonly layerId: string;
  /** The order number: stable, unique in the scope, and the tie-break in rounding. */
  readonly key: string;
  readonly productId: string;
  readonly productSku: string;
  /** Whole units. */
  readonly units: bigint;
  /** Gross weight of one unit in micrograms; null or 0 means missing. */
  readonly weightUg: bigint | null;
  /** Volume of one unit in cubic millimetres; null or 0 means missing. */
  readonly volumeMm3: bigint | null;
  /** Factory amount in account currency; null when there is no rate. */
  readonly factoryMinor: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
}

/** An amount that a person gave to one order, in the document's currency. */
export interface ManualShare {
  readonly layerId: string;
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
   * Null with a foreign currency means no entries, reason NO_RATE. In the account's own currency the rate is always 1,
   * and this field is ignored.
   */
  readonly rate: Rate | null;
  /** Null means the default of the category. */
  readonly basis: Basis | null;
  readonly manualShares: readonly ManualShare[];
  readonly shippingMethod: ShippingMethod | null;
  readonly excluded: boolean;
  /** A factory line with a product and a quantity above 0; `orders` then holds only its own order. */
  readonly isOwnOrderLine: boolean;
}

/** The share of one line that one order (or one product without an order) carries, in both currencies. */
export interface Entry {
  readonly layerId: string | null;
  readonly productId: string;
  readonly key: string;
  readonly documentMinor: bigint;
  readonly accountMinor: bigint;
  readonly weight: bigint;
  /** What rounding added to the floor of the exact share: 0, or 1 with the sign of the amount. */
  readonly roundingUnitDocument: bigint;
  readonly roundingUnitAccount: bigint;
}

/** What the weight of an entry measures. */
export type Measure = 'UNITS' | 'FACTORY_AMOUNT' | 'GROSS_WEIGHT' | 'VOLUME' | 'EQUAL' | 'AMOUNT';

/** The rule by which a line was spread. */
export type AppliedBasis = Basis | 'OWN_ORDER' | 'OWN_PRODUCT';

/** A product whose order lacks a measure that the basis needs. */
export interface LackingProduct {
  readonly productId: string;
  readonly sku: string;
}

/** The allocation of one line: entries and the unassigned rest add up to the line in both currencies. */
export interface LineAllocation {
  /** The amount plus the tax that is not recoverable, in the document's currency. */
  readonly documentMinor: bigint;
  /** The same in account currency: amount and tax converted separately, then added. Null when there is no rate. */
  readonly accountMinor: bigint | null;
  readonly basis: AppliedBasis;
  /** True when CHARGEABLE_WEIGHT was only the default and measures are missing, so QUANTITY was used. */
  readonly basisFallback: boolean;
  readonly weightTotal: bigint;
  readonly measure: Measure | null;
  readonly chargeableMethod: ShippingMethod | null;
  readonly entries: Entry[];
  readonly unassignedDocumentMinor: bigint;
  readonly unassignedAccountMinor: bigint | null;
  readonly unassignedReason: UnassignedReason | null;
  readonly lackingProducts: LackingProduct[];
}
