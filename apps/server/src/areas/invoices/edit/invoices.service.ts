import { say } from '@quayside/contracts/texts/catalogue';
import type { ErrorCode } from '@quayside/contracts/errors';
import { todayIn } from '@quayside/domain/days/days';
import type { InvoiceKind, InvoiceStatus } from '@quayside/domain/lists';
import { formatAmount } from '@quayside/domain/money/money';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { checkFilter, type FilterForm } from '../../../http/filters.ts';
import { sendsMail } from '../../accounts/public.ts';
import { scopeOptions } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { attachDocument, nameOfDocument } from '../../documents/public.ts';
import { acceptedRate } from './accepted-rate.service.ts';
import { notify } from '../../notifications/public.ts';
import { productsByIds } from '../../products/public.ts';
import { listLeftItems, requireInvoiceable } from '../../purchasing/public.ts';
import { requireSupplier } from '../../suppliers/public.ts';
import { creditLinesOf, requireCredited } from './credit-notes.service.ts';
import { syncWritten } from '../rows/invoice-announcements.ts';
import { candidateOf, duplicatesOf } from '../warnings/invoice-duplicates.service.ts';
import { listCreditRefs } from '../rows/invoice-credits.views.ts';
import { blankHeader, type HeaderFacts, type HeaderFields, mergeHeader } from '../rows/invoice-header.ts';
import { headerChanges } from '../rows/invoice-log.ts';
import type { LinePatch } from '../rows/invoice-lines.rules.ts';
import { listLineViews } from '../lists/invoice-lines.views.ts';
import { checkPairings } from './invoice-pairings.service.ts';
import { listPaymentsOf } from '../lists/invoice-payments.views.ts';
import { warningsOf } from '../warnings/invoice-warnings.service.ts';
import { refusalsOfStart } from './invoice-start.rules.ts';
import { toInvoice, toLine } from './invoices.answers.ts';
import {
  findInvoiceRow,
  findPairings,
  headerOf,
  insertInvoice,
  type InvoiceRow,
  type Pairing,
  replacePairings,
  saveInvoice,
} from '../rows/invoices.queries.ts';
import type { BodyOf, Invoice, InvoiceWithLines, QueryOf } from '../invoices.types.ts';
import {
  findInvoiceHeads,
  type InvoiceHead,
  listInvoiceHeads,
  listPairings,
  listPurchaseOrdersOf,
  sumInvoices,
} from '../lists/invoices.views.ts';
import { checkLines, type LineDraft, recordLines, storeLines, writeLines } from '../lines/line-writes.service.ts';
import { refuseLargeRate } from '../rows/too-large.queries.ts';

const FILTER_FORMS: Readonly<Record<string, FilterForm>> = {
  supplier: 'uuid',
  date: 'date',
  total: 'numeric',
  archived: ['true', 'false'],
  shipmentPlan: 'uuid',
};

export async function listInvoices(w: Work, q: QueryOf<'listInvoices'>) {
  checkFilter(q.filter, FILTER_FORMS);
  const { rows, count, window } = await listInvoiceHeads(w, q);
  const ids = rows.map((r) => r.id);
  const pairings = await listPairings(w, ids);
  const payments = await listPaymentsOf(w, ids);
  const orders = await listPurchaseOrdersOf(w, ids);
  return envelope(
    rows.map((row) =>
      toInvoice(w.scope, row, pairings.get(row.id) ?? [], payments.get(row.id) ?? [], orders.get(row.id) ?? []),
    ),
    count,
    window,
  );
}

/** The exact number and the sums of the invoices that match a filter. */
export async function invoiceTotals(w: Work, q: QueryOf<'invoiceTotals'>) {
  checkFilter(q.filter, FILTER_FORMS);
  const sums = await sumInvoices(w, q);
  const { currency } = w.scope;
  return {
    count: sums.count,
    total: formatAmount(sums.totalMinor, currency),
    unassigned: formatAmount(sums.unassignedMinor, currency),
    withoutRate: sums.withoutRate,
  };
}

