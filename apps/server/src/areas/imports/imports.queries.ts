import type { ImportState } from '@quayside/contracts/imports';
import { type Selectable, sql } from 'kysely';
import { asSystem, type TxDeps, type Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import { isLasting } from '../../ports/clock.ts';
import type { KindName } from '../../remembered/column-choices.ts';
import type { ImportRecord } from './imports.types.ts';

// The table of all imports. The layout and the result have the shape of their kind, which is the only one to read them.

/** Narrows a query to the imports of a kind. */
interface OfKind {
  readonly name: KindName;
}

/**
 * Makes the imports of one kind and account run one after the other, until the end of the transaction. Otherwise two
 * imports of the same file could both create its records.
 */
export async function takeImportTurn(w: Work, kind: OfKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${turnOf(w, kind)}, 0))`.execute(w.tx);
}

/** Like `takeImportTurn`, but does not wait. Returns false if another import is running. */
export async function tryImportTurn(w: Work, kind: OfKind): Promise<boolean> {
  const { rows } = await sql<{
    ok: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${turnOf(w, kind)}, 0)) as ok`.execute(w.tx);
  return rows[0]?.ok ?? false;
}

/** Like `takeImportTurn`, but waits for a limited time. Returns false if the time is over. */
export async function takeImportTurnWithin(w: Work, kind: OfKind, patience: string): Promise<boolean> {
  if (await tryImportTurn(w, kind)) return true;
  const { rows } = await sql<{ usual: string }>`select current_setting('lock_timeout') as usual`.execute(w.tx);
  await sql`savepoint before_turn`.execute(w.tx);
  try {
    await sql`select set_config('lock_timeout', ${patience}, true)`.execute(w.tx);
    await takeImportTurn(w, kind);
    await sql`select set_config('lock_timeout', ${rows[0]?.usual ?? '10s'}, true)`.execute(w.tx);
    return true;
  } catch (error) {
    await sql`rollback to savepoint before_turn`.execute(w.tx);
    if ((error as { code?: unknown }).code !== LOCK_TIMEOUT) throw error;
    return false;
  }
}
const LOCK_TIMEOUT = '55P03';
const turnOf = (w: Work, { name }: OfKind) => `import:${name}:${w.scope.accountId}`;

/** The imports of a kind in this account. */
const importsOf = (w: Work, { name }: OfKind) =>
  w.tx.selectFrom('import').where('account_id', '=', w.scope.accountId).where('kind', '=', name);

/** The latest import of an identical file whose rows were stored. */
export async function findSameFile(
  w: Work,
  kind: OfKind,
  { id, fileSha256 }: Pick<ImportRecord, 'id' | 'fileSha256'>,
): Promise<ImportRecord['result']['sameFileAs']> {
  const row = await importsOf(w, kind)
    .select(['id', 'created_at'])
    .where('file_sha256', '=', fileSha256)
    .where('state', '=', 'IMPORTED')
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { importId: row.id, createdAt: row.created_at.toISOString() } : null;
}

/** A record with the layout and result of its kind. */
type AnyRecord = ImportRecord<unknown, unknown>;

export async function insertImport(w: Work, kind: OfKind, i: AnyRecord): Promise<void> {
  await w.tx
    .insertInto('import')
    .values({
      account_id: w.scope.accountId,
      id: i.id,
      kind: kind.name,
      state: i.state,
      mode: i.mode,
      is_dry_run: i.isDryRun,
      file_name: i.fileName,
      file_sha256: i.fileSha256,
      storage_key: i.storageKey,
      size: BigInt(i.size),
      choices: JSON.stringify(i.choices),
      rows_total: i.rowsTotal,
      result: JSON.stringify(i.result),
      created_by: i.createdBy,
      created_at: i.createdAt,
    })
    .execute();
}

/** The columns of an import that an update may change; absent ones stay as they are. */
type ImportPatch = Partial<Omit<AnyRecord, 'id' | 'fileName' | 'fileSha256' | 'size' | 'createdBy' | 'createdAt'>>;
const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value));

