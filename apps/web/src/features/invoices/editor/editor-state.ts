import type { Invoice } from '@quayside/contracts/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import { type ApiError, hasCode, isApiError, isNetworkError } from '../../../lib/api-error.ts';
import type { HeaderBody, HeaderDraft, HeaderErrors } from './header-draft.ts';
import type { LineBody, LineDraft, LineErrors } from './line-draft.ts';

/** A line on screen: the stored row and the draft over it. */
export interface Row {
  /** A local id that does not change when a new line is stored. */
  readonly key: string;
  readonly line: InvoiceLine | null;
  readonly draft: LineDraft;
  readonly errors: LineErrors;
  /** Texts that the server refused; resent only after a change. */
  readonly refused: LineDraft;
}
/** A version conflict, of a line or of the header. */
export type EditConflict =
  | { readonly of: 'header'; readonly current: Invoice }
  | { readonly of: string; readonly current: InvoiceLine };
/** The save state. */
export interface SaveState {
  /** Unsaved input exists. */
  readonly isSaving: boolean;
  /** No answer arrived, or a temporary failure: the editor retries. */
  readonly isFailing: boolean;
  readonly savedAt: number | null;
}
/** The invoice without its lines: header, totals, tied invoices. */
export type EditedInvoice = Omit<InvoiceWithLines, 'lines'>;
export interface EditorState {
  readonly invoice: EditedInvoice;
  readonly header: { readonly draft: HeaderDraft; readonly errors: HeaderErrors; readonly refused: HeaderDraft };
  readonly order: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly save: SaveState;
  readonly conflict: EditConflict | undefined;
}

/** A change of one line in a bulk change. */
export type LineChange = LineBody & { readonly invoiceLineId: string; readonly version?: number };
/** An existing line that stays, or a line to add. */
export type LineReplacement = LineBody & { readonly invoiceLineId?: string };

/** The calls that the editor makes; each returns the newest rows. */
export interface EditorCalls {
  saveHeader(body: HeaderBody & { version: number }): Promise<InvoiceWithLines>;
  createLine(body: LineBody, idempotencyKey: string): Promise<{ line: InvoiceLine; invoice: Invoice }>;
  saveLine(lineId: string, body: LineBody & { version: number }): Promise<{ line: InvoiceLine; invoice: Invoice }>;
  deleteLine(lineId: string, version: number): Promise<void>;
  /** Changes many lines, all of them or none. */
  saveLines(bodies: readonly LineChange[]): Promise<unknown>;
  /** Replaces all lines: updates those with an id, adds those without, deletes absent ones. */
  replaceLines(lines: readonly LineReplacement[], version: number): Promise<InvoiceWithLines>;
  load(): Promise<InvoiceWithLines>;
  newKey(): string;
  now(): number;
  /** An error that belongs to no field, such as "the invoice is closed". */
  onRefusal(error: unknown): void;
  /** Everything is stored: dependent data may be refetched. */
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

/** When the focus leaves a field whose value the server normalised, the field shows the stored form. */
export function withoutAccepted<D extends object>(
  { draft, refused, errors }: { draft: D; refused: D; errors: object },
  field: keyof D,
): D {
  if (draft[field] === undefined || draft[field] !== refused[field] || field in errors) return draft;
  const rest = { ...draft };
  delete rest[field];
  return rest;
}

/** The number of fields with errors. */
export const countProblems = (state: EditorState): number =>
  Object.values(state.header.errors).filter(Boolean).length +
  [...state.rows.values()].reduce((sum, row) => sum + Object.values(row.errors).filter(Boolean).length, 0);

/** The cost type of a new line when the invoice does not say: goods, or freight on a freight invoice. */
export function defaultCostType(invoice: Pick<Invoice, 'costType' | 'type'>): NonNullable<Invoice['costType']> {
  if (invoice.costType) return invoice.costType;
  if (invoice.type === 'CUSTOMS_ONLY') return 'CUSTOMS_AND_DUTIES';
  return invoice.type === null ? 'FACTORY_INVOICE' : 'SHIPPING';
}

export const isConflict = (error: unknown): error is ApiError =>
  hasCode(error, 'conflict_version') && error.current !== undefined;
/** 422 and other final refusals: a retry would fail again. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === 422 || error.status === 409) && !hasCode(error, 'conflict_running');
export const isPassing = (error: unknown) =>
  isNetworkError(error) ||
  (isApiError(error) && (error.status >= 500 || error.status === 429 || error.code === 'conflict_running'));

/**
 * Drops accepted values from the draft, even when the server normalised them (an empty number becomes the date, a list
 * is reordered). The focused field keeps its text and is not resent until it changes.
 */
export function accepted<D extends object>(
  now: { draft: D; refused: D },
  sent: D,
  fields: readonly (keyof D)[],
  typing: keyof D | undefined,
): { draft: D; refused: D } {
  const draft = { ...now.draft };
  const refused = { ...now.refused };
  for (const field of fields) {
    if (draft[field] === undefined || draft[field] !== sent[field]) continue;
    if (field === typing) refused[field] = draft[field];
    else delete draft[field];
  }
  return { draft, refused };
}

export function pick<T extends object>(from: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as T;
}
