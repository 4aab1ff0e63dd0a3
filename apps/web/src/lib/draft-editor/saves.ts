import { isConflict, isPassing, isRefusal, pick, without } from '../edit-state.ts';
import { refusals } from '../refusals.ts';
import type { Job } from '../save-queue.ts';
import type { DraftDescription, RecordTypes, RowDescription } from './description.ts';
import type { DraftStore } from './draft-store.ts';
import type { Focus } from './focus.ts';
import { accepted, type AnyPart, type DraftRequest, fieldsOf, refusedWith, valueIn, type Versioned } from './part.ts';
import type { Stored } from './stored.ts';

interface Request extends DraftRequest {
  readonly body: object;
}
/**
 * The request that creates a row. After a temporary failure, exactly the same request is sent again, with the same
 * idempotency key.
 */
interface Creation extends Request {
  readonly idempotencyKey: string;
}

interface Parts {
  readonly description: DraftDescription<RecordTypes>;
  readonly store: DraftStore;
  readonly focus: Focus;
  readonly stored: Stored;
}

/** Finds the unsaved input of an editor, and makes the calls that store it. */
export function createSaves({ description, store, focus, stored }: Parts) {
  const { rows } = description;
  const creating = new Map<string, Creation>();
  const unsaved = createUnsaved(store, focus);
  const attempt = createAttempt(description, store);
  const partsInOrder = () => ['header', ...store.get().keys].flatMap((key) => store.partOf(key) ?? []);
  const isWaiting = (part: AnyPart) => Object.keys(unsaved.bodyOf(part)).length > 0 || creating.has(part.key);
  const requestOf = (part: AnyPart): Request => {
    const body = unsaved.bodyOf(part);
    return { body, sent: part.draft, fields: fieldsOf(store.kindOf(part.key), body, part.draft) };
  };
  const newCreation = (part: AnyPart, ofRows: RowDescription<RecordTypes>): Creation => {
    const request = requestOf(part);
    const body = ofRows.complete?.(request.body, store.get().record) ?? request.body;
    return { ...request, body, idempotencyKey: description.ports.newKey() };
  };

  function saveHeader(header: AnyPart): Promise<boolean> {
    const request = requestOf(header);
    return attempt(header.key, request, async () => {
      stored.adopt(await description.saveHeader({ ...request.body, version: store.get().record.version }));
      const now = store.partOf(header.key);
      if (now) store.put(accepted(now, request, focus.typedIn(header.key)));
    });
  }

  /** Creates a row, with the same request if it was already sent. */
  async function createRow(part: AnyPart): Promise<boolean> {
    const { key } = part;
    if (!rows) return false;
    const creation = creating.get(key) ?? newCreation(part, rows);
    creating.set(key, creation);
    return attempt(key, creation, async () => {
      const answer = await rows.create(creation.body, creation.idempotencyKey).catch((error: unknown) => {
        if (!isPassing(error)) creating.delete(key);
        throw error;
      });
      creating.delete(key);
      stored.applyRow(key, answer, creation);
    });
  }

  async function saveRow(part: AnyPart, row: Versioned): Promise<boolean> {
    if (!rows) return false;
    const request = requestOf(part);
    return attempt(part.key, request, async () => {
      const answer = await rows.save(rows.idOf(row), { ...request.body, version: row.version });
      stored.applyRow(part.key, answer, request);
    });
  }

  const jobOf = (part: AnyPart): Job => {
    if (part.key === 'header') return () => saveHeader(part);
    const { stored: row } = part;
    return row === null ? () => createRow(part) : () => saveRow(part, row);
  };
  return {
    /** The next call that saves input: the one for the header first, then those for the rows in order. */
    nextSave(): Job | undefined {
      const part = partsInOrder().find(isWaiting);
      return part && jobOf(part);
    },
    /** Whether there is input of which a part waits until its field is left. */
    isHeld: () => partsInOrder().some((part) => unsaved.finished(part) !== part.draft),
    whole: unsaved.whole,
    /** Whether a request that creates this row was sent and not answered yet. The server may have stored the row. */
    isCreating: (key: string) => creating.has(key),
    createRow,
    /** Forgets a row, and the request that creates it. */
    drop(key: string): void {
      creating.delete(key);
      store.drop(key);
    },
  };
}
export type Saves = ReturnType<typeof createSaves>;

/** What of the typed input can be sent: not what is being typed, because it may be half of a figure. */
function createUnsaved(store: DraftStore, focus: Focus) {
  let isLeaving = false;
  const finished = ({ key, draft, refused }: AnyPart): object => {
    const field = focus.typedIn(key);
    if (isLeaving || field === undefined || !focus.current()) return draft;
    const kind = store.kindOf(key);
    if (valueIn(draft, field) === valueIn(refused, field) || kind.isComplete?.(draft, field)) return draft;
    return without(draft, kind.heldWith?.(field) ?? [field]);
  };
  return {
    finished,
    bodyOf(part: AnyPart): object {
      const kind = store.kindOf(part.key);
      const draft = finished(part);
      return part.stored === null && kind.isBlank?.(draft) ? {} : kind.read(draft, part.stored, part.refused).body;
    },
    /** Runs `save` so that what is being typed is saved too, because the person is leaving. */
    async whole(save: () => Promise<void>): Promise<void> {
      isLeaving = true;
      await save().finally(() => {
        isLeaving = false;
      });
    },
  };
}

/** Runs a write of a part. Returns whether it is stored. Throws an error that belongs to no field. */
function createAttempt(description: DraftDescription<RecordTypes>, store: DraftStore) {
  /** Records a version conflict, or shows a refusal at the fields of a part. */
  function refuse(key: string, request: DraftRequest, error: unknown): void {
    if (isConflict(error)) return store.set({ conflict: { of: key, current: error.current as Versioned } });
    const part = store.partOf(key);
    if (!part || !isRefusal(error)) throw error;
    const own = part.key === 'header' && description.onHeaderRefused?.(request, error);
    if (own) return store.put({ ...part, refused: { ...part.refused, ...pick(request.sent, request.fields) } });
    const kind = store.kindOf(key);
    // If an error names no field, it is shown at the whole part. The refused values are not sent again.
    const named = Object.entries(refusals(error, (path) => kind.fieldOf(path)).fields);
    store.put(refusedWith(part, request, named.length > 0 ? named : [[kind.whole, error.message]]));
  }
  return async (key: string, request: DraftRequest, write: () => Promise<void>): Promise<boolean> => {
    try {
      await write();
    } catch (error) {
      refuse(key, request, error);
      return false;
    }
    description.onSaved?.(key, request.fields);
    return true;
  };
}