export async function getInvoice(w: Work, id: string): Promise<InvoiceWithLines> {
  const head = await requireHead(w, id);
  const lines = (await listLineViews(w, { invoiceId: id })).map((line) => toLine(w.scope, line));
  const duplicates = await duplicatesOf(w, candidateOf(head));
  const invoice = await shown(w, head);
  return {
    ...invoice,
    lines,
    ...(await listCreditRefs(w, id)),
    duplicates,
    warnings: await warningsOf(w, head, { lines, duplicates, isPaired: invoice.pairedWith.length > 0 }),
  };
}

/** One invoice, without its lines. */
export async function getInvoiceHead(w: Work, id: string): Promise<Invoice> {
  return shown(w, await requireHead(w, id));
}

const shown = async (w: Work, head: InvoiceHead): Promise<Invoice> =>
  toInvoice(
    w.scope,
    head,
    (await listPairings(w, [head.id])).get(head.id) ?? [],
    (await listPaymentsOf(w, [head.id])).get(head.id) ?? [],
    (await listPurchaseOrdersOf(w, [head.id])).get(head.id) ?? [],
  );

/** One invoice with its supplier and sums. Throws 404 if it does not exist. */
export async function requireHead(w: Work, id: string): Promise<InvoiceHead> {
  const [head] = await findInvoiceHeads(w, [id]);
  if (!head) throw new AppError('invoices.unknown');
  return head;
}

/**
 * The row of an invoice that is to be changed. The invoice must exist and must not be closed, and the request must have
 * its current version.
 */
export async function requireOpenRow(
  w: Work,
  id: string,
  version: number | undefined,
  unknown: ErrorCode = 'invoices.unknown',
): Promise<InvoiceRow> {
  const row = await requireRow(w, id, version, unknown);
  if (row.status === 'CLOSED') throw new AppError('invoices.closed');
  return row;
}

/**
 * The row of an invoice that is to be changed. The invoice must exist, and the request must have its current version.
 */
export async function requireRow(
  w: Work,
  id: string,
  version: number | undefined,
  unknown: ErrorCode = 'invoices.unknown',
): Promise<InvoiceRow> {
  const row = await findInvoiceRow(w, id);
  if (!row) throw new AppError(unknown);
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: await getInvoice(w, id) });
  return row;
}

/** Creates an invoice: for a supplier, from a purchase order or a document, or as a credit note for another invoice. */
export async function createInvoice(w: Work, body: BodyOf<'createInvoice'>): Promise<InvoiceWithLines> {
  const errors = refusalsOfStart(body);
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  await lockCosts(w);
  const { documentId } = body;
  const id = await startInvoice(
    w,
    body,
    documentId !== undefined && body.creditsInvoiceId === undefined && body.purchaseOrderId === undefined
      ? 'REVIEW'
      : 'WORKING',
  );
  if (documentId !== undefined) {
    const changes = [{ field: 'document', from: null, to: await nameOfDocument(w, documentId) }] as const;
    await record(w, {
      action: 'invoice.document-attached',
      subjectIds: [id],
      historyOf: id,
      details: { changes, trace: { documentId } },
    });
  }
  return getInvoice(w, id);
}

/**
 * Inserts the rows of a new invoice. The caller must hold the cost lock. The supplier may be missing only if the status
 * is REVIEW.
 */
