import type { Invoice } from '@quayside/contracts/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import { accepted, pick } from '../../../lib/edit-state.ts';
import { type EditorState, emptyRow, type Row, withoutLines } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import { isHeaderOvertaken, settledHeader } from './header-draft.ts';
import { type Cell, cellOfField, isOvertaken, type LineBody, type LineDraft, settled } from './line-draft.ts';

/** Replaces the stored values with those of a newer invoice. Unsaved input is kept. */
export function applyInvoice(store: EditorStore, next: InvoiceWithLines): void {
  const state = store.get();
  const { lines, ...invoice } = next;
  const keyOf = new Map(
    [...state.rows.values()].flatMap((row) => (row.line ? [[row.line.invoiceLineId, row.key] as const] : [])),
  );
  const rows = new Map<string, Row>();
  for (const line of [...lines].sort((a, b) => a.position - b.position)) {
    const old = state.rows.get(keyOf.get(line.invoiceLineId) ?? '');
    const stored = old?.line && old.line.version > line.version ? old.line : line;
    const key = old?.key ?? line.invoiceLineId;
    rows.set(
      key,
      old
        ? { ...old, line: stored, draft: settled(old.draft, stored, invoice.currency, store.typedCell(key)) }
        : emptyRow(key, line),
    );
  }
  for (const row of state.rows.values()) if (row.line === null && !rows.has(row.key)) rows.set(row.key, row);
  store.set({
    invoice,
    rows,
    order: [...rows.keys()],
    header: { ...state.header, draft: settledHeader(state.header.draft, invoice, store.typedField()) },
  });
}

/**
 * Applies an invoice that somebody else may have changed. If their change and unsaved input concern the same field,
 * records a conflict.
 */
export function applyOthers(store: EditorStore, next: InvoiceWithLines): void {
  const { lines: _, ...invoice } = next;
  const state = store.get();
  if (state.conflict) store.set({ conflict: newest(state, next) });
  else {
    const overtaken = overtakenLine(state, next);
    if (overtaken) store.set({ conflict: overtaken });
    else if (invoice.version > state.invoice.version && isHeaderOvertaken(state.header.draft, state.invoice, invoice))
      store.set({ conflict: { of: 'header', current: invoice } });
  }
  applyInvoice(store, next);
}

/** The conflict that is shown, with the newest stored values. */
function newest({ conflict, rows }: EditorState, { lines, ...invoice }: InvoiceWithLines): EditorState['conflict'] {
  if (!conflict) return undefined;
  if (conflict.of === 'header')
    return invoice.version > conflict.current.version ? { of: 'header', current: invoice } : conflict;
  const id = rows.get(conflict.of)?.line?.invoiceLineId;
  const current = lines.find(({ invoiceLineId }) => invoiceLineId === id);
  return current && current.version > conflict.current.version ? { of: conflict.of, current } : conflict;
}

/** The first line in which somebody else has changed a cell that has unsaved input here. */
function overtakenLine({ rows }: EditorState, { lines, currency }: InvoiceWithLines) {
  const byId = new Map(lines.map((line) => [line.invoiceLineId, line]));
  for (const { key, line, draft } of rows.values()) {
    const current = line && byId.get(line.invoiceLineId);
    if (line && current && current.version > line.version && isOvertaken(draft, line, current, currency))
      return { of: key, current };
  }
  return undefined;
}

/**
 * Applies the response to a saved line. Input that was sent is removed from the draft; input that was typed since is
 * kept.
 */
export function applyLine(
  store: EditorStore,
  key: string,
  { line, invoice }: { readonly line: InvoiceLine; readonly invoice: Invoice },
  { sent, body }: { readonly sent: LineDraft; readonly body: LineBody },
): void {
  const row = store.rowOf(key);
  // The response omits the related invoices, so keep the known ones.
  store.set({ invoice: { ...store.get().invoice, ...invoice } });
  if (!row) return;
  const draft = settled(row.draft, line, store.currency(), store.typedCell(key));
  const cells = Object.keys(body)
    .map(cellOfField)
    .filter((cell): cell is Cell => cell !== 'line');
  const { line: _, ...errors } = row.errors;
  store.setRow({
    ...row,
    line,
    ...accepted({ draft, refused: row.refused }, sent, cells, store.typedCell(key)),
    errors,
  });
}

/** Removes a row from the list of displayed lines. */
export function dropRow(store: EditorStore, key: string): void {
  const { rows: all, order } = store.get();
  const rows = new Map(all);
  rows.delete(key);
  store.set({ rows, order: order.filter((other) => other !== key) });
}

/** Applies an invoice from which lines have been removed, perhaps even all of them. */
export function applyAfterRemoval(store: EditorStore, next: InvoiceWithLines): void {
  const left = new Set(next.lines.map((line) => line.invoiceLineId));
  for (const row of [...store.get().rows.values()])
    if (row.line && !left.has(row.line.invoiceLineId)) dropRow(store, row.key);
  applyInvoice(store, next);
}

/** The stored lines, in display order. */
export const storedLines = (store: EditorStore): InvoiceLine[] =>
  store.get().order.flatMap((key) => store.rowOf(key)?.line ?? []);

/**
 * Resolves a conflict. The fields in `keep` remain as unsaved input over the newer version; all other input is dropped.
 * Returns whether there was a conflict.
 */
export function resolveConflict(store: EditorStore, keep: readonly string[]): boolean {
  const { conflict, invoice, header } = store.get();
  if (!conflict) return false;
  store.set({ conflict: undefined });
  if (conflict.of === 'header')
    store.set({
      invoice: { ...invoice, ...withoutLines(conflict.current as Invoice) },
      header: { draft: pick(header.draft, keep), errors: {}, refused: {} },
    });
  else {
    const row = store.rowOf(conflict.of);
    const line = conflict.current as InvoiceLine;
    if (row) store.setRow({ ...row, line, draft: pick(row.draft, keep), errors: {}, refused: {} });
  }
  return true;
}
