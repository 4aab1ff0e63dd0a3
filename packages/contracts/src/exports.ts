import { z } from 'zod';
import { auditFilters, auditSort } from './audit.ts';
import { cartonFilters, cartonSort } from './shipments/cartons.ts';
import { calendarFields } from './payments/cash-calendar.ts';
import { costFilters, costSort } from './costs/costs.ts';
import {
  reconciliationFilters,
  reconciliationSort,
  restatementBetween,
  restatementFilters,
  restatementSort,
} from './costs/cost-reports.ts';
import { creditFilters, creditSort } from './payments/credits.ts';
import { documentFilter } from './documents/documents.ts';
import { dutyRateFilters, dutyRateSort } from './freight/duty-rates.ts';
import { type EndpointSpec, endpoint, management } from './endpoint.ts';
import { differencesBy, exchangeDifferenceFilters, exchangeDifferenceSort } from './payments/exchange-differences.ts';
import { exchangeRateFilters, exchangeRateSort } from './rates/exchange-rates.ts';
import { fiveQuantitiesFilters, fiveQuantitiesSort } from './stock/five-quantities.ts';
import { freightRateFilters, freightRateSort } from './freight/freight-rates.ts';
import { invoiceFilters, invoiceSort } from './invoices/invoice-header.ts';
import { openingStockFilters, openingStockSort } from './stock/opening-stock.ts';
import { orderFilters, orderKind, orderSort, shipmentStatuses } from './shipments/orders.ts';
import { missingFilters, missingSort } from './stock/missing.ts';
import { shipping } from './shipments/pack-lists.ts';
import { chosenIds, exportQuery, fileFields, type FilterFields } from './paging.ts';
import { invoicePaymentFilters, invoicePaymentSort, paymentFilters, paymentSort } from './payments/payments.ts';
import { accountUserFilters, accountUserSort } from './accounts/people.ts';
import { userAnd, userPath } from './primitives.ts';
import { productFilters, productSort } from './products/product-lists.ts';
import { receiptFilters, receiptSort } from './stock/receipts.ts';
import { planFilters, planSort } from './shipments/shipment-plans.ts';
import { statementPeriod } from './payments/supplier-statements.ts';
import { supplierFilters, supplierSort } from './suppliers/suppliers.ts';
import { purchaseOrderFilters, purchaseOrderSort, purchasing } from './purchasing/purchase-order-header.ts';
import { stockFilters, stockOn, stockSort } from './stock/stock.ts';
import { movementFilters, movementSort } from './stock/stock-movements.ts';
import type { TextCode } from './texts/catalogue.ts';

// Every table can be exported to a file: all rows of the filter, with the sort order and the columns of the screen.

/**
 * The columns of an export: the name of each in the query, with the text of its heading. The screen uses the same
 * headings.
 */
export type ExportColumns = Readonly<Record<string, TextCode>>;

/**
 * The headings of the columns in the default order of the screen. The product import recognises columns by these
 * headings.
 */