export async function startInvoice(w: Work, body: BodyOf<'createInvoice'>, status: InvoiceStatus): Promise<string> {
  const credited = await requireCredited(w, body);
  const order = await requireStartOrder(w, body);
  const kind: InvoiceKind = credited ? 'CREDIT_NOTE' : (body.kind ?? 'INVOICE');
  const fields = await startHeader(w, body, credited ? sourceOfCredit(credited) : order, {
    accountCurrency: w.scope.currency,
    status,
    kind,
    lineCount: 0,
  });
  const id = w.newId();
  const copied = credited ? await findPairings(w, credited.id) : order ? pairingWith(order.id) : [];
  const pairings = await checkPairings(w, id, body.pairedWith ?? copied, copied);
  await insertInvoice(w, id, fields, { status, kind });
  await replacePairings(w, id, pairings);
  if (body.documentId !== undefined) await attachFrontDocument(w, id, body.documentId);
  const drafts = order ? await linesOfOrder(w, id, order.id) : await startLines(w, id, body, credited);
  const writes = await checkLines(w, drafts);
  await storeLines(w, writes);
  await syncWritten(w, [{ invoiceId: id, lineIds: 'all' }]);
  await refuseLargeRate(w, id);
  const changes = [
    ...headerChanges(undefined, fields, ['invoiceNumber']),
    { field: 'kind' as const, from: null, to: kind },
    ...headerChanges(undefined, fields, ['supplier', 'date', 'currency', 'rate', 'total']),
  ];
  const action = status === 'REVIEW' ? 'invoice.uploaded' : 'invoice.created';
  await record(
    w,
    { action, subjectIds: [id], historyOf: id, details: { name: fields.invoiceNumber, changes } },
    changed('invoices', [id], 1),
  );
  await recordLines(w, writes);
  if (status === 'REVIEW') await notifyOfUpload(w, id, fields, body.documentId);
  return id;
}

/** Creates an invoice with these lines, for another area. The caller must hold the cost lock. Returns its id. */
export async function createWithLines(
  w: Work,
  body: BodyOf<'createInvoice'>,
  lines: readonly LinePatch[],
): Promise<string> {
  const id = await startInvoice(w, body, 'WORKING');
  const invoice = await requireInvoice(w, id);
  await writeLines(
    w,
    lines.map((patch, i) => ({ id: w.newId(), invoice, row: undefined, patch, path: `lines.${i}.` })),
  );
  return id;
}

/** If the account has this setting on, notifies the admins of an uploaded invoice, in the app and by mail. */
async function notifyOfUpload(
  w: Work,
  id: string,
  { invoiceNumber, isNumberFromDate }: HeaderFields,
  documentId: string | undefined,
): Promise<void> {
  if (!(await sendsMail(w, 'isInvoiceUploadedEmailEnabled'))) return;
  await notify(w, {
    type: 'INFO',
    summary: isNumberFromDate
      ? say('notice.unnumbered_invoice_uploaded')
      : say('notice.invoice_uploaded', { number: invoiceNumber }),
    message: [
      documentId === undefined
        ? say('notice.invoice_in_review')
        : say('notice.file_in_review', { file: await nameOfDocument(w, documentId) }),
    ],
    about: { type: 'INVOICE', id },
    mail: 'INVOICE_UPLOADED',
  });
}

type RateFields = Pick<HeaderFields, 'rate' | 'rateTyped' | 'rateTypedPer' | 'rateDate' | 'rateSource'>;
/** What the header of a new invoice is taken from: the invoice that it credits, or a purchase order. */
interface HeaderSource {
  readonly supplierId: string | null;
  readonly currency: string;
  readonly rate: RateFields;
  readonly shippingMethod?: HeaderFields['shippingMethod'];
}
const pairingWith = (orderId: string): Pairing[] => [{ type: 'PURCHASE_ORDER', id: orderId }];
const sourceOfCredit = (credited: InvoiceRow): HeaderSource => {
  const header = headerOf(credited);
  return { supplierId: header.supplierId, currency: header.currency, rate: rateOf(header) };
};

/** The purchase order that a new invoice is started from. Throws if the body names another supplier or currency. */
async function requireStartOrder(
  w: Work,
  { purchaseOrderId, supplierId, currency }: BodyOf<'createInvoice'>,
): Promise<(HeaderSource & { readonly id: string }) | undefined> {
  if (purchaseOrderId === undefined) return undefined;
  const order = await requireInvoiceable(w, purchaseOrderId);
  if (supplierId !== undefined && supplierId !== order.supplier_id)
    throw fieldError('supplierId', say('invoices.order_supplier'));
  if (currency !== undefined && currency !== order.currency)
    throw fieldError('currency', say('invoices.order_currency', { currency: order.currency }));
  const { rate, rate_date: rateDate, rate_source: rateSource } = order;
  return {
    id: order.id,
    supplierId: order.supplier_id,
    currency: order.currency,
    rate: { rate, rateTyped: null, rateTypedPer: null, rateDate, rateSource },
    shippingMethod: order.shippingMethod,
  };
}

