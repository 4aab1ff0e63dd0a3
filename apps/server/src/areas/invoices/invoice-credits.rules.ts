import type { CostCategory, InvoiceKind, InvoiceStatus } from '@quayside/domain/lists';

/** The line that a credit line names, as far as the credit depends on it. */
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

/** The invoice that a line stands on, as far as its credits depend on it. */
export interface LinePlace {
  readonly currency: string;
  readonly kind: InvoiceKind;
}

export const TAKES_OFF = 'A credit note takes off: write an amount of 0 or less';

/** Why a line cannot credit that one, in words for the field `creditsLineId`; undefined when it can. */
export function refusalOfCredit(place: LinePlace, credited: CreditedLine | undefined): string | undefined {
  if (place.kind !== 'CREDIT_NOTE') return 'Only a line of a credit note credits another line';
  if (!credited) return 'This line does not exist in the account';
  const { invoiceNumber, currency } = credited;
  if (credited.invoiceKind !== 'INVOICE') return `${invoiceNumber} is a credit note itself: choose a line of an invoice`;
  if (credited.invoiceStatus === 'REVIEW') return `Invoice ${invoiceNumber} is in review and costs nothing yet`;
  return currency === place.currency ? undefined : `Invoice ${invoiceNumber} is in ${currency}, this credit note in ${place.currency}`;
}

/** What is said where a credit line is to differ from the line that it credits. */
export const followsLine = ({ invoiceNumber, position }: CreditedLine): string =>
  `A credit follows the line that it credits: line ${position} of invoice ${invoiceNumber}`;

interface Figures {
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  readonly quantityMicro: bigint;
  readonly isOrder: boolean;
}

/** What the figures of a line break, field by field: a credit note only takes off, and only a credit takes units back. */
export function refusalsOfFigures(place: LinePlace, line: Figures, isCredit: boolean): { readonly field: string; readonly message: string }[] {
  const refused: { field: string; message: string }[] = [];
  if (place.kind === 'CREDIT_NOTE') {
    if (line.amountMinor > 0n) refused.push({ field: 'amount', message: TAKES_OFF });
    if (line.taxMinor > 0n) refused.push({ field: 'taxAmount', message: TAKES_OFF });
  }
  const quantity = refusalOfSign(place, line, isCredit);
  if (quantity) refused.push({ field: 'quantity', message: quantity });
  return refused;
}

function refusalOfSign({ kind }: LinePlace, { quantityMicro, isOrder }: Figures, isCredit: boolean): string | undefined {
  if (isCredit) return quantityMicro > 0n ? 'A credit takes units back: write a quantity of 0 or less' : undefined;
  if (quantityMicro < 0n) return kind === 'CREDIT_NOTE' ? 'Name the line that is credited: only then units go back' : 'A quantity is 0 or more';
  return kind === 'CREDIT_NOTE' && isOrder && quantityMicro > 0n ? 'A credit note orders nothing: name the line that is credited, or write 0' : undefined;
}
