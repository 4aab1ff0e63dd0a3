import { type EditorState, emptyRow, type Row, withoutAccepted } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import { bodyOfHeader, type HeaderDraft, type HeaderField, settledHeader } from './header-draft.ts';
import {
  bodyOfDraft,
  type Cell,
  isBlankDraft,
  isCreditLine,
  type LineDraft,
  problemIn,
  settled,
  withCell,
} from './line-draft.ts';

/** Input handlers of the line cells. `schedule` enqueues a debounced save. */
export function createCellTyping(store: EditorStore, schedule: (ms?: number) => void) {
  let newRows = 0;
  return {
    /** Sets the text of a cell. */
    setCell(key: string, cell: Cell, value: LineDraft[Cell]): void {
      const row = store.rowOf(key);
      if (!row) return;
      const { [cell]: _, ...errors } = row.errors;
      const { [cell]: __, ...refused } = row.refused;
      store.setRow({ ...row, draft: withCell(row.draft, row.line, cell, value, store.currency()), errors, refused });
      schedule();
    },
    /** Resets a cell to its stored value. */
    revertCell(key: string, cell: Cell): void {
      const row = store.rowOf(key);
      if (!row) return;
      const { [cell]: _, ...errors } = row.errors;
      const { [cell]: __, ...draft } = row.draft;
      store.setRow({ ...row, errors, draft });
      schedule();
    },
    /** Adds an error that only the screen can detect, such as an unknown product. */
    setProblem(key: string, cell: Cell, problem: string | undefined): void {
      const row = store.rowOf(key);
      if (!row || row.errors[cell] === problem) return;
      const { [cell]: _, ...errors } = row.errors;
      store.setRow({ ...row, errors: problem === undefined ? errors : { ...errors, [cell]: problem } });
    },
    startCell: (key: string, cell: Cell) => store.startTyping({ key, cell }),
    /** On blur: validates the cell and replaces a sum by its result. */
    leaveCell(key: string, cell: Cell): void {
      store.stopTyping();
      const row = store.rowOf(key);
      const text = row?.draft[cell];
      if (!row || typeof text !== 'string') return;
      const currency = store.currency();
      const problem = problemIn(cell, text, currency, isCreditLine(row.line));
      const { [cell]: before, ...errors } = row.errors;
      const isRefused = row.refused[cell] === text && before !== undefined;
      const draft =
        problem === undefined && !isRefused
          ? tidied({ ...row, draft: withoutAccepted(row, cell) }, cell, currency)
          : row.draft;
      const next = { ...row, draft: row.line ? settled(draft, row.line, currency, undefined) : draft };
      store.setRow({ ...next, errors: problem ? { ...errors, [cell]: problem } : isRefused ? row.errors : errors });
    },
    /** Adds a line at the end; returns the last one when it is still empty. */
    addRow(draft: LineDraft = {}): string {
      const { rows, order } = store.get();
      const last = rows.get(order.at(-1) ?? '');
      if (last && last.line === null && isBlankDraft(last.draft) && isBlankDraft(draft)) return last.key;
      newRows += 1;
      const key = `new-${newRows}`;
      store.set({ rows: new Map(rows).set(key, { ...emptyRow(key, null), draft }), order: [...order, key] });
      if (!isBlankDraft(draft)) schedule(0);
      return key;
    },
  };
}

/** The same for header fields. */
export function createHeaderTyping(store: EditorStore, schedule: () => void) {
  const setHeader = (header: EditorState['header']) => store.set({ header });
  return {
    setHeader<K extends HeaderField>(field: K, value: NonNullable<HeaderDraft[K]> | null): void {
      const { header } = store.get();
      const { [field]: _, header: __, ...errors } = header.errors;
      const { [field]: ___, ...refused } = header.refused;
      setHeader({ draft: { ...header.draft, [field]: value }, errors, refused });
      schedule();
    },
    startHeader: (field: HeaderField) => store.startTyping({ key: 'header', field }),
    leaveHeader(field: HeaderField): void {
      store.stopTyping();
      const { header, invoice } = store.get();
      const problem = bodyOfHeader(header.draft, invoice).problems[field];
      setHeader({
        ...header,
        draft: settledHeader(withoutAccepted(header, field), invoice, undefined),
        errors: problem ? { ...header.errors, [field]: problem } : header.errors,
      });
    },
  };
}

/** Replaces a typed sum by its result. */
function tidied(row: Row, cell: Cell, currency: string): LineDraft {
  if (cell === 'product' || cell === 'costType' || cell === 'name' || cell === 'price') return row.draft;
  if (row.draft[cell] === undefined) return row.draft;
  const read = bodyOfDraft(
    { [cell]: row.draft[cell] },
    row.line && { ...row.line, quantity: '', amount: '', taxAmount: '' },
    currency,
  ).body;
  const value = cell === 'quantity' ? read.quantity : cell === 'amount' ? read.amount : read.taxAmount;
  return value === undefined ? row.draft : { ...row.draft, [cell]: String(value) };
}
