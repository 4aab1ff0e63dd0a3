import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { CostCategory, InvoiceKind, InvoiceStatus } from '@quayside/domain/lists';
import type { FieldProblem } from '../../http/errors.ts';

/** The properties of a credited line that its credit depends on. */
export interface CreditedLine {
  readonly id: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly invoiceKind: InvoiceKind;
  readonly invoiceStatus: InvoiceStatus;
  readonly currency: string;
  readonly position: number;
  readonly productId: string | null;
  readonly costType: CostCategory;
  readonly isTaxRecoverable: boolean;
  readonly isExcluded: boolean;
  readonly exclusionReason: string | null;
}

/** The properties of an invoice that the credits on its lines depend on. */
export interface LinePlace {
  readonly currency: string;
  readonly kind: InvoiceKind;
}

export const TAKES_OFF = say('invoices.takes_off');

/** Why a line cannot credit the given line, as a message for the field `creditsLineId`; undefined when it can. */
export function refusalOfCredit(place: LinePlace, credited: CreditedLine | undefined): Text | undefined {
  if (place.kind !== 'CREDIT_NOTE') return say('invoices.only_credit_note_credits');
  if (!credited) return say('invoices.line_not_in_account');
  const { invoiceNumber, currency } = credited;
  if (credited.invoiceKind !== 'INVOICE') return say('invoices.is_credit_note_choose', { number: invoiceNumber });
  if (credited.invoiceStatus === 'REVIEW') return say('invoices.in_review', { number: invoiceNumber });
  return currency === place.currency
    ? undefined
    : say('invoices.credit_in_other_currency', { number: invoiceNumber, currency, noteCurrency: place.currency });
}

/** The message for a credit line that would differ from the line it credits. */
export const followsLine = ({ invoiceNumber, position }: CreditedLine): Text =>
  say('invoices.credit_follows', { position, number: invoiceNumber });

interface Figures {
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  readonly quantityMicro: bigint;
  readonly isOrder: boolean;
}

/**
 * The rules that the figures of a line break, field by field: a credit note has no positive amounts, and only a credit
 * returns units.
 */
export function refusalsOfFigures(place: LinePlace, line: Figures, isCredit: boolean): FieldProblem[] {
  const refused: FieldProblem[] = [];
  if (place.kind === 'CREDIT_NOTE') {
    if (line.amountMinor > 0n) refused.push({ field: 'amount', message: TAKES_OFF });
    if (line.taxMinor > 0n) refused.push({ field: 'taxAmount', message: TAKES_OFF });
  }
  const quantity = refusalOfSign(place, line, isCredit);
  if (quantity) refused.push({ field: 'quantity', message: quantity });
  return refused;
}

function refusalOfSign({ kind }: LinePlace, { quantityMicro, isOrder }: Figures, isCredit: boolean): Text | undefined {
  if (isCredit) return quantityMicro > 0n ? say('invoices.credit_takes_back') : undefined;
  if (quantityMicro < 0n)
    return kind === 'CREDIT_NOTE' ? say('invoices.name_credited_line') : say('invoices.quantity_negative');
  return kind === 'CREDIT_NOTE' && isOrder && quantityMicro > 0n ? say('invoices.credit_orders_nothing') : undefined;
}
