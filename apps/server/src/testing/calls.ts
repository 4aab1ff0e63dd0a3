import { createCarton, createCartonType } from '@quayside/contracts/shipments/cartons';
import { createCashEntry } from '@quayside/contracts/payments/cash-calendar';
import { createAccountCode } from '@quayside/contracts/payments/account-codes';
import { ENDPOINTS } from '@quayside/contracts/all';
import { applyMeasures } from '@quayside/contracts/costs/cost-reports';
import { useCredit } from '@quayside/contracts/payments/credits';
import { uploadDocument } from '@quayside/contracts/documents/documents';
import { createDutyRate } from '@quayside/contracts/freight/duty-rates';
import { createExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { acceptDifference } from '@quayside/contracts/stock/five-quantities';
import { createFreightRate } from '@quayside/contracts/freight/freight-rates';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { decideMissing } from '@quayside/contracts/stock/missing';
import { createNotification } from '@quayside/contracts/notifications/notifications';
import { createOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { createOrderImport } from '@quayside/contracts/stock/order-imports';
import { isSupplierOrder, listOrders } from '@quayside/contracts/shipments/orders';
import { listSessions } from '@quayside/contracts/accounts/own-settings';
import { type InvoicePayment, payPayment } from '@quayside/contracts/payments/payments';
import { getProductChangelog } from '@quayside/contracts/products/product-changelog';
import { createProductImport } from '@quayside/contracts/products/product-imports';
import { createProduct } from '@quayside/contracts/products/products';
import { uploadPurchaseOrderFile } from '@quayside/contracts/purchasing/purchase-orders';
import { listReceipts, receiveGoods } from '@quayside/contracts/stock/receipts';
import { sendEmailWithAttachments } from '@quayside/contracts/documents/sent-mails';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { createSupplierImport } from '@quayside/contracts/suppliers/supplier-imports';
import { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { createView } from '@quayside/contracts/views';
import { z } from 'zod';
import { urlOf } from '../http/local-client.ts';
import { reportOf } from './order-reports.ts';
import type { TestApp, TestPerson } from './app.ts';
import { pdfOf } from './documents.ts';
import { aBill } from './payments.ts';
import { anOpenOrder } from './purchase-orders.ts';
import { aPlan } from './shipment-plans.ts';
import { packed } from './shipments.ts';

// Rows and well-formed requests, for tests that go through every call of the contract.

export type Spec = (typeof ENDPOINTS)[number];
/** This string occurs in every row that `aRowOfEach` creates. No other account may ever read it. */
export const CANARY = 'CANARY-7f3a';
/** All calls for signed-in people, except the live stream, whose answer does not end. */
export const SIGNED_IN = ENDPOINTS.filter((e) => e.access !== 'public' && e.id !== 'subscribe');

/** The id of one row of each kind, all in the same account. `paramsFor` fills path parameters with them. */
export interface RowIds {
  readonly session: string;
  readonly supplier: string;
  readonly product: string;
  readonly invoice: string;
  readonly line: string;
  readonly import: string;
  readonly supplierImport: string;
  readonly operation: string;
  readonly document: string;
  readonly entry: string;
  readonly view: string;
  readonly member: string;
  readonly notification: string;
  readonly rate: string;
  /** The schedule of an invoice, its instalment, and how it was settled: by a payment, and by a credit. */
  readonly schedule: string;
  readonly payment: string;
  readonly transfer: string;
  readonly paymentEntry: string;
  readonly credit: string;
  readonly creditUse: string;
  readonly accountCode: string;
  readonly cashEntry: string;
  readonly purchaseOrder: string;
  readonly purchaseOrderItem: string;
  readonly purchaseOrderFile: string;
  readonly sentMail: string;
  /** An order with a pack list in a carton of the type, and another one in the plan. */
  readonly order: string;
  readonly packList: string;
  readonly carton: string;
  readonly cartonType: string;
  readonly shipmentPlan: string;
  readonly freightRate: string;
  readonly dutyRate: string;
  readonly orderImport: string;
  readonly receipt: string;
  /** The lot that gave what was sold. */
  readonly lot: string;
  readonly stockMovement: string;
  readonly missingDecision: string;
  readonly acceptedDifference: string;
}

/** Before the time of every test. */
const EARLY = '2026-01-02T12:00:00+00:00';

/** Creates one row of each kind in the account of this admin. Each text that a person would type contains `word`. */
export async function aRowOfEach(t: TestApp, a: TestPerson, word = CANARY): Promise<RowIds> {
  const supplier = await t.ok(a, createSupplier, { body: { companyName: word } });
  const product = await t.ok(a, createProduct, { body: { sku: word, name: word, supplierIds: [supplier.id] } });
  const invoice = await t.ok(a, createInvoice, {
    body: { supplierId: supplier.id, invoiceNumber: word, currency: 'GBP', total: '10.00' },
  });
  const { line } = await t.ok(a, createInvoiceLine, {
    params: { invoiceId: invoice.id },
    body: { productId: product.id, name: word, quantity: 10, amount: '10.00' },
  });
  const imported = await t.ok(a, createProductImport, {
    query: { dryRun: 'true' },
    file: { name: 'p.csv', content: `sku,name\n${word}-2,${word}\n` },
  });
  const suppliers = await t.ok(a, createSupplierImport, {
    query: { dryRun: 'true' },
    file: { name: 's.csv', content: `Company\n${word}-2\n` },
  });
  const { operationId } = await t.ok(a, applyMeasures, { params: { id: product.id }, body: {} });
  const document = await t.ok(a, uploadDocument, {
    query: { entityType: 'INVOICE', entityId: invoice.id },
    file: { name: `${word}.pdf`, content: pdfOf([[word]]) },
  });
  const view = await t.ok(a, createView, {
    params: { gridId: 'products' },
    body: { name: word, state: { columns: [], sort: [], chips: [], size: 25, density: 'compact' } },
  });
  const changelog = await t.ok(a, getProductChangelog, { params: { productId: product.id } });
  const notification = await t.ok(a, createNotification, {
    body: { notificationType: 'INFO', summary: word, message: word },
  });
  const rate = await t.ok(a, createExchangeRate, {
    body: { day: '2026-10-01', base: 'EUR', quote: 'CNY', rate: '8.2541' },
  });
  const payments = await paymentsOfEach(t, a, word, supplier.id);
  const purchasing = await purchaseOrderOfEach(t, a, word, { supplierId: supplier.id, productId: product.id });
  const freight = await ratesOfEach(t, a, word, { supplierId: supplier.id, productId: product.id });
  const packing = await packingOfEach(t, a, word, { supplierId: supplier.id, productId: product.id });
  const orders = await t.ok(a, createOrderImport, {
    query: { dryRun: 'true' },
    file: { name: `${word}.txt`, content: reportOf([{ id: word, sku: word, bought: EARLY }]) },
  });
  // An order whose SKU no product has, and stock from before.
  await t.ok(a, createOrderImport, {
    query: {},
    file: { name: `${word}-2.txt`, content: reportOf([{ id: `${word}-2`, sku: `${word}-unknown`, bought: EARLY }]) },
  });
  await t.ok(a, createOpeningStock, {
    body: { rows: [{ productId: product.id, quantity: 1, unitCost: '1', day: '2026-01-02' }] },
  });
  await t.readTexts();
  const taking = await t.work(a, (w) =>
    w.tx.selectFrom('taking').select('lot_id').where('superseded_at', 'is', null).executeTakeFirstOrThrow(),
  );
  return {
    ...payments,
    ...purchasing,
    ...packing,
    ...freight,
    lot: taking.lot_id ?? '',
    session: (await t.ok(await t.member(a), listSessions))[0]?.id ?? '',
    supplier: supplier.id,
    product: product.id,
    invoice: invoice.id,
    line: line.invoiceLineId,
    import: imported.id,
    supplierImport: suppliers.id,
    orderImport: orders.id,
    operation: operationId,
    document: document.id,
    view: view.id,
    notification: notification.id,
    rate: rate.id,
    entry: changelog.content[0]?.id ?? '',
    member: (await t.member(a)).userId,
  };
}

type PaymentIds = Pick<
  RowIds,
  'schedule' | 'payment' | 'transfer' | 'paymentEntry' | 'credit' | 'creditUse' | 'accountCode' | 'cashEntry'
>;

/** Creates an invoice that is paid in part: with a bank fee, and by a credit of another one, which was overpaid. */
async function paymentsOfEach(t: TestApp, a: TestPerson, word: string, supplierId: string): Promise<PaymentIds> {
  const code = await t.ok(a, createAccountCode, { body: { code: word, name: word, type: 'PAYMENT' } });
  const pay = async (bill: InvoicePayment, amount: string, fee = '0.00') =>
    t.ok(a, payPayment, {
      params: { paymentId: bill.payments[0]?.id ?? '' },
      body: { isConfirmed: true, amount, fee, keepExcess: true, paymentReference: word, accountCode: word },
    });
  const about = { supplierId, currency: 'GBP', invoiceNumber: word };
  const bill = await aBill(t, a, { ...about, total: '30.00', rate: null });
  const paid = await pay(bill, '10.00', '1.00');
  const { transfer } = await pay(await aBill(t, a, { ...about, total: '5.00', rate: null }), '15.00');
  const creditId = transfer.credit?.id ?? '';
  const entry = await t.ok(a, createCashEntry, {
    body: { name: word, kind: 'OTHER', amount: '-5.00', firstDay: '2026-12-01', repeat: 'MONTHLY' },
  });
  const used = await t.ok(a, useCredit, { params: { creditId }, body: { paymentId: paid.id, amount: '2.00' } });
  return {
    schedule: bill.id ?? '',
    payment: paid.id,
    transfer: paid.transfer.id,
    paymentEntry: paid.transfer.parts[0]?.entryId ?? '',
    credit: creditId,
    creditUse: used.uses[0]?.id ?? '',
    accountCode: code.id,
    cashEntry: entry.id,
  };
}

/** Creates an open purchase order and a mail about it. */
async function purchaseOrderOfEach(
  t: TestApp,
  a: TestPerson,
  word: string,
  { supplierId, productId }: { readonly supplierId: string; readonly productId: string },
): Promise<Pick<RowIds, 'purchaseOrder' | 'purchaseOrderItem' | 'purchaseOrderFile' | 'sentMail'>> {
  const { id, items } = await anOpenOrder(t, a, {
    supplierId,
    currency: 'GBP',
    poNumber: word,
    notes: word,
    items: [{ productId, name: word, quantity: '50', unitPrice: '1.25' }],
  });
  const file = await t.ok(a, uploadPurchaseOrderFile, {
    params: { id },
    file: { name: `${word}.pdf`, content: pdfOf([[`${word} artwork`]]) },
  });
  await t.verify(a);
  const mail = await t.ok(a, sendEmailWithAttachments, {
    body: {
      to: ['lin@factory.example'],
      subject: word,
      body: word,
      entityType: 'PURCHASE_ORDER',
      entityId: id,
    },
  });
  return { purchaseOrder: id, purchaseOrderItem: items[0]?.id ?? '', purchaseOrderFile: file.id, sentMail: mail.id };
}

/** Creates a freight rate, and the duty rate of a product. */
async function ratesOfEach(
  t: TestApp,
  a: TestPerson,
  word: string,
  { supplierId, productId }: { readonly supplierId: string; readonly productId: string },
): Promise<Pick<RowIds, 'freightRate' | 'dutyRate'>> {
  const rate = await t.ok(a, createFreightRate, {
    body: {
      name: word,
      forwarderId: supplierId,
      mode: 'AIR',
      currency: 'GBP',
      unit: 'KG',
      breaks: [{ from: '0', price: '4.20' }],
      fees: [{ name: word, amount: '5.00' }],
      notes: word,
    },
  });
  const duty = await t.ok(a, createDutyRate, { body: { productId, country: 'GB', percent: '4', notes: word } });
  return { freightRate: rate.id, dutyRate: duty.id };
}

/** Packs an order, which has an invoice of its own: in a carton row, and in a plan. */
async function packingOfEach(
  t: TestApp,
  a: TestPerson,
  word: string,
  { supplierId, productId }: { readonly supplierId: string; readonly productId: string },
): Promise<
  Pick<
    RowIds,
    | 'order'
    | 'packList'
    | 'carton'
    | 'cartonType'
    | 'shipmentPlan'
    | 'receipt'
    | 'stockMovement'
    | 'missingDecision'
    | 'acceptedDifference'
  >
> {
  const { id: invoiceId } = await t.ok(a, createInvoice, {
    body: { supplierId, invoiceNumber: `${word} packed`, currency: 'GBP' },
  });
  await t.ok(a, createInvoiceLine, {
    params: { invoiceId },
    body: { productId, name: word, quantity: 30, amount: '10.00' },
  });
  const { content } = await t.ok(a, listOrders);
  const orderId = content.filter(isSupplierOrder).find((one) => one.invoiceId === invoiceId)?.orderId ?? '';
  const { packListId } = await packed(t, a, orderId, { quantity: 2 });
  const type = await t.ok(a, createCartonType, { body: { name: word } });
  const carton = await t.ok(a, createCarton, {
    body: { count: 2, cartonTypeId: type.id, packListIds: [packListId], marks: word },
  });
  const planned = await packed(t, a, orderId, { quantity: 2 });
  const plan = await aPlan(t, a, [planned.packListId], {
    name: word,
    jobNumber: word,
    fromAddress: word,
    address: word,
    carrierContactId: supplierId,
  });
  const { packListId: received } = await packed(t, a, orderId, { quantity: 4 });
  await t.ok(a, receiveGoods, {
    body: { day: '2026-01-02', place: 'WAREHOUSE', rows: [{ packListId: received, quantity: 2 }] },
  });
  // One of another plan is missing.
  const { packListId: lost } = await packed(t, a, orderId, { quantity: 1 });
  const { id: shipmentPlanId } = await aPlan(t, a, [lost], { name: word, shippedOn: '2026-01-02' });
  await t.ok(a, patchShipmentPlan, { params: { shipmentPlanId }, body: { status: 'RECEIVED' } });
  const [receipt] = (await t.ok(a, listReceipts)).content;
  const { ids: movements } = await t.ok(a, recordStockMovements, {
    body: { rows: [{ productId, cause: 'SOLD', day: '2026-01-03', place: 'WAREHOUSE', quantity: 1, words: word }] },
  });
  const { id: missingDecision } = await t.ok(a, decideMissing, {
    body: { packListId: received, kind: 'SHORT', debtor: 'SUPPLIER', quantity: 1, words: word },
  });
  const { differences } = await t.ok(a, acceptDifference, {
    body: { fiveQuantitiesId: orderId, difference: 'NOT_SHIPPED', words: word },
  });
  return {
    order: orderId,
    packList: packListId,
    carton: carton.id,
    cartonType: type.id,
    shipmentPlan: plan.id,
    receipt: receipt?.id ?? '',
    stockMovement: movements[0] ?? '',
    missingDecision,
    acceptedDifference: differences.flatMap(({ accepted }) => accepted?.id ?? [])[0] ?? '',
  };
}

function idOfStock(path: string, ids: RowIds): string {
  if (path.includes('five-quantities')) return ids.acceptedDifference;
  if (path.includes('decisions')) return ids.missingDecision;
  if (path.includes('/lots/')) return ids.lot;
  return path.includes('movements') ? ids.stockMovement : ids.receipt;
}

function idOfOrders(path: string, ids: RowIds): string {
  if (path.includes('shipmentplans')) return ids.shipmentPlan;
  if (path.includes('freight-rates')) return ids.freightRate;
  if (path.includes('duty-rates')) return ids.dutyRate;
  return path.includes('carton-type') ? ids.cartonType : ids.carton;
}

/** Fills the parameters of a path with ids of existing rows. */
export function paramsFor(
  spec: Spec,
  ids: RowIds,
  person: { readonly userId: string; readonly accountId: string },
): Record<string, string> {
  const area = spec.path.split('/')[1];
  const ofArea: Readonly<Record<string, string>> = {
    suppliers: ids.supplier,
    products: ids.product,
    reporting: ids.product,
    documents: ids.document,
    'exchange-rates': ids.rate,
    payments: ids.accountCode,
    orders: idOfOrders(spec.path, ids),
    stock: idOfStock(spec.path, ids),
    purchasing: spec.path.includes('items/{id}') ? ids.purchaseOrderItem : ids.purchaseOrder,
  };
  const isSentMail = spec.path.includes('sent-mails/{id}');
  const own =
    (isSentMail ? ids.sentMail : ofArea[area ?? '']) ??
    (spec.path.includes('invoice-lines/{id}') ? ids.line : ids.invoice);
  return {
    userId: person.userId,
    accountId: person.accountId,
    invitationAction: 'ACCEPT',
    id: own,
    productId: ids.product,
    invoiceId: ids.invoice,
    importId: area === 'suppliers' ? ids.supplierImport : area === 'stock' ? ids.orderImport : ids.import,
    operationId: ids.operation,
    documentId: ids.document,
    fileId: ids.purchaseOrderFile,
    purchaseOrderId: ids.purchaseOrder,
    orderId: ids.order,
    packListId: ids.packList,
    shipmentPlanId: ids.shipmentPlan,
    supplierId: ids.supplier,
    gridId: 'products',
    viewId: ids.view,
    entryId: area === 'payments' ? ids.paymentEntry : ids.entry,
    paymentId: ids.payment,
    invoicePaymentId: ids.schedule,
    transferId: ids.transfer,
    creditId: ids.credit,
    useId: ids.creditUse,
    cashEntryId: ids.cashEntry,
    sessionId: ids.session,
    notificationId: ids.notification,
    entityType: 'INVOICE',
    containerType: '40FT_HC',
    country: 'GB',
    entityId: ids.invoice,
    deleteUserId: ids.member,
    updateUserId: ids.member,
    verificationToken: 'none',
    token: 'none',
    mailId: ids.document,
  };
}
/**
 * Whether the path contains the id of a row. The id of the caller, a kind of record, the name of a table, a type of
 * container and a country do not count.
 */
export const hasOwnId = (spec: Spec) => /\{(?!userId|entityType|gridId|containerType|country)\w+\}/.test(spec.path);

/** Creates a well-formed body from the call's JSON schema. */
export function sampleBody(spec: Spec): Record<string, unknown> | undefined {
  const schema = schemaOf(spec);
  return schema && (sample(schema) as Record<string, unknown>);
}
const schemas = new Map<Spec, Schema>();
/** The JSON schema of the body of a call, worked out once: a sweep asks for it for each kind of caller. */
function schemaOf(spec: Spec): Schema | undefined {
  if (!spec.body) return undefined;
  const known = schemas.get(spec);
  if (known) return known;
  const schema = z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' }) as Schema;
  schemas.set(spec, schema);
  return schema;
}
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  minLength?: number;
  minItems?: number;
  default?: unknown;
}
function sample(s: Schema): unknown {
  if (s.default !== undefined) return s.default;
  if (s.enum) return s.enum[0];
  if (s.anyOf) return sample(s.anyOf[0] ?? {});
  if (s.type === 'object')
    return Object.fromEntries((s.required ?? []).map((k) => [k, sample(s.properties?.[k] ?? {})]));
  if (s.type === 'array') return (s.minItems ?? 0) > 0 ? [sample(s.items ?? {})] : [];
  if (s.type === 'string')
    return s.format === 'uuid'
      ? '01a1fd84-0000-7000-8000-000000000000'
      : s.format === 'date-time'
        ? '2026-11-20T10:00:00.000Z'
        : 'x'.repeat(Math.max(8, s.minLength ?? 0));
  if (s.type === 'boolean') return false;
  return s.type === 'integer' || s.type === 'number' ? 1 : null;
}

/** Creates a body in which every field is filled and each string contains a NUL. */
export function poisoned(spec: Spec): Record<string, unknown> {
  const poison = (v: unknown): unknown =>
    typeof v === 'string'
      ? `a\u0000b`
      : Array.isArray(v)
        ? v.map(poison)
        : v && typeof v === 'object'
          ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, poison(x)]))
          : v;
  const schema = schemaOf(spec);
  return Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([k, v]) => [k, poison(sample(v) ?? 'x')]));
}

/** Sends one call with exactly these parameters and this body, without any checks by the client. */
export async function sendRaw(
  t: TestApp,
  spec: Spec,
  token: string | undefined,
  { params, query, body }: { params: Record<string, string>; query?: Record<string, unknown>; body?: unknown },
) {
  const response = await t.app.inject({
    method: spec.method,
    url: urlOf(spec, params, query),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    text: response.body,
    json: () =>
      JSON.parse(response.body) as {
        code: string;
        message: string;
        errors?: { field: string; message: string; code: string; params?: { fields?: string } }[];
        requestId: string;
      },
  };
}
