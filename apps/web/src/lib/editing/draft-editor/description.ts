import type { SaveState } from '../save-queue.ts';
import type { AnyPart, DraftPart, DraftRequest, PartKind, Versioned } from './part.ts';

/** The types of a record that is edited. Those of the rows are `never` for a record without rows. */
export interface RecordTypes {
  /** The record with its rows, as the server answers it. */
  readonly whole: object;
  readonly header: DraftPart<Versioned, object, object>;
  readonly headerBody: object;
  readonly row: AnyPart;
  readonly rowBody: object;
  /** What the state has beside header and rows. */
  readonly extra: object;
}
/** A record without its rows. */
type RecordOf<T extends RecordTypes> = T['header']['stored'];
export type RowOf<T extends RecordTypes> = NonNullable<T['row']['stored']>;

/** The answer to a write of a row: the row, and what has changed in the record around it. */
export interface RowAnswer<T extends RecordTypes> {
  readonly row: RowOf<T>;
  readonly record: Partial<RecordOf<T>>;
}

/** The rows of a record: their rules and their calls. */
export interface RowDescription<T extends RecordTypes> {
  idOf(row: RowOf<T>): string;
  kind(record: RecordOf<T>): PartKind<T['row'], T['rowBody']>;
  /** The body that creates a row, with what the server needs beside the typed values. */
  complete?(body: T['rowBody'], record: RecordOf<T>): T['rowBody'];
  /** A new idempotency key. */
  newKey(): string;
  create(body: T['rowBody'], idempotencyKey: string): Promise<RowAnswer<T>>;
  save(id: string, body: T['rowBody'] & Versioned): Promise<RowAnswer<T>>;
  remove(id: string, version: number): Promise<void>;
  /** Moves a row to a place, counted from 1. */
  move?(id: string, position: number): Promise<RowAnswer<T>>;
  /** Reads the record again, after rows have moved or are gone. */
  load(): Promise<T['whole']>;
}

/** The surroundings of an editor: the clock, and two callbacks. */
export interface EditorPorts {
  now(): number;
  /** Called with an error that does not belong to any field, such as "the invoice is closed". */
  onRefusal(error: unknown): void;
  /** Called when everything is stored, so that dependent data can be refetched. */
  onSettled(): void;
}

/** A record for the editor that saves by itself. */
export interface DraftDescription<T extends RecordTypes> {
  readonly ports: EditorPorts;
  readonly extra: T['extra'];
  /** The record without its rows, and the rows in their order. */
  split(whole: T['whole']): { readonly record: RecordOf<T>; readonly rows: readonly RowOf<T>[] };
  readonly header: PartKind<T['header'], T['headerBody']>;
  saveHeader(body: T['headerBody'] & Versioned): Promise<T['whole']>;
  readonly rows?: RowDescription<T>;
  /** Called after values of this person were stored. `key` is `header`, or the key of a row. */
  onSaved?(key: string, fields: readonly string[]): void;
  /** Called with a refusal of the header. Returns whether the record itself tells it: what was sent then waits. */
  onHeaderRefused?(request: DraftRequest, error: unknown): boolean;
}

/** A version conflict of the header, or of the row with this key. `current` is what somebody else has stored. */
type EditConflict<T extends RecordTypes> =
  | { readonly of: 'header'; readonly current: RecordOf<T> }
  | { readonly of: string; readonly current: RowOf<T> };

export type DraftState<T extends RecordTypes> = T['extra'] & {
  readonly record: RecordOf<T>;
  readonly header: Pick<T['header'], 'draft' | 'errors' | 'refused'>;
  /** The keys of the rows in display order. */
  readonly keys: readonly string[];
  readonly rows: ReadonlyMap<string, T['row']>;
  readonly save: SaveState;
  /** While there is a conflict, nothing is saved. */
  readonly conflict: EditConflict<T> | undefined;
};

/** The number of fields with errors. */
export const countProblems = ({ header, rows }: Pick<DraftState<RecordTypes>, 'header' | 'rows'>): number =>
  [header, ...rows.values()].reduce((sum, { errors }) => sum + Object.values(errors).filter(Boolean).length, 0);

/** The keys of the rows that are stored, in display order. Only these can be moved. */
export const storedKeys = ({ keys, rows }: Pick<DraftState<RecordTypes>, 'keys' | 'rows'>): string[] =>
  keys.filter((key) => rows.get(key)?.stored);