export async function updateImport(w: Work, id: string, p: ImportPatch): Promise<void> {
  await w.tx
    .updateTable('import')
    .set({
      ...(p.state && { state: p.state }),
      ...(p.mode && { mode: p.mode }),
      ...(p.isDryRun !== undefined && { is_dry_run: p.isDryRun }),
      ...(p.storageKey !== undefined && { storage_key: p.storageKey }),
      ...(p.choices && { choices: JSON.stringify(p.choices) }),
      ...(p.layout !== undefined && { layout: jsonOf(p.layout) }),
      ...(p.rowsDone !== undefined && { rows_done: p.rowsDone }),
      ...(p.rowsTotal !== undefined && { rows_total: p.rowsTotal }),
      ...(p.tries !== undefined && { tries: p.tries }),
      ...(p.cursor !== undefined && { cursor: jsonOf(p.cursor) }),
      ...(p.result !== undefined && { result: JSON.stringify(p.result) }),
      ...(p.finishedAt !== undefined && { finished_at: p.finishedAt, lease_until: null }),
    })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Changes an import, and returns it as it is now. */
export async function withPatch<T extends AnyRecord, P extends ImportPatch>(
  w: Work,
  record: T,
  patch: P,
): Promise<T & P> {
  await updateImport(w, record.id, patch);
  return { ...record, ...patch };
}

export async function findImport<L, R>(
  w: Work,
  kind: OfKind & Shapes<L, R>,
  id: string,
  how?: 'lock',
): Promise<ImportRecord<L, R> | undefined> {
  const row = await importsOf(w, kind)
    .selectAll()
    .where('id', '=', id)
    .$if(how === 'lock', (q) => q.forUpdate())
    .executeTakeFirst();
  return row && toRecord<L, R>(row);
}
/** Only for the types: what the layout and the result of a kind look like. */
interface Shapes<L, R> {
  readonly canUndo: (w: Work, record: ImportRecord<L, R>) => boolean;
}

export const toRecord = <L, R>(r: Selectable<DB['import']>): ImportRecord<L, R> => ({
  id: r.id,
  state: r.state,
  mode: r.mode,
  isDryRun: r.is_dry_run,
  fileName: r.file_name,
  fileSha256: r.file_sha256,
  storageKey: r.storage_key,
  size: Number(r.size),
  choices: r.choices as ImportRecord['choices'],
  layout: r.layout as L | null,
  rowsDone: r.rows_done,
  rowsTotal: r.rows_total,
  tries: r.tries,
  cursor: r.cursor as readonly string[] | null,
  result: r.result as R,
  createdBy: r.created_by,
  createdAt: r.created_at,
  finishedAt: r.finished_at,
});

/** The states of an import on which a job works. */
const OPEN = ['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING'] as const;
/** The duration of a lease. A process that has not renewed its lease for this long is regarded as dead. */
export const LEASE_MS = 15_000;
export const isOpen = (state: ImportState): boolean => OPEN.some((open) => open === state);

/**
 * Claims the oldest waiting import of an account and sets its lease. Returns 'busy' while another process has a lease
 * on an import of this kind and account.
 */
export async function claimOpenImport(
  w: Work,
  kind: OfKind,
): Promise<{ readonly id: string; readonly personId: string } | 'busy' | undefined> {
  const open = await importsOf(w, kind)
    .select(['id', 'created_by', 'lease_until'])
    .where('state', 'in', OPEN)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (open.some((r) => r.lease_until !== null && isLasting(r.lease_until, LEASE_MS, w.now))) return 'busy';
  const [next] = open;
  if (!next) return undefined;
  await w.tx
    .updateTable('import')
    .set({ lease_until: new Date(w.now.getTime() + LEASE_MS), tries: sql<number>`tries + 1` })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', next.id)
    .execute();
  return { id: next.id, personId: next.created_by ?? '' };
}

/** Renews the lease of an import; null releases the lease. */
export async function setLease(w: Work, id: string, until: Date | null): Promise<void> {
  await w.tx
    .updateTable('import')
    .set({ lease_until: until })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute();
}

/**
 * Turns synchronous_commit off for this transaction, which makes its commit faster. It is safe here, because a batch
 * that is lost in a crash is checked again.
 */
export async function disableSynchronousCommit(w: Work): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(w.tx);
}

/**
 * Runs ANALYZE on the tables that an import fills. Without it the planner would assume that a table is still empty, and
 * scan the whole table for each row of the next import.
 */
export async function analyzeTables(deps: TxDeps, tables: readonly string[]): Promise<void> {
  await asSystem(deps, (tx) => sql`analyze ${sql.join(tables.map((name) => sql.table(name)))}`.execute(tx));
}

/** Forgets the files of imports that ended before this time. Returns the ids of these imports. */
export async function forgetFilesBefore(w: Work, kind: OfKind, before: Date): Promise<string[]> {
  const old = await w.tx
    .updateTable('import')
    .set({ storage_key: null })
    .where('account_id', '=', w.scope.accountId)
    .where('kind', '=', kind.name)
    .where('storage_key', 'is not', null)
    .where('finished_at', '<', before)
    .where('state', 'not in', OPEN)
    .returning('id')
    .execute();
  return old.map(({ id }) => id);
}