/** A factory line of what is left to be invoiced of each item of a purchase order. */
async function linesOfOrder(w: Work, id: string, orderId: string): Promise<LineDraft[]> {
  const invoice = await requireInvoice(w, id);
  return (await listLeftItems(w, orderId)).map((item) => ({
    id: w.newId(),
    invoice,
    row: undefined,
    patch: { ...item, costType: 'FACTORY_INVOICE' as const },
    path: '',
  }));
}

/**
 * The header of a new invoice. By default it has the supplier's currency and today's date in the account's time zone; a
 * credit note has the exchange rate of the credited invoice.
 */
async function startHeader(
  w: Work,
  body: BodyOf<'createInvoice'>,
  source: HeaderSource | undefined,
  facts: HeaderFacts,
): Promise<HeaderFields> {
  const supplierId = source ? source.supplierId : (body.supplierId ?? null);
  const supplier = supplierId === null ? undefined : await requireSupplier(w, supplierId);
  const currency = source?.currency ?? supplier?.currency ?? w.scope.currency;
  const { fields, errors } = mergeHeader(
    blankHeader(supplierId, currency, todayIn(w.now.getTime(), w.scope.timeZone)),
    body,
    facts,
  );
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  // The currency of a credit note, or of a purchase order's invoice, is not to be chosen.
  const header = source ? { ...fields, isCurrencyDefault: false } : fields;
  const own = {
    ...header,
    ...(source?.shippingMethod && body.shippingMethod === undefined && { shippingMethod: source.shippingMethod }),
  };
  if (body.acceptedRate !== undefined) return { ...own, ...(await acceptedRate(w, own, body.acceptedRate)) };
  const takesRate = source && body.rate === undefined && body.rateTyped === undefined && body.rateDate === undefined;
  return takesRate ? { ...own, ...source.rate } : own;
}

const rateOf = ({ rate, rateTyped, rateTypedPer, rateDate, rateSource }: HeaderFields): RateFields => ({
  ...{ rate, rateTyped, rateTypedPer, rateDate, rateSource },
});

/**
 * The lines of a new invoice. A credit note gets lines that reduce those of the credited invoice; any other invoice
 * gets one line for each product that the request names.
 */
async function startLines(
  w: Work,
  id: string,
  body: BodyOf<'createInvoice'>,
  credited: InvoiceRow | undefined,
): Promise<LineDraft[]> {
  const invoice = await requireInvoice(w, id);
  const draft = (patch: LinePatch, path: string): LineDraft => ({
    id: w.newId(),
    invoice,
    row: undefined,
    patch,
    path,
  });
  if (credited)
    return (await creditLinesOf(w, credited, body.creditLines)).map(({ patch, path }) => draft(patch, path));
  const productIds = body.productIds ?? [];
  const products = await productsByIds(w, productIds);
  const errors = productIds.flatMap((productId, i) =>
    products.has(productId) ? [] : [{ field: `productIds.${i}`, message: say('choose.product') }],
  );
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  return [...new Set(productIds)].map((productId) => draft({ productId, costType: 'FACTORY_INVOICE' }, ''));
}

/** Attaches an existing document to the invoice, which then shows it. */
async function attachFrontDocument(w: Work, id: string, documentId: string): Promise<void> {
  await attachDocument(w, documentId, 'INVOICE', id);
  await saveInvoice(w, id, { document_id: documentId });
}

/** Throws if the account does not have the invoice that a call names. */
export async function requireInvoice(
  w: Work,
  id: string,
  unknown: ErrorCode = 'invoices.unknown',
): Promise<InvoiceRow> {
  return requireRow(w, id, undefined, unknown);
}

/** Lists the orders, invoices and products over which the cost of a line, or of a whole invoice, can be shared. */
export async function listScopeOptions(
  w: Work,
  id: string,
  asked: { readonly search?: string | undefined; readonly discontinued: boolean },
) {
  await requireInvoice(w, id);
  return scopeOptions(w, id, asked);
}
