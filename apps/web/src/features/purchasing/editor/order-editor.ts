import type { PurchaseOrder } from '@quayside/contracts/purchase-order-header';
import type { PurchaseOrderItem } from '@quayside/contracts/purchase-order-items';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchase-orders';
import {
  accepted,
  isConflict,
  isPassing,
  isRefusal,
  pick,
  refusedAfter,
  withoutAccepted,
  refusedWith,
  without,
} from '../../../lib/edit-state.ts';
import { refusals } from '../../../lib/refusals.ts';
import { createSaveQueue, type Job, LEAVE_MS } from '../../../lib/save-queue.ts';
import { createStore } from '../../../lib/store.ts';
import {
  bodyOfHeader,
  fieldsOfBody,
  type HeaderDraft,
  type HeaderField,
  headerFieldOf,
  isHeaderOvertaken,
  settledHeader,
} from './header-draft.ts';
import {
  bodyOfDraft,
  type Cell,
  cellOfField,
  cellsOf,
  isBlankDraft,
  isOvertaken,
  type ItemBody,
  type ItemDraft,
  problemIn,
  settled,
} from './item-draft.ts';
import {
  countProblems,
  type EditorCalls,
  emptyRow,
  initialState,
  type ItemRow,
  type OrderState,
  storedKeys,
  type Typing,
} from './order-state.ts';
import { createOrderUndo } from './order-undo.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** The keys of all rows after a stored one was moved to a place among the stored ones. */
function movedKeys(state: Pick<OrderState, 'keys' | 'rows'>, key: string, to: number): string[] {
  const stored = storedKeys(state);
  const others = stored.filter((one) => one !== key);
  if (others.length === stored.length) return [...state.keys];
  return [...others.toSpliced(to, 0, key), ...state.keys.filter((one) => !stored.includes(one))];
}

/**
 * Creates the editor of one purchase order. The editor shows unsaved input over the stored values, and saves the input
 * with one call at a time.
 */
