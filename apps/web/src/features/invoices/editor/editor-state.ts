import type { Invoice, InvoiceLine, InvoiceWithLines } from '@quayside/contracts/invoices';
import { type ApiError, hasCode, isApiError, isNetworkError } from '../../../lib/api-error.ts';
import type { HeaderBody, HeaderDraft, HeaderErrors } from './header-draft.ts';
import type { LineBody, LineDraft, LineErrors } from './line-draft.ts';

/** A line on screen: what is stored, what was typed over it. */
export interface Row {
  /** Stays the same when a new line is stored. */
  readonly key: string;
  readonly line: InvoiceLine | null;
  readonly draft: LineDraft;
  readonly errors: LineErrors;
  /** Texts that the server refused; they are sent again only when they change. */
  readonly refused: LineDraft;
}
/** Somebody stored another version meanwhile: of a line, or of the header. */
export type EditConflict = { readonly of: 'header'; readonly current: Invoice } | { readonly of: string; readonly current: InvoiceLine };
/** How saving stands. */
export interface SaveState {
  /** Something was typed that is not stored yet. */
  readonly isSaving: boolean;
  /** No answer came, or a failure that may pass: it is tried again. */
  readonly isFailing: boolean;
  readonly savedAt: number | null;
}
/** The invoice without its lines, which are rows: its header, its totals, the invoices that it is tied to. */
export type EditedInvoice = Omit<InvoiceWithLines, 'lines'>;
export interface EditorState {
  readonly invoice: EditedInvoice;
  readonly header: { readonly draft: HeaderDraft; readonly errors: HeaderErrors; readonly refused: HeaderDraft };
  readonly order: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly save: SaveState;
  readonly conflict: EditConflict | undefined;
}

/** A change of one line among many. */
export type LineChange = LineBody & { readonly invoiceLineId: string; readonly version?: number };
/** A line that stays, or one to add. */
export type LineReplacement = LineBody & { readonly invoiceLineId?: string };

/** The calls that the editor makes; each answers with the newest rows. */
export interface EditorCalls {
  saveHeader(body: HeaderBody & { version: number }): Promise<InvoiceWithLines>;
  createLine(body: LineBody, idempotencyKey: string): Promise<{ line: InvoiceLine; invoice: Invoice }>;
  saveLine(lineId: string, body: LineBody & { version: number }): Promise<{ line: InvoiceLine; invoice: Invoice }>;
  deleteLine(lineId: string, version: number): Promise<void>;
  /** Changes many lines, all of them or none. */
  saveLines(bodies: readonly LineChange[]): Promise<unknown>;
  /** Replaces all lines: those with an id stay, those without are added, those that are absent go. */
  replaceLines(lines: readonly LineReplacement[], version: number): Promise<InvoiceWithLines>;
  load(): Promise<InvoiceWithLines>;
  newKey(): string;
  now(): number;
  /** A failure that belongs to no field, such as "the invoice is closed". */
  onRefusal(error: unknown): void;
  /** Everything is stored: what depends on it may be read again. */
  onSettled(): void;
}

export const emptyRow = (key: string, line: InvoiceLine | null): Row => ({ key, line, draft: {}, errors: {}, refused: {} });

export function initial({ lines, ...invoice }: InvoiceWithLines): Pick<EditorState, 'invoice' | 'header' | 'order' | 'rows'> {
  const sorted = [...lines].sort((a, b) => a.position - b.position);
  const rows = new Map(sorted.map((line) => [line.invoiceLineId, emptyRow(line.invoiceLineId, line)]));
  return { invoice, rows, order: [...rows.keys()], header: { draft: {}, errors: {}, refused: {} } };
}

export const withoutLines = (whole: Invoice & { lines?: unknown }): Invoice => {
  const { lines: _, ...invoice } = whole;
  return invoice;
};

/** Leaving a field that was stored in other words shows those words. */
export function withoutAccepted<D extends object>({ draft, refused, errors }: { draft: D; refused: D; errors: object }, field: keyof D): D {
  if (draft[field] === undefined || draft[field] !== refused[field] || field in errors) return draft;
  const rest = { ...draft };
  delete rest[field];
  return rest;
}

/** Fields that need a look. */
export const countProblems = (state: EditorState): number =>
  Object.values(state.header.errors).filter(Boolean).length +
  [...state.rows.values()].reduce((sum, row) => sum + Object.values(row.errors).filter(Boolean).length, 0);

/** What a new line starts with where the invoice does not say: goods, or freight on an invoice about freight. */
export function defaultCostType(invoice: Pick<Invoice, 'costType' | 'type'>): NonNullable<Invoice['costType']> {
  if (invoice.costType) return invoice.costType;
  if (invoice.type === 'CUSTOMS_ONLY') return 'CUSTOMS_AND_DUTIES';
  return invoice.type === null ? 'FACTORY_INVOICE' : 'SHIPPING';
}

export const isConflict = (error: unknown): error is ApiError => hasCode(error, 'conflict_version') && error.current !== undefined;
/** 422 and other refusals of what was typed: trying again would change nothing. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === 422 || error.status === 409) && !hasCode(error, 'conflict_running');
export const isPassing = (error: unknown) =>
  isNetworkError(error) || (isApiError(error) && (error.status >= 500 || error.status === 429 || error.code === 'conflict_running'));

/**
 * What was sent and accepted as it stands is done, also where the server keeps it in other words (an empty number
 * becomes the date, a list its own order). The field that is typed in keeps its text, and is not sent again until it changes.
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
