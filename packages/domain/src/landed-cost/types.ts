import type { Basis, CostCategory, ShippingMethod, UnassignedReason } from '../lists.ts';
import type { Rate } from '../money/money.ts';

/** A cost layer that a line may be spread over, with the measures that were copied to it. */
export interface LayerInScope {
  readonly layerId: string;
  /** The order number: stable, unique in the scope, decides ties of rounding. */
  readonly key: string;
  readonly productId: string;
  readonly productSku: string;
  /** Whole units. */
  readonly units: bigint;
  /** Gross weight of one unit in micrograms; null or 0 is missing. */
  readonly weightUg: bigint | null;
  /** Volume of one unit in cubic millimetres; null or 0 is missing. */
  readonly volumeMm3: bigint | null;
  /** Factory amount in account currency; null when it is not known (no rate). */
  readonly factoryMinor: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
}

/** An amount that a person gave to one layer, in the document's currency. */
export interface ManualShare {
  readonly layerId: string;
  readonly amountMinor: bigint;
}

/** An invoice line, as far as its cost is concerned. */
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
  /** Null with a foreign currency: no entries, NO_RATE. In the account's own currency it is 1, whatever it says. */
  readonly rate: Rate | null;
  /** Null: the default of the category. */
  readonly basis: Basis | null;
  readonly manualShares: readonly ManualShare[];
  readonly shippingMethod: ShippingMethod | null;
  readonly excluded: boolean;
  /** A factory line with product and quantity above 0: `layers` holds just its own layer. */
  readonly isOwnOrderLine: boolean;
}

/** The share of one line that one layer (or, without layer, one product) carries, in both currencies. */
export interface Entry {
  readonly layerId: string | null;
  readonly productId: string;
  readonly key: string;
  readonly documentMinor: bigint;
  readonly accountMinor: bigint;
  readonly weight: bigint;
  /** 0, or 1 with the sign of the amount: what rounding added to the floor of the exact share. */
  readonly roundingUnitDocument: bigint;
  readonly roundingUnitAccount: bigint;
}

/** What a weight of an entry counts. */
export type Measure = 'UNITS' | 'FACTORY_AMOUNT' | 'GROSS_WEIGHT' | 'VOLUME' | 'EQUAL' | 'AMOUNT';

/** By which rule a line was spread. */
export type AppliedBasis = Basis | 'OWN_ORDER' | 'OWN_PRODUCT';

/** A product whose layer lacks what the basis needs. */
export interface LackingProduct {
  readonly productId: string;
  readonly sku: string;
}

/** Where the cost of one line went: entries and the unassigned rest add up to the line in both currencies. */
export interface LineAllocation {
  /** Amount, with the tax that is not recoverable, in the document's currency. */
  readonly documentMinor: bigint;
  /** The same in account currency: amount and tax each converted once, then added. Null: no rate. */
  readonly accountMinor: bigint | null;
  readonly basis: AppliedBasis;
  /** CHARGEABLE_WEIGHT was only the default, measures are missing, so it went by QUANTITY. */
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
