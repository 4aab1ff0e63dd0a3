import type { ImportState } from '@quayside/contracts/imports';
import type { NamedSupplier, SupplierImport } from '@quayside/contracts/supplier-imports';
import type { Text } from '@quayside/contracts/texts/catalogue';
import { type Selectable, sql } from 'kysely';
import { chunks } from '../../db/batches.ts';
import type { Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SupplierChoices, SupplierLayout } from './supplier-imports.layout.ts';
import type { CellError, SupplierChange } from './supplier-imports.rows.ts';

/** Errors of a column with the same reason, which is not translated yet. */
export type ErrorGroup = Omit<SupplierImport['errorGroups'][number], 'reason'> & Pick<CellError, 'reason'>;

/** What an import did or would do. */
export interface SupplierImportResult
  extends Pick<SupplierImport, 'counts' | 'columns' | 'errorCount' | 'similar' | 'sample' | 'sameFileAs' | 'undo'> {
  readonly errors: readonly CellError[];
  readonly errorGroups: readonly ErrorGroup[];
  readonly failure: Text | null;
}
/** A call imports a file in one transaction, so an import of suppliers never waits or runs. */
export type SupplierImportState = Extract<ImportState, 'CHECKED' | 'IMPORTED' | 'REFUSED' | 'CANCELLED' | 'UNDONE'>;
/** One stored import of suppliers. */
export interface SupplierImportRecord {
  readonly id: string;
  readonly state: SupplierImportState;
  readonly mode: SupplierImport['mode'];
  readonly isDryRun: boolean;
  readonly fileName: string;
  readonly fileSha256: string;
  /** The key of the stored file. Null once the file and the rows have been deleted. */
  readonly storageKey: string | null;
  readonly size: number;
  readonly headerSha256: string;
  /** When a person chose the fields of the columns; null: nobody has. */
  readonly mappedAt: Date | null;
  readonly choices: SupplierChoices;
  readonly layout: SupplierLayout;
  readonly result: SupplierImportResult;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date;
}

const valuesOf = (r: SupplierImportRecord) => ({
  state: r.state,
  mode: r.mode,
  is_dry_run: r.isDryRun,
  mapped_at: r.mappedAt,
  choices: JSON.stringify(r.choices),
  layout: JSON.stringify(r.layout),
  result: JSON.stringify(r.result),
  finished_at: r.finishedAt,
});

export async function insertSupplierImport(w: Work, r: SupplierImportRecord): Promise<void> {
  await w.tx
    .insertInto('supplier_import')
    .values({
      ...valuesOf(r),
      account_id: w.scope.accountId,
      id: r.id,
      file_name: r.fileName,
      file_sha256: r.fileSha256,
      storage_key: r.storageKey,
      size: BigInt(r.size),
      header_sha256: r.headerSha256,
      created_by: r.createdBy,
      created_at: r.createdAt,
    })
    .execute();
}

export async function updateSupplierImport(w: Work, r: SupplierImportRecord): Promise<void> {
  await w.tx
    .updateTable('supplier_import')
    .set(valuesOf(r))
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', r.id)
    .execute();
}

export async function findSupplierImport(w: Work, id: string, how?: 'lock'): Promise<SupplierImportRecord | undefined> {
  const row = await w.tx
    .selectFrom('supplier_import')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .$if(how === 'lock', (q) => q.forUpdate())
    .executeTakeFirst();
  return row && toRecord(row);
}

export const toRecord = (r: Selectable<DB['supplier_import']>): SupplierImportRecord => ({
  id: r.id,
  state: r.state,
  mode: r.mode,
  isDryRun: r.is_dry_run,
  fileName: r.file_name,
  fileSha256: r.file_sha256,
  storageKey: r.storage_key,
  size: Number(r.size),
  headerSha256: r.header_sha256,
  mappedAt: r.mapped_at,
  choices: r.choices as unknown as SupplierChoices,
  layout: r.layout as unknown as SupplierLayout,
  result: r.result as unknown as SupplierImportResult,
  createdBy: r.created_by,
  createdAt: r.created_at,
  finishedAt: r.finished_at,
});

