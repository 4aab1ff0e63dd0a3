import type { FileReading, ImportState } from '@quayside/contracts/imports';
import type { Topic } from '@quayside/contracts/live';
import type { Text } from '@quayside/contracts/texts/catalogue';
import type { ColumnUnit, UnitKind, WrittenUnit } from '@quayside/domain/products/units';
import type { Work } from '../../db/tx.ts';
import type { AuditEntry } from '../../events/audit-actions.ts';
import type { DomainEvent } from '../../events/catalog.ts';
import type { Encoding } from '../../tables/decode.ts';
import type { KindName, Meaning } from '../../remembered/column-choices.ts';
import type { ChosenMarks, ColumnNumbers } from '../../tables/import-columns.ts';
import type { FileChoice, FileRow, OpenOptions, OpenTable } from '../../tables/open-table.ts';

/** An error in a cell, with its reason as a text code that is not translated yet. */
export interface CellError {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly reason: Text;
}
/** Errors of a column with the same reason, which is not translated yet. */
export interface ErrorGroup {
  readonly column: string;
  readonly reason: Text;
  readonly code: string;
  readonly count: number;
  readonly values: { value: string; count: number }[];
  readonly valueCount: number;
}

/**
 * The units that a person chose: one for each column, or those of all weights and lengths of the file whose columns
 * name none.
 */
export type ChosenUnits =
  | readonly (WrittenUnit | null)[]
  | { readonly [K in UnitKind]?: WrittenUnit | undefined }
  | null;
/** What a person chose for this file. */
export interface Choices {
  /** The field of each column; null: as was chosen for an earlier file with these headings, or as the headings say. */
  readonly fields?: readonly (string | null)[] | null;
  readonly decimalMarks?: ChosenMarks;
  readonly units?: ChosenUnits;
  readonly values?: readonly Meaning[];
  /** The sheet and the encoding. */
  readonly file?: FileChoice;
}
/** How a file was read. It is stored with the import, so that another process reads the file in the same way. */
export interface FileLayout {
  readonly encoding: Encoding | null;
  /** Whether parts of the file have another encoding. Absent in imports of an earlier release. */
  readonly isMixed?: boolean;
  /** Absent in imports of an earlier release. */
  readonly reading?: FileReading;
  readonly delimiter: string;
  readonly names: readonly string[];
  /** The number of cells that a complete row must have. */
  readonly needed: number;
}
/** The layout of a file whose columns are assigned to fields. */
export interface MappedLayout extends FileLayout {
  readonly kind: string;
  readonly sheet: string | null;
  readonly fields: readonly (string | null)[];
  readonly mapping: 'GUESSED' | 'REMEMBERED' | 'CHOSEN';
  /** How the numbers of each column are read; null for columns without numbers. Absent in earlier releases. */
  readonly numbers?: readonly (ColumnNumbers | null)[];
  /** The unit of each column; null for columns without measures. */
  readonly units?: readonly (ColumnUnit | null)[];
  readonly values?: readonly Meaning[];
}

/** What an import found and did. */
export interface ImportResult {
  readonly counts: { readonly rows: number; readonly create: number; readonly update: number; readonly fail: number };
  readonly errors: readonly CellError[];
  readonly errorCount: number;
  readonly sameFileAs: { importId: string; createdAt: string } | null;
  /** Why the import failed, or what a person must tell before it can go on. */
  readonly failure: Text | null;
}

/** One stored import. */
export interface ImportRecord<L = FileLayout, R = ImportResult> {
  readonly id: string;
  readonly state: ImportState;
  readonly mode: 'ALL_OR_NOTHING' | 'VALID_ROWS';
  readonly isDryRun: boolean;
  readonly fileName: string;
  readonly fileSha256: string;
  /** The key of the stored file. Null once the file has been deleted, or is kept no longer than the call. */
  readonly storageKey: string | null;
  readonly size: number;
  readonly choices: Choices;
  /** Null until the header of the file has been read. */
  readonly layout: L | null;
  readonly rowsDone: number;
  readonly rowsTotal: number | null;
  readonly tries: number;
  /** The key after which the next part begins, for kinds that are stored or taken back in parts. */
  readonly cursor: readonly string[] | null;
  readonly result: R;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}
