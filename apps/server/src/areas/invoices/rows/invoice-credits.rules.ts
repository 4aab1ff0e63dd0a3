import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { CostCategory, InvoiceKind, InvoiceStatus } from '@quayside/domain/lists';
import type { FieldProblem } from '../../../http/errors.ts';

/** The properties of a credited line that its credits depend on. */
export interface CreditedLine {
  readonly id: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly invoiceKind: InvoiceKind;
  readonly invoiceStatus: InvoiceStatus;
  readonly currency: string;
  readonly position: number;
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  readonly productId: string | null;
  readonly costType: CostCategory;
  readonly isTaxRecoverable: boolean;
  readonly isExcluded: boolean;
  readonly exclusionReason: string | null;
  readonly purchaseOrderLineId: string | null;
}

/** The currency of a line's invoice, and whether the invoice is a credit note. */
export interface LinePlace {
  readonly currency: string;
  readonly kind: InvoiceKind;
}

export const TAKES_OFF = say('invoices.takes_off');

/**
 * Returns why a line cannot credit the given line, as the error message of the field `creditsLineId`; undefined if it
 * can.
 */
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

/** The error message for a credit that differs from the credited line in a field that it must inherit. */
export const followsLine = ({ invoiceNumber, position }: CreditedLine): Text =>
  say('invoices.credit_follows', { position, number: invoiceNumber });

interface Figures {
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  readonly quantityMicro: bigint;
  readonly isOrder: boolean;
}

/**
 * Returns the errors in the amounts and quantity of a line, field by field: a line of a credit note has no positive
 * amount, except that the credit of a negative line, such as a discount, has no negative one; and only a credit can
 * have a negative quantity, which returns units.
 */
export function refusalsOfFigures(
  place: LinePlace,
  line: Figures,
  credited: CreditedLine | undefined,
  isCredit: boolean,
): FieldProblem[] {
  const refused: FieldProblem[] = [];
  if (place.kind === 'CREDIT_NOTE') {
    const amount = refusalOfTaking(line.amountMinor, credited?.amountMinor);
    if (amount) refused.push({ field: 'amount', message: amount });
    const tax = refusalOfTaking(line.taxMinor, credited?.taxMinor);
    if (tax) refused.push({ field: 'taxAmount', message: tax });
  }
  const quantity = refusalOfSign(place, line, isCredit);
  if (quantity) refused.push({ field: 'quantity', message: quantity });
  return refused;
}

function refusalOfTaking(minor: bigint, credited: bigint | undefined): Text | undefined {
  if (credited !== undefined && credited < 0n) return minor < 0n ? say('invoices.gives_back') : undefined;
  return minor > 0n ? TAKES_OFF : undefined;
}

function refusalOfSign({ kind }: LinePlace, { quantityMicro, isOrder }: Figures, isCredit: boolean): Text | undefined {
  if (isCredit) return quantityMicro > 0n ? say('invoices.credit_takes_back') : undefined;
  if (quantityMicro < 0n)
    return kind === 'CREDIT_NOTE' ? say('invoices.name_credited_line') : say('invoices.quantity_negative');
  return kind === 'CREDIT_NOTE' && isOrder && quantityMicro > 0n ? say('invoices.credit_orders_nothing') : undefined;
}
