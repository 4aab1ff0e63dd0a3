import type { Text } from '@quayside/contracts/texts/catalogue';
import type { ImportState } from '@quayside/contracts/imports';
import type { ProductImport, ValueMapping } from '@quayside/contracts/product-imports';
import type { WrittenUnit } from '@quayside/domain/products/units';
import { type Selectable, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import type { CellError } from './imports.rows.ts';
import type { ChosenMarks, Marks } from '../../tables/import-columns.ts';
import type { FileChoice } from '../../tables/open-table.ts';
import type { ChosenUnits, Layout } from './imports.layout.ts';

/** A product that an undo left as it is, with the row of the file that named it. */
export type KeptRow = NonNullable<ProductImport['undo']>['kept'][number];

/**
 * How far the undo of a large import is. It goes over the products in rounds: a parent can only be deleted after its
 * variants, which may be in a later chunk. A round that takes nothing back is followed by the last one, which names
 * what still waits as kept.
 */
export interface Undoing {
  /** The person who asked for the undo, and their request. */
  readonly personId: string | null;
  readonly requestId: string | null;
  /** The last product of the chunk before, in the order of ids; null at the beginning of a round. */
  readonly after: string | null;
  /** How many products of this round wait for others, and how many were taken back. */
  readonly waiting: number;
  readonly moved: number;
  readonly isLastRound: boolean;
  readonly deleted: number;
  readonly restored: number;
  readonly keptCount: number;
  readonly kept: readonly KeptRow[];
}

/** Errors of a column with the same reason, which is not translated yet. */
export type ErrorGroup = Omit<ProductImport['errorGroups'][number], 'reason'> & Pick<CellError, 'reason'>;

/** The details of an import that have no columns of their own. */
export interface Result {
  readonly fileName: string;
  readonly counts: ProductImport['counts'];
  readonly columns: ProductImport['columns'];
  readonly errors: readonly CellError[];
  readonly errorCount: number;
  readonly sample: ProductImport['sample'];
  readonly sameFileAs: ProductImport['sameFileAs'];
  readonly failure: Text | null;
  /** The decimal marks that a person chose. Absent in imports of earlier releases. */
  readonly decimalMarks?: ChosenMarks;
  /** The sheet and the encoding that a person chose. Absent in imports of earlier releases. */
  readonly file?: FileChoice;
  /** The units that a person chose. Absent in imports of earlier releases. */
  readonly units?: ChosenUnits;
  /** What words of the file mean, as a person chose. Absent in imports of earlier releases. */
  readonly values?: readonly ValueMapping[];
  /** Absent in imports of earlier releases. */
  readonly errorGroups?: readonly ErrorGroup[];
  /** Absent in imports of earlier releases. */
  readonly parcels?: ProductImport['parcels'];
  readonly undo: ProductImport['undo'];
  /** Set while a job takes the import back. */
  readonly undoing?: Undoing;
}
/** One stored import. */
export interface ImportRecord {
  readonly id: string;
  readonly state: ImportState;
  readonly mode: ProductImport['mode'];
  readonly isDryRun: boolean;
  readonly fileSha256: string;
  /** The key of the stored file. Null once the file and the rows have been deleted. */
  readonly storageKey: string | null;
  readonly size: number;
  /** The field that a person has chosen for each column. */
  readonly fields: readonly (string | null)[] | null;
  /** Null until the header of the file has been read. */
  readonly layout: Layout | null;
  readonly rowsDone: number;
  readonly rowsTotal: number | null;
  readonly tries: number;
  readonly result: Result;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/**
 * Makes the imports of one account run one after the other, until the end of the transaction. Otherwise two imports of
 * the same file could both try to create a product with the same SKU.
 */
export async function takeImportTurn(w: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${turnOf(w)}, 0))`.execute(w.tx);
}

/** Like `takeImportTurn`, but does not wait. Returns false if another import of the account is running. */
export async function tryImportTurn(w: Work): Promise<boolean> {
  const { rows } = await sql<{
    ok: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${turnOf(w)}, 0)) as ok`.execute(w.tx);
  return rows[0]?.ok ?? false;
}
/** Like `takeImportTurn`, but waits for a limited time. Returns false if the time is over. */
export async function takeImportTurnWithin(w: Work, patience: string): Promise<boolean> {
  if (await tryImportTurn(w)) return true;
  const { rows } = await sql<{ usual: string }>`select current_setting('lock_timeout') as usual`.execute(w.tx);
  await sql`savepoint before_turn`.execute(w.tx);
  try {
    await sql`select set_config('lock_timeout', ${patience}, true)`.execute(w.tx);
    await takeImportTurn(w);
    await sql`select set_config('lock_timeout', ${rows[0]?.usual ?? '10s'}, true)`.execute(w.tx);
    return true;
  } catch (error) {
    await sql`rollback to savepoint before_turn`.execute(w.tx);
    if ((error as { code?: unknown }).code !== LOCK_TIMEOUT) throw error;
    return false;
  }
}
const LOCK_TIMEOUT = '55P03';
/** Sets a savepoint. */
export async function setSavepoint(w: Work): Promise<void> {
  await sql`savepoint before_rows`.execute(w.tx);
}
/** Rolls the transaction back to the savepoint. */
export async function rollbackToSavepoint(w: Work): Promise<void> {
  await sql`rollback to savepoint before_rows`.execute(w.tx);
}
const turnOf = (w: Work) => `product-import:${w.scope.accountId}`;

