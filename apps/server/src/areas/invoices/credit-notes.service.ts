import { say, type Text } from '@quayside/contracts/texts/catalogue';
import {
  figuresOfCredit,
  leftAfterCredits,
  type LineFigures,
  type WantedCredit,
} from '@quayside/domain/invoices/credits';
import { formatAmount, formatQuantity, parseAmount, parseQuantity } from '@quayside/domain/money/money';
import type { Work } from '../../db/tx.ts';
import { AppError, fieldError, type FieldProblem } from '../../http/errors.ts';
import { sumCredits } from './invoice-credits.views.ts';
import { findLinesOf, type LineRow, quantityMicroOf } from './invoice-lines.queries.ts';
import type { LinePatch } from './invoice-lines.rules.ts';
import { findInvoiceRow, type InvoiceRow } from './invoices.queries.ts';
import type { BodyOf } from './invoices.types.ts';

type Body = BodyOf<'createInvoice'>;

/**
 * The invoice that a new credit note credits, or 422. The body must not contradict what the note takes over from it.
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

/** A line of a new credit note, and its path in the request body. */
export interface NewCredit {
  readonly patch: LinePatch;
  readonly path: string;
}

/** Creates a credit line for each invoice line with anything left, or for the lines that the body names. */
export async function creditLinesOf(w: Work, credited: InvoiceRow, asked: Body['creditLines']): Promise<NewCredit[]> {
  const lines = await findLinesOf(w, credited.id);
  const sums = await sumCredits(
    w,
    lines.map((l) => l.id),
  );
  const newCredit = (line: LineRow, wanted: WantedCredit, path: string): NewCredit[] => {
    const figures = figuresOf(line);
    const taken = sums.get(line.id);
    const isOrder = line.cost_type === 'FACTORY_INVOICE' && line.product_id !== null;
    const credit = figuresOfCredit(figures, taken ? leftAfterCredits(figures, taken) : figures, wanted, isOrder);
    return credit ? [{ patch: patchOf(line, credit, credited.currency), path }] : [];
  };
  if (asked === undefined)
    return lines.flatMap((line) => newCredit(line, { amountMinor: null, quantityMicro: null }, ''));
  const wanted = wantedOf(lines, asked, credited);
  return wanted.flatMap(({ line, ...x }, i) => newCredit(line, x, `creditLines.${i}.`));
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

/** The credits that the body asks for, line by line, or 422 with every invalid field. */
function wantedOf(
  lines: readonly LineRow[],
  asked: NonNullable<Body['creditLines']>,
  { currency, invoice_number }: InvoiceRow,
) {
  const byId = new Map(lines.map((l) => [l.id, l]));
  const errors: FieldProblem[] = [];
  const wanted = asked.flatMap((x, i) => {
    const line = byId.get(x.invoiceLineId);
    const refuse = (field: string, message: Text) => void errors.push({ field: `creditLines.${i}.${field}`, message });
    if (!line) refuse('invoiceLineId', say('invoices.no_line_of', { number: invoice_number }));
    if (asked.findIndex((other) => other.invoiceLineId === x.invoiceLineId) < i)
      refuse('invoiceLineId', say('invoices.line_twice'));
    const amount = x.amount === undefined ? undefined : parseAmount(x.amount, currency);
    if (amount && !amount.ok) refuse('amount', amount.message);
    if (amount?.ok && amount.value < 0n) refuse('amount', say('invoices.credit_amount'));
    const quantity = x.quantity === undefined ? undefined : parseQuantity(x.quantity);
    if (quantity && !quantity.ok) refuse('quantity', quantity.message);
    if (quantity?.ok && quantity.value < 0n) refuse('quantity', say('invoices.credit_quantity'));
    return line
      ? [{ line, amountMinor: amount?.ok ? amount.value : null, quantityMicro: quantity?.ok ? quantity.value : null }]
      : [];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  return wanted;
}
