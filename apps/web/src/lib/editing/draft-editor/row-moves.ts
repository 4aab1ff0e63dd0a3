import type { SaveQueue } from '../save-queue.ts';
import { type DraftDescription, type RecordTypes, storedKeys } from './description.ts';
import type { DraftStore } from './draft-store.ts';
import type { Versioned } from './part.ts';
import type { Saves } from './saves.ts';
import { movedKeys, type Stored } from './stored.ts';

interface Parts {
  readonly description: DraftDescription<RecordTypes>;
  readonly store: DraftStore;
  readonly stored: Stored;
  readonly saves: Saves;
  readonly run: SaveQueue['run'];
}

/** Writes of whole rows. Each waits for its turn in the save queue, and throws if its call fails. */
export function createRowMoves({ description: { rows }, store, stored, saves, run }: Parts) {
  const rowOf = (key: string) => store.partOf(key)?.stored;

  async function removeRow(key: string): Promise<Versioned | null> {
    const part = store.partOf(key);
    if (!part || !rows) return null;
    if (part.stored === null && !saves.isCreating(key)) return saves.drop(key), null;
    return run(async () => {
      // Without an answer to its creation the row may be stored. The same request again says which one it is.
      if (saves.isCreating(key)) await saves.save(part);
      const row = rowOf(key);
      if (!row) return saves.drop(key), null;
      await rows.remove(rows.idOf(row), row.version);
      saves.drop(key);
      stored.adopt(await rows.load());
      return row;
    });
  }

  async function moveRow(key: string, to: number): Promise<void> {
    const move = { key, to };
    const from = storedKeys(store.get()).indexOf(key);
    stored.moves.push(move);
    store.set({ keys: movedKeys(store.get(), move) });
    const end = () => stored.moves.splice(stored.moves.indexOf(move), 1);
    return run(async () => {
      const row = rowOf(key);
      try {
        const answer = row && (await rows?.move?.(rows.idOf(row), to + 1));
        if (answer) stored.applyRow(key, answer);
        end();
      } catch (error) {
        end();
        store.set({ keys: movedKeys(store.get(), { key, to: from }) });
        if (rows) stored.adopt(await rows.load());
        throw error;
      }
    });
  }

  return {
    removeRow,
    moveRow,
    dropRow: saves.drop,
    patchRow: (key: string, body: object): Promise<void> =>
      run(async () => {
        const row = rowOf(key);
        if (row && rows) stored.applyRow(key, await rows.save(rows.idOf(row), { ...body, version: row.version }));
      }),
  };
}
