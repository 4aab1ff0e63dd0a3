import { createCellUndo, enteredIn } from './cell-undo.ts';
import { refusedAfter, withoutAccepted } from '../../../lib/edit-state.ts';
import { type EditorState, emptyRow, type Row } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import { bodyOfHeader, type HeaderDraft, type HeaderField, settledHeader } from './header-draft.ts';
import { offerOf, pricingAfter } from './lead.ts';
import {
  bodyOfDraft,
  type Cell,
  isBlankDraft,
  isCreditLine,
  isText,
  isTextCell,
  type LineDraft,
  problemIn,
  settled,
  withCell,
} from './line-draft.ts';

/**
 * The event handlers of the line cells. `schedule` starts the debounced save, and `onLeave` saves what was typed in a
 * cell that is left.
 */
export function createCellTyping(store: EditorStore, schedule: (ms?: number) => void, onLeave: () => void) {
  let newRows = 0;
  const cells = createCellUndo(store);
  return {
    /** Sets the text of a cell. */
    setCell(key: string, cell: Cell, value: LineDraft[Cell]): void {
      const row = store.rowOf(key);
      if (!row) return;
      const pricing = pricingAfter(row, cell, value);
      // A price that was typed last leads also after it was stored.
      const before = cell === 'quantity' && pricing?.isTyped ? { ...row.draft, price: pricing.price } : row.draft;
      const draft = withCell(before, row.line, cell, value, store.currency());
      const offer = ['quantity', 'price', 'amount'].includes(cell) ? undefined : row.offer;
      store.setRow({ ...row, draft, ...refusedAfter(row, cell, 'line'), pricing, offer });
      schedule();
    },
    /** Takes the amount that the row offers, or keeps the one that it has. */
    answerOffer(key: string, isTaken: boolean): void {
      const row = store.rowOf(key);
      if (!row?.offer) return;
      const { amount, price } = row.offer;
      store.setRow({
        ...row,
        offer: undefined,
        // The price stays the one that later quantities are held against, also where the amount is kept.
        pricing: isTaken ? { price, isTyped: true } : row.pricing,
        draft: isTaken ? { ...row.draft, amount } : row.draft,
      });
      if (isTaken) schedule(0);
    },
    /** Resets a cell to its stored value. */
    revertCell(key: string, cell: Cell): void {
      const row = store.rowOf(key);
      if (!row) return;
      store.setRow(cells.withoutTyped(row, cell));
      schedule();
    },
    /** Sets or removes an error that only the browser can detect, for example an unknown product. */
    setProblem(key: string, cell: Cell, problem: string | undefined): void {
      const row = store.rowOf(key);
      if (!row || row.errors[cell] === problem) return;
      const { [cell]: _, ...errors } = row.errors;
      store.setRow({ ...row, errors: problem === undefined ? errors : { ...errors, [cell]: problem } });
    },
    startCell(key: string, cell: Cell): void {
      const row = store.rowOf(key);
      store.startTyping({
        key,
        cell,
        entered: row && isTextCell(cell) ? enteredIn(row, cell, store.currency()) : undefined,
      });
    },
    /** Puts back what the cell that is being typed in, or the cell changed last, held when it was entered. */
    undoCell() {
      const undone = cells.undo();
      if (undone) onLeave();
      return undone;
    },
    /** Called when a cell loses the focus. Validates its text, and replaces a typed sum such as "2+3" by the result. */
    leaveCell(key: string, cell: Cell): void {
      cells.left();
      store.stopTyping();
      const row = store.rowOf(key);
      const text = row?.draft[cell];
      if (!row || typeof text !== 'string') return onLeave();
      const currency = store.currency();
      const problem = problemIn(cell, text, currency, isCreditLine(row.line));
      const { [cell]: before, ...errors } = row.errors;
      const isRefused = row.refused[cell] === text && before !== undefined;
      const draft =
        problem === undefined && !isRefused
          ? tidied({ ...row, draft: withoutAccepted(row, cell) }, cell, currency)
          : row.draft;
      const offer = cell === 'quantity' && problem === undefined ? offerOf({ ...row, draft }, currency) : row.offer;
      const next = { ...row, offer, draft: row.line ? settled(draft, row.line, currency, undefined) : draft };
      store.setRow({ ...next, errors: problem ? { ...errors, [cell]: problem } : isRefused ? row.errors : errors });
      onLeave();
    },
    /**
     * Adds a line at the end and returns its key. If the last line is empty and unsaved, that line is used instead of a
     * new one.
     */
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

/** The event handlers of the header fields, which correspond to those of the cells. */
export function createHeaderTyping(store: EditorStore, schedule: () => void, onLeave: () => void) {
  const setHeader = (header: EditorState['header']) => store.set({ header });
  return {
    setHeader<K extends HeaderField>(field: K, value: NonNullable<HeaderDraft[K]> | null): void {
      const { header } = store.get();
      setHeader({ draft: { ...header.draft, [field]: value }, ...refusedAfter(header, field, 'header') });
      schedule();
    },
    /** Forgets the input of a field, which then shows the stored value. */
    dropHeader(field: HeaderField): void {
      const { header } = store.get();
      const { [field]: _, ...draft } = header.draft;
      setHeader({ ...header, draft });
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
      onLeave();
    },
  };
}

/** The draft, in which a typed sum such as "2+3" is replaced by its result. */
function tidied(row: Row, cell: Cell, currency: string): LineDraft {
  if (cell === 'product' || cell === 'costType' || cell === 'price' || isText(cell)) return row.draft;
  if (row.draft[cell] === undefined) return row.draft;
  const read = bodyOfDraft(
    { [cell]: row.draft[cell] },
    row.line && { ...row.line, quantity: '', amount: '', taxAmount: '' },
    currency,
  ).body;
  const value = cell === 'quantity' ? read.quantity : cell === 'amount' ? read.amount : read.taxAmount;
  return value === undefined ? row.draft : { ...row.draft, [cell]: String(value) };
}
