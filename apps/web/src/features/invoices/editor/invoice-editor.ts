import type { Invoice, InvoiceLine, InvoiceWithLines } from '@quayside/contracts/invoices';
import {
  accepted,
  countProblems,
  defaultCostType,
  type EditorCalls,
  type EditorState,
  emptyRow,
  initial,
  isConflict,
  isPassing,
  isRefusal,
  type LineReplacement,
  pick,
  type Row,
  type SaveState,
  withoutAccepted,
  withoutLines,
} from './editor-state.ts';
import { bodyOfHeader, type HeaderDraft, type HeaderField, headerFieldOf, isHeaderOvertaken, settledHeader } from './header-draft.ts';
import {
  bodyOfDraft,
  type Cell,
  cellOfField,
  isBlankDraft,
  isCreditLine,
  isOvertaken,
  type LineBody,
  type LineDraft,
  type LineErrors,
  problemIn,
  settled,
  withCell,
} from './line-draft.ts';

/** Waits this long after the last key. */
export const AUTOSAVE_MS = 800;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/** Answers false when nothing was stored. */
type Job = () => Promise<boolean | void>;

/** Header and lines of one invoice, typed over what is stored and saved one call after the other. */
export function createInvoiceEditor(first: InvoiceWithLines, calls: EditorCalls) {
  let state: EditorState = { ...initial(first), save: { isSaving: false, isFailing: false, savedAt: null }, conflict: undefined };
  const listeners = new Set<() => void>();
  /** Calls that nobody waits 800 ms for: deletes, details, moves. */
  const jobs: Job[] = [];
  /** The first try of a new line, repeated word for word until an answer comes. */
  const creating = new Map<string, { body: LineBody; key: string; sent: LineDraft }>();
  let typing: { key: string; cell: Cell } | { key: 'header'; field: HeaderField } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Somebody is typing: what is typed waits until the timer ends. */
  let isTimed = false;
  let running: Promise<void> | undefined;
  let failures = 0;
  let newRows = 0;
  let hasWritten = false;

  const set = (next: Partial<EditorState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const setRow = (row: Row) => set({ rows: new Map(state.rows).set(row.key, row) });
  const setSave = (save: Partial<SaveState>) => set({ save: { ...state.save, ...save } });
  const typingIn = (key: string): Cell | undefined => (typing && typing.key === key && 'cell' in typing ? typing.cell : undefined);
  const typingField = (): HeaderField | undefined => (typing && 'field' in typing ? typing.field : undefined);
  const currencyOf = () => state.invoice.currency;

  const schedule = (ms = AUTOSAVE_MS) => {
    clearTimeout(timer);
    isTimed = true;
    timer = setTimeout(() => void pump(), ms);
    if (!state.save.isSaving && !state.save.isFailing) setSave({ isSaving: true });
  };

  const headerBody = () => bodyOfHeader(state.header.draft, state.invoice, state.header.refused).body;
  const bodyOfRow = (row: Row): LineBody =>
    row.line === null && isBlankDraft(row.draft) ? {} : bodyOfDraft(row.draft, row.line, currencyOf(), row.refused).body;
  const isWaiting = (row: Row) => Object.keys(bodyOfRow(row)).length > 0 || creating.has(row.key);

  function nextJob(): Job | undefined {
    if (state.conflict) return undefined;
    const job = jobs.shift();
    if (job) return job;
    if (isTimed) return undefined;
    if (Object.keys(headerBody()).length > 0) return saveHeader;
    const key = state.order.find((candidate) => {
      const row = state.rows.get(candidate);
      return row !== undefined && isWaiting(row);
    });
    const row = key === undefined ? undefined : state.rows.get(key);
    return row && (() => (row.line ? saveRow(row.key) : createRow(row.key)));
  }

  async function pump(): Promise<void> {
    clearTimeout(timer);
    isTimed = false;
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function work(): Promise<void> {
    for (let job = nextJob(); job; job = nextJob()) {
      setSave({ isSaving: true });
      try {
        const isStored = (await job()) !== false;
        hasWritten ||= isStored;
        failures = 0;
        setSave({ isFailing: false, ...(isStored ? { savedAt: calls.now() } : {}) });
      } catch (error) {
        failures += 1;
        setSave({ isSaving: false, isFailing: true });
        // What may pass is tried again with growing waits; a refusal for good is told once.
        if (isPassing(error)) schedule(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
        else calls.onRefusal(error);
        return;
      }
    }
    setSave({ isSaving: isTimed });
    if (hasWritten && !isTimed) {
      hasWritten = false;
      calls.onSettled();
    }
  }

  async function saveHeader(): Promise<boolean> {
    const { draft } = state.header;
    const body = headerBody();
    try {
      takeInvoice(await calls.saveHeader({ ...body, version: state.invoice.version }));
      const { header } = state;
      set({ header: { ...header, ...accepted(header, draft, Object.keys(body) as HeaderField[], typingField()) } });
      return true;
    } catch (error) {
      if (isConflict(error)) set({ conflict: { of: 'header', current: error.current as Invoice } });
      if (isConflict(error)) return false;
      if (!isRefusal(error)) throw error;
      // Without a field's name the words stand above the header, and nothing of this body is sent again unchanged.
      const named = error.errors.map(({ field, message }) => [headerFieldOf(field), message] as const);
      const fields = named.length > 0 ? named : ([['header', error.message]] as const);
      const sent = Object.keys(draft) as HeaderField[];
      const wrong = fields.map(([field]) => field);
      const refused = wrong.includes('header') ? sent : sent.filter((field) => wrong.includes(field));
      set({
        header: {
          draft: state.header.draft,
          errors: { ...state.header.errors, ...Object.fromEntries(fields) },
          refused: { ...state.header.refused, ...pick(draft, refused) },
        },
      });
      return false;
    }
  }

  async function createRow(key: string): Promise<boolean> {
    const row = state.rows.get(key);
    if (!row) return false;
    const trial = creating.get(key) ?? { body: { costType: defaultCostType(state.invoice), ...bodyOfRow(row) }, key: calls.newKey(), sent: row.draft };
    creating.set(key, trial);
    try {
      const { line, invoice } = await calls.createLine(trial.body, trial.key);
      creating.delete(key);
      storeLine(key, line, invoice, trial.sent, trial.body);
      return true;
    } catch (error) {
      if (!isPassing(error)) creating.delete(key);
      refuseRow(key, trial.sent, error);
      return false;
    }
  }

  async function saveRow(key: string): Promise<boolean> {
    const row = state.rows.get(key);
    if (!row?.line) return false;
    const sent = row.draft;
    const body = bodyOfRow(row);
    try {
      const { line, invoice } = await calls.saveLine(row.line.invoiceLineId, { ...body, version: row.line.version });
      storeLine(key, line, invoice, sent, body);
      return true;
    } catch (error) {
      refuseRow(key, sent, error);
      return false;
    }
  }

  function refuseRow(key: string, sent: LineDraft, error: unknown): void {
    const row = state.rows.get(key);
    if (isConflict(error)) return set({ conflict: { of: key, current: error.current as InvoiceLine } });
    if (!row || !isRefusal(error)) throw error;
    const named = error.errors.map(({ field, message }) => [cellOfField(field), message] as const);
    const cells = named.length > 0 ? named : ([['line', error.message]] as const);
    const wrong = cells.map(([cell]) => cell);
    const all = Object.keys(sent) as Cell[];
    const refused = wrong.includes('line') ? all : all.filter((cell) => wrong.includes(cell));
    setRow({ ...row, errors: { ...row.errors, ...Object.fromEntries(cells) }, refused: { ...row.refused, ...pick(sent, refused) } });
  }

  function storeLine(key: string, line: InvoiceLine, invoice: Invoice, sent: LineDraft, body: LineBody): void {
    const row = state.rows.get(key);
    // The answer about a line says nothing of the invoices that this one is tied to.
    set({ invoice: { ...state.invoice, ...invoice } });
    if (!row) return;
    const draft = settled(row.draft, line, currencyOf(), typingIn(key));
    const cells = Object.keys(body)
      .map(cellOfField)
      .filter((cell): cell is Cell => cell !== 'line');
    setRow({ ...row, line, ...accepted({ draft, refused: row.refused }, sent, cells, typingIn(key)), errors: withoutSaved(row) });
  }
  const withoutSaved = (row: Row): LineErrors => {
    const { line: _, ...errors } = row.errors;
    return errors;
  };

  /** What somebody else stored meanwhile. Where it is what is typed over here, both versions are shown. */
  function takeOthers(next: InvoiceWithLines): void {
    const { lines, ...invoice } = next;
    if (!state.conflict) {
      const byId = new Map(lines.map((line) => [line.invoiceLineId, line]));
      const row = [...state.rows.values()].find(({ line, draft }) => {
        const now = line && byId.get(line.invoiceLineId);
        return line && now && now.version > line.version && isOvertaken(draft, line, now, invoice.currency);
      });
      const current = row?.line && byId.get(row.line.invoiceLineId);
      if (row && current) set({ conflict: { of: row.key, current } });
      else if (invoice.version > state.invoice.version && isHeaderOvertaken(state.header.draft, state.invoice, invoice))
        set({ conflict: { of: 'header', current: invoice } });
    }
    takeInvoice(next);
  }

  /** What is stored now; what was typed stays. */
  function takeInvoice(next: InvoiceWithLines): void {
    const { lines, ...invoice } = next;
    const keyOf = new Map([...state.rows.values()].flatMap((row) => (row.line ? [[row.line.invoiceLineId, row.key] as const] : [])));
    const rows = new Map<string, Row>();
    for (const line of [...lines].sort((a, b) => a.position - b.position)) {
      const old = state.rows.get(keyOf.get(line.invoiceLineId) ?? '');
      const stored = old?.line && old.line.version > line.version ? old.line : line;
      const key = old?.key ?? line.invoiceLineId;
      rows.set(key, old ? { ...old, line: stored, draft: settled(old.draft, stored, invoice.currency, typingIn(key)) } : emptyRow(key, line));
    }
    for (const row of state.rows.values()) if (row.line === null && !rows.has(row.key)) rows.set(row.key, row);
    set({ invoice, rows, order: [...rows.keys()], header: { ...state.header, draft: settledHeader(state.header.draft, invoice, typingField()) } });
  }

  const storedLines = (): InvoiceLine[] => state.order.flatMap((key) => state.rows.get(key)?.line ?? []);
  /** Takes an answer that has fewer lines than are shown. */
  function dropAndTake(next: InvoiceWithLines): void {
    const left = new Set(next.lines.map((line) => line.invoiceLineId));
    for (const row of [...state.rows.values()]) if (row.line && !left.has(row.line.invoiceLineId)) dropRow(row.key);
    takeInvoice(next);
  }

  function dropRow(key: string): void {
    const rows = new Map(state.rows);
    rows.delete(key);
    creating.delete(key);
    set({ rows, order: state.order.filter((other) => other !== key) });
  }

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Types into a cell. */
    setCell(key: string, cell: Cell, value: LineDraft[Cell]): void {
      const row = state.rows.get(key);
      if (!row) return;
      const { [cell]: _, ...errors } = row.errors;
      const { [cell]: __, ...refused } = row.refused;
      setRow({ ...row, draft: withCell(row.draft, row.line, cell, value, currencyOf()), errors, refused });
      schedule();
    },
    /** Puts a cell back to what is stored. */
    revertCell(key: string, cell: Cell): void {
      const row = state.rows.get(key);
      if (!row) return;
      const { [cell]: _, ...errors } = row.errors;
      const { [cell]: __, ...draft } = row.draft;
      setRow({ ...row, errors, draft });
      schedule();
    },
    /** Tells at a cell what only the screen can know, such as a product that nobody has. */
    setProblem(key: string, cell: Cell, problem: string | undefined): void {
      const row = state.rows.get(key);
      if (!row || row.errors[cell] === problem) return;
      const { [cell]: _, ...errors } = row.errors;
      setRow({ ...row, errors: problem === undefined ? errors : { ...errors, [cell]: problem } });
    },
    startCell: (key: string, cell: Cell) => {
      typing = { key, cell };
    },
    /** A cell is left: its text is checked, a sum becomes its result. */
    leaveCell(key: string, cell: Cell): void {
      typing = undefined;
      const row = state.rows.get(key);
      const text = row?.draft[cell];
      if (!row || typeof text !== 'string') return;
      const problem = problemIn(cell, text, currencyOf(), isCreditLine(row.line));
      const { [cell]: before, ...errors } = row.errors;
      const isRefused = row.refused[cell] === text && before !== undefined;
      const draft = problem === undefined && !isRefused ? tidied({ ...row, draft: withoutAccepted(row, cell) }, cell) : row.draft;
      const next = { ...row, draft: row.line ? settled(draft, row.line, currencyOf(), undefined) : draft };
      setRow({ ...next, errors: problem ? { ...errors, [cell]: problem } : isRefused ? row.errors : errors });
    },
    setHeader<K extends HeaderField>(field: K, value: NonNullable<HeaderDraft[K]> | null): void {
      const { [field]: _, header: __, ...errors } = state.header.errors;
      const { [field]: ___, ...refused } = state.header.refused;
      set({ header: { draft: { ...state.header.draft, [field]: value }, errors, refused } });
      schedule();
    },
    startHeader: (field: HeaderField) => {
      typing = { key: 'header', field };
    },
    leaveHeader(field: HeaderField): void {
      typing = undefined;
      const problem = bodyOfHeader(state.header.draft, state.invoice).problems[field];
      const draft = settledHeader(withoutAccepted(state.header, field), state.invoice, undefined);
      set({ header: { ...state.header, draft, errors: problem ? { ...state.header.errors, [field]: problem } : state.header.errors } });
    },
    /** A new line at the end; the last one when it is still empty. */
    addRow(draft: LineDraft = {}): string {
      const last = state.rows.get(state.order.at(-1) ?? '');
      if (last && last.line === null && isBlankDraft(last.draft) && isBlankDraft(draft)) return last.key;
      newRows += 1;
      const key = `new-${newRows}`;
      set({ rows: new Map(state.rows).set(key, { ...emptyRow(key, null), draft }), order: [...state.order, key] });
      if (!isBlankDraft(draft)) schedule(0);
      return key;
    },
    /** Takes a line away; the answer tells what it was, for Undo. */
    async removeRow(key: string): Promise<InvoiceLine | null> {
      const row = state.rows.get(key);
      if (!row) return null;
      if (row.line === null && !creating.has(key)) {
        dropRow(key);
        return null;
      }
      return this.run(async () => {
        const now = state.rows.get(key);
        if (!now?.line) return null;
        await calls.deleteLine(now.line.invoiceLineId, now.line.version);
        dropRow(key);
        takeInvoice(await calls.load());
        return now.line;
      });
    },
    /** A line that is gone on the server. */
    forgetRow: dropRow,
    /** Details of a line in one call: how it is spread, whether it counts. Throws what is wrong. */
    patchRow(key: string, body: LineBody): Promise<void> {
      return this.run(async () => {
        const row = state.rows.get(key);
        if (!row?.line) return;
        const { line, invoice } = await calls.saveLine(row.line.invoiceLineId, { ...body, version: row.line.version });
        storeLine(key, line, invoice, {}, {});
      });
    },
    /** Changes many lines in one call, all of them or none. Throws what is wrong. */
    patchRows(changes: readonly { readonly lineId: string; readonly body: LineBody }[]): Promise<void> {
      return this.run(async () => {
        const versions = new Map([...state.rows.values()].flatMap(({ line }) => (line ? [[line.invoiceLineId, line.version] as const] : [])));
        await calls.saveLines(
          changes.flatMap(({ lineId, body }) => {
            const version = versions.get(lineId);
            return version === undefined ? [] : [{ ...body, invoiceLineId: lineId, version }];
          }),
        );
        takeInvoice(await calls.load());
      });
    },
    /** Takes stored lines away at once, all of them or none; the answer tells all lines as they were, for Undo. */
    removeRows(lineIds: ReadonlySet<string>): Promise<InvoiceLine[]> {
      return this.run(async () => {
        const before = storedLines();
        const left = before.filter((line) => !lineIds.has(line.invoiceLineId));
        dropAndTake(
          await calls.replaceLines(
            left.map(({ invoiceLineId }) => ({ invoiceLineId })),
            state.invoice.version,
          ),
        );
        return before;
      });
    },
    /** Takes back lines that were just added, as Undo does. A line with an order is never deleted, so its units go first. */
    takeBackRows(lineIds: ReadonlySet<string>): Promise<void> {
      return this.run(async () => {
        const lines = storedLines();
        const isOrder = (line: InvoiceLine) => line.order !== null && lineIds.has(line.invoiceLineId);
        const put = async (kept: readonly LineReplacement[]) => dropAndTake(await calls.replaceLines(kept, state.invoice.version));
        if (lines.some(isOrder)) await put(lines.map((line) => ({ invoiceLineId: line.invoiceLineId, ...(isOrder(line) ? { quantity: '0' } : {}) })));
        await put(lines.filter((line) => !lineIds.has(line.invoiceLineId)).map(({ invoiceLineId }) => ({ invoiceLineId })));
      });
    },
    /** Puts all lines as they are told; lines with an id stay what they are. */
    replaceRows(lines: readonly LineReplacement[]): Promise<void> {
      return this.run(async () => dropAndTake(await calls.replaceLines(lines, state.invoice.version)));
    },
    /** Adds a whole line, as Undo does. */
    recreate(body: LineBody): Promise<void> {
      return this.run(async () => {
        await calls.createLine(body, calls.newKey());
        takeInvoice(await calls.load());
      });
    },
    /** Runs a call in its turn; a failure is the caller's, and saving goes on. */
    run<T>(job: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        jobs.push(() =>
          job().then(
            (answer) => (resolve(answer), true),
            (error: unknown) => (reject(error), false),
          ),
        );
        void pump();
      });
    },
    take: takeOthers,
    isIdle: () => running === undefined && jobs.length === 0,
    hasUnsaved: () => Object.keys(headerBody()).length > 0 || [...state.rows.values()].some(isWaiting) || running !== undefined,
    /** Saves now; true when everything is stored. */
    async flush(): Promise<boolean> {
      await pump();
      await running;
      return !this.hasUnsaved() && countProblems(state) === 0;
    },
    /** Both versions were looked at: what is kept goes on top of the newer one. */
    resolve(keep: readonly string[]): void {
      const { conflict } = state;
      if (!conflict) return;
      set({ conflict: undefined });
      if (conflict.of === 'header')
        set({
          invoice: { ...state.invoice, ...withoutLines(conflict.current as Invoice) },
          header: { draft: pick(state.header.draft, keep), errors: {}, refused: {} },
        });
      else {
        const row = state.rows.get(conflict.of);
        if (row) setRow({ ...row, line: conflict.current as InvoiceLine, draft: pick(row.draft, keep), errors: {}, refused: {} });
      }
      hasWritten = true;
      void pump();
    },
    dispose: () => {
      clearTimeout(timer);
      void pump();
    },
  };

  function tidied(row: Row, cell: Cell): LineDraft {
    if (cell === 'product' || cell === 'costType' || cell === 'name' || cell === 'price') return row.draft;
    if (row.draft[cell] === undefined) return row.draft;
    const read = bodyOfDraft({ [cell]: row.draft[cell] }, row.line && { ...row.line, quantity: '', amount: '', taxAmount: '' }, currencyOf()).body;
    const value = cell === 'quantity' ? read.quantity : cell === 'amount' ? read.amount : read.taxAmount;
    return value === undefined ? row.draft : { ...row.draft, [cell]: String(value) };
  }
}
export type InvoiceEditor = ReturnType<typeof createInvoiceEditor>;