export const PRODUCT_EXPORT = {
  sku: 'export.products.sku',
  name: 'export.products.name',
  skuAlias: 'export.products.skuAlias',
  asin: 'export.products.asin',
  fnsku: 'export.products.fnsku',
  barcode: 'export.products.barcode',
  brand: 'export.products.brand',
  reBrand: 'export.products.reBrand',
  group: 'export.products.group',
  tags: 'export.products.tags',
  status: 'export.products.status',
  supplier: 'export.products.supplier',
  channel: 'export.products.channel',
  shippingMethod: 'export.products.shippingMethod',
  countryOfOrigin: 'export.products.countryOfOrigin',
  hsCode: 'export.products.hsCode',
  length: 'export.products.length',
  width: 'export.products.width',
  height: 'export.products.height',
  dimensionUnit: 'export.products.dimensionUnit',
  weight: 'export.products.weight',
  packagingWeight: 'export.products.packagingWeight',
  shippingWeight: 'export.products.shippingWeight',
  weightUnit: 'export.products.weightUnit',
  supplierLeadTime: 'export.products.supplierLeadTime',
  notes: 'export.products.notes',
  thumbnail: 'export.products.thumbnail',
  parent: 'export.products.parent',
  unitsOrdered: 'export.products.unitsOrdered',
  onOrder: 'export.products.onOrder',
  inTransit: 'export.products.inTransit',
  totalStockValue: 'export.products.totalStockValue',
  factoryCostPerUnit: 'export.products.factoryCostPerUnit',
  inboundCostPerUnit: 'export.products.inboundCostPerUnit',
  landedCostPerUnit: 'export.products.landedCostPerUnit',
  factoryCostTotal: 'export.products.factoryCostTotal',
  inboundCostTotal: 'export.products.inboundCostTotal',
  landedCostTotal: 'export.products.landedCostTotal',
  lastCostUpdateDate: 'export.products.lastCostUpdateDate',
  archivedAt: 'export.products.archivedAt',
  createdAt: 'export.products.createdAt',
  updatedAt: 'export.products.updatedAt',
} as const satisfies ExportColumns;
/** The import of suppliers recognises columns by these headings. */
export const SUPPLIER_EXPORT = {
  companyName: 'export.suppliers.companyName',
  localName: 'export.suppliers.localName',
  email: 'export.suppliers.email',
  telephone: 'export.suppliers.telephone',
  addressLine1: 'export.suppliers.addressLine1',
  addressLine2: 'export.suppliers.addressLine2',
  addressLine3: 'export.suppliers.addressLine3',
  city: 'export.suppliers.city',
  postCode: 'export.suppliers.postCode',
  state: 'export.suppliers.state',
  country: 'export.suppliers.country',
  currency: 'export.suppliers.currency',
  paymentTerms: 'export.suppliers.paymentTerms',
  leadTime: 'export.suppliers.leadTime',
  shippingMethod: 'export.suppliers.shippingMethod',
  'leadTimes.SEA.production': 'export.suppliers.leadTimes.SEA.production',
  'leadTimes.SEA.transit': 'export.suppliers.leadTimes.SEA.transit',
  'leadTimes.SEA.checkIn': 'export.suppliers.leadTimes.SEA.checkIn',
  'leadTimes.AIR.production': 'export.suppliers.leadTimes.AIR.production',
  'leadTimes.AIR.transit': 'export.suppliers.leadTimes.AIR.transit',
  'leadTimes.AIR.checkIn': 'export.suppliers.leadTimes.AIR.checkIn',
  'leadTimes.LAND.production': 'export.suppliers.leadTimes.LAND.production',
  'leadTimes.LAND.transit': 'export.suppliers.leadTimes.LAND.transit',
  'leadTimes.LAND.checkIn': 'export.suppliers.leadTimes.LAND.checkIn',
  xeroId: 'export.suppliers.xeroId',
  notes: 'export.suppliers.notes',
  productCount: 'export.suppliers.productCount',
  invoiceCount: 'export.suppliers.invoiceCount',
  owed: 'export.suppliers.owed',
  overdue: 'export.suppliers.overdue',
  archivedAt: 'export.suppliers.archivedAt',
  id: 'export.suppliers.id',
  updatedAt: 'export.suppliers.updatedAt',
} as const satisfies ExportColumns;
export const INVOICE_EXPORT = {
  invoiceNumber: 'export.invoices.invoiceNumber',
  kind: 'export.invoices.kind',
  supplier: 'export.invoices.supplier',
  date: 'export.invoices.date',
  status: 'export.invoices.status',
  currency: 'export.invoices.currency',
  total: 'export.invoices.total',
  rate: 'export.invoices.rate',
  costRate: 'export.invoices.costRate',
  accountTotal: 'export.invoices.accountTotal',
  unassigned: 'export.invoices.unassigned',
  difference: 'export.invoices.difference',
  lineCount: 'export.invoices.lineCount',
  type: 'export.invoices.type',
  payReferenceNumber: 'export.invoices.payReferenceNumber',
  costType: 'export.invoices.costType',
  shippingMethod: 'export.invoices.shippingMethod',
  vesselVoyage: 'export.invoices.vesselVoyage',
  etd: 'export.invoices.etd',
  readyOn: 'export.invoices.readyOn',
  shippedOn: 'export.invoices.shippedOn',
  arrivedOn: 'export.invoices.arrivedOn',
  deliveredOn: 'export.invoices.deliveredOn',
  inspectedOn: 'export.invoices.inspectedOn',
  attention: 'export.invoices.attention',
  tracking: 'export.invoices.tracking',
  billToCompany: 'export.invoices.billToCompany',
  paymentState: 'export.invoices.paymentState',
  reconciled: 'export.invoices.reconciled',
  archivedAt: 'export.invoices.archivedAt',
  updatedAt: 'export.invoices.updatedAt',
} as const satisfies ExportColumns;
export const PAYMENT_EXPORT = {
  kind: 'export.payments.kind',
  number: 'export.payments.number',
  supplier: 'export.payments.supplier',
  position: 'export.payments.position',
  count: 'export.payments.count',
  percent: 'export.payments.percent',
  dueDate: 'export.payments.dueDate',
  isEstimated: 'export.payments.isEstimated',
  status: 'export.payments.status',
  daysLate: 'export.payments.daysLate',
  currency: 'export.payments.currency',
  amount: 'export.payments.amount',
  settled: 'export.payments.settled',
  open: 'export.payments.open',
  openInAccountCurrency: 'export.payments.openInAccountCurrency',
  event: 'export.payments.event',
  months: 'export.payments.months',
  days: 'export.payments.days',
  monthEnd: 'export.payments.monthEnd',
  isPinned: 'export.payments.isPinned',
  isRest: 'export.payments.isRest',
  transactionReference: 'export.payments.transactionReference',
  accountCode: 'export.payments.accountCode',
} as const satisfies ExportColumns;
export const BILL_EXPORT = {
  invoiceNumber: 'export.bills.invoiceNumber',
  supplier: 'export.bills.supplier',
  date: 'export.bills.date',
  status: 'export.bills.status',
  state: 'export.bills.state',
  isConfirmed: 'export.bills.isConfirmed',
  dueDate: 'export.bills.dueDate',
  currency: 'export.bills.currency',
  total: 'export.bills.total',
  settled: 'export.bills.settled',
  open: 'export.bills.open',
  openInAccountCurrency: 'export.bills.openInAccountCurrency',
  difference: 'export.bills.difference',
  paymentReference: 'export.bills.paymentReference',
  archivedAt: 'export.bills.archivedAt',
} as const satisfies ExportColumns;
export const CREDIT_EXPORT = {
  label: 'export.credits.label',
  supplier: 'export.credits.supplier',
  source: 'export.credits.source',
  currency: 'export.credits.currency',
  amount: 'export.credits.amount',
  used: 'export.credits.used',
  left: 'export.credits.left',
  leftInAccountCurrency: 'export.credits.leftInAccountCurrency',
  createdAt: 'export.credits.createdAt',
} as const satisfies ExportColumns;
/** The statement of one supplier, beginning with the opening balance of each currency. */
export const STATEMENT_EXPORT = {
  currency: 'export.statement.currency',
  day: 'export.statement.day',
  kind: 'export.statement.kind',
  documents: 'export.statement.documents',
  reference: 'export.statement.reference',
  debit: 'export.statement.debit',
  credit: 'export.statement.credit',
  used: 'export.statement.used',
  balance: 'export.statement.balance',
} as const satisfies ExportColumns;
export const DIFFERENCE_EXPORT = {
  month: 'export.differences.month',
  supplier: 'export.differences.supplier',
  kind: 'export.differences.kind',
  number: 'export.differences.number',
  date: 'export.differences.date',
  currency: 'export.differences.currency',
  settlements: 'export.differences.settlements',
  base: 'export.differences.base',
  booked: 'export.differences.booked',
  exchangeDifference: 'export.differences.exchangeDifference',
  fees: 'export.differences.fees',
  withoutRate: 'export.differences.withoutRate',
} as const satisfies ExportColumns;
export const CASH_EXPORT = {
  day: 'export.cash.day',
  before: 'export.cash.before',
  in: 'export.cash.in',
  out: 'export.cash.out',
  closing: 'export.cash.closing',
  payments: 'export.cash.payments',
  entries: 'export.cash.entries',
} as const satisfies ExportColumns;
export const COST_EXPORT = {
  date: 'export.costs.date',
  sku: 'export.costs.sku',
  product: 'export.costs.product',
  costType: 'export.costs.costType',
  invoiceNumber: 'export.costs.invoiceNumber',
  supplier: 'export.costs.supplier',
  order: 'export.costs.order',
  packList: 'export.costs.packList',
  line: 'export.costs.line',
  account: 'export.costs.account',
  internalReference: 'export.costs.internalReference',
  currency: 'export.costs.currency',
  documentAmount: 'export.costs.documentAmount',
  amount: 'export.costs.amount',
  perUnit: 'export.costs.perUnit',
  basis: 'export.costs.basis',
  isExcluded: 'export.costs.isExcluded',
  exclusionReason: 'export.costs.exclusionReason',
  isProvisional: 'export.costs.isProvisional',
  recordedAt: 'export.costs.recordedAt',
} as const satisfies ExportColumns;
export const RESTATEMENT_EXPORT = {
  sku: 'export.restatements.sku',
  product: 'export.restatements.product',
  order: 'export.restatements.order',
  date: 'export.restatements.date',
  unitsBefore: 'export.restatements.unitsBefore',
  units: 'export.restatements.units',
  before: 'export.restatements.before',
  after: 'export.restatements.after',
  change: 'export.restatements.change',
  gone: 'export.restatements.gone',
  goneMonths: 'export.restatements.goneMonths',
  left: 'export.restatements.left',
  perUnitBefore: 'export.restatements.perUnitBefore',
  perUnitAfter: 'export.restatements.perUnitAfter',
  invoices: 'export.restatements.invoices',
} as const satisfies ExportColumns;
/** The headings that the import of exchange rates recognises as well. */
export const RATE_EXPORT = {
  day: 'export.rates.day',
  base: 'export.rates.base',
  quote: 'export.rates.quote',
  rate: 'export.rates.rate',
  origin: 'export.rates.origin',
  updatedAt: 'export.rates.updatedAt',
} as const satisfies ExportColumns;
export const SHIPMENT_PLAN_EXPORT = {
  number: 'export.plans.number',
  name: 'export.plans.name',
  status: 'export.plans.status',
  shippingMethod: 'export.plans.shippingMethod',
  estimatedReadyDate: 'export.plans.estimatedReadyDate',
  readyOn: 'export.plans.readyOn',
  cutOff: 'export.plans.cutOff',
  estimatedShipDate: 'export.plans.estimatedShipDate',
  shippedOn: 'export.plans.shippedOn',
  eta: 'export.plans.eta',
  arrivedOn: 'export.plans.arrivedOn',
  estimatedDeliveryDate: 'export.plans.estimatedDeliveryDate',
  deliveredOn: 'export.plans.deliveredOn',
  goodsTimeline: 'export.plans.goodsTimeline',
  fromAddressType: 'export.plans.fromAddressType',
  fromCountry: 'export.plans.fromCountry',
  fromAddress: 'export.plans.fromAddress',
  toAddressType: 'export.plans.toAddressType',
  country: 'export.plans.country',
  address: 'export.plans.address',
  labelOwner: 'export.plans.labelOwner',
  containerType: 'export.plans.containerType',
  freightRate: 'export.plans.freightRate',
  calculateBy: 'export.plans.calculateBy',
  shippingRate: 'export.plans.shippingRate',
  containerEstimate: 'export.plans.containerEstimate',
  currency: 'export.plans.currency',
  rate: 'export.plans.rate',
  rateDate: 'export.plans.rateDate',
  rateSource: 'export.plans.rateSource',
  chargeableWeight: 'export.plans.chargeableWeight',
  estimatedCost: 'export.plans.estimatedCost',
  estimatedCostCurrency: 'export.plans.estimatedCostCurrency',
  accountCost: 'export.plans.accountCost',
  isHazardousGoods: 'export.plans.isHazardousGoods',
  jobNumber: 'export.plans.jobNumber',
  carrier: 'export.plans.carrier',
  trackingNumber: 'export.plans.trackingNumber',
  warehouseReference: 'export.plans.warehouseReference',
  packLists: 'export.plans.packLists',
  units: 'export.plans.units',
  received: 'export.plans.received',
  missing: 'export.plans.missing',
  cartons: 'export.plans.cartons',
  weight: 'export.plans.weight',
  volume: 'export.plans.volume',
  sentAt: 'export.plans.sentAt',
  notes: 'export.plans.notes',
  shippedDespite: 'export.plans.shippedDespite',
  archivedAt: 'export.plans.archivedAt',
  updatedAt: 'export.plans.updatedAt',
} as const satisfies ExportColumns;
export const ORDER_EXPORT = {
  number: 'export.orders.number',
  status: 'export.orders.status',
  date: 'export.orders.date',
  supplier: 'export.orders.supplier',
  invoiceNumber: 'export.orders.invoiceNumber',
  poNumber: 'export.orders.poNumber',
  sku: 'export.orders.sku',
  productName: 'export.orders.productName',
  quantity: 'export.orders.quantity',
  packed: 'export.orders.packed',
  shipped: 'export.orders.shipped',
  received: 'export.orders.received',
  missing: 'export.orders.missing',
  unpacked: 'export.orders.unpacked',
  packLists: 'export.orders.packLists',
  unitsPerCase: 'export.orders.unitsPerCase',
  shippingMethod: 'export.orders.shippingMethod',
  readyOn: 'export.orders.readyOn',
  notes: 'export.orders.notes',
} as const satisfies ExportColumns;
/** Customer orders, a row per line. */
export const CUSTOMER_ORDER_EXPORT = {
  number: 'export.orders.number',
  status: 'export.orders.status',
  date: 'export.orders.date',
  channel: 'export.orders.channel',
  sku: 'export.orders.sku',
  productName: 'export.orders.productName',
  lineStatus: 'export.orders.lineStatus',
  quantity: 'export.orders.quantity',
  shipped: 'export.orders.shipped',
  returned: 'export.orders.returned',
  fulfilment: 'export.orders.fulfilment',
  place: 'export.orders.place',
  waiting: 'export.orders.waiting',
  currency: 'export.orders.currency',
  price: 'export.orders.price',
  cost: 'export.orders.cost',
  unknownCost: 'export.orders.unknownCost',
} as const satisfies ExportColumns;
/** The import of opening stock recognises columns by these headings. */
export const OPENING_STOCK_EXPORT = {
  sku: 'export.opening.sku',
  productName: 'export.opening.productName',
  quantity: 'export.opening.quantity',
  unitCost: 'export.opening.unitCost',
  cost: 'export.opening.cost',
  day: 'export.opening.day',
  place: 'export.opening.place',
  onHand: 'export.opening.onHand',
} as const satisfies ExportColumns;
export const RECEIPT_EXPORT = {
  day: 'export.receipts.day',
  place: 'export.receipts.place',
  sku: 'export.receipts.sku',
  productName: 'export.receipts.productName',
  quantity: 'export.receipts.quantity',
  surplus: 'export.receipts.surplus',
  surplusReason: 'export.receipts.surplusReason',
  found: 'export.receipts.found',
  credited: 'export.receipts.credited',
  order: 'export.receipts.order',
  packList: 'export.receipts.packList',
  plan: 'export.receipts.plan',
  isOpening: 'export.receipts.isOpening',
  createdAt: 'export.receipts.createdAt',
  reversedAt: 'export.receipts.reversedAt',
} as const satisfies ExportColumns;
export const MISSING_EXPORT = {
  packList: 'export.missing.packList',
  plan: 'export.missing.plan',
  order: 'export.missing.order',
  invoiceNumber: 'export.missing.invoiceNumber',
  supplier: 'export.missing.supplier',
  sku: 'export.missing.sku',
  productName: 'export.missing.productName',
  shippedOn: 'export.missing.shippedOn',
  quantity: 'export.missing.quantity',
  received: 'export.missing.received',
  missing: 'export.missing.missing',
  value: 'export.missing.value',
  debtor: 'export.missing.debtor',
} as const satisfies ExportColumns;
export const FIVE_QUANTITIES_EXPORT = {
  purchaseOrder: 'export.fiveQuantities.purchaseOrder',
  order: 'export.fiveQuantities.order',
  supplier: 'export.fiveQuantities.supplier',
  sku: 'export.fiveQuantities.sku',
  productName: 'export.fiveQuantities.productName',
  ordered: 'export.fiveQuantities.ordered',
  invoiced: 'export.fiveQuantities.invoiced',
  packed: 'export.fiveQuantities.packed',
  shipped: 'export.fiveQuantities.shipped',
  received: 'export.fiveQuantities.received',
  inTransit: 'export.fiveQuantities.inTransit',
  notInvoiced: 'export.fiveQuantities.notInvoiced',
  notPacked: 'export.fiveQuantities.notPacked',
  notShipped: 'export.fiveQuantities.notShipped',
  notReceived: 'export.fiveQuantities.notReceived',
  openNotInvoiced: 'export.fiveQuantities.openNotInvoiced',
  openNotPacked: 'export.fiveQuantities.openNotPacked',
  openNotShipped: 'export.fiveQuantities.openNotShipped',
  openNotReceived: 'export.fiveQuantities.openNotReceived',
  value: 'export.fiveQuantities.value',
} as const satisfies ExportColumns;
export const CARTON_EXPORT = {
  number: 'export.cartons.number',
  status: 'export.cartons.status',
  count: 'export.cartons.count',
  cartonType: 'export.cartons.cartonType',
  plan: 'export.cartons.plan',
  contents: 'export.cartons.contents',
  unitsPerCarton: 'export.cartons.unitsPerCarton',
  length: 'export.cartons.length',
  width: 'export.cartons.width',
  height: 'export.cartons.height',
  dimensionUnit: 'export.cartons.dimensionUnit',
  volume: 'export.cartons.volume',
  measuredWeight: 'export.cartons.measuredWeight',
  weightUnit: 'export.cartons.weightUnit',
  weight: 'export.cartons.weight',
  totalVolume: 'export.cartons.totalVolume',
  totalWeight: 'export.cartons.totalWeight',
  marks: 'export.cartons.marks',
  updatedAt: 'export.cartons.updatedAt',
} as const satisfies ExportColumns;
/** The headings that the import of freight rates recognises as well. */
export const FREIGHT_RATE_EXPORT = {
  name: 'export.freight.name',
  forwarder: 'export.freight.forwarder',
  mode: 'export.freight.mode',
  fromCountry: 'export.freight.fromCountry',
  toCountry: 'export.freight.toCountry',
  currency: 'export.freight.currency',
  unit: 'export.freight.unit',
  breaks: 'export.freight.breaks',
  containerType: 'export.freight.containerType',
  divisor: 'export.freight.divisor',
  divisorUnit: 'export.freight.divisorUnit',
  level: 'export.freight.level',
  sideRounding: 'export.freight.sideRounding',
  sideUnit: 'export.freight.sideUnit',
  minimum: 'export.freight.minimum',
  step: 'export.freight.step',
  leastCharge: 'export.freight.leastCharge',
  fees: 'export.freight.fees',
  transitDays: 'export.freight.transitDays',
  validFrom: 'export.freight.validFrom',
  validTo: 'export.freight.validTo',
  validity: 'export.freight.validity',
  planCount: 'export.freight.planCount',
  notes: 'export.freight.notes',
  archivedAt: 'export.freight.archivedAt',
  updatedAt: 'export.freight.updatedAt',
} as const satisfies ExportColumns;
/** The headings that the import of duty rates recognises as well. */
export const DUTY_RATE_EXPORT = {
  sku: 'export.duty.sku',
  product: 'export.duty.product',
  hsCode: 'export.duty.hsCode',
  country: 'export.duty.country',
  percent: 'export.duty.percent',
  validFrom: 'export.duty.validFrom',
  validTo: 'export.duty.validTo',
  validity: 'export.duty.validity',
  notes: 'export.duty.notes',
  updatedAt: 'export.duty.updatedAt',
} as const satisfies ExportColumns;
export const PURCHASE_ORDER_EXPORT = {
  poNumber: 'export.purchaseOrders.poNumber',
  internalPoNumber: 'export.purchaseOrders.internalPoNumber',
  supplier: 'export.purchaseOrders.supplier',
  status: 'export.purchaseOrders.status',
  closeReason: 'export.purchaseOrders.closeReason',
  orderDate: 'export.purchaseOrders.orderDate',
  deliveryDate: 'export.purchaseOrders.deliveryDate',
  etd: 'export.purchaseOrders.etd',
  currency: 'export.purchaseOrders.currency',
  total: 'export.purchaseOrders.total',
  rate: 'export.purchaseOrders.rate',
  accountTotal: 'export.purchaseOrders.accountTotal',
  invoiced: 'export.purchaseOrders.invoiced',
  left: 'export.purchaseOrders.left',
  paymentTerms: 'export.purchaseOrders.paymentTerms',
  items: 'export.purchaseOrders.items',
  itemCount: 'export.purchaseOrders.itemCount',
  units: 'export.purchaseOrders.units',
  cartons: 'export.purchaseOrders.cartons',
  volume: 'export.purchaseOrders.volume',
  weight: 'export.purchaseOrders.weight',
  shippingMethod: 'export.purchaseOrders.shippingMethod',
  portOfLoading: 'export.purchaseOrders.portOfLoading',
  shippingNumber: 'export.purchaseOrders.shippingNumber',
  shipTo: 'export.purchaseOrders.shipTo',
  bankingDetails: 'export.purchaseOrders.bankingDetails',
  revision: 'export.purchaseOrders.revision',
  sentAt: 'export.purchaseOrders.sentAt',
  archivedAt: 'export.purchaseOrders.archivedAt',
  updatedAt: 'export.purchaseOrders.updatedAt',
} as const satisfies ExportColumns;
export const STOCK_EXPORT = {
  sku: 'export.stock.sku',
  name: 'export.stock.name',
  onOrder: 'export.stock.onOrder',
  packed: 'export.stock.packed',
  inTransit: 'export.stock.inTransit',
  missing: 'export.stock.missing',
  onHand: 'export.stock.onHand',
  waiting: 'export.stock.waiting',
  unknown: 'export.stock.unknown',
  valuePerUnit: 'export.stock.valuePerUnit',
  value: 'export.stock.value',
  factoryValue: 'export.stock.factoryValue',
} as const satisfies ExportColumns;
export const MOVEMENT_EXPORT = {
  day: 'export.movements.day',
  kind: 'export.movements.kind',
  cause: 'export.movements.cause',
  sku: 'export.movements.sku',
  productName: 'export.movements.productName',
  place: 'export.movements.place',
  toPlace: 'export.movements.toPlace',
  quantity: 'export.movements.quantity',
  difference: 'export.movements.difference',
  waiting: 'export.movements.waiting',
  cost: 'export.movements.cost',
  unknownCost: 'export.movements.unknownCost',
  words: 'export.movements.words',
  customerOrderNumber: 'export.movements.customerOrderNumber',
  createdAt: 'export.movements.createdAt',
  reversedAt: 'export.movements.reversedAt',
} as const satisfies ExportColumns;
export const AUDIT_EXPORT = {
  at: 'export.audit.at',
  who: 'export.audit.who',
  action: 'export.audit.action',
  kind: 'export.audit.kind',
  thing: 'export.audit.thing',
  things: 'export.audit.things',
  changes: 'export.audit.changes',
} as const satisfies ExportColumns;
export const USER_EXPORT = {
  firstName: 'export.users.firstName',
  lastName: 'export.users.lastName',
  email: 'export.users.email',
  role: 'export.users.role',
  invitationStatus: 'export.users.invitationStatus',
  invitedAt: 'export.users.invitedAt',
  lastSeenAt: 'export.users.lastSeenAt',
} as const satisfies ExportColumns;
export const DOCUMENT_EXPORT = {
  fileName: 'export.documents.fileName',
  documentType: 'export.documents.documentType',
  belongsTo: 'export.documents.belongsTo',
  pageCount: 'export.documents.pageCount',
  size: 'export.documents.size',
  versionNumber: 'export.documents.versionNumber',
  uploadedAt: 'export.documents.uploadedAt',
  uploadedBy: 'export.documents.uploadedBy',
  updatedAt: 'export.documents.updatedAt',
} as const satisfies ExportColumns;
export const RECONCILIATION_EXPORT = {
  date: 'export.reconciliation.date',
  kind: 'export.reconciliation.kind',
  invoiceNumber: 'export.reconciliation.invoiceNumber',
  supplier: 'export.reconciliation.supplier',
  line: 'export.reconciliation.line',
  costType: 'export.reconciliation.costType',
  status: 'export.reconciliation.status',
  reason: 'export.reconciliation.reason',
  currency: 'export.reconciliation.currency',
  amount: 'export.reconciliation.amount',
} as const satisfies ExportColumns;

