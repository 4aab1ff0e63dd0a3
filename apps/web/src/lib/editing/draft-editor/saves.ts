import { isConflict, isPassing, isRefusal, pick, without } from '../edit-state.ts';
import { refusals } from '../../errors/refusals.ts';
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

type Rows = RowDescription<RecordTypes>;
interface Parts {
  readonly description: DraftDescription<RecordTypes>;
  readonly store: DraftStore;
  readonly focus: Focus;
  readonly stored: Stored;
}

/** Finds the unsaved input of an editor, and makes the calls that store it. */
export function createSaves(parts: Parts) {
  const { store, focus } = parts;
  const unsaved = createUnsaved(store, focus);
  const writes = createWrites(parts, unsaved.requestOf);
  const partsInOrder = () => ['header', ...store.get().keys].flatMap((key) => store.partOf(key) ?? []);
  return {
    /** The next call that saves input: the one for the header first, then those for the rows in order. */
    nextSave(): Job | undefined {
      const part = partsInOrder().find((one) => unsaved.isWaiting(one) || writes.isCreating(one.key));
      return part && (() => writes.save(part));
    },
    /** Whether there is input of which a part waits until its field is left. */
    isHeld: () => partsInOrder().some(unsaved.isHeld),
    whole: unsaved.whole,
    isCreating: writes.isCreating,
    save: writes.save,
    /** Forgets a row, and the request that creates it. */
    drop(key: string): void {
      writes.forget(key);
      store.drop(key);
    },
  };
}
export type Saves = ReturnType<typeof createSaves>;

/** The calls that store the parts of a record. */
function createWrites({ description, store, focus, stored }: Parts, requestOf: (part: AnyPart) => Request) {
  const { rows: ofRows } = description;
  const creating = new Map<string, Creation>();
  const attempt = createAttempt(description, store);

  const saveHeader = (key: string, request: Request): Promise<boolean> =>
    attempt(key, request, async () => {
      stored.adopt(await description.saveHeader({ ...request.body, version: store.get().record.version }));
      const now = store.partOf(key);
      if (now) store.put(accepted(now, request, focus.typedIn(key)));
    });

  const newCreation = (rows: Rows, request: Request): Creation => {
    const body = rows.complete?.(request.body, store.get().record) ?? request.body;
    return { ...request, body, idempotencyKey: rows.newKey() };
  };
  async function createRow(rows: Rows, part: AnyPart): Promise<boolean> {
    const { key } = part;
    const creation = creating.get(key) ?? newCreation(rows, requestOf(part));
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

  const saveRow = (rows: Rows, key: string, row: Versioned, request: Request): Promise<boolean> =>
    attempt(key, request, async () => {
      stored.applyRow(key, await rows.save(rows.idOf(row), { ...request.body, version: row.version }), request);
    });

  return {
    /** Stores the input of a part. A new row is created, with the same request if that was already sent. */
    async save(part: AnyPart): Promise<boolean> {
      const { key, stored: row } = part;
      if (key === 'header' || !ofRows) return saveHeader(key, requestOf(part));
      return row ? saveRow(ofRows, key, row, requestOf(part)) : createRow(ofRows, part);
    },
    /** Whether a request that creates this row was sent and not answered yet. The server may have stored the row. */
    isCreating: (key: string) => creating.has(key),
    forget: (key: string) => void creating.delete(key),
  };
}

/** The typed input that can be sent: not what is being typed, because it may be half of a figure. */
function createUnsaved(store: DraftStore, focus: Focus) {
  let isLeaving = false;
  const finished = ({ key, draft, refused }: AnyPart): object => {
    const field = focus.typedIn(key);
    if (isLeaving || field === undefined || !focus.current()) return draft;
    const kind = store.kindOf(key);
    if (valueIn(draft, field) === valueIn(refused, field) || kind.isComplete?.(draft, field)) return draft;
    return without(draft, kind.heldWith?.(field) ?? [field]);
  };
  const bodyOf = (part: AnyPart): object => {
    const kind = store.kindOf(part.key);
    const draft = finished(part);
    return part.stored === null && kind.isBlank?.(draft) ? {} : kind.read(draft, part.stored, part.refused).body;
  };
  return {
    /** Whether a part has input that waits until its field is left. */
    isHeld: (part: AnyPart): boolean => finished(part) !== part.draft,
    isWaiting: (part: AnyPart): boolean => Object.keys(bodyOf(part)).length > 0,
    requestOf(part: AnyPart): Request {
      const body = bodyOf(part);
      return { body, sent: part.draft, fields: fieldsOf(store.kindOf(part.key), body, part.draft) };
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
