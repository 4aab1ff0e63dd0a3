import { say } from '@quayside/contracts/texts/catalogue';
import { updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { dayToUnix } from '@quayside/domain/days/days';
import { refusalOfArchive, refusalOfMove, type InvoiceFacts, type InvoiceMove } from '@quayside/domain/invoices/status';
import { lineAccountMinor, lineDocumentMinor } from '@quayside/domain/landed-cost/amounts';
import { swappedDigitsHint } from '@quayside/domain/landed-cost/swapped-digits';
import { type CostCategory, defaultBasisOf } from '@quayside/domain/lists';
import { formatAmount, formatQuantity, parseRate, RATE_ONE, type Rate, unitCost } from '@quayside/domain/money/money';
import { checkScheduleForClosing } from '@quayside/domain/payables/schedule';
import { ok, type Result } from '@quayside/domain/refusal';
import type { Scope } from '../../../db/tx.ts';
import { type May, mayCall, no, YES } from '../../../http/may.ts';
import { quantityMicroOf } from '../rows/invoice-lines.queries.ts';
import { itemOf, matchOf } from '../lines/invoice-match.ts';
import type { LineView } from '../lists/invoice-lines.views.ts';
import type { Invoice, InvoiceLine } from '../invoices.types.ts';
import type { InvoiceHead, PairedWith } from '../lists/invoices.views.ts';

type Money2 = Invoice['totals']['lines'];

/** Converts an invoice to the form that the API returns. */
export function toInvoice(
  scope: Scope,
  head: InvoiceHead,
  pairedWith: readonly PairedWith[],
  payments: Invoice['payments'],
  purchaseOrders: Invoice['purchaseOrders'],
): Invoice {
  const status = head.status;
  const differenceMinor = differenceOf(head);
  return {
    id: head.id,
    invoiceNumber: head.invoice_number,
    kind: head.kind,
    supplierContact:
      head.supplier_id === null
        ? null
        : { id: head.supplier_id, companyName: head.company_name ?? '', localName: head.local_name },
    date: head.date,
    unixDate: dayToUnix(head.date),
    currency: head.currency,
    accountCurrency: scope.currency,
    rate: head.rate,
    rateTyped:
      head.rate_typed === null || head.rate_typed_per === null
        ? null
        : { rate: head.rate_typed, per: head.rate_typed_per },
    rateDate: head.rate_date,
    rateSource: head.rate_source as Invoice['rateSource'],
    costRate: head.rate === null ? null : (head.cost_rate ?? head.rate),
    isRateFrozen: status === 'OPEN' || status === 'CLOSED',
    defaults: [
      ...(head.is_number_from_date ? (['invoiceNumber'] as const) : []),
      ...(head.is_date_default ? (['date'] as const) : []),
      ...(head.is_currency_default ? (['currency'] as const) : []),
    ],
    total: head.total_minor === null ? null : formatAmount(head.total_minor, head.currency),
    totals: totalsOf(scope, head),
    hasSwappedDigitsHint: differenceMinor !== null && swappedDigitsHint(differenceMinor),
    lineCount: head.line_count ?? 0,
    unassignedLineCount: head.unassigned_line_count ?? 0,
    paymentState: head.payment_state,
    reconciled: head.is_reconciled,
    paymentDifference: paymentDifferenceOf(head),
    payments,
    status,
    payReferenceNumber: head.pay_reference_number,
    costType: head.cost_type,
    type: head.type as Invoice['type'],
    shippingMethod: head.shipping_method as Invoice['shippingMethod'],
    vesselVoyage: head.vessel_voyage,
    etd: head.etd,
    readyOn: head.ready_on,
    shippedOn: head.shipped_on,
    arrivedOn: head.arrived_on,
    deliveredOn: head.delivered_on,
    inspectedOn: head.inspected_on,
    attention: head.attention,
    tracking: head.tracking,
    billToCompany: head.bill_to_company,
    pairedWith: pairedWith.map(({ type, id, label, order }) => ({ type, id, label, order })),
    purchaseOrders: [...purchaseOrders],
    document: documentOf(head),
    can: canOf(scope, head),
    archivedAt: head.archived_at?.toISOString() ?? null,
    createdAt: head.created_at.toISOString(),
    updatedAt: head.updated_at.toISOString(),
    version: head.version,
  };
}

/** The total minus the payments of the schedule; null without a schedule or a total. */
function paymentDifferenceOf({ total_minor: total, scheduled_minor: scheduled, currency }: InvoiceHead): string | null {
  return total === null || scheduled === null ? null : formatAmount(total - scheduled, currency);
}

const linesWithTax = (head: InvoiceHead): bigint =>
  (head.lines_minor ?? 0n) + (head.recoverable_tax_minor ?? 0n) + (head.cost_tax_minor ?? 0n);

/** The total minus lines and tax; null as long as nobody has typed a total. */
const differenceOf = (head: InvoiceHead): bigint | null =>
  head.total_minor === null ? null : head.total_minor - linesWithTax(head);

function totalsOf(scope: Scope, head: InvoiceHead): Invoice['totals'] {
  const both = (document: bigint | null, account: bigint | null): Money2 => ({
    document: formatAmount(document ?? 0n, head.currency),
    account: account === null ? null : formatAmount(account, scope.currency),
  });
  return {
    lines: both(head.lines_minor, head.lines_account_minor),
    recoverableTax: both(head.recoverable_tax_minor, head.recoverable_tax_account_minor),
    costTax: both(head.cost_tax_minor, head.cost_tax_account_minor),
    difference: both(differenceOf(head), head.difference_account_minor),
    total: both(head.total_minor ?? linesWithTax(head), head.total_account_minor),
    assigned: both(head.assigned_minor, head.assigned_account_minor),
    unassigned: both(head.unassigned_minor, head.unassigned_account_minor),
    excluded: both(head.excluded_minor, head.excluded_account_minor),
  };
}

function documentOf(head: InvoiceHead): Invoice['document'] {
  if (head.document_id === null || head.file_name === null || head.uploaded_at === null) return null;
  return {
    id: head.document_id,
    fileName: head.file_name,
    contentType: head.content_type ?? '',
    size: Number(head.document_size),
    uploadedAt: head.uploaded_at.toISOString(),
  };
}

/** The facts about an invoice that determine which changes of its status are allowed. */
export const factsOf = (scope: Scope, head: InvoiceHead): InvoiceFacts => ({
  status: head.status,
  currency: head.currency,
  accountCurrency: scope.currency,
  hasSupplier: head.supplier_id !== null,
  hasDate: true,
  hasRate: head.rate !== null,
  lineCount: head.line_count ?? 0,
  unassignedMinor: head.left_minor.map(BigInt),
  differenceMinor: differenceOf(head),
});

/**
 * Which actions on the invoice this person may perform now, with the reason for each one that is not allowed. The calls
 * themselves apply the same rules.
 */
function canOf(scope: Scope, head: InvoiceHead): Invoice['can'] {
  const never = mayCall(updateInvoiceBasic, scope);
  if (!never.allowed) {
    return { edit: never, confirm: never, close: never, reopen: never, delete: never, archive: never };
  }
  const facts = factsOf(scope, head);
  const toMay = (result: Result<unknown>): May => (result.ok ? YES : no(scope, result.message));
  const move = (name: InvoiceMove): May => toMay(refusalOfMove(name, facts));
  const [close, reopen] = [move('CLOSE'), move('REOPEN')];
  const edit = facts.status === 'CLOSED' ? no(scope, say('invoices.closed')) : YES;
  return {
    edit,
    confirm: move('CONFIRM'),
    close: close.allowed ? toMay(refusalOfPayments(head)) : close,
    reopen: reopen.allowed && isCreditUsed(head) ? no(scope, say('payments.credit_used')) : reopen,
    delete: edit.allowed ? deletable(scope, head) : edit,
    archive: toMay(refusalOfArchive({ status: facts.status, isArchived: head.archived_at !== null })),
  };
}

const isCreditUsed = (head: InvoiceHead): boolean => (head.credit_used_minor ?? 0n) > 0n;

/** A schedule that does not equal the total keeps an invoice open. An invoice without one gets it when it is closed. */
const refusalOfPayments = ({ total_minor, scheduled_minor, currency }: InvoiceHead): Result<unknown> =>
  total_minor === null || scheduled_minor === null
    ? ok(true)
    : checkScheduleForClosing({ totalMinor: total_minor, currency }, [scheduled_minor]);

function deletable(scope: Scope, head: InvoiceHead): May {
  if (head.is_in_use) return no(scope, say('invoices.in_use'));
  if ((head.paid_minor ?? 0n) > 0n || (head.paid_fee_minor ?? 0n) > 0n) return no(scope, say('payments.has_entries'));
  return isCreditUsed(head) ? no(scope, say('payments.credit_used')) : YES;
}

/** Converts a line to the form that the API returns. */
export function toLine(scope: Scope, line: LineView): InvoiceLine {
  const { currency, product, allocation } = line;
  const costType = line.cost_type;
  const quantityMicro = quantityMicroOf(line.quantity);
  const amounts = {
    amountMinor: line.amount_minor,
    taxMinor: line.tax_minor,
    isTaxRecoverable: line.is_tax_recoverable,
  };
  const rate = rateOf(scope, line);
  const costMinor = lineDocumentMinor(amounts);
  // A credit is converted together with the line that it credits, so its amount in account currency is taken from its
  // allocation. On an invoice in review, lines have no allocation, and nothing is assigned.
  const ownAccountMinor =
    rate === null ? null : lineAccountMinor({ ...amounts, currency, accountCurrency: scope.currency }, rate);
  const costAccountMinor = allocation ? allocation.account_minor : ownAccountMinor;
  const leftMinor = allocation?.unassigned_document_minor ?? costMinor;
  const leftAccountMinor = allocation ? allocation.unassigned_account_minor : costAccountMinor;
  const both = (document: bigint, account: bigint | null): Money2 => ({
    document: formatAmount(document, currency),
    account: account === null ? null : formatAmount(account, scope.currency),
  });
  return {
    invoiceLineId: line.id,
    position: line.position,
    product: product ?? null,
    sku: product?.sku ?? null,
    name: line.name,
    account: line.ledger_account,
    internalReference: line.internal_reference,
    costType,
    quantity: formatQuantity(quantityMicro),
    amount: formatAmount(line.amount_minor, currency),
    unitPrice: unitPriceOf(line.amount_minor, quantityMicro, currency),
    taxAmount: formatAmount(line.tax_minor, currency),
    isTaxRecoverable: line.is_tax_recoverable,
    isExcludedFromGeneralCostsData: line.is_excluded,
    exclusionReason: line.exclusion_reason,
    creditsLine: creditsLineOf(line),
    credited: creditedOf(line),
    basis: line.basis,
    effectiveBasis: (allocation?.basis as InvoiceLine['effectiveBasis'] | undefined) ?? defaultFor(line, costType),
    isBasisFallback: allocation?.is_basis_fallback ?? false,
    scope: line.scope?.map(({ type, id, label, order }) => ({ type, id, label, order })) ?? null,
    manualShares: line.shares.map((s) => ({
      layerId: s.layerId,
      packListId: s.packListId,
      amount: formatAmount(s.documentMinor, currency),
    })),
    purchaseOrderLine: itemOf(line),
    match: matchOf(line),
    order: line.order ?? null,
    cost: both(costMinor, costAccountMinor),
    assigned: both(
      costMinor - leftMinor,
      costAccountMinor === null || leftAccountMinor === null ? null : costAccountMinor - leftAccountMinor,
    ),
    unassigned: both(leftMinor, leftAccountMinor),
    unassignedReason: allocation ? allocation.unassigned_reason : leftMinor === 0n ? null : 'IN_REVIEW',
    lackingProducts: line.lackingProducts,
    entryCount: allocation?.entry_count ?? 0,
    version: line.version,
  };
}

/** The unit price also exists for returned units, where quantity and amount are both negative. */
export function unitPriceOf(amountMinor: bigint, quantityMicro: bigint, currency: string): string | null {
  if (quantityMicro === 0n) return null;
  return quantityMicro > 0n
    ? unitCost(amountMinor, quantityMicro, currency)
    : unitCost(-amountMinor, -quantityMicro, currency);
}

const creditsLineOf = ({ credits }: LineView): InvoiceLine['creditsLine'] =>
  credits
    ? {
        invoiceId: credits.invoiceId,
        invoiceNumber: credits.invoiceNumber,
        lineId: credits.id,
        position: credits.position,
      }
    : null;

function creditedOf({ credited, currency }: LineView): InvoiceLine['credited'] {
  if (!credited || (credited.amountMinor === 0n && credited.taxMinor === 0n && credited.quantityMicro === 0n))
    return null;
  return {
    amount: formatAmount(-credited.amountMinor, currency),
    taxAmount: formatAmount(-credited.taxMinor, currency),
    quantity: formatQuantity(-credited.quantityMicro),
  };
}

function rateOf(scope: Scope, line: LineView): Rate | null {
  if (line.currency === scope.currency) return RATE_ONE;
  if (line.rate === null) return null;
  const parsed = parseRate(line.rate);
  if (!parsed.ok) throw new RangeError(`The stored rate ${line.rate} cannot be read`);
  return parsed.value;
}

/** The basis that will be used when the line is allocated for the first time. */
function defaultFor(line: LineView, costType: CostCategory): InvoiceLine['effectiveBasis'] {
  if (line.product_id !== null) return costType === 'FACTORY_INVOICE' ? 'OWN_ORDER' : 'OWN_PRODUCT';
  return line.basis ?? defaultBasisOf(costType);
}