interface ExportSpec<S extends readonly [string, ...string[]], F extends FilterFields, X extends z.ZodRawShape> {
  id: string;
  path: string;
  summary: string;
  flags?: EndpointSpec['flags'];
  /** The access that the export needs. Default: `read`. */
  access?: EndpointSpec['access'];
  sort: S;
  filters: F;
  extra?: X;
  columns: ExportColumns;
}
const EXPLANATION =
  'All rows that the filter finds, streamed. `columns` names the columns in order, separated by commas; without ' +
  'it, the file has all columns. Text that a spreadsheet would run as a formula gets a leading apostrophe, ' +
  'which an import removes.';
const FILE = { binary: 'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;
const fileOf = <
  const S extends readonly [string, ...string[]],
  F extends FilterFields,
  X extends z.ZodRawShape = Record<never, never>,
>(
  spec: ExportSpec<S, F, X>,
) =>
  endpoint({
    id: spec.id,
    method: 'GET',
    path: spec.path,
    access: spec.access ?? 'read',
    summary: spec.summary,
    description: EXPLANATION,
    params: userPath,
    query: exportQuery(spec),
    response: FILE,
    ...(spec.flags ? { flags: spec.flags } : {}),
  });

export const exportProducts = fileOf({
  id: 'exportProducts',
  path: '/reporting/{userId}/product-catalog/export',
  summary: 'Export products to a file',
  flags: management,
  sort: productSort,
  filters: productFilters,
  extra: chosenIds,
  columns: PRODUCT_EXPORT,
});
export const exportSuppliers = fileOf({
  id: 'exportSuppliers',
  path: '/suppliers/{userId}/export',
  summary: 'Export suppliers to a file',
  sort: supplierSort,
  filters: supplierFilters,
  extra: chosenIds,
  columns: SUPPLIER_EXPORT,
});
export const exportInvoices = fileOf({
  id: 'exportInvoices',
  path: '/invoices/{userId}/export',
  summary: 'Export invoices to a file',
  flags: management,
  sort: invoiceSort,
  filters: invoiceFilters,
  extra: chosenIds,
  columns: INVOICE_EXPORT,
});
export const exportCosts = fileOf({
  id: 'exportCosts',
  path: '/reporting/{userId}/costs/export',
  summary: 'Export assigned costs to a file',
  flags: management,
  sort: costSort,
  filters: costFilters,
  columns: COST_EXPORT,
});
export const exportRestatements = fileOf({
  id: 'exportRestatements',
  path: '/reporting/{userId}/restatements/export',
  summary: 'Export the restatements between two days to a file',
  flags: management,
  sort: restatementSort,
  filters: restatementFilters,
  extra: restatementBetween,
  columns: RESTATEMENT_EXPORT,
});
export const exportReconciliation = fileOf({
  id: 'exportReconciliation',
  path: '/reporting/{userId}/reconciliation/items/export',
  summary: 'Export unassigned and excluded costs, recoverable tax and differences to a file',
  flags: management,
  sort: reconciliationSort,
  filters: reconciliationFilters,
  columns: RECONCILIATION_EXPORT,
});
export const exportExchangeRates = fileOf({
  id: 'exportExchangeRates',
  path: '/exchange-rates/{userId}/export',
  summary: 'Export exchange rates to a file',
  flags: management,
  sort: exchangeRateSort,
  filters: exchangeRateFilters,
  columns: RATE_EXPORT,
});
export const exportPurchaseOrders = fileOf({
  id: 'exportPurchaseOrders',
  path: '/purchasing/{userId}/export',
  summary: 'Export purchase orders to a file',
  flags: purchasing,
  sort: purchaseOrderSort,
  filters: purchaseOrderFilters,
  extra: chosenIds,
  columns: PURCHASE_ORDER_EXPORT,
});
export const exportShipmentPlans = fileOf({
  id: 'exportShipmentPlans',
  path: '/orders/{userId}/shipmentplans/export',
  summary: 'Export shipment plans to a file',
  flags: shipping,
  sort: planSort,
  filters: planFilters,
  extra: { ...chosenIds, shipmentStatuses },
  columns: SHIPMENT_PLAN_EXPORT,
});
export const exportOrders = fileOf({
  id: 'exportOrders',
  path: '/orders/{userId}/export',
  summary: 'Export orders to a file',
  flags: shipping,
  sort: orderSort,
  filters: orderFilters,
  extra: { ...chosenIds, kind: orderKind, orderStatuses: shipmentStatuses },
  columns: { ...ORDER_EXPORT, ...CUSTOMER_ORDER_EXPORT },
});
export const exportOpeningStock = fileOf({
  id: 'exportOpeningStock',
  path: '/stock/{userId}/opening/export',
  summary: 'Export opening stock to a file, which the import reads',
  flags: shipping,
  sort: openingStockSort,
  filters: openingStockFilters,
  columns: OPENING_STOCK_EXPORT,
});
export const exportCartons = fileOf({
  id: 'exportCartons',
  path: '/orders/{userId}/cartons/export',
  summary: 'Export carton rows to a file',
  flags: shipping,
  sort: cartonSort,
  filters: cartonFilters,
  extra: { ...chosenIds, cartonStatuses: shipmentStatuses },
  columns: CARTON_EXPORT,
});
export const exportStock = fileOf({
  id: 'exportStock',
  path: '/stock/{userId}/products/export',
  summary: 'Export the stock of products to a file',
  flags: shipping,
  sort: stockSort,
  filters: stockFilters,
  extra: { ...chosenIds, ...stockOn },
  columns: STOCK_EXPORT,
});
export const exportStockMovements = fileOf({
  id: 'exportStockMovements',
  path: '/stock/{userId}/movements/export',
  summary: 'Export movements and counts to a file',
  flags: shipping,
  sort: movementSort,
  filters: movementFilters,
  extra: chosenIds,
  columns: MOVEMENT_EXPORT,
});
export const exportReceipts = fileOf({
  id: 'exportReceipts',
  path: '/stock/{userId}/receipts/export',
  summary: 'Export receipts to a file',
  flags: shipping,
  sort: receiptSort,
  filters: receiptFilters,
  extra: chosenIds,
  columns: RECEIPT_EXPORT,
});
export const exportMissing = fileOf({
  id: 'exportMissing',
  path: '/stock/{userId}/missing/export',
  summary: 'Export what is missing to a file',
  flags: shipping,
  sort: missingSort,
  filters: missingFilters,
  columns: MISSING_EXPORT,
});
export const exportFiveQuantities = fileOf({
  id: 'exportFiveQuantities',
  path: '/stock/{userId}/five-quantities/export',
  summary: 'Export the five quantities to a file',
  flags: shipping,
  sort: fiveQuantitiesSort,
  filters: fiveQuantitiesFilters,
  columns: FIVE_QUANTITIES_EXPORT,
});
export const exportFreightRates = fileOf({
  id: 'exportFreightRates',
  path: '/orders/{userId}/freight-rates/export',
  summary: 'Export freight rates to a file, which the import reads',
  flags: shipping,
  sort: freightRateSort,
  filters: freightRateFilters,
  extra: chosenIds,
  columns: FREIGHT_RATE_EXPORT,
});
export const exportDutyRates = fileOf({
  id: 'exportDutyRates',
  path: '/orders/{userId}/duty-rates/export',
  summary: 'Export duty rates to a file, which the import reads',
  flags: shipping,
  sort: dutyRateSort,
  filters: dutyRateFilters,
  extra: chosenIds,
  columns: DUTY_RATE_EXPORT,
});
export const exportPayments = fileOf({
  id: 'exportPayments',
  path: '/payments/{userId}/export',
  summary: 'Export payables to a file',
  flags: management,
  sort: paymentSort,
  filters: paymentFilters,
  extra: chosenIds,
  columns: PAYMENT_EXPORT,
});
export const exportInvoicePayments = fileOf({
  id: 'exportInvoicePayments',
  path: '/payments/{userId}/invoice-payments/export',
  summary: 'Export bills to a file',
  flags: management,
  sort: invoicePaymentSort,
  filters: invoicePaymentFilters,
  extra: chosenIds,
  columns: BILL_EXPORT,
});
export const exportCredits = fileOf({
  id: 'exportCredits',
  path: '/payments/{userId}/credits/export',
  summary: 'Export the credits of suppliers to a file',
  flags: management,
  sort: creditSort,
  filters: creditFilters,
  extra: chosenIds,
  columns: CREDIT_EXPORT,
});
export const exportSupplierStatement = endpoint({
  id: 'exportSupplierStatement',
  method: 'GET',
  path: '/payments/{userId}/suppliers/{supplierId}/statement/export',
  access: 'read',
  flags: management,
  summary: 'Export the statement of a supplier to a file, with all lines of the period',
  description: EXPLANATION,
  params: userAnd('supplierId'),
  query: z.strictObject({ ...statementPeriod, ...fileFields(STATEMENT_EXPORT) }),
  response: FILE,
});
export const exportExchangeDifferences = fileOf({
  id: 'exportExchangeDifferences',
  path: '/payments/{userId}/exchange-differences/export',
  summary: 'Export exchange differences and bank fees to a file',
  flags: management,
  sort: exchangeDifferenceSort,
  filters: exchangeDifferenceFilters,
  extra: differencesBy,
  columns: DIFFERENCE_EXPORT,
});
export const exportCashCalendar = endpoint({
  id: 'exportCashCalendar',
  method: 'GET',
  path: '/payments/{userId}/calendar/export',
  access: 'read',
  flags: management,
  summary: 'Export the days of the cash calendar on which something flows to a file',
  params: userPath,
  query: z.strictObject({ ...calendarFields, ...fileFields(CASH_EXPORT) }),
  response: FILE,
});
export const exportAuditLog = fileOf({
  id: 'exportAuditLog',
  path: '/users/{userId}/account/audit-log/export',
  access: 'accountAdmin',
  summary: 'Export the audit log to a file',
  sort: auditSort,
  filters: auditFilters,
  columns: AUDIT_EXPORT,
});
export const exportAccountUsers = fileOf({
  id: 'exportAccountUsers',
  path: '/users/{userId}/account/users/export',
  access: 'accountAdmin',
  summary: 'Export the members of the account and the invited people to a file',
  sort: accountUserSort,
  filters: accountUserFilters,
  columns: USER_EXPORT,
});
/** The list of documents has a filter of its own and no choice of order, so this export has the same. */
export const exportDocuments = endpoint({
  id: 'exportDocuments',
  method: 'GET',
  path: '/documents/{userId}/export',
  access: 'read',
  summary: 'Export the list of documents to a file (at most 9,999)',
  description: EXPLANATION,
  params: userPath,
  query: documentFilter.extend(fileFields(DOCUMENT_EXPORT)),
  response: FILE,
});
