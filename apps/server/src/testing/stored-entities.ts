import { getAccountSettings, updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import {
  documentBody,
  getDocument,
  listDocuments,
  replaceDocument,
  uploadDocument,
} from '@quayside/contracts/documents/documents';
import {
  cartonBody,
  cartonTypeBody,
  createCarton,
  createCartonType,
  getCarton,
  getCartonType,
  listCartons,
  listCartonTypes,
  updateCarton,
  updateCartonType,
} from '@quayside/contracts/shipments/cartons';
import {
  createDutyRate,
  dutyRateBody,
  getDutyRate,
  listDutyRates,
  patchDutyRate,
} from '@quayside/contracts/freight/duty-rates';
import {
  createFreightRate,
  freightRateBody,
  getFreightRate,
  listFreightRates,
  patchFreightRate,
} from '@quayside/contracts/freight/freight-rates';
import type { BodyIn, EndpointSpec } from '@quayside/contracts/endpoint';
import {
  CARTON_EXPORT,
  DUTY_RATE_EXPORT,
  exportDutyRates,
  exportFreightRates,
  FREIGHT_RATE_EXPORT,
  exportCartons,
  exportInvoices,
  exportOrders,
  ORDER_EXPORT,
  exportProducts,
  exportPurchaseOrders,
  exportShipmentPlans,
  exportSuppliers,
  INVOICE_EXPORT,
  PRODUCT_EXPORT,
  PURCHASE_ORDER_EXPORT,
  SHIPMENT_PLAN_EXPORT,
  SUPPLIER_EXPORT,
} from '@quayside/contracts/exports';
import { createInvoiceLine, patchInvoiceLine, patchLineBody } from '@quayside/contracts/invoices/invoice-lines';
import {
  createInvoice,
  getInvoice,
  invoiceBasicBody,
  listInvoiceHistory,
  listInvoices,
  replaceInvoice,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { listAuditLog } from '@quayside/contracts/audit';
import { getOrder, listOrders, patchOrder } from '@quayside/contracts/shipments/orders';
import { getUserSettings, updateUserSettings } from '@quayside/contracts/accounts/own-settings';
import { listAccountUsers, updateAccountUserRoles } from '@quayside/contracts/accounts/people';
import { getProductChangelog } from '@quayside/contracts/products/product-changelog';
import { productSuppliersBody, replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { bundleBody, getProductBundle, replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { createProduct, getProduct, productBody, replaceProduct } from '@quayside/contracts/products/products';
import { listProducts } from '@quayside/contracts/products/product-lists';
import {
  createPurchaseOrder,
  getPurchaseOrder,
  listPurchaseOrderHistory,
  listPurchaseOrders,
  updatePurchaseOrder,
} from '@quayside/contracts/purchasing/purchase-orders';
import {
  getShipmentPlan,
  listShipmentPlanHistory,
  listShipmentPlans,
  patchShipmentPlan,
} from '@quayside/contracts/shipments/shipment-plans';
import {
  getSupplierBankDetails,
  putSupplierBankDetails,
  revealSupplierBankDetails,
} from '@quayside/contracts/suppliers/supplier-bank';
import {
  createSupplier,
  getSupplier,
  listSuppliers,
  supplierBody,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { getUser, replaceUser } from '@quayside/contracts/accounts/users';
import { createView, listViews, patchView } from '@quayside/contracts/views';
import type { z } from 'zod';
import type { TestApp, TestPerson } from './app.ts';
import { pdfOf } from './documents.ts';
import { aPlan, aShippableOrder, packListsOf } from './shipment-plans.ts';
import { anOrderOf, packed } from './shipments.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Other rows of the account that a field can refer to. */
export interface Neighbours {
  readonly supplierId: string;
  readonly otherSupplierId: string;
  readonly freightRateId: string;
  readonly productId: string;
  readonly invoiceId: string;
}
/** The properties of a kind of entity that the tests of stored fields use. */
export interface StoredEntity {
  readonly name: string;
  /**
   * Whether the test needs a new account for this entity, because the account's currency cannot be changed once other
   * rows exist.
   */
  readonly isAlone?: true;
  /** The schema of the body that the contract declares. Its fields are the writable ones. */
  readonly body: { readonly shape: Readonly<Record<string, z.ZodType>> } | undefined;
  /** Fields that the test does not write, each with the reason. */
  readonly unwritten: Readonly<Record<string, string>>;
  /** Returns a value for each other field. The value differs from the default of the field. */
  values(of: Neighbours, before: Fields): Fields;
  /**
   * Functions for fields that the answer returns under another name or in another form. They convert the answer to the
   * form of `values`.
   */
  readonly shown?: Readonly<Record<string, (answer: Fields) => unknown>>;
  /** Creates an entity with as few fields as possible and returns its id. */
  create(t: TestApp, who: TestPerson, of: Neighbours): Promise<string>;
  write(t: TestApp, who: TestPerson, id: string, values: Fields): Promise<unknown>;
  read(t: TestApp, who: TestPerson, id: string): Promise<Fields>;
  /** Reads the entity's row in the list. The comparison skips fields that the row does not have. */
  row?(t: TestApp, who: TestPerson, id: string): Promise<Fields | undefined>;
  /** The call that exports the list, and the column of each field. */
  readonly file?: {
    readonly spec: EndpointSpec;
    readonly columns: Readonly<Record<string, string>>;
    /** The cells of fields that are written in another form than their values. */
    readonly cells?: Readonly<Record<string, string>>;
  };
  /** Lists the changed fields that the history of the entity names. */
  history?(t: TestApp, who: TestPerson, id: string): Promise<readonly string[]>;
  /** The names that fields have in the history, if these differ from the names in the contract. */
  readonly told?: Readonly<Record<string, string>>;
  /** Sends an entity back with PUT as GET returned it. */
  put?(
    t: TestApp,
    who: TestPerson,
    id: string,
    answer: Fields,
  ): Promise<{ status: number; body: unknown; text: string }>;
}

const audited = async (t: TestApp, who: TestPerson, id: string): Promise<string[]> =>
  (await t.ok(who, listAuditLog, { query: { size: '100' } })).content
    .filter((entry) => entry.things.some((thing) => thing.id === id))
    .flatMap((entry) => [...entry.changes.map((change) => change.field), ...entry.fields]);
const idsOf = (items: unknown): unknown => (items as { id: string }[]).map((item) => item.id);
const idOf = (item: unknown): unknown => (item as { id: string } | null)?.id ?? null;
const VERSION = 'What was seen, not what is stored';

/** Inverts every boolean of a body, so that a boolean that is added to the contract is tested automatically. */
const switched = (body: StoredEntity['body'], before: Fields): Fields =>
  Object.fromEntries(
    Object.keys(body?.shape ?? {})
      .filter((field) => typeof before[field] === 'boolean' && !(field in UNTURNED))
      .map((field) => [field, !before[field]]),
  );
const UNTURNED = {
  isSecondFactorRequired: 'Needs a second factor of one’s own: second-factor.api.test.ts',
  isManagementSectionEnabled: 'Shuts the calls that this test reads with: accounts.api.test.ts',
};

const supplier: StoredEntity = {
  name: 'supplier',
  body: supplierBody,
  unwritten: { version: VERSION },
  values: () => ({
    companyName: 'Ningbo Stored Ltd',
    localName: '宁波存储',
    email: 'li@stored.example',
    telephone: '0574 1234567',
    addressLine1: 'Building 7',
    addressLine2: 'Export Road 12',
    addressLine3: 'Beilun Port',
    city: 'Ningbo',
    postCode: '315800',
    state: 'Zhejiang',
    country: 'CN',
    currency: 'CNY',
    notes: 'Closed in February',
    leadTime: 45,
    shippingMethod: 'SEA',
    xeroId: 'xero-17',
    paymentTerms: [
      { percent: '30', event: 'ORDER', months: 0, days: -3, monthEnd: null },
      { percent: '70', event: 'INSPECTION', months: 2, days: 14, monthEnd: 'AFTER' },
    ],
    leadTimes: [{ shippingMethod: 'SEA', production: 30, transit: 35, checkIn: 3 }],
    tolerances: { pricePercent: '1.50', priceAmount: '12.00', quantityPercent: '5.00' },
  }),
  shown: {
    tolerances: (answer) => {
      const { pricePercent, priceAmount, quantityPercent } = answer['tolerances'] as Fields;
      return { pricePercent, priceAmount, quantityPercent };
    },
  },
  create: async (t, who) => (await t.ok(who, createSupplier, { body: { companyName: 'Bare supplier' } })).id,
  write: (t, who, id, body) =>
    t.ok(who, updateSupplier, { params: { id }, body: body as BodyIn<typeof updateSupplier> }),
  read: (t, who, id) => t.ok(who, getSupplier, { params: { id } }),
  row: async (t, who, id) => (await t.ok(who, listSuppliers, {})).content.find((row) => row.id === id),
  file: {
    spec: exportSuppliers,
    columns: SUPPLIER_EXPORT,
    cells: { paymentTerms: '30% 3 days before order; 70% on inspection + 2 months + 14 days to end of month' },
  },
  history: audited,
  told: { tolerances: 'priceTolerance' },
  put: (t, who, id, body) =>
    t.call(who, updateSupplier, { params: { id }, body: body as BodyIn<typeof updateSupplier> }),
};

const product: StoredEntity = {
  name: 'product',
  body: productBody,
  unwritten: { version: VERSION },
  values: (of) => ({
    name: 'Stored kettle',
    sku: 'STORED-1',
    supplierIds: [of.otherSupplierId],
    skuAlias: ['STORED-OLD'],
    asin: 'B0STORED01',
    fnsku: 'X00STORED1',
    barcode: '4006381333931',
    brand: 'Moss',
    reBrand: 'Fern',
    group: 'Kitchen',
    tags: ['fragile'],
    notes: 'With a lid',
    status: 'TOP_SELLER',
    channel: ['AMAZON_UK'],
    shippingMethod: 'AIR',
    countryOfOrigin: 'VN',
    hsCode: '8516.79.70',
    length: '30.5',
    width: '20.25',
    height: '10.75',
    dimensionUnit: 'IN',
    weight: '11.5',
    packagingWeight: '1.25',
    shippingWeight: '14.5',
    weightUnit: 'OZ',
    thumbnail: 'https://pictures.example/kettle.png',
    parentId: of.productId,
    productPackaging: { length: '31', width: '21', height: '11', weight: '13', units: 4 },
    casePackaging: { length: '64', width: '43', height: '33', weight: '160', unitsPerCase: 12 },
    supplierLeadTime: 50,
  }),
  shown: { supplierIds: (answer) => idsOf(answer['supplier']) },
  told: { supplierIds: 'supplier' },
  create: async (t, who, of) =>
    (await t.ok(who, createProduct, { body: { name: 'Bare', sku: 'BARE', supplierIds: [of.supplierId] } })).id,
  write: (t, who, id, body) =>
    t.ok(who, replaceProduct, { params: { id }, body: body as BodyIn<typeof replaceProduct> }),
  read: (t, who, id) => t.ok(who, getProduct, { params: { id } }),
  row: async (t, who, id) => (await t.ok(who, listProducts, {})).content.find((row) => row.id === id),
  file: { spec: exportProducts, columns: PRODUCT_EXPORT },
  history: (t, who, id) => changesOf(t, who, id),
  put: (t, who, id, body) =>
    t.call(who, replaceProduct, { params: { id }, body: body as BodyIn<typeof replaceProduct> }),
};

const historyOf = async (t: TestApp, who: TestPerson, id: string): Promise<string[]> =>
  (await t.ok(who, listInvoiceHistory, { params: { id } })).content.flatMap((entry) =>
    entry.changes.map((change) => change.field),
  );
const invoice: StoredEntity = {
  name: 'invoice',
  body: invoiceBasicBody,
  unwritten: { version: VERSION, unixDate: 'The same day as `date`' },
  values: (of) => ({
    supplierId: of.otherSupplierId,
    invoiceNumber: 'STORED-7',
    date: '2026-10-05',
    currency: 'USD',
    rate: '0.79',
    rateTyped: { rate: '0.79', per: 'DOCUMENT' },
    rateDate: '2026-10-04',
    total: '123.45',
    payReferenceNumber: 'PAY-7',
    costType: 'SHIPPING',
    type: 'CUSTOMS_ONLY',
    shippingMethod: 'AIR',
    vesselVoyage: 'Ever Stored 12E',
    etd: '2026-10-20',
    readyOn: '2026-10-11',
    shippedOn: '2026-10-12',
    arrivedOn: '2026-10-13',
    deliveredOn: '2026-10-14',
    inspectedOn: '2026-10-15',
    attention: 'Ms Li',
    tracking: 'TRACK-7',
    billToCompany: 'Harbour & Pine Ltd',
    pairedWith: [{ type: 'INVOICE', id: of.invoiceId }],
  }),
  shown: {
    supplierId: (answer) => idOf(answer['supplierContact']),
    pairedWith: (answer) =>
      (answer['pairedWith'] as { type: string; id: string }[]).map(({ type, id }) => ({ type, id })),
  },
  create: async (t, who, of) => (await t.ok(who, createInvoice, { body: { supplierId: of.supplierId } })).id,
  write: (t, who, id, body) =>
    t.ok(who, updateInvoiceBasic, { params: { id }, body: body as BodyIn<typeof updateInvoiceBasic> }),
  read: (t, who, id) => t.ok(who, getInvoice, { params: { id } }),
  row: async (t, who, id) => (await t.ok(who, listInvoices, {})).content.find((row) => row.id === id),
  file: { spec: exportInvoices, columns: INVOICE_EXPORT },
  history: historyOf,
  told: { supplierId: 'supplier', rateTyped: 'rate' },
  put: (t, who, id, body) =>
    t.call(who, replaceInvoice, { params: { id }, body: body as BodyIn<typeof replaceInvoice> }),
};

const invoiceHeader: StoredEntity = {
  ...invoice,
  name: 'header of an invoice',
  put: (t, who, id, body) =>
    t.call(who, updateInvoiceBasic, { params: { id }, body: body as BodyIn<typeof updateInvoiceBasic> }),
};

const lineOf = async (t: TestApp, who: TestPerson, key: string): Promise<Fields> => {
  const [id = '', lineId] = key.split('/');
  const { lines } = await t.ok(who, getInvoice, { params: { id } });
  return lines.find((line) => line.invoiceLineId === lineId) ?? {};
};
const line: StoredEntity = {
  name: 'invoice line',
  body: patchLineBody,
  unwritten: {
    version: VERSION,
    creditsLineId: 'Only lines of credit notes have it: invoice-credits.api.test.ts',
    manualShares: 'Needs an order and the basis MANUAL: scopes.api.test.ts',
    purchaseOrderLineId: 'Needs a purchase order: invoice-match.api.test.ts',
    matchReason: 'Needs a purchase order: invoice-match.api.test.ts',
  },
  values: (of) => ({
    productId: of.productId,
    name: 'Freight of the kettle',
    account: '5000',
    internalReference: 'REF-7',
    costType: 'SHIPPING',
    quantity: '12',
    amount: '50.00',
    taxAmount: '5.00',
    isTaxRecoverable: false,
    isExcludedFromGeneralCostsData: true,
    exclusionReason: 'The agent pays it',
    basis: 'EQUAL',
    scope: [{ type: 'PRODUCT', id: of.productId }],
  }),
  shown: {
    productId: (answer) => idOf(answer['product']),
    scope: (answer) =>
      (answer['scope'] as { type: string; id: string }[] | null)?.map(({ type, id }) => ({ type, id })) ?? null,
  },
  create: async (t, who, of) => {
    const { line: made } = await t.ok(who, createInvoiceLine, { params: { invoiceId: of.invoiceId }, body: {} });
    return `${of.invoiceId}/${made.invoiceLineId}`;
  },
  write: (t, who, key, body) => {
    const [invoiceId = '', id = ''] = key.split('/');
    return t.ok(who, patchInvoiceLine, { params: { invoiceId, id }, body: body as BodyIn<typeof patchInvoiceLine> });
  },
  read: lineOf,
  history: (t, who, key) => historyOf(t, who, key.split('/')[0] ?? ''),
  told: { productId: 'product' },
};

const document: StoredEntity = {
  name: 'document',
  body: documentBody,
  unwritten: { version: VERSION },
  values: (of) => ({
    documentType: 'SHIPMENT_PLAN',
    fileName: 'stored.pdf',
    entityType: 'INVOICE',
    entityId: of.invoiceId,
    entities: [{ entityType: 'INVOICE', entityId: of.invoiceId }],
  }),
  shown: {
    entities: (answer) =>
      (answer['entities'] as { entityType: string; entityId: string }[]).map(({ entityType, entityId }) => ({
        entityType,
        entityId,
      })),
  },
  create: async (t, who) =>
    (
      await t.ok(who, uploadDocument, {
        query: { entityType: 'NONE' },
        file: { name: 'bare.pdf', content: pdfOf([['Bare']]) },
      })
    ).id,
  write: (t, who, id, body) =>
    t.ok(who, replaceDocument, { params: { id }, body: body as BodyIn<typeof replaceDocument> }),
  read: (t, who, id) => t.ok(who, getDocument, { params: { documentId: id } }),
  row: async (t, who, id) => (await t.ok(who, listDocuments, {})).find((row) => row.id === id),
  put: (t, who, id, body) =>
    t.call(who, replaceDocument, { params: { id }, body: body as BodyIn<typeof replaceDocument> }),
};

const purchaseOrder: StoredEntity = {
  name: 'purchase order',
  body: updatePurchaseOrder.body,
  unwritten: {
    version: VERSION,
    attachmentIds: 'Need documents of the purchase order: purchase-order-moves.api.test.ts',
    items: 'purchase-order-items.api.test.ts',
  },
  values: (of) => ({
    supplierId: of.otherSupplierId,
    poNumber: 'STORED-PO',
    internalPoNumber: 'STORED-INTERNAL',
    orderDate: '2026-10-05',
    currency: 'USD',
    rate: '0.79',
    rateDate: '2026-10-04',
    rateSource: 'manual',
    shippingNumber: 'SO 7',
    shipTo: 'Harbour & Pine Ltd',
    shippingMethod: 'AIR',
    portOfLoading: 'FOB Yantian',
    deliveryDate: '2026-10-30',
    etd: '2026-10-20',
    readyOn: '2026-10-11',
    shippedOn: '2026-10-12',
    arrivedOn: '2026-10-13',
    deliveredOn: '2026-10-14',
    inspectedOn: '2026-10-15',
    bankingDetails: 'Account ending in 4711',
    cartonMarks: 'STORED 1-up',
    notes: 'Gold foil on the lid',
    paymentTerms: [
      {
        percentOfPayment: '0.3',
        event: 'ORDER',
        months: 1,
        days: 3,
        monthEnd: 'AFTER',
        dueDate: '2026-11-30',
        isPinned: false,
      },
      {
        percentOfPayment: '0.7',
        event: 'SHIPPING',
        months: 0,
        days: -10,
        monthEnd: null,
        dueDate: '2026-10-09',
        isPinned: true,
      },
    ],
  }),
  shown: {
    paymentTerms: (answer) =>
      (answer['paymentTerms'] as Fields[]).map(
        ({ percentOfPayment, event, months, days, monthEnd, dueDate, isPinned }) =>
          ({ percentOfPayment, event, months, days, monthEnd, dueDate, isPinned }) as Fields,
      ),
  },
  create: async (t, who) =>
    (await t.ok(who, createPurchaseOrder, { body: { items: [{ name: 'Plate', quantity: '3', unitPrice: '1.5' }] } }))
      .id,
  write: (t, who, id, body) =>
    t.ok(who, updatePurchaseOrder, { params: { id }, body: body as BodyIn<typeof updatePurchaseOrder> }),
  read: (t, who, id) => t.ok(who, getPurchaseOrder, { params: { id } }),
  row: async (t, who, id) => (await t.ok(who, listPurchaseOrders, {})).content.find((row) => row.id === id),
  file: {
    spec: exportPurchaseOrders,
    columns: PURCHASE_ORDER_EXPORT,
    // The first term follows its event, the second is pinned to its day.
    cells: { paymentTerms: '30 % 1.35 ORDER +1 months +3 days to month end; 70 % 3.15 2026-10-09' },
  },
  history: async (t, who, id) =>
    (await t.ok(who, listPurchaseOrderHistory, { params: { id } })).content.flatMap((entry) =>
      entry.changes.map((change) => change.field),
    ),
  told: { supplierId: 'supplier' },
  put: (t, who, id, body) =>
    t.call(who, updatePurchaseOrder, { params: { id }, body: body as BodyIn<typeof updatePurchaseOrder> }),
};

const shipmentPlan: StoredEntity = {
  name: 'shipment plan',
  body: patchShipmentPlan.body,
  unwritten: { version: VERSION, correctionReason: 'Kept in the history: plans.api.test.ts' },
  values: (of) => ({
    name: 'Stored plan',
    status: 'IN_TRANSIT',
    shippingMethod: 'AIR',
    estimatedReadyDate: '2026-10-01',
    readyOn: '2026-10-02',
    cutOff: '2026-10-03',
    estimatedShipDate: '2026-10-04',
    shippedOn: '2026-10-05',
    eta: '2026-10-06',
    arrivedOn: '2026-10-07',
    estimatedDeliveryDate: '2026-10-08',
    deliveredOn: '2026-10-09',
    goodsTimeline: 'READY_WITHIN_30_DAYS',
    fromAddressType: 'SUPPLIER',
    fromCountry: 'CN',
    fromAddress: 'Building 7 Ningbo',
    toAddressType: 'AMAZON_FBA',
    labelOwner: 'SELLER',
    country: 'DE',
    address: 'Lagerweg 1 Leipzig',
    containerType: '40FT_HC',
    freightRateId: of.freightRateId,
    calculateBy: 'SHIPPING_RATE',
    shippingRateOrContainerEstimate: '3.855',
    currency: 'USD',
    rate: '0.79',
    rateDate: '2026-09-30',
    rateSource: 'manual',
    isHazardousGoods: true,
    jobNumber: 'STORED-JOB',
    carrierContactId: of.otherSupplierId,
    trackingNumber: 'STORED-TRACK',
    warehouseReference: 'STORED-WAREHOUSE',
    notes: 'Keep dry',
    shippedDespite: 'The warehouse packs them',
  }),
  create: async (t, who) => {
    const { orderId } = await aShippableOrder(t, who, 'STORED-GOODS');
    return (await aPlan(t, who, await packListsOf(t, who, orderId, 10))).id;
  },
  write: (t, who, shipmentPlanId, body) =>
    t.ok(who, patchShipmentPlan, { params: { shipmentPlanId }, body: body as BodyIn<typeof patchShipmentPlan> }),
  read: (t, who, shipmentPlanId) => t.ok(who, getShipmentPlan, { params: { shipmentPlanId } }),
  row: async (t, who, id) => (await t.ok(who, listShipmentPlans, {})).content.find((row) => row.id === id),
  file: { spec: exportShipmentPlans, columns: SHIPMENT_PLAN_EXPORT },
  history: async (t, who, shipmentPlanId) =>
    (await t.ok(who, listShipmentPlanHistory, { params: { shipmentPlanId } })).content.flatMap((entry) =>
      entry.changes.map((change) => change.field),
    ),
  told: { carrierContactId: 'carrierContact', freightRateId: 'freightRate' },
};

const bankDetails: StoredEntity = {
  name: 'bank details of a supplier',
  body: putSupplierBankDetails.body,
  unwritten: { password: 'A proof, not stored' },
  values: () => ({
    beneficiary: 'Ningbo Stored Ltd',
    accountNumber: 'GB29 NWBK 6016 1331 9268 19',
    bankName: 'Harbour Bank',
    bankAddress: '1 Quay Street',
    swift: 'NWBKGB2L',
    bankCode: '60-16-13',
    currency: 'CNY',
    notes: 'By way of the intermediary bank 4711',
  }),
  create: supplier.create,
  write: (t, who, id, body) =>
    t.ok(who, putSupplierBankDetails, { params: { id }, body: body as BodyIn<typeof putSupplierBankDetails> }),
  read: async (t, who, id) => (await t.ok(who, revealSupplierBankDetails, { params: { id }, body: {} })).details ?? {},
  history: audited,
  // GET returns masked numbers. When they are sent back, the stored numbers must not change.
  put: async (t, who, id, answer) => {
    const { details } = await t.ok(who, getSupplierBankDetails, { params: { id } });
    const body = { ...answer, ...details } as BodyIn<typeof putSupplierBankDetails>;
    return t.call(who, putSupplierBankDetails, { params: { id }, body });
  },
};

const changesOf = async (t: TestApp, who: TestPerson, productId: string): Promise<string[]> =>
  (await t.ok(who, getProductChangelog, { params: { productId }, query: { size: '100' } })).content.map(
    (entry) => entry.field,
  );
const terms: StoredEntity = {
  name: 'terms of a supplier of a product',
  body: productSuppliersBody.shape.suppliers.element,
  unwritten: {},
  values: (of) => ({
    supplierId: of.otherSupplierId,
    price: '3.25',
    currency: 'USD',
    minimumOrder: 500,
    leadTime: 21,
    supplierSku: 'ITEM-7',
  }),
  create: product.create,
  write: (t, who, id, values) => {
    const body = { suppliers: [values] } as BodyIn<typeof replaceProductSuppliers>;
    return t.ok(who, replaceProductSuppliers, { params: { id }, body });
  },
  read: async (t, who, id) => (await t.ok(who, getProduct, { params: { id } })).suppliers[0] ?? {},
  put: async (t, who, id, answer) => {
    const body = { ...(await t.ok(who, getProduct, { params: { id } })), suppliers: [answer] };
    return t.call(who, replaceProductSuppliers, {
      params: { id },
      body: body as unknown as BodyIn<typeof replaceProductSuppliers>,
    });
  },
};

const bundlePart: StoredEntity = {
  name: 'part of a bundle',
  body: bundleBody.shape.parts.element,
  unwritten: {},
  values: (of) => ({ productId: of.productId, quantity: 7 }),
  create: product.create,
  write: (t, who, id, values) => {
    const body = { parts: [values] } as BodyIn<typeof replaceProductBundle>;
    return t.ok(who, replaceProductBundle, { params: { id }, body });
  },
  read: async (t, who, id) => (await t.ok(who, getProductBundle, { params: { id } })).parts[0] ?? {},
  history: changesOf,
  told: { productId: 'bundle', quantity: 'bundle' },
  put: async (t, who, id, answer) => {
    const body = { ...(await t.ok(who, getProductBundle, { params: { id } })), parts: [answer] };
    return t.call(who, replaceProductBundle, {
      params: { id },
      body: body as unknown as BodyIn<typeof replaceProductBundle>,
    });
  },
};

const rowOfMember = async (t: TestApp, who: TestPerson, id: string): Promise<Fields> =>
  (await t.ok(who, listAccountUsers, {})).content.find((row) => row.id === id) ?? {};
const member: StoredEntity = {
  name: 'roles of a member',
  body: updateAccountUserRoles.body,
  unwritten: { version: VERSION },
  values: () => ({ roles: ['sv-account-admin'] }),
  create: async (t, who) => (await t.member(who)).userId,
  write: (t, who, updateUserId, body) =>
    t.ok(who, updateAccountUserRoles, {
      params: { updateUserId },
      body: body as BodyIn<typeof updateAccountUserRoles>,
    }),
  read: rowOfMember,
  history: audited,
  put: (t, who, updateUserId, body) =>
    t.call(who, updateAccountUserRoles, {
      params: { updateUserId },
      body: body as BodyIn<typeof updateAccountUserRoles>,
    }),
};

const account: StoredEntity = {
  name: 'account',
  isAlone: true,
  body: updateAccountSettings.body,
  unwritten: {
    version: VERSION,
    ...UNTURNED,
  },
  values: (_of, before) => ({
    ...switched(updateAccountSettings.body, before),
    accountName: 'Stored & Sons',
    currency: 'USD',
    timeZone: 'America/New_York',
    costDataSheetUrl: 'https://sheets.example/costs',
    productInventorySheetUrl: 'https://sheets.example/stock',
    archiveAfterDays: 77,
  }),
  create: async (_t, who) => who.accountId,
  write: (t, who, _id, body) =>
    t.ok(who, updateAccountSettings, { body: body as BodyIn<typeof updateAccountSettings> }),
  read: (t, who) => t.ok(who, getAccountSettings, {}),
  put: (t, who, _id, body) =>
    t.call(who, updateAccountSettings, { body: body as BodyIn<typeof updateAccountSettings> }),
};

const person: StoredEntity = {
  name: 'person',
  body: replaceUser.body,
  unwritten: { version: VERSION },
  values: () => ({
    firstName: 'Stored',
    lastName: 'Person',
    phone: '+44 20 7946 0000',
    timeZone: 'Asia/Tokyo',
    language: 'zh-CN',
    company: 'Stored & Sons',
    bio: 'Sells kettles',
    dateOfBirth: '1980-02-29',
  }),
  create: async (_t, who) => who.userId,
  write: (t, who, _id, body) => t.ok(who, replaceUser, { body: body as BodyIn<typeof replaceUser> }),
  read: (t, who, id) => t.ok(who, getUser, { params: { id } }),
  put: (t, who, _id, body) => t.call(who, replaceUser, { body: body as BodyIn<typeof replaceUser> }),
};

const mails: StoredEntity = {
  name: 'choice of mails',
  body: updateUserSettings.body,
  unwritten: {},
  values: (_of, before) => switched(updateUserSettings.body, before),
  create: async (_t, who) => who.userId,
  write: (t, who, _id, body) => t.ok(who, updateUserSettings, { body: body as BodyIn<typeof updateUserSettings> }),
  read: (t, who) => t.ok(who, getUserSettings, {}),
  put: (t, who, _id, body) => t.call(who, updateUserSettings, { body: body as BodyIn<typeof updateUserSettings> }),
};

const view: StoredEntity = {
  name: 'view',
  body: patchView.body,
  unwritten: { version: VERSION },
  values: () => ({
    name: 'Stored view',
    isShared: true,
    state: {
      columns: [{ id: 'companyName', width: 320, pinned: true, hidden: true }],
      sort: [{ field: 'companyName', direction: 'desc' }],
      chips: [{ field: 'country', op: 'in', values: ['CN'] }],
      search: 'kettle',
      size: 25,
      density: 'compact',
    },
  }),
  create: async (t, who) =>
    (
      await t.ok(who, createView, {
        params: { gridId: 'suppliers' },
        body: { name: 'Bare', state: { columns: [], sort: [], chips: [], size: 50, density: 'comfortable' } },
      })
    ).id,
  write: (t, who, viewId, body) =>
    t.ok(who, patchView, { params: { gridId: 'suppliers', viewId }, body: body as BodyIn<typeof patchView> }),
  read: async (t, who, id) =>
    (await t.ok(who, listViews, { params: { gridId: 'suppliers' } })).find((row) => row.id === id) ?? {},
};

const order: StoredEntity = {
  name: 'order',
  body: patchOrder.body,
  unwritten: { version: VERSION },
  values: () => ({ readyOn: '2026-12-05', notes: 'Stored beside the ramp', shippingMethod: 'LAND' }),
  create: async (t, who) => (await anOrderOf(t, who, { units: 10 })).id,
  write: (t, who, orderId, body) =>
    t.ok(who, patchOrder, { params: { orderId }, body: body as BodyIn<typeof patchOrder> }),
  read: (t, who, orderId) => t.ok(who, getOrder, { params: { orderId } }),
  row: async (t, who, id) => (await t.ok(who, listOrders)).content.find((row) => row.orderId === id),
  file: { spec: exportOrders, columns: ORDER_EXPORT },
  history: audited,
};

const carton: StoredEntity = {
  name: 'carton row',
  body: cartonBody,
  unwritten: {
    version: VERSION,
    cartonTypeId: 'Needs a carton type: cartons.api.test.ts',
    packListIds: 'Pack lists of their own: cartons.api.test.ts',
  },
  values: () => ({ count: 6, measuredWeight: '12.3457', weightUnit: 'LB', marks: 'STORED this side up' }),
  create: async (t, who) => {
    const { id } = await anOrderOf(t, who, { units: 60 });
    const { packListId } = await packed(t, who, id, { quantity: 60 });
    return (await t.ok(who, createCarton, { body: { count: 5, packListIds: [packListId] } })).id;
  },
  write: (t, who, id, body) => t.ok(who, updateCarton, { params: { id }, body: body as BodyIn<typeof updateCarton> }),
  read: (t, who, id) => t.ok(who, getCarton, { params: { id } }),
  row: async (t, who, id) => (await t.ok(who, listCartons)).content.find((row) => row.id === id),
  file: { spec: exportCartons, columns: CARTON_EXPORT },
  history: audited,
  told: { count: 'cartons' },
  put: (t, who, id, body) => t.call(who, updateCarton, { params: { id }, body: body as BodyIn<typeof updateCarton> }),
};

const cartonType: StoredEntity = {
  name: 'carton type',
  body: cartonTypeBody,
  unwritten: { version: VERSION },
  values: () => ({
    name: 'Stored case',
    length: '60.1234',
    width: '40.5',
    height: '33',
    dimensionUnit: 'IN',
    weight: '0.75',
    weightUnit: 'LB',
    maxUnits: 24,
  }),
  create: async (t, who) => (await t.ok(who, createCartonType, { body: { name: 'Bare' } })).id,
  write: (t, who, id, body) =>
    t.ok(who, updateCartonType, { params: { id }, body: body as BodyIn<typeof updateCartonType> }),
  read: (t, who, id) => t.ok(who, getCartonType, { params: { id } }),
  row: async (t, who, id) => (await t.ok(who, listCartonTypes)).find((row) => row.id === id),
  history: audited,
  told: { weight: 'tare' },
  put: (t, who, id, body) =>
    t.call(who, updateCartonType, { params: { id }, body: body as BodyIn<typeof updateCartonType> }),
};

const freightRate: StoredEntity = {
  name: 'freight rate',
  body: freightRateBody,
  unwritten: { version: VERSION, isArchived: 'Takes the rate out of the list: freight-rates.api.test.ts' },
  values: (of) => ({
    name: 'Stored rate',
    forwarderId: of.otherSupplierId,
    mode: 'COURIER',
    fromCountry: 'CN',
    toCountry: 'GB',
    currency: 'USD',
    unit: 'CONTAINER',
    breaks: [
      { from: '0', price: '3650.25' },
      { from: '4', price: '3500.5' },
    ],
    divisor: '5000.5',
    divisorUnit: 'IN3_PER_KG',
    level: 'SHIPMENT',
    sideRounding: 'UP',
    sideUnit: 'IN',
    minimum: '1.5',
    step: '0.25',
    leastCharge: '120.00',
    fees: [{ name: 'Documents', amount: '45.00' }],
    containerType: '40FT_HC',
    transitDays: 33,
    validFrom: '2026-10-01',
    validTo: '2026-12-31',
    notes: 'Until Chinese New Year',
  }),
  shown: { forwarderId: (answer) => idOf(answer['forwarder']) },
  create: async (t, who) =>
    (
      await t.ok(who, createFreightRate, {
        body: {
          name: 'Bare',
          mode: 'AIR',
          currency: 'GBP',
          unit: 'KG',
          level: 'CARTON',
          breaks: [{ from: '0', price: '1' }],
        },
      })
    ).id,
  write: (t, who, id, body) =>
    t.ok(who, patchFreightRate, { params: { id }, body: body as BodyIn<typeof patchFreightRate> }),
  read: (t, who, id) => t.ok(who, getFreightRate, { params: { id } }),
  row: async (t, who, id) => (await t.ok(who, listFreightRates)).content.find((row) => row.id === id),
  file: {
    spec: exportFreightRates,
    columns: FREIGHT_RATE_EXPORT,
    cells: { breaks: '0: 3650.25; 4: 3500.5', fees: 'Documents: 45.00' },
  },
  history: audited,
  told: { forwarderId: 'forwarder' },
};

const dutyRate: StoredEntity = {
  name: 'duty rate',
  body: dutyRateBody,
  unwritten: { version: VERSION, productId: 'A rate of an HS code has none: duty-rates.api.test.ts' },
  values: () => ({
    hsCode: '85167970',
    country: 'US',
    percent: '4.125',
    validFrom: '2026-10-01',
    validTo: '2026-12-31',
    notes: 'With the extra duty',
  }),
  create: async (t, who, of) =>
    (await t.ok(who, createDutyRate, { body: { productId: of.productId, country: 'GB', percent: '0' } })).id,
  write: (t, who, id, body) => t.ok(who, patchDutyRate, { params: { id }, body: body as BodyIn<typeof patchDutyRate> }),
  read: (t, who, id) => t.ok(who, getDutyRate, { params: { id } }),
  row: async (t, who, id) => (await t.ok(who, listDutyRates)).content.find((row) => row.id === id),
  file: { spec: exportDutyRates, columns: DUTY_RATE_EXPORT },
  history: audited,
};

/** All kinds of entities whose fields people can write. */
export const STORED_ENTITIES: readonly StoredEntity[] = [
  supplier,
  product,
  terms,
  bundlePart,
  bankDetails,
  invoice,
  invoiceHeader,
  line,
  purchaseOrder,
  shipmentPlan,
  order,
  carton,
  cartonType,
  freightRate,
  dutyRate,
  document,
  member,
  account,
  person,
  mails,
  view,
];