/** What a person last chose for a file with these headings. */
export async function findChoices(w: Work, headerSha256: string): Promise<SupplierChoices | undefined> {
  const row = await w.tx
    .selectFrom('supplier_import')
    .select('choices')
    .where('account_id', '=', w.scope.accountId)
    .where('header_sha256', '=', headerSha256)
    .where('mapped_at', 'is not', null)
    .orderBy('mapped_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && (row.choices as unknown as SupplierChoices);
}

/** The latest import of an identical file whose rows were stored. */
export async function findSameFile(w: Work, sha256: string, otherThan: string): Promise<SupplierImport['sameFileAs']> {
  const row = await w.tx
    .selectFrom('supplier_import')
    .select(['id', 'created_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('file_sha256', '=', sha256)
    .where('state', '=', 'IMPORTED')
    .where('id', '<>', otherThan)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { importId: row.id, createdAt: row.created_at.toISOString() } : null;
}

/**
 * Makes the imports of one account run one after the other, until the end of the transaction. Otherwise two imports of
 * the same file could both create its suppliers.
 */
export async function takeSupplierImportTurn(w: Work): Promise<void> {
  const turn = `supplier-import:${w.scope.accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(w.tx);
}

/** A checked row of an import, which is kept so that screens can show it. */
export interface StoredImportRow {
  readonly row: number;
  readonly action: SupplierImport['sample'][number]['action'];
  readonly companyName: string;
  readonly supplierId: string | null;
  readonly changes: readonly SupplierChange[];
  readonly errors: readonly CellError[];
}

/** Stores the rows of an import in place of those of an earlier check. */
export async function replaceImportRows(w: Work, importId: string, rows: readonly StoredImportRow[]): Promise<void> {
  await w.tx
    .deleteFrom('supplier_import_row')
    .where('account_id', '=', w.scope.accountId)
    .where('import_id', '=', importId)
    .execute();
  for (const part of chunks(rows))
    await w.tx
      .insertInto('supplier_import_row')
      .values(
        part.map((r) => ({
          account_id: w.scope.accountId,
          import_id: importId,
          row: r.row,
          action: r.action,
          company_name: r.companyName,
          supplier_id: r.supplierId,
          changes: JSON.stringify(r.changes),
          errors: JSON.stringify(r.errors),
        })),
      )
      .execute();
}

export const toImportRow = (r: Selectable<DB['supplier_import_row']>): StoredImportRow => ({
  row: r.row,
  action: r.action,
  companyName: r.company_name,
  supplierId: r.supplier_id,
  changes: r.changes as unknown as readonly SupplierChange[],
  errors: r.errors as unknown as readonly CellError[],
});

/** The errors of the invalid rows, by row number. */
export async function rowErrors(w: Work, importId: string): Promise<Map<number, readonly CellError[]>> {
  const rows = await w.tx
    .selectFrom('supplier_import_row')
    .select(['row', 'errors'])
    .where('account_id', '=', w.scope.accountId)
    .where('import_id', '=', importId)
    .where('action', '=', 'FAIL')
    .execute();
  return new Map(rows.map((r) => [r.row, r.errors as unknown as readonly CellError[]]));
}

/** The numbers of the rows that created or changed suppliers, by supplier id. */
export async function rowsOfSuppliers(w: Work, importId: string): Promise<Map<string, number>> {
  const rows = await w.tx
    .selectFrom('supplier_import_row')
    .select(['row', 'supplier_id'])
    .where('account_id', '=', w.scope.accountId)
    .where('import_id', '=', importId)
    .where('action', 'in', ['CREATE', 'UPDATE'])
    .execute();
  return new Map(rows.flatMap((r) => (r.supplier_id === null ? [] : [[r.supplier_id, r.row]])));
}

/** The names of a supplier as imports compare them. */
export interface SupplierName extends NamedSupplier {
  readonly nameKey: string | null;
  readonly localNameKey: string | null;
}

const toNamed = (r: {
  id: string;
  company_name: string;
  local_name: string | null;
  city: string | null;
  email: string | null;
}): NamedSupplier => ({
  id: r.id,
  companyName: r.company_name,
  localName: r.local_name,
  city: r.city,
  email: r.email,
});

/** Finds the names of suppliers by id. Ids that do not exist are omitted. */
export async function findNamedSuppliers(w: Work, ids: readonly string[]): Promise<NamedSupplier[]> {
  if (ids.length === 0) return [];
  const rows = await w.tx
    .selectFrom('supplier')
    .select(['id', 'company_name', 'local_name', 'city', 'email'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(toNamed);
}

/** The names of all suppliers of the account. */
export async function listSupplierNames(w: Work): Promise<SupplierName[]> {
  const rows = await w.tx
    .selectFrom('supplier')
    .select(['id', 'company_name', 'local_name', 'city', 'email', 'name_key', 'local_name_key'])
    .where('account_id', '=', w.scope.accountId)
    .orderBy(sql`lower(company_name)`)
    .orderBy('id')
    .execute();
  return rows.map((r) => ({
    ...toNamed(r),
    nameKey: r.name_key,
    localNameKey: r.local_name_key,
  }));
}

/** The keys of company names: without case, punctuation and legal form. Names without a key are omitted. */
export async function companyKeys(w: Work, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; key: string | null }>`
    select n.name, company_key(n.name) as key from unnest(${sql.val([...new Set(names)])}::text[]) as n(name)
  `.execute(w.tx);
  return new Map(rows.flatMap((r) => (r.key === null ? [] : [[r.name, r.key]])));
}

/** Deletes the file, the rows and the undo data of old imports. Returns their ids. */
export async function dropImportsBefore(w: Work, before: Date): Promise<string[]> {
  const old = await w.tx
    .updateTable('supplier_import')
    .set({ storage_key: null })
    .where('account_id', '=', w.scope.accountId)
    .where('storage_key', 'is not', null)
    .where('finished_at', '<', before)
    .returning('id')
    .execute();
  const ids = old.map((r) => r.id);
  if (ids.length > 0)
    await w.tx
      .deleteFrom('supplier_import_row')
      .where('account_id', '=', w.scope.accountId)
      .where('import_id', 'in', ids)
      .execute();
  return ids;
}
