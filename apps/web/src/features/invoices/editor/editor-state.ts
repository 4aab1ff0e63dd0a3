import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { costTypeOfNewLine } from '@quayside/domain/invoices/new-line';
import type { DraftState, EditorPorts, RecordTypes } from '../../../lib/editing/draft-editor/description.ts';
import type { DraftPart } from '../../../lib/editing/draft-editor/part.ts';
import type { EditedInvoice, HeaderBody, HeaderField, HeaderPart } from './header-draft.ts';
import type { Cell, LineBody, LineDraft, LineErrors } from './line-draft.ts';

/**
 * The unit price from before the quantity of a line was changed. If the person typed it after the amount, it leads: a
 * new quantity then changes the amount. Otherwise the amount is kept, and the row offers the other one.
 */
export interface Pricing {
  readonly price: string;
  readonly isTyped: boolean;
}
/** An amount that the row offers in place of the kept one. */
export interface AmountOffer {
  readonly amount: string;
  readonly kept: string;
  readonly quantity: string;
  readonly price: string;
}

/** A line as displayed: its stored values, overlaid with unsaved input. */
export interface Row extends DraftPart<InvoiceLine | null, LineDraft, LineErrors> {
  /** The unit price from before the quantity was changed. Undefined where the amount leads. */
  readonly pricing?: Pricing | undefined;
  /** The amount that is offered, because a new quantity has kept the amount. */
  readonly offer?: AmountOffer | undefined;
}
/** Values that this person has saved here, and that somebody else has replaced since. */
export type Overwritten =
  | {
      readonly of: 'header';
      readonly fields: readonly HeaderField[];
      readonly mine: EditedInvoice;
      readonly theirs: EditedInvoice;
    }
  | {
      /** The key of the row. */
      readonly of: string;
      readonly fields: readonly Cell[];
      readonly mine: InvoiceLine;
      readonly theirs: InvoiceLine;
    };

export interface InvoiceTypes extends RecordTypes {
  readonly whole: InvoiceWithLines;
  readonly header: HeaderPart;
  readonly headerBody: HeaderBody;
  readonly row: Row;
  readonly rowBody: LineBody;
  readonly extra: {
    /** Values of this person that somebody else has replaced, and that the person has not been told to forget. */
    readonly overwritten: readonly Overwritten[];
  };
}
export type EditorState = DraftState<InvoiceTypes>;

/** The new values of one line in a bulk change. */
export type LineChange = LineBody & { readonly invoiceLineId: string; readonly version?: number };
/** A line in a request that replaces all lines. With an id, it updates that line; without an id, it adds a line. */
export type LineReplacement = LineBody & { readonly invoiceLineId?: string };

/** The API calls of the editor, and its surroundings. */
export interface EditorCalls extends EditorPorts {
  saveHeader(body: HeaderBody & { version: number }): Promise<InvoiceWithLines>;
  createLine(body: LineBody, idempotencyKey: string): Promise<{ line: InvoiceLine; invoice: Invoice }>;
  saveLine(lineId: string, body: LineBody & { version: number }): Promise<{ line: InvoiceLine; invoice: Invoice }>;
  deleteLine(lineId: string, version: number): Promise<void>;
  /** Changes many lines. Each API call changes at most 500 lines, and either all of them or none. */
  saveLines(bodies: readonly LineChange[]): Promise<unknown>;
  /**
   * Replaces all lines of the invoice. Lines with an id are updated, lines without an id are added, and all other lines
   * are deleted.
   */
  replaceLines(lines: readonly LineReplacement[], version: number): Promise<InvoiceWithLines>;
  load(): Promise<InvoiceWithLines>;
  /** A new idempotency key. */
  newKey(): string;
}

/** The cost type with which a new line of this invoice begins. */
export const defaultCostType = (
  invoice: Pick<Invoice, 'costType' | 'type' | 'pairedWith'>,
): NonNullable<Invoice['costType']> => costTypeOfNewLine({ ...invoice, isPaired: invoice.pairedWith.length > 0 });
