import { pick } from '../edit-state.ts';
import type { DraftDescription, DraftState, RecordTypes } from './description.ts';
import type { DraftStore } from './draft-store.ts';
import { isOvertaken, type Versioned } from './part.ts';

type Conflict = DraftState<RecordTypes>['conflict'];

/** Finds the fields that both this person and somebody else have changed, and lets the person choose. */
export function createConflicts(description: DraftDescription<RecordTypes>, store: DraftStore) {
  const idOf = (row: Versioned | null | undefined) => (row && description.rows?.idOf(row)) ?? '';

  /** The conflict with a record of somebody else, or the one that is open, with the newest stored values. */
  function conflictWith(whole: object): Conflict {
    const { record, rows } = description.split(whole);
    const byId = new Map(rows.map((row) => [idOf(row), row]));
    const nowOf = (key: string) => (key === 'header' ? record : byId.get(idOf(store.partOf(key)?.stored)));
    const { conflict, keys } = store.get();
    if (conflict) {
      const current = nowOf(conflict.of);
      return current && current.version > conflict.current.version ? { of: conflict.of, current } : conflict;
    }
    for (const of of [...keys, 'header']) {
      const part = store.partOf(of);
      const current = nowOf(of);
      if (part && current && isOvertaken(store.kindOf(of), part, current)) return { of, current };
    }
    return undefined;
  }

  return {
    /** Looks for a conflict with a record that somebody else may have changed, before it is applied. */
    notice: (whole: object): void => store.set({ conflict: conflictWith(whole) }),
    /**
     * Resolves a conflict. The fields in `keep` remain as unsaved input over the newer version; all other input is
     * dropped. Returns whether there was a conflict.
     */
    resolve(keep: readonly string[]): boolean {
      const { conflict, record } = store.get();
      if (!conflict) return false;
      store.set({ conflict: undefined });
      const part = store.partOf(conflict.of);
      const stored = conflict.of === 'header' ? { ...record, ...conflict.current } : conflict.current;
      if (part) store.put({ ...part, stored, draft: pick(part.draft, keep), errors: {}, refused: {} });
      return true;
    },
  };
}