/** The latest import of an identical file whose rows were stored. */
export async function findSameFile(w: Work, sha256: string, otherThan: string): Promise<ProductImport['sameFileAs']> {
  const row = await w.tx
    .selectFrom('product_import')
    .select(['id', 'created_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('file_sha256', '=', sha256)
    .where('state', '=', 'IMPORTED')
    .where('id', '<>', otherThan)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? { importId: row.id, createdAt: row.created_at.toISOString() } : null;
}

export async function insertImport(w: Work, i: ImportRecord): Promise<void> {
  await w.tx
    .insertInto('product_import')
    .values({
      account_id: w.scope.accountId,
      id: i.id,
      file_sha256: i.fileSha256,
      is_dry_run: i.isDryRun,
      state: i.state,
      mode: i.mode,
      storage_key: i.storageKey,
      size: BigInt(i.size),
      result: JSON.stringify(i.result),
      created_by: i.createdBy,
      created_at: i.createdAt,
    })
    .execute();
}

/** The columns of an import that an update may change; absent ones stay as they are. */
export type ImportPatch = Partial<
  Omit<ImportRecord, 'id' | 'fileSha256' | 'storageKey' | 'size' | 'createdBy' | 'createdAt'>
>;

export async function updateImport(w: Work, id: string, p: ImportPatch): Promise<void> {
  await w.tx
    .updateTable('product_import')
    .set({
      ...(p.state && { state: p.state }),
      ...(p.mode && { mode: p.mode }),
      ...(p.isDryRun !== undefined && { is_dry_run: p.isDryRun }),
      ...(p.fields !== undefined && { fields: JSON.stringify(p.fields) }),
      ...(p.layout !== undefined && { layout: p.layout === null ? null : JSON.stringify(p.layout) }),
      ...(p.rowsDone !== undefined && { rows_done: p.rowsDone }),
      ...(p.rowsTotal !== undefined && { rows_total: p.rowsTotal }),
      ...(p.tries !== undefined && { tries: p.tries }),
      ...(p.result && { result: JSON.stringify(p.result) }),
      ...(p.finishedAt !== undefined && { finished_at: p.finishedAt, lease_until: null }),
    })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

export async function findImport(w: Work, id: string, how?: 'lock'): Promise<ImportRecord | undefined> {
  const row = await w.tx
    .selectFrom('product_import')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .$if(how === 'lock', (q) => q.forUpdate())
    .executeTakeFirst();
  return row && toRecord(row);
}

/**
 * Converts a row of the table. Imports from early releases have no file and no rows, so some of their columns are null.
 */
export function toRecord(r: Selectable<DB['product_import']>): ImportRecord {
  const result = r.result as unknown as Result &
    Partial<Pick<ProductImport, 'kind' | 'encoding' | 'mode' | 'fileName'>>;
  return {
    id: r.id,
    state: r.state as ImportState,
    mode: r.mode as ProductImport['mode'],
    isDryRun: r.is_dry_run,
    fileSha256: r.file_sha256,
    storageKey: r.storage_key,
    size: Number(r.size ?? 0),
    fields: r.fields as ImportRecord['fields'],
    layout: (r.layout as Layout | null) ?? formerLayout(result),
    rowsDone: r.rows_done,
    rowsTotal: r.rows_total,
    tries: r.tries,
    result,
    createdBy: r.created_by,
    createdAt: r.created_at,
    finishedAt: r.finished_at ?? (r.layout === null && r.storage_key === null ? r.created_at : null),
  };
}

function formerLayout(result: Partial<Pick<ProductImport, 'kind' | 'encoding' | 'columns'>>): Layout | null {
  if (!result.kind) return null;
  const columns = result.columns ?? [];
  return {
    kind: result.kind,
    encoding: result.encoding ?? null,
    sheet: null,
    delimiter: ',',
    names: columns.map((c) => c.name),
    fields: [],
    mapping: 'GUESSED',
    idType: -1,
    needed: 0,
  };
}

/** What is remembered beside the fields. Absent for mappings of earlier releases. */
export interface MappingChoices {
  /** The unit that a person chose for each column. */
  readonly units?: readonly (WrittenUnit | null)[];
  readonly values?: readonly ValueMapping[];
  /** The decimal mark that a person chose for each column whose numbers can be read in two ways. */
  readonly decimalMarks?: Marks;
}
