import type { CustomsValue } from '@quayside/domain/shipments/duty';
import type {
  Basis,
  CostCategory,
  InvoiceStatus,
  RateSource,
  ScopeType,
  ShippingMethod,
  Measure,
} from '@quayside/domain/lists';

/** An invoice line as stored in the database, with everything that its cost depends on. */
export interface CostLineRow {
  readonly id: string;
  readonly invoiceId: string;
  readonly position: number;
  readonly productId: string | null;
  readonly productSku: string | null;
  readonly costType: CostCategory;
  readonly quantity: string;
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  readonly isTaxRecoverable: boolean;
  readonly isExcluded: boolean;
  readonly basis: Basis | null;
  readonly hasChosenScope: boolean;
  /**
   * The line that this line credits. If it is set, the product, cost type, tax treatment, exclusion, basis and rate
   * below are those of the credited line, not the ones stored for this line.
   */
  readonly creditsLineId: string | null;
  /** Whether the line or its invoice was deleted. */
  readonly isDeleted: boolean;
  readonly status: InvoiceStatus;
  readonly date: string;
  readonly currency: string;
  /** What converts the line: the rate at which its invoice was paid, or the invoice's own. */
  readonly rate: string | null;
  /** The invoice's own rate, at which it was booked. */
  readonly ownRate: string | null;
  readonly rateDate: string | null;
  readonly rateSource: RateSource | null;
  readonly shippingMethod: ShippingMethod | null;
  /** The purchase order whose item the line, or the line that it credits, names. */
  readonly purchaseOrderId: string | null;
}

export interface OrderRow {
  readonly id: string;
  readonly number: string;
  readonly productId: string;
  readonly productSku: string;
  readonly invoiceId: string;
  readonly lineId: string;
  readonly date: string;
  /** Invoiced, less what credit notes take out, with `adjustedUnits`. */
  readonly units: bigint;
  /** Surplus less what was never sent. */
  readonly adjustedUnits: bigint;
  readonly weightUg: bigint | null;
  readonly volumeMm3: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly factoryMinor: bigint | null;
  /** The purchase order from which it was invoiced. */
  readonly purchaseOrderId: string | null;
  readonly isRemoved: boolean;
}

/** How a plan in the scope of a line was rated, as it is stored: micrograms as text. */
export interface StoredRatedPlan {
  /** Null: what is in no plan. */
  readonly planId: string | null;
  readonly measure: Measure | null;
  readonly grossUg: string;
  readonly volumetricUg: string;
  readonly chargeableUg: string;
}

/** What an entry by duty was computed from, as it is stored: minor units, and thousandths of a per cent, as text. */
export interface StoredDuty {
  readonly goodsMinor: string;
  readonly shippingMinor: string;
  readonly insuranceMinor: string;
  readonly thousandths: string;
  readonly customsValue: CustomsValue;
}

/** What a row of a scope can name. A person chooses purchase orders only for a whole invoice, by pairing. */
export type TargetType = ScopeType | 'PURCHASE_ORDER';
export type ScopeOrigin = 'CHOSEN' | 'OWN_INVOICE' | 'PAIRING' | 'OWN_PRODUCT';
export interface ScopeRow {
  readonly lineId: string;
  readonly type: TargetType;
  readonly targetId: string;
  readonly origin: ScopeOrigin;
}

/** The current (not superseded) allocation of a line, with its entries. */
export interface CurrentAllocation {
  readonly id: string;
  readonly lineId: string;
  readonly invoiceId: string;
  readonly fingerprint: string;
  readonly creditsLineId: string | null;
  readonly isExcluded: boolean;
  readonly isProvisional: boolean;
  readonly documentMinor: bigint;
  readonly accountMinor: bigint | null;
  readonly unassignedDocumentMinor: bigint;
  readonly unassignedAccountMinor: bigint | null;
  readonly entries: readonly {
    productId: string;
    layerId: string | null;
    packListId: string | null;
    category: CostCategory;
    accountMinor: bigint;
  }[];
}