export function createOrderEditor(first: PurchaseOrderWithItems, calls: EditorCalls) {
  const store = createStore<OrderState>(initialState(first));
  const { get } = store;
  const set = (next: Partial<OrderState>) => store.set({ ...get(), ...next });
  const setRow = (row: ItemRow) => set({ rows: new Map(get().rows).set(row.key, row) });
  const creating = new Map<string, { readonly body: ItemBody; readonly key: string; readonly sent: ItemDraft }>();
  /** The moves that are displayed but not stored yet, oldest first. */
  const moves: { readonly key: string; readonly to: number }[] = [];
  const undo = createOrderUndo({ get, setRow, setHeader: (header) => set({ header }) });
  let typing: Typing;
  let newRows = 0;
  let isLeaving = false;

  const typedField = (): HeaderField | undefined => (typing && 'field' in typing ? typing.field : undefined);
  const typedCell = (key: string): Cell | undefined =>
    typing && 'cell' in typing && typing.of === key ? typing.cell : undefined;

  /** Replaces the stored values with those of an answer. Unsaved input is kept. */
  function adopt({ items, ...order }: PurchaseOrderWithItems): void {
    const { rows: old, header } = get();
    const keyOf = new Map([...old.values()].flatMap(({ key, item }) => (item ? [[item.id, key] as const] : [])));
    const rows = new Map<string, ItemRow>();
    for (const item of [...items].sort((a, b) => a.position - b.position)) {
      const key = keyOf.get(item.id) ?? item.id;
      const row = old.get(key);
      rows.set(key, row ? { ...row, item, draft: settled(row.draft, item, typedCell(key)) } : emptyRow(key, item));
    }
    for (const row of old.values()) if (row.item === null) rows.set(row.key, row);
    set({
      order,
      rows,
      keys: moves.reduce((keys, { key, to }) => movedKeys({ keys, rows }, key, to), [...rows.keys()]),
      header: { ...header, draft: settledHeader(header.draft, order, typedField()) },
    });
  }

  /** Applies what somebody else may have changed. A field that both have changed becomes a conflict. */
  function take(next: PurchaseOrderWithItems): void {
    const { order, header, rows, conflict } = get();
    if (!conflict) {
      const byId = new Map(next.items.map((item) => [item.id, item]));
      const overtaken = [...rows.values()].find(({ item, draft }) => {
        const now = item && byId.get(item.id);
        return item && now && now.version > item.version && isOvertaken(draft, item, now);
      });
      if (overtaken)
        set({ conflict: { of: overtaken.key, current: byId.get(overtaken.item?.id ?? '') as PurchaseOrderItem } });
      else if (next.version > order.version && isHeaderOvertaken(header.draft, order, next))
        set({ conflict: { of: 'header', current: next } });
    }
    adopt(next);
  }

  /** What is being typed waits until its field is left: it may be half of a figure. */
  const finished = ({ key, draft, refused }: ItemRow): ItemDraft => {
    const cell = typedCell(key);
    if (isLeaving || cell === undefined || draft[cell] === refused[cell] || !undo.isTyped()) return draft;
    return without(draft, [cell]);
  };
  const finishedHeader = (): HeaderDraft => {
    const { draft, refused } = get().header;
    const field = typedField();
    if (isLeaving || field === undefined || draft[field] === refused[field] || !undo.isTyped()) return draft;
    // A rate that was accepted is complete.
    return field === 'rate' && draft.rate?.proposed ? draft : without(draft, [field]);
  };
  const headerBody = () => bodyOfHeader(finishedHeader(), get().order, get().header.refused).body;
  const rowBody = (row: ItemRow): ItemBody => {
    const draft = finished(row);
    return row.item === null && isBlankDraft(draft) ? {} : bodyOfDraft(draft, row.item, row.refused).body;
  };
  const isWaiting = (row: ItemRow) => Object.keys(rowBody(row)).length > 0 || creating.has(row.key);
  const isHeld = () =>
    finishedHeader() !== get().header.draft || [...get().rows.values()].some((row) => finished(row) !== row.draft);

  async function saveHeader(): Promise<boolean> {
    const { draft } = get().header;
    const body = headerBody();
    try {
      adopt(await calls.saveHeader({ ...body, version: get().order.version }));
    } catch (error) {
      refuseHeader({ sent: draft, fields: fieldsOfBody(body) }, error);
      return false;
    }
    const { header } = get();
    set({ header: { ...header, ...accepted(header, draft, fieldsOfBody(body), typedField()) } });
    return true;
  }

  async function saveRow(key: string): Promise<boolean> {
    const row = get().rows.get(key);
    if (!row) return false;
    const trial = creating.get(key) ?? { body: rowBody(row), key: calls.newKey(), sent: row.draft };
    try {
      if (row.item)
        applyItem(key, await calls.saveItem(row.item.id, { ...trial.body, version: row.item.version }), trial);
      else {
        creating.set(key, trial);
        const answer = await calls.createItem(trial.body, trial.key);
        creating.delete(key);
        applyItem(key, answer, trial);
      }
      return true;
    } catch (error) {
      if (!isPassing(error)) creating.delete(key);
      refuseRow(key, { sent: trial.sent, fields: cellsOf(trial) }, error);
      return false;
    }
  }

  function applyItem(
    key: string,
    { item, purchaseOrder }: { readonly item: PurchaseOrderItem; readonly purchaseOrder: PurchaseOrder },
    { sent, body }: { readonly sent: ItemDraft; readonly body: ItemBody },
  ): void {
    set({ order: { ...get().order, ...purchaseOrder } });
    const row = get().rows.get(key);
    if (!row) return;
    const cells = cellsOf({ sent, body });
    const { item: _, ...errors } = row.errors;
    const draft = settled(row.draft, item, typedCell(key));
    setRow({ ...row, item, ...accepted({ draft, refused: row.refused }, sent, cells, typedCell(key)), errors });
  }

  /** Records a version conflict, or shows a refusal at the header fields. Throws any other error. */
  function refuseHeader(request: { sent: HeaderDraft; fields: readonly string[] }, error: unknown): void {
    if (isConflict(error)) return set({ conflict: { of: 'header', current: error.current as PurchaseOrder } });
    if (!isRefusal(error)) throw error;
    const named = Object.entries(refusals(error, headerFieldOf).fields);
    const shown = named.length > 0 ? named : ([['header', error.message]] as const);
    const { header } = get();
    set({ header: { draft: header.draft, ...refusedWith(header, request, shown) } });
  }

  /** Records a version conflict, or shows a refusal at the cells of a row. Throws any other error. */
  function refuseRow(key: string, request: { sent: ItemDraft; fields: readonly string[] }, error: unknown): void {
    const row = get().rows.get(key);
    if (isConflict(error)) return set({ conflict: { of: key, current: error.current as PurchaseOrderItem } });
    if (!row || !isRefusal(error)) throw error;
    const named = Object.entries(refusals(error, cellOfField).fields);
    const shown = named.length > 0 ? named : ([['item', error.message]] as const);
    setRow({ ...row, ...refusedWith(row, request, shown) });
  }

  const nextSave = (): Job | undefined => {
    if (Object.keys(headerBody()).length > 0) return saveHeader;
    const row = get()
      .keys.map((key) => get().rows.get(key))
      .find((one) => one !== undefined && isWaiting(one));
    return row && (() => saveRow(row.key));
  };
  const queue = createSaveQueue({
    store: { get, setSave: (save) => set({ save: { ...get().save, ...save } }) },
    nextSave,
    isHeld,
    now: () => calls.now(),
    onRefusal: (error) => calls.onRefusal(error),
    onSettled: () => calls.onSettled(),
  });
  const { run, schedule } = queue;
  const hasWaiting = () => nextSave() !== undefined;
  const hasUnsaved = () => hasWaiting() || isHeld() || queue.isRunning();
  // What waited for a field to be left may have been put back: then only the mark "saving" ends.
  const onLeave = () => void ((hasWaiting() || get().save.isSaving) && schedule(LEAVE_MS));

  const drop = (key: string) => {
    creating.delete(key);
    const rows = new Map(get().rows);
    rows.delete(key);
    set({ rows, keys: get().keys.filter((other) => other !== key) });
  };
  const whole = async (save: () => Promise<void>): Promise<void> => {
    isLeaving = true;
    await save().finally(() => {
      isLeaving = false;
    });
  };

  return {
    get,
    subscribe: store.subscribe,
    run,
    take,
    adopt,
    isIdle: queue.isIdle,
    hasUnsaved,
    /** Sets the value of a header field. */
    setHeader<K extends HeaderField>(field: K, value: NonNullable<HeaderDraft[K]> | null, ms?: number): void {
      const { header } = get();
      set({ header: { draft: { ...header.draft, [field]: value }, ...refusedAfter(header, field, 'header') } });
      schedule(ms);
    },
    startHeader: (field: HeaderField) => {
      typing = { of: 'header', field };
      undo.enter(typing);
    },
    /** Called when a header field loses the focus. Validates its value. */
    leaveHeader(field: HeaderField): void {
      undo.leave();
      typing = undefined;
      const { header, order } = get();
      const problem = bodyOfHeader(header.draft, order).problems[field];
      set({
        header: {
          ...header,
          draft: settledHeader(withoutAccepted(header, field), order, undefined),
          errors: problem ? { ...header.errors, [field]: problem } : header.errors,
        },
      });
      onLeave();
    },
    /** Puts back what the field held when it was entered. */
    undoHeader(field: HeaderField): void {
      if (undo.undo((place) => 'field' in place && place.field === field)) onLeave();
    },
    /** Sets the value of a cell. */
    setCell(key: string, cell: Cell, value: ItemDraft[Cell]): void {
      const row = get().rows.get(key);
      if (!row) return;
      setRow({ ...row, draft: { ...row.draft, [cell]: value }, ...refusedAfter(row, cell, 'item') });
      // A chosen product is stored at once, because its price and its case come from the server.
      schedule(cell === 'product' ? 0 : undefined);
    },
    /** Sets or removes an error that only the browser can detect, for example an unknown product. */
    setProblem(key: string, cell: Cell, problem: string | undefined): void {
      const row = get().rows.get(key);
      if (!row || row.errors[cell] === problem) return;
      const { [cell]: _, ...errors } = row.errors;
      setRow({ ...row, errors: problem === undefined ? errors : { ...errors, [cell]: problem } });
    },
    startCell: (key: string, cell: Cell) => {
      typing = { of: key, cell };
      undo.enter(typing);
    },
    /** Called when a cell loses the focus. Validates its text. */
    leaveCell(key: string, cell: Cell): void {
      undo.leave();
      typing = undefined;
      const row = get().rows.get(key);
      if (!row) return;
      const text = row.draft[cell];
      const problem = isText(text) ? problemIn(cell, text) : undefined;
      const draft = problem === undefined ? withoutAccepted(row, cell) : row.draft;
      setRow({
        ...row,
        draft: row.item ? settled(draft, row.item, undefined) : draft,
        errors: problem ? { ...row.errors, [cell]: problem } : row.errors,
      });
      onLeave();
    },
    /** Puts back what the focused cell, or the cell changed last, held when it was entered. Returns which one. */
    undoCell(): { readonly key: string; readonly cell: Cell } | undefined {
      const place = undo.undo((one) => 'cell' in one);
      if (place) onLeave();
      return place && 'cell' in place ? { key: place.of, cell: place.cell } : undefined;
    },
    /** Resets a cell to its stored value. */
    revertCell(key: string, cell: Cell): void {
      const row = get().rows.get(key);
      if (!row) return;
      const { [cell]: _, ...errors } = row.errors;
      const { [cell]: __, ...draft } = row.draft;
      setRow({ ...row, errors, draft });
      schedule();
    },
    /** Adds an item at the end and returns its key. An empty, unsaved last one is used instead of a new one. */
    addRow(): string {
      const { rows, keys } = get();
      const last = rows.get(keys.at(-1) ?? '');
      if (last && last.item === null && isBlankDraft(last.draft)) return last.key;
      newRows += 1;
      const key = `new-${newRows}`;
      set({ rows: new Map(rows).set(key, emptyRow(key, null)), keys: [...keys, key] });
      return key;
    },
    /** Stores values of an item at once, in its turn. */
    patchRow: (key: string, body: ItemBody): Promise<void> =>
      run(async () => {
        const item = get().rows.get(key)?.item;
        if (item)
          applyItem(key, await calls.saveItem(item.id, { ...body, version: item.version }), { sent: {}, body: {} });
      }),
    /** Moves a stored item to a place among the stored ones, counted from 0. It is displayed there at once. */
    moveRow(key: string, to: number): Promise<void> {
      const move = { key, to };
      const from = storedKeys(get()).indexOf(key);
      const end = () => moves.splice(moves.indexOf(move), 1);
      moves.push(move);
      set({ keys: movedKeys(get(), key, to) });
      return run(async () => {
        const item = get().rows.get(key)?.item;
        try {
          if (item) applyItem(key, await calls.moveItem(item.id, to + 1), { sent: {}, body: {} });
          end();
        } catch (error) {
          end();
          set({ keys: movedKeys(get(), key, from) });
          adopt(await calls.load());
          throw error;
        }
      });
    },
    /** Deletes an item. Returns its content for Undo, or null if it was not stored yet. */
    async removeRow(key: string): Promise<PurchaseOrderItem | null> {
      const row = get().rows.get(key);
      if (!row) return null;
      if (row.item === null && !creating.has(key)) return drop(key), null;
      return run(async () => {
        // Without an answer to its creation the item may be stored. The same request again says which one it is.
        if (creating.has(key)) await saveRow(key);
        const item = get().rows.get(key)?.item;
        if (!item) return drop(key), null;
        await calls.deleteItem(item.id, item.version);
        drop(key);
        adopt(await calls.load());
        return item;
      });
    },
    /** Deletes items that an import has added, for Undo. */
    takeBack: (ids: ReadonlySet<string>): Promise<void> =>
      run(async () => {
        for (const { key, item } of [...get().rows.values()]) {
          if (!item || !ids.has(item.id)) continue;
          await calls.deleteItem(item.id, item.version);
          drop(key);
        }
        adopt(await calls.load());
      }),
    /** Creates a deleted item again, at its place before, counted from 0. */
    recreate: (body: ItemBody, place: number): Promise<void> =>
      run(async () => {
        const { item } = await calls.createItem(body, calls.newKey());
        await calls.moveItem(item.id, place + 1);
        adopt(await calls.load());
      }),
    /** Saves all input immediately. Returns whether everything is stored and no field has an error. */
    async flush(): Promise<boolean> {
      await whole(async () => {
        await queue.pump();
        await queue.idle();
      });
      return !hasUnsaved() && countProblems(get()) === 0;
    },
    /** Resolves a conflict. The fields in `keep` are saved over the newer version; all other input is dropped. */
    resolve(keep: readonly string[]): void {
      const { conflict, order, header, rows } = get();
      if (!conflict) return;
      if (conflict.of === 'header') {
        set({
          conflict: undefined,
          order: { ...order, ...(conflict.current as PurchaseOrder) },
          header: { draft: pick(header.draft, keep), errors: {}, refused: {} },
        });
      } else {
        const row = rows.get(conflict.of);
        set({ conflict: undefined });
        if (row)
          setRow({
            ...row,
            item: conflict.current as PurchaseOrderItem,
            draft: pick(row.draft, keep),
            errors: {},
            refused: {},
          });
      }
      queue.markWritten();
      void queue.pump();
    },
    dispose: () => void whole(queue.pump),
  };
}
export type OrderEditor = ReturnType<typeof createOrderEditor>;
