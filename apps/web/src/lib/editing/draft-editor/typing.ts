import { without } from '../edit-state.ts';
import { type DraftStore, emptyRow } from './draft-store.ts';
import type { Focus } from './focus.ts';
import { changed, left, putBack, valueIn } from './part.ts';

interface Parts {
  readonly store: DraftStore;
  readonly focus: Focus;
  /** Saves what was typed, once the person pauses or after so many milliseconds. */
  readonly schedule: (ms?: number) => void;
  /** Saves what was typed in a field that is left. */
  readonly onLeave: () => void;
}

/** The event handlers of the fields of the header and of rows. */
export function createTyping({ store, focus, schedule, onLeave }: Parts) {
  const set = (key: string, field: string, value: unknown, ms?: number): void => {
    const part = store.partOf(key);
    if (!part) return;
    const kind = store.kindOf(key);
    store.put(changed(kind, part, field, value));
    schedule(ms ?? kind.delayOf?.(field));
  };
  const leave = (key: string, field: string): void => {
    focus.leave();
    const part = store.partOf(key);
    if (part) store.put(left(store.kindOf(key), part, field));
    onLeave();
  };
  /** Resets a field to its stored value, with what follows from what is typed in it. */
  const revert = (key: string, field: string): void => {
    const part = store.partOf(key);
    if (!part) return;
    const step = focus.current();
    const isTyped = step !== undefined && step.key === key && step.field === field;
    const before = isTyped ? putBack(store.kindOf(key), part, step) : part;
    store.put({ ...before, draft: without(before.draft, [field]), errors: without(before.errors, [field]) });
    schedule();
  };
  return {
    setHeader: (field: string, value: unknown, ms?: number) => set('header', field, value, ms),
    startHeader: (field: string) => focus.enter('header', field),
    leaveHeader: (field: string) => leave('header', field),
    revertHeader: (field: string) => revert('header', field),
    undoHeader(field: string): void {
      if (focus.undo((step) => step.key === 'header' && step.field === field)) onLeave();
    },
    setCell: (key: string, cell: string, value: unknown) => set(key, cell, value),
    startCell: (key: string, cell: string) => focus.enter(key, cell),
    leaveCell: leave,
    revertCell: revert,
    undoCell() {
      const step = focus.undo(({ key }) => key !== 'header');
      if (step) onLeave();
      return step && { key: step.key, cell: step.field };
    },
    setProblem(key: string, cell: string, problem: string | undefined): void {
      const part = store.partOf(key);
      if (!part || valueIn(part.errors, cell) === problem) return;
      const errors = without(part.errors, [cell]);
      store.put({ ...part, errors: problem === undefined ? errors : { ...errors, [cell]: problem } });
    },
  };
}

/** Adds rows. An empty row at the end that is not stored is used instead of a new one. */
export function createNewRows(store: DraftStore, schedule: (ms?: number) => void) {
  let count = 0;
  return (draft: object = {}): string => {
    const { rows, keys } = store.get();
    const last = rows.get(keys.at(-1) ?? '');
    const isBlank = (typed: object) => store.kindOf(last?.key ?? '').isBlank?.(typed) ?? false;
    if (last && last.stored === null && isBlank(last.draft) && isBlank(draft)) return last.key;
    count += 1;
    const key = `new-${count}`;
    store.set({ rows: new Map(rows).set(key, { ...emptyRow(key, null), draft }), keys: [...keys, key] });
    if (!isBlank(draft)) schedule(0);
    return key;
  };
}
