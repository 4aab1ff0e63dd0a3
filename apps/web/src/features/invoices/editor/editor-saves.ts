import type { Invoice } from '@quayside/contracts/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import { accepted, isConflict, isPassing, isRefusal, refusedWith, without } from '../../../lib/edit-state.ts';
import { refusals } from '../../../lib/refusals.ts';
import { defaultCostType, type EditorCalls, type EditorState, type Row } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import { bodyOfHeader, type HeaderDraft, type HeaderField, headerFieldOf } from './header-draft.ts';
import { bodyOfDraft, type Cell, cellOfField, isBlankDraft, type LineBody, type LineDraft } from './line-draft.ts';
import type { Overwrites } from './overwritten.ts';
import type { Job } from '../../../lib/save-queue.ts';
import { applyInvoice, applyLine } from './stored-invoice.ts';

/**
 * The request that creates a line. After a temporary failure, exactly the same request is sent again, with the same
 * idempotency key.
 */
interface Creation {
  readonly body: LineBody;
  readonly key: string;
  readonly sent: LineDraft;
}

/** Finds the unsaved input in the editor's state, and makes the calls that store it. */
export function createSaves(store: EditorStore, calls: EditorCalls, overwrites: Overwrites) {
  const creating = new Map<string, Creation>();
  /** Whether what is being typed is left out, because its field still has the focus: it may be half of a figure. */
  let isWaitingForTyping = true;

  const headerBody = () => {
    const { header, invoice } = store.get();
    return bodyOfHeader(finishedHeader(header), invoice, header.refused).body;
  };
  const finishedHeader = ({ draft, refused }: EditorState['header']): HeaderDraft => {
    const field = store.typedField();
    if (!isWaitingForTyping || (field !== 'total' && field !== 'rate')) return draft;
    const typed = draft[field];
    if (typed === undefined || typed === refused[field]) return draft;
    // What is stored already waits for nothing, for example a rate that was emptied again.
    const { body, problems } = bodyOfHeader({ [field]: typed }, store.get().invoice);
    return Object.keys({ ...body, ...problems }).length === 0 ? draft : without(draft, [field]);
  };
  const finishedRow = ({ key, draft, refused }: Row): LineDraft => {
    const cell = store.typedCell(key);
    if (!isWaitingForTyping || cell === undefined || cell === 'product' || cell === 'costType') return draft;
    const text = draft[cell];
    // What the cell held when it was entered is not half-typed: an undo has put it back.
    if (text === undefined || text === refused[cell] || text === store.enteredText()) return draft;
    // The amount follows from the price or quantity that is being typed.
    return without(draft, cell === 'price' || cell === 'quantity' ? [cell, 'amount'] : [cell]);
  };
  const bodyOfRow = (row: Row): LineBody => {
    const draft = finishedRow(row);
    return row.line === null && isBlankDraft(draft)
      ? {}
      : bodyOfDraft(draft, row.line, store.currency(), row.refused).body;
  };
  const isWaiting = (row: Row) => Object.keys(bodyOfRow(row)).length > 0 || creating.has(row.key);
  const isHeaderWaiting = () => Object.keys(headerBody()).length > 0;

  async function saveHeader(): Promise<boolean> {
    const { header, invoice } = store.get();
    const body = headerBody();
    const fields = Object.keys(body).flatMap((name) => fieldOf(name) ?? []);
    try {
      applyInvoice(store, await calls.saveHeader({ ...body, version: invoice.version }));
    } catch (error) {
      refuseHeader(store, { sent: header.draft, fields }, error);
      return false;
    }
    const now = store.get().header;
    overwrites.savedHeader(fields);
    store.set({ header: { ...now, ...accepted(now, header.draft, fields, store.typedField()) } });
    return true;
  }

  async function createRow(key: string): Promise<boolean> {
    const row = store.rowOf(key);
    if (!row) return false;
    const trial = creating.get(key) ?? {
      body: { costType: defaultCostType(store.get().invoice), ...bodyOfRow(row) },
      key: calls.newKey(),
      sent: row.draft,
    };
    creating.set(key, trial);
    try {
      const answer = await calls.createLine(trial.body, trial.key);
      creating.delete(key);
      applyLine(store, key, answer, trial);
      overwrites.savedLine(key, cellsOf(trial.body));
      return true;
    } catch (error) {
      if (!isPassing(error)) creating.delete(key);
      refuseRow(store, key, { sent: trial.sent, fields: cellsOf(trial.body) }, error);
      return false;
    }
  }

  async function saveRow(key: string): Promise<boolean> {
    const row = store.rowOf(key);
    if (!row?.line) return false;
    const sent = row.draft;
    const body = bodyOfRow(row);
    try {
      const answer = await calls.saveLine(row.line.invoiceLineId, { ...body, version: row.line.version });
      applyLine(store, key, answer, { sent, body });
      overwrites.savedLine(key, cellsOf(body));
      return true;
    } catch (error) {
      refuseRow(store, key, { sent, fields: cellsOf(body) }, error);
      return false;
    }
  }

  return {
    /** Runs `save` so that what is being typed is saved too, because the person is leaving. */
    async whole(save: () => Promise<void>): Promise<void> {
      isWaitingForTyping = false;
      await save().finally(() => {
        isWaitingForTyping = true;
      });
    },
    /** The next call that saves input: the one for the header first, then those for the rows in order. */
    nextSave(): Job | undefined {
      if (isHeaderWaiting()) return saveHeader;
      const row = store
        .get()
        .order.map(store.rowOf)
        .find((one) => one !== undefined && isWaiting(one));
      return row && (() => (row.line ? saveRow(row.key) : createRow(row.key)));
    },
    hasWaiting: () => isHeaderWaiting() || [...store.get().rows.values()].some(isWaiting),
    /** Whether there is input of which a part waits until its figure is complete. */
    isHeld: () =>
      finishedHeader(store.get().header) !== store.get().header.draft ||
      [...store.get().rows.values()].some((row) => finishedRow(row) !== row.draft),
    /**
     * Whether a request that creates this line was sent and not answered yet. The server may already have stored the
     * line.
     */
    isCreating: (key: string) => creating.has(key),
    /** Creates the line of this row, with the same request if it was already sent. */
    createRow,
    forget: (key: string) => void creating.delete(key),
  };
}
export type Saves = ReturnType<typeof createSaves>;