/** An import whose header has been read. */
export type Begun<L, R> = ImportRecord<L, R> & { readonly layout: L };

/** The states in which a check, a store or an undo ends. */
export type EndState = 'CHECKED' | 'IMPORTED' | 'REFUSED' | 'FAILED' | 'CANCELLED' | 'UNDONE';

/** What a kind found out about the columns of a file. */
interface FoundLayout<L, R> {
  readonly layout: L;
  /** What a person must tell before the rows can be checked; null if nothing is open. */
  readonly question: Text | null;
  /** The result before the first row is checked. */
  readonly result: R;
}
/** Rows as they were decided, before they are staged. */
interface Decided<B> {
  readonly batch: B;
  readonly hasErrors: boolean;
}
/** The progress of a check that runs at the same time as the store. */
export interface CheckInProgress {
  /**
   * Waits until this row has been checked and saved (then false), or until the whole check has succeeded (then true).
   * Throws if the check fails or stops.
   */
  readonly endsBefore: (row: number) => Promise<boolean>;
}
/** Thrown to roll back a transaction that was storing an import. */
export class Abandoned extends Error {}

/** How rows are stored in one transaction. */
export interface Storing<M> {
  /** What the check of the same call left in memory. Absent if a job stores what was checked before. */
  readonly memory?: M | undefined;
  readonly check?: CheckInProgress | undefined;
  /** Called after each chunk with the number of rows stored so far. Returns whether to continue. */
  readonly onRows?: ((done: number) => Promise<boolean>) | undefined;
}
export type Stored =
  /** `isAsChecked` tells whether every row had the outcome that the check had announced. */
  | { readonly is: 'stored'; readonly isAsChecked: boolean; readonly events: readonly DomainEvent[] }
  | { readonly is: 'refused' }
  | { readonly is: 'stopped' };

/** All rows are stored in one transaction, all or nothing unless the person chose otherwise. */
interface InOne<L, R, M> {
  readonly in: 'ONE_TRANSACTION';
  readonly store: (w: Work, record: Begun<L, R>, how: Storing<M>) => Promise<Stored>;
  /** Whether rows can be stored as soon as they are checked. */
  readonly mayStoreBeside: (record: Begun<L, R>) => boolean;
  /** Undoes all at once. */
  readonly undo: (w: Work, record: ImportRecord<L, R>) => Promise<R>;
  /** Takes a large import back in chunks. Absent: an undo is always done within the call. */
  readonly chunkedUndo?: ChunkedUndo<L, R>;
}
interface ChunkedUndo<L, R> {
  readonly isLarge: (record: ImportRecord<L, R>, rowsInCall: number) => boolean;
  readonly begin: (w: Work, record: ImportRecord<L, R>) => Beginning<R> & { readonly done: number };
  readonly chunk: (w: Work, record: ImportRecord<L, R>) => Promise<Chunk<R>>;
  /** On whose behalf the job works. */
  readonly doerOf: (record: ImportRecord<L, R>) => { readonly personId: string; readonly requestId: string | null };
  readonly tellFailure: (w: Work, record: ImportRecord<L, R>) => Promise<void>;
}
/** How far an undo in chunks is. `done`: how many rows are taken back or kept; 'all' ends the undo. */
interface Chunk<R> {
  readonly result: R;
  readonly done: number | 'all';
}

