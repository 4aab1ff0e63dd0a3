import { say, type Text } from '@quayside/contracts/texts/catalogue';
import {
  creditsOfInvoice,
  isDeduction,
  leftAfterCredits,
  type LineFigures,
  type WantedCredit,
} from '@quayside/domain/invoices/credits';
import { formatAmount, formatQuantity, parseAmount, parseQuantity } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { AppError, fieldError, type FieldProblem } from '../../../http/errors.ts';
import { sumCredits } from '../rows/invoice-credits.views.ts';
import { findLinesOf, type LineRow, quantityMicroOf } from '../rows/invoice-lines.queries.ts';
import type { LinePatch } from '../rows/invoice-lines.rules.ts';
import { findInvoiceRow, type InvoiceRow } from '../rows/invoices.queries.ts';
import type { BodyOf } from '../invoices.types.ts';

type Body = BodyOf<'createInvoice'>;

/**
 * Finds the invoice that a new credit note credits; undefined if the body names none. Throws 422 if the invoice cannot
 * be credited, or if the body names another supplier or currency than the invoice.
 */
export async function requireCredited(w: Work, body: Body): Promise<InvoiceRow | undefined> {
  if (body.creditsInvoiceId === undefined) return undefined;
  const row = await findInvoiceRow(w, body.creditsInvoiceId);
  if (!row) throw fieldError('creditsInvoiceId', say('choose.invoice'));
  const { invoice_number: number, currency } = row;
  if (row.kind !== 'INVOICE') throw fieldError('creditsInvoiceId', say('invoices.is_credit_note', { number }));
  if (row.status === 'REVIEW') throw fieldError('creditsInvoiceId', say('invoices.in_review', { number }));
  if (body.supplierId !== undefined && body.supplierId !== row.supplier_id)
    throw fieldError('supplierId', say('invoices.other_supplier', { number }));
  if (body.currency !== undefined && body.currency !== currency)
    throw fieldError('currency', say('invoices.credit_note_currency', { number, currency }));
  return row;
}

/** A line of a new credit note, and the path of its data in the request body. */
interface NewCredit {
  readonly patch: LinePatch;
  readonly path: string;
}

/**
 * Creates a credit for every line of the invoice that is not fully credited yet, or only for the lines that the body
 * names. Negative lines, such as a discount, are always credited in proportion to the others.
 */
export async function creditLinesOf(w: Work, credited: InvoiceRow, asked: Body['creditLines']): Promise<NewCredit[]> {
  const lines = await findLinesOf(w, credited.id);
  const sums = await sumCredits(
    w,
    lines.map((l) => l.id),
  );
  const asks = asked === undefined ? undefined : wantedOf(lines, asked, credited);
  const all: WantedCredit = { amountMinor: null, quantityMicro: null };
  const creditable = lines.map((line) => {
    const figures = figuresOf(line);
    const taken = sums.get(line.id);
    return {
      line: figures,
      left: taken ? leftAfterCredits(figures, taken) : figures,
      isOrder: line.cost_type === 'FACTORY_INVOICE' && line.product_id !== null,
      wanted: asks ? (asks.get(line.id)?.wanted ?? null) : all,
    };
  });
  const credits = creditsOfInvoice(creditable);
  return lines.flatMap((line, i) => {
    const credit = credits[i];
    return credit ? [{ patch: patchOf(line, credit, credited.currency), path: asks?.get(line.id)?.path ?? '' }] : [];
  });
}

const figuresOf = (line: LineRow): LineFigures => ({
  amountMinor: line.amount_minor,
  taxMinor: line.tax_minor,
  quantityMicro: quantityMicroOf(line.quantity),
});

const patchOf = (line: LineRow, credit: LineFigures, currency: string): LinePatch => ({
  creditsLineId: line.id,
  name: line.name,
  account: line.ledger_account,
  amount: formatAmount(credit.amountMinor, currency),
  taxAmount: formatAmount(credit.taxMinor, currency),
  quantity: formatQuantity(credit.quantityMicro),
});

/** The credits that the body asks for, by line. Throws 422 with all invalid fields. */
function wantedOf(
  lines: readonly LineRow[],
  asked: NonNullable<Body['creditLines']>,
  { currency, invoice_number }: InvoiceRow,
) {
  const byId = new Map(lines.map((l) => [l.id, l]));
  const errors: FieldProblem[] = [];
  const wanted = asked.flatMap((x, i): [string, { wanted: WantedCredit; path: string }][] => {
    const line = byId.get(x.invoiceLineId);
    const refuse = (field: string, message: Text) => void errors.push({ field: `creditLines.${i}.${field}`, message });
    if (!line) refuse('invoiceLineId', say('invoices.no_line_of', { number: invoice_number }));
    if (asked.findIndex((other) => other.invoiceLineId === x.invoiceLineId) < i)
      refuse('invoiceLineId', say('invoices.line_twice'));
    const amount = x.amount === undefined ? undefined : parseAmount(x.amount, currency);
    if (amount && !amount.ok) refuse('amount', amount.message);
    if (amount?.ok && amount.value < 0n) refuse('amount', say('invoices.credit_amount'));
    if (amount && line && isDeduction(figuresOf(line))) refuse('amount', say('invoices.credit_in_proportion'));
    const quantity = x.quantity === undefined ? undefined : parseQuantity(x.quantity);
    if (quantity && !quantity.ok) refuse('quantity', quantity.message);
    if (quantity?.ok && quantity.value < 0n) refuse('quantity', say('invoices.credit_quantity'));
    const figures = {
      amountMinor: amount?.ok ? amount.value : null,
      quantityMicro: quantity?.ok ? quantity.value : null,
    };
    return line ? [[line.id, { wanted: figures, path: `creditLines.${i}.` }]] : [];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  return new Map(wanted);
}