const cellsOf = (body: LineBody): Cell[] =>
  Object.keys(body)
    .map(cellOfField)
    .filter((cell): cell is Cell => cell !== 'line');
const fieldOf = (name: string): HeaderField | undefined => {
  const field = headerFieldOf(name);
  return field === 'header' ? undefined : field;
};

/** What was typed when a request was sent, and which fields of it the request had. */
interface Request<D> {
  readonly sent: D;
  readonly fields: readonly string[];
}

/** Records a version conflict, or shows a refusal at the header fields. Throws any other error. */
function refuseHeader(store: EditorStore, request: Request<HeaderDraft>, error: unknown): void {
  if (isConflict(error)) return store.set({ conflict: { of: 'header', current: error.current as Invoice } });
  if (!isRefusal(error)) throw error;
  // If an error names no field, it is shown above the header. The refused values are not sent again.
  const named = Object.entries(refusals(error, headerFieldOf).fields);
  const shown = named.length > 0 ? named : ([['header', error.message]] as const);
  const { header } = store.get();
  store.set({ header: { draft: header.draft, ...refusedWith(header, request, shown) } });
}

/** Records a version conflict, or shows a refusal at the cells of a row. Throws any other error. */
function refuseRow(store: EditorStore, key: string, request: Request<LineDraft>, error: unknown): void {
  const row = store.rowOf(key);
  if (isConflict(error)) return store.set({ conflict: { of: key, current: error.current as InvoiceLine } });
  if (!row || !isRefusal(error)) throw error;
  const named = Object.entries(refusals(error, cellOfField).fields);
  const shown = named.length > 0 ? named : ([['line', error.message]] as const);
  store.setRow({ ...row, ...refusedWith(row, request, shown) });
}