/** The valid rows are stored in parts, each with the place at which the next one begins. */
export interface InParts<L, R> {
  readonly in: 'PARTS';
  /** Locks what a part changes, before the import itself is locked. */
  readonly lock: (w: Work) => Promise<void>;
  /** The result at the beginning of storing, or of an undo, and how many rows there will be. */
  readonly begin: (record: ImportRecord<L, R>) => Beginning<R>;
  readonly beginUndo: (w: Work, record: ImportRecord<L, R>) => Beginning<R>;
  readonly storePart: (w: Work, record: ImportRecord<L, R>) => Promise<PartDone<R> | undefined>;
  readonly undoPart: (w: Work, record: ImportRecord<L, R>) => Promise<PartDone<R> | undefined>;
  /** Called when all parts are stored, in the same transaction. */
  readonly end: (w: Work, record: ImportRecord<L, R>) => Promise<void>;
}
interface Beginning<R> {
  readonly result: R;
  readonly rows: number;
}
/** What storing or taking back a part changed, and the key after which the next part begins. */
interface PartDone<R> {
  readonly rows: number;
  readonly result: R;
  readonly cursor: readonly string[];
}

/** What the machine needs of a kind of import, but for its rows. L: its layout, which is stored; R: its result. */
export interface KindBase<L extends FileLayout, R extends ImportResult> {
  readonly name: KindName;
  /** The job that imports large files. Null: every file is imported within the call. */
  readonly job: 'products.import' | 'stock.order-import' | null;
  /** Whether its imports are stored one after the other, because two of the same file would create records twice. */
  readonly hasTurns: boolean;
  /** Whether the file is kept for another mapping, for its error file, and as long as an undo is possible. */
  readonly keepsFile: boolean;
  readonly topic: Topic;
  /** Further topics that change when an import ends. */
  readonly alsoChanged?: readonly Topic[];
  readonly open: Pick<OpenOptions, 'maxRows' | 'isHeader' | 'countKnown'>;
  /** The error message for a file that contains no table. */
  readonly noTable: Text;
  readonly noResult: R;
  /** Tables that PostgreSQL has to look at after many rows were stored. */
  readonly tables: readonly string[];
  /** Reads the headings and decides how the columns are read. */
  readonly layoutOf: (w: Work, record: ImportRecord<L, R>, table: OpenTable) => Promise<FoundLayout<L, R>>;
  readonly deleteStaged: (w: Work, importId: string) => Promise<void>;
  /** Whether a checked file says nothing that could be imported. */
  readonly isEmpty: (record: ImportRecord<L, R>) => boolean;
  readonly canUndo: (w: Work, record: ImportRecord<L, R>) => boolean;
  /** The audit row for the end of a check, a store or an undo. */
  readonly audit: (record: ImportRecord<L, R>, state: EndState) => AuditEntry;
  /** Tells all members how an import ended. */
  readonly tell?: (w: Work, record: ImportRecord<L, R>) => Promise<void>;
}

/**
 * A kind of import. X: a row as it was read; B: a batch of decided rows; M: what a check keeps in memory from batch to
 * batch.
 */
export interface ImportKind<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>
  extends KindBase<L, R> {
  /** How many rows one transaction checks and saves. */
  readonly batchRows: number;
  readonly readRow: (layout: L, row: FileRow) => X;
  /** An empty memory, or that of a check which another process has begun. */
  readonly memoryOf: (w: Work, record: ImportRecord<L, R>) => Promise<M>;
  /** Decides what rows would do. A job runs it ahead of the transaction that saves the batch before. */
  readonly decide: (w: Work, record: Begun<L, R>, rows: readonly X[], memory: M) => Promise<Decided<B>>;
  /** Saves decided rows. Returns the result with what was found, if that changes. */
  readonly stage: (w: Work, record: Begun<L, R>, batch: B) => Promise<R | undefined>;
  /** The result after all rows have been checked, or were stored with another outcome than was checked. */
  readonly summarise: (w: Work, record: Begun<L, R>, memory: M | undefined) => Promise<R>;
  readonly storing: InOne<L, R, M> | InParts<L, R>;
}
