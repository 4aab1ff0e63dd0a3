import type { Invoice } from '@quayside/contracts/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import { costTypeOfNewLine } from '@quayside/domain/invoices/new-line';
import type { SaveState } from '../../../lib/save-queue.ts';
import type { HeaderBody, HeaderDraft, HeaderErrors, HeaderField } from './header-draft.ts';
import type { Cell, LineBody, LineDraft, LineErrors, TextCell } from './line-draft.ts';

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
export interface Row {
  /** A key of the row. It does not change when a new line is stored and gets its id. */
  readonly key: string;
  readonly line: InvoiceLine | null;
  readonly draft: LineDraft;
  readonly errors: LineErrors;
  /** Values that the server has refused. They are not sent again until they change. */
  readonly refused: LineDraft;
  /** The unit price from before the quantity was changed. Undefined where the amount leads. */
  readonly pricing?: Pricing | undefined;
  /** The amount that is offered, because a new quantity has kept the amount. */
  readonly offer?: AmountOffer | undefined;
}
/** What a cell held when it was entered, with all that depends on it. */
export interface Entered {
  readonly key: string;
  readonly cell: TextCell;
  readonly text: string;
  readonly row: Row;
}
/** A version conflict of the header, or of the line with this row key. */
export type EditConflict =
  | { readonly of: 'header'; readonly current: Invoice }
  | { readonly of: string; readonly current: InvoiceLine };
/** The header of an invoice, with its totals and related invoices but without its lines. */
export type EditedInvoice = Omit<InvoiceWithLines, 'lines'>;
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

export interface EditorState {
  readonly invoice: EditedInvoice;
  readonly header: { readonly draft: HeaderDraft; readonly errors: HeaderErrors; readonly refused: HeaderDraft };
  readonly order: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly save: SaveState;
  readonly conflict: EditConflict | undefined;
  /** Values of this person that somebody else has replaced, and that the person has not been told to forget. */
  readonly overwritten: readonly Overwritten[];
}

/** The new values of one line in a bulk change. */
export type LineChange = LineBody & { readonly invoiceLineId: string; readonly version?: number };
/** A line in a request that replaces all lines. With an id, it updates that line; without an id, it adds a line. */
export type LineReplacement = LineBody & { readonly invoiceLineId?: string };

/** The editor's dependencies: its API calls, a generator of ids, the clock, and two callbacks. */
export interface EditorCalls {
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
  newKey(): string;
  now(): number;
  /** Called with an error that does not belong to any field, such as "the invoice is closed". */
  onRefusal(error: unknown): void;
  /** Called when everything is stored, so that dependent data can be refetched. */
  onSettled(): void;
}

export const emptyRow = (key: string, line: InvoiceLine | null): Row => ({
  key,
  line,
  draft: {},
  errors: {},
  refused: {},
});

export function initial({
  lines,
  ...invoice
}: InvoiceWithLines): Pick<EditorState, 'invoice' | 'header' | 'order' | 'rows'> {
  const sorted = [...lines].sort((a, b) => a.position - b.position);
  const rows = new Map(sorted.map((line) => [line.invoiceLineId, emptyRow(line.invoiceLineId, line)]));
  return { invoice, rows, order: [...rows.keys()], header: { draft: {}, errors: {}, refused: {} } };
}

export const withoutLines = (whole: Invoice & { lines?: unknown }): Invoice => {
  const { lines: _, ...invoice } = whole;
  return invoice;
};

/** The number of fields with errors. */
export const countProblems = (state: EditorState): number =>
  Object.values(state.header.errors).filter(Boolean).length +
  [...state.rows.values()].reduce((sum, row) => sum + Object.values(row.errors).filter(Boolean).length, 0);

/** The cost type with which a new line of this invoice begins. */
export const defaultCostType = (
  invoice: Pick<Invoice, 'costType' | 'type' | 'pairedWith'>,
): NonNullable<Invoice['costType']> => costTypeOfNewLine({ ...invoice, isPaired: invoice.pairedWith.length > 0 });
