import type { SaveState } from '../save-queue.ts';
import { createStore } from '../../store.ts';
import type { DraftDescription, DraftState, RecordTypes } from './description.ts';
import type { AnyKind, AnyPart, Versioned } from './part.ts';

export const emptyRow = (key: string, stored: Versioned | null): AnyPart => ({
  key,
  stored,
  draft: {},
  errors: {},
  refused: {},
});

/** Creates the store of an editor: its state, and its parts by their keys. */
export function createDraftStore(description: DraftDescription<RecordTypes>, first: object) {
  const { header, rows: ofRows } = description;
  const { record, rows } = description.split(first);
  const parts = rows.map((row) => emptyRow(ofRows?.idOf(row) ?? '', row));
  const { get, set, subscribe } = createStore<DraftState<RecordTypes>>({
    ...description.extra,
    record,
    header: { draft: {}, errors: {}, refused: {} },
    keys: parts.map(({ key }) => key),
    rows: new Map(parts.map((part) => [part.key, part])),
    save: { isSaving: false, isFailing: false, savedAt: null },
    conflict: undefined,
  });
  const change = (next: Partial<DraftState<RecordTypes>>) => set({ ...get(), ...next });
  return {
    get,
    subscribe,
    set: change,
    setSave: (save: Partial<SaveState>) => change({ save: { ...get().save, ...save } }),
    partOf: (key: string): AnyPart | undefined =>
      key === 'header' ? { key, stored: get().record, ...get().header } : get().rows.get(key),
    kindOf: (key: string): AnyKind => (key === 'header' ? header : (ofRows?.kind(get().record) ?? header)),
    /** Replaces the header or a row. */
    put(part: AnyPart): void {
      const { key, stored, draft, errors, refused } = part;
      if (key === 'header') change({ record: stored ?? get().record, header: { draft, errors, refused } });
      else change({ rows: new Map(get().rows).set(key, part) });
    },
    /** Removes a row from what is displayed. */
    drop(key: string): void {
      const rows = new Map(get().rows);
      rows.delete(key);
      change({ rows, keys: get().keys.filter((other) => other !== key) });
    },
  };
}
export type DraftStore = ReturnType<typeof createDraftStore>;
