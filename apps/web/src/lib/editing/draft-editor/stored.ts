import { without } from '../edit-state.ts';
import { type DraftDescription, type DraftState, type RecordTypes, type RowAnswer, storedKeys } from './description.ts';
import { type DraftStore, emptyRow } from './draft-store.ts';
import type { Focus } from './focus.ts';
import { accepted, type AnyPart, type DraftRequest, settled, type Versioned } from './part.ts';

type State = DraftState<RecordTypes>;
interface Move {
  readonly key: string;
  /** The place among the stored rows, counted from 0. */
  readonly to: number;
}

/** The keys of all rows after a stored one was moved to a place among the stored ones. */
export function movedKeys(state: Pick<State, 'keys' | 'rows'>, { key, to }: Move): readonly string[] {
  const stored = storedKeys(state);
  const others = stored.filter((one) => one !== key);
  if (others.length === stored.length) return state.keys;
  return [...others.toSpliced(to, 0, key), ...state.keys.filter((one) => !stored.includes(one))];
}

/** Applies what the server has stored to what is displayed. Unsaved input is kept. */
export function createStored(description: DraftDescription<RecordTypes>, store: DraftStore, focus: Focus) {
  const { header, rows: ofRows } = description;
  const idOf = (row: Versioned) => ofRows?.idOf(row) ?? '';
  /** The moves of rows that are displayed but not stored yet, oldest first. */
  const moves: Move[] = [];

  /** Replaces the stored values with those of an answer, but for a row of which a newer version is known. */
  function adopt(whole: object): void {
    const { record, rows: stored } = description.split(whole);
    const old = store.get().rows;
    const partOf = new Map([...old.values()].flatMap((part) => (part.stored ? [[idOf(part.stored), part]] : [])));
    const kind = ofRows?.kind(record);
    const rows = new Map<string, AnyPart>();
    for (const row of stored) {
      const part = partOf.get(idOf(row)) ?? emptyRow(idOf(row), row);
      const next = { ...part, stored: part.stored && part.stored.version > row.version ? part.stored : row };
      rows.set(part.key, kind ? { ...next, draft: settled(kind, next, focus.typedIn(part.key)) } : next);
    }
    for (const row of old.values()) if (row.stored === null) rows.set(row.key, row);
    const typed = { key: 'header', stored: record, ...store.get().header };
    store.set({
      record,
      rows,
      keys: moves.reduce((keys, move) => movedKeys({ keys, rows }, move), [...rows.keys()] as readonly string[]),
      header: { ...store.get().header, draft: settled(header, typed, focus.typedIn('header')) },
    });
  }

  return {
    adopt,
    moves,
    /** Applies the answer to a write of a row. What was sent leaves its draft; what was typed since is kept. */
    applyRow(key: string, answer: RowAnswer<RecordTypes>, request: DraftRequest = { sent: {}, fields: [] }): void {
      store.set({ record: { ...store.get().record, ...answer.record } });
      const part = store.partOf(key);
      if (!part) return;
      const kind = store.kindOf(key);
      const typing = focus.typedIn(key);
      const next = { ...part, stored: answer.row, errors: without(part.errors, [kind.whole]) };
      store.put(accepted({ ...next, draft: settled(kind, next, typing) }, request, typing));
    },
  };
}
export type Stored = ReturnType<typeof createStored>;
