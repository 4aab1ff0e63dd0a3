/** The closed lists of values of the domain, spelt as in the documents that specify the product. */

export const ROLES = ['sv-account-admin', 'sv-admin', 'sv-account-viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The account-level list of cost categories (business §9): the 13 offered on invoices, plus INBOUND_SHIPPING. */
export const COST_CATEGORIES = [
  'SHIPPING',
  'FACTORY_INVOICE',
  'CUSTOMS_AND_DUTIES',
  'INSPECTIONS',
  'LOCAL_FREIGHT',
  'PHOTOGRAPHY',
  'DESIGNER_FEES',
  'PRODUCT_SAMPLES',
  'PRODUCT_TESTING',
  'STORAGE',
  'INSURANCE',
  'BANK_FEES',
  'OTHER',
  'INBOUND_SHIPPING',
] as const;
export type CostCategory = (typeof COST_CATEGORIES)[number];
/** The 13 categories that GET /invoices/{userId}/cost-types returns. */
export const INVOICE_COST_CATEGORIES = COST_CATEGORIES.filter((c) => c !== 'INBOUND_SHIPPING');

export const BASES = [
  'QUANTITY',
  'VALUE',
  'WEIGHT',
  'VOLUME',
  'CHARGEABLE_WEIGHT',
  'CARTONS',
  'DUTY',
  'EQUAL',
  'MANUAL',
] as const;
export type Basis = (typeof BASES)[number];

/**
 * Returns the default basis of a line: chargeable weight for freight, value for charges that follow the goods' value,
 * units otherwise.
 */
export function defaultBasisOf(category: CostCategory): Basis {
  switch (category) {
    case 'SHIPPING':
    case 'INBOUND_SHIPPING':
    case 'LOCAL_FREIGHT':
      return 'CHARGEABLE_WEIGHT';
    case 'CUSTOMS_AND_DUTIES':
    case 'INSURANCE':
    case 'BANK_FEES':
      return 'VALUE';
    default:
      return 'QUANTITY';
  }
}

/** What the weights count by which a cost is shared. */
export const MEASURES = [
  'UNITS',
  'FACTORY_AMOUNT',
  'GROSS_WEIGHT',
  'VOLUME',
  'CHARGEABLE_WEIGHT',
  'CARTONS',
  'DUTY',
  'EQUAL',
  'AMOUNT',
] as const;
export type Measure = (typeof MEASURES)[number];

/** What the cost of a line can be shared over. SHIPMENT is all pack lists of a shipment plan. */
export const SCOPE_TYPES = ['ORDER', 'INVOICE', 'PRODUCT', 'PACK_LIST', 'CARTON', 'SHIPMENT'] as const;
export type ScopeType = (typeof SCOPE_TYPES)[number];

/** Why an allocation leaves a line, or part of it, unassigned. */
const ALLOCATION_REASONS = [
  'NO_RATE',
  'NO_UNITS',
  'NO_SCOPE',
  'NO_LAYERS',
  'MISSING_WEIGHT',
  'MISSING_VOLUME',
  'MISSING_DUTY_RATE',
  'NO_CARTONS',
  'ZERO_BASIS',
  'NEGATIVE_BASIS',
  'MANUAL_REST',
  'CREDITED_LINE',
] as const;
export type AllocationReason = (typeof ALLOCATION_REASONS)[number];
/** Why a line, or part of it, is unassigned. A line of an invoice in review has no allocation yet. */
export const UNASSIGNED_REASONS = [...ALLOCATION_REASONS, 'IN_REVIEW'] as const;
export type UnassignedReason = (typeof UNASSIGNED_REASONS)[number];

export const INVOICE_STATUSES = ['REVIEW', 'WORKING', 'OPEN', 'CLOSED'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
/** The lines of a credit note are negative, and each may name the invoice line that it credits. */
export const INVOICE_KINDS = ['INVOICE', 'CREDIT_NOTE'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];
export const INVOICE_TYPES = ['SHIPPING_ONLY', 'SHIPPING_AND_CUSTOMS', 'CUSTOMS_ONLY'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

export const PURCHASE_ORDER_STATUSES = ['DRAFT', 'OPEN', 'CLOSED'] as const;
export type PurchaseOrderStatus = (typeof PURCHASE_ORDER_STATUSES)[number];
/**
 * Why a purchase order is closed. INVOICED: all of it is invoiced, and all its invoices are closed. SHORT: what is
 * missing will not come. CANCELLED: nothing of it was invoiced.
 */
export const CLOSE_REASONS = ['INVOICED', 'SHORT', 'CANCELLED'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** NO_CHANGE means "leave as it is" in a bulk edit. It is never stored. */
export const PRODUCT_STATUSES = [
  'ACTIVE',
  'INACTIVE',
  'TOP_SELLER',
  'UNDER_REVIEW',
  'CLOSED_LISTING',
  'DISCONTINUED',
] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

export const SALES_CHANNELS = [
  'AMAZON_USA',
  'AMAZON_UK',
  'AMAZON_CA',
  'AMAZON_DE',
  'AMAZON_MX',
  'AMAZON_FR',
  'AMAZON_IT',
  'AMAZON_ES',
  'AMAZON_JP',
  'AMAZON_SG',
  'AMAZON_AE',
  'AMAZON_BR',
  'AMAZON_AU',
  'AMAZON_IN',
  'AMAZON_NL',
  'AMAZON_SA',
  'AMAZON_TR',
  'AMAZON_SE',
  'AMAZON_PL',
  'ETSY_USA',
  'ETSY_UK',
  'WALLMART',
  'SHOPIFY',
] as const;
export type SalesChannel = (typeof SALES_CHANNELS)[number];

export const SHIPPING_METHODS = ['AIR', 'SEA', 'LAND'] as const;
export type ShippingMethod = (typeof SHIPPING_METHODS)[number];
export const DIMENSION_UNITS = ['CM', 'IN'] as const;
export type DimensionUnit = (typeof DIMENSION_UNITS)[number];
export const WEIGHT_UNITS = ['GR', 'OZ'] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];
export const DOCUMENT_TYPES = ['PURCHASE_ORDER', 'INVOICE', 'SHIPMENT_PLAN', 'OTHER'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
/** The kinds of record that a document can belong to. */
export const ENTITY_TYPES = ['PURCHASE_ORDER', 'INVOICE', 'SHIPMENT_PLAN', 'NONE'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];
/** The types of notifications, which are also the event names of the live stream (shell §3). */
export const NOTIFICATION_TYPES = ['ERROR', 'INFO', 'ACTION_NEEDED'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export const NOTIFICATION_STATUSES = ['UNREAD', 'READ', 'DISMISSED'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];
export const RATE_SOURCES = ['manual', 'feed', 'Xero', 'payment'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];
export const RATE_PER = ['DOCUMENT', 'ACCOUNT'] as const;
export type RatePer = (typeof RATE_PER)[number];
export const CHANGELOG_SOURCES = ['USER', 'AMAZON_SYNC', 'CSV_IMPORT', 'GOOGLE_SHEET', 'INVOICE'] as const;
export type ChangelogSource = (typeof CHANGELOG_SOURCES)[number];
