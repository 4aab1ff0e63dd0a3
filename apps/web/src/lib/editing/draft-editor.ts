import {
  countProblems,
  type DraftDescription,
  type DraftState,
  type RecordTypes,
  type RowOf,
} from './draft-editor/description.ts';
import { createConflicts } from './draft-editor/conflicts.ts';
import { createDraftStore } from './draft-editor/draft-store.ts';
import { createFocus } from './draft-editor/focus.ts';
import type { AnyPart } from './draft-editor/part.ts';
import { createRowMoves } from './draft-editor/row-moves.ts';
import { createSaves } from './draft-editor/saves.ts';
import { createStored } from './draft-editor/stored.ts';
import { createNewRows, createTyping } from './draft-editor/typing.ts';
import { createSaveQueue, LEAVE_MS, type SaveQueue } from './save-queue.ts';
import type { Store } from '../store.ts';

type HeaderDraft<T extends RecordTypes> = T['header']['draft'];
type HeaderField<T extends RecordTypes> = keyof HeaderDraft<T> & string;
type RowDraft<T extends RecordTypes> = T['row']['draft'];
type Cell<T extends RecordTypes> = keyof RowDraft<T> & string;

/** The editor of a record that saves by itself. */
export interface DraftEditor<T extends RecordTypes> extends Store<DraftState<T>> {
  /** Changes what the state has beside header and rows. */
  setExtra(extra: Partial<T['extra']>): void;
  /** Changes the input of the header otherwise than by typing. It is saved at once. */
  changeHeader(change: (header: T['header']) => T['header']): void;
  changeRow(key: string, change: (row: T['row']) => T['row']): void;

  /** Sets the value of a header field, which is saved when the person pauses, or after `ms`. */
  setHeader<K extends HeaderField<T>>(field: K, value: HeaderDraft<T>[K] | null, ms?: number): void;
  startHeader(field: HeaderField<T>): void;
  /** Called when a header field loses the focus. Validates its value. */
  leaveHeader(field: HeaderField<T>): void;
  /** Resets a header field to its stored value. */
  revertHeader(field: HeaderField<T>): void;
  /** Puts back what the field held when it was entered. */
  undoHeader(field: HeaderField<T>): void;

  /** Sets the value of a cell. */
  setCell<K extends Cell<T>>(key: string, cell: K, value: RowDraft<T>[K]): void;
  startCell(key: string, cell: Cell<T>): void;
  /** Called when a cell loses the focus. Validates its value. */
  leaveCell(key: string, cell: Cell<T>): void;
  /** Resets a cell to its stored value. */
  revertCell(key: string, cell: Cell<T>): void;
  /** Puts back what the focused cell, or the cell changed last, held when it was entered. Returns which one. */
  undoCell(): { readonly key: string; readonly cell: Cell<T> } | undefined;
  /** Sets or removes an error that only the browser can detect, for example an unknown product. */
  setProblem(key: string, cell: Cell<T>, problem: string | undefined): void;

  /** Adds a row at the end and returns its key. An empty, unsaved last one is used instead of a new one. */
  addRow(draft?: RowDraft<T>): string;
  /** Stores values of a row at once, in its turn. */
  patchRow(key: string, body: T['rowBody']): Promise<void>;
  /** Moves a stored row to a place among the stored ones, counted from 0. It is displayed there at once. */
  moveRow(key: string, to: number): Promise<void>;
  /** Deletes a row. Returns its content for Undo, or null if it was not stored yet. */
  removeRow(key: string): Promise<RowOf<T> | null>;
  /** Removes a row from what is displayed, after it was deleted on the server. */
  dropRow(key: string): void;

  /** Runs another write of the record in its turn. */
  readonly run: SaveQueue['run'];
  /** Applies a record that was read again. A field that somebody else has changed, too, becomes a conflict. */
  take(whole: T['whole']): void;
  /** Applies the answer to a write of this person. */
  adopt(whole: T['whole']): void;
  /** Resolves a conflict. The fields in `keep` are saved over the newer version; all other input is dropped. */
  resolve(keep: readonly string[]): void;
  isIdle(): boolean;
  hasUnsaved(): boolean;
  /** Saves all input immediately. Returns whether everything is stored and no field has an error. */
  flush(): Promise<boolean>;
  dispose(): void;
}

/**
 * Creates the editor of a record. The editor shows unsaved input over the stored values, and saves the input with one
 * call at a time. What is typed key by key is saved when its field is left.
 */
export function createDraftEditor<T extends RecordTypes>(
  typed: DraftDescription<T>,
  first: T['whole'],
): DraftEditor<T> {
  const description: DraftDescription<RecordTypes> = typed;
  const store = createDraftStore(description, first);
  const focus = createFocus(store);
  const stored = createStored(description, store, focus);
  const conflicts = createConflicts(description, store);
  const saves = createSaves({ description, store, focus, stored });
  const { nextSave, isHeld } = saves;
  const queue = createSaveQueue({ store, nextSave, isHeld, ...description.ports });
  const { run, schedule } = queue;
  const hasWaiting = () => nextSave() !== undefined;
  const hasUnsaved = () => hasWaiting() || isHeld() || queue.isRunning();
  // What waited for a field to be left may have been put back: then only the mark "saving" ends.
  const onLeave = () => void ((hasWaiting() || store.get().save.isSaving) && schedule(LEAVE_MS));
  const changePart = (key: string, change: (part: AnyPart) => AnyPart) => {
    const part = store.partOf(key);
    if (part) store.put(change(part));
    if (hasWaiting()) schedule(0);
  };
  const editor = {
    get: store.get,
    subscribe: store.subscribe,
    setExtra: store.set,
    changeHeader: (change: (part: AnyPart) => AnyPart) => changePart('header', change),
    changeRow: changePart,
    ...createTyping({ store, focus, schedule, onLeave }),
    ...createRowMoves({ description, store, stored, saves, run }),
    addRow: createNewRows(store, schedule),
    run,
    take(whole: T['whole']): void {
      conflicts.notice(whole);
      stored.adopt(whole);
    },
    adopt: stored.adopt,
    isIdle: queue.isIdle,
    hasUnsaved,
    async flush(): Promise<boolean> {
      await saves.whole(async () => {
        await queue.pump();
        await queue.idle();
      });
      return !hasUnsaved() && countProblems(store.get()) === 0;
    },
    resolve(keep: readonly string[]): void {
      if (!conflicts.resolve(keep)) return;
      queue.markWritten();
      void queue.pump();
    },
    dispose: () => void saves.whole(queue.pump),
  } satisfies Record<keyof DraftEditor<T>, unknown>;
  // Within the editor all records are alike. Only those who use it know the types of theirs.
  return editor as unknown as DraftEditor<T>;
}
