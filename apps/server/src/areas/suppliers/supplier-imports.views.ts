import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { NEW_SUPPLIER } from '@quayside/contracts/supplier-fields';
import type {
  listSupplierImportRows,
  listSupplierImports,
  SupplierImport,
  SupplierImportRow,
} from '@quayside/contracts/supplier-imports';
import { wordsOfStored } from '@quayside/contracts/texts/words';
import { sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, envelope, pageWindow, searchIn } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { personNames } from '../accounts/public.ts';
import {
  findNamedSuppliers,
  findSupplierImport,
  type StoredImportRow,
  type SupplierImportRecord,
  toImportRow,
  toRecord,
} from './supplier-imports.queries.ts';
import type { CellError } from './supplier-imports.rows.ts';

function toAnswer(w: Work, r: SupplierImportRecord, names: ReadonlyMap<string, string>): SupplierImport {
  const { result, layout } = r;
  const creator = r.createdBy === null ? undefined : names.get(r.createdBy);
  const { create, update } = result.counts;
  return {
    id: r.id,
    state: r.state,
    kind: layout.kind,
    encoding: layout.encoding,
    isMixed: layout.isMixed ?? false,
    sheet: layout.sheet,
    ...(layout.reading && { reading: layout.reading }),
    fileName: r.fileName,
    fileSha256: r.fileSha256,
    isDryRun: r.isDryRun,
    mode: r.mode,
    counts: result.counts,
    progress: null,
    columns: result.columns,
    mapping: layout.mapping,
    errors: result.errors.map((error) => errorAnswer(w, error)),
    errorCount: result.errorCount,
    errorGroups: result.errorGroups.map(({ reason, ...group }) => ({
      ...group,
      reason: wordsOfStored(reason, w.scope.language),
    })),
    values: [...layout.values],
    similar: result.similar,
    suppliers: [],
    sample: result.sample,
    sameFileAs: result.sameFileAs,
    failure: result.failure ? wordsOfStored(result.failure, w.scope.language) : null,
    createdBy: r.createdBy === null || creator === undefined ? null : { id: r.createdBy, name: creator },
    createdAt: r.createdAt.toISOString(),
    finishedAt: r.state === 'CHECKED' ? null : r.finishedAt.toISOString(),
    canUndo: r.state === 'IMPORTED' && r.storageKey !== null && create + update > 0,
    undo: result.undo,
  };
}

const errorAnswer = (w: Work, error: CellError): SupplierImport['errors'][number] => ({
  ...error,
  reason: wordsOfStored(error.reason, w.scope.language),
});

/** One import, as the API returns it. */
export async function findSupplierImportView(w: Work, id: string): Promise<SupplierImport | undefined> {
  const record = await findSupplierImport(w, id);
  if (!record) return undefined;
  const meant = record.layout.values.flatMap(({ field, to }) =>
    field === 'companyName' && to !== null && to !== NEW_SUPPLIER ? [to] : [],
  );
  const answer = toAnswer(w, record, await personNames(w, [record.createdBy]));
  return { ...answer, suppliers: await findNamedSuppliers(w, meant) };
}

/** Lists imports, newest first by default, without errors and sample rows. */
export async function listSupplierImportPage(
  w: Work,
  q: QueryOut<typeof listSupplierImports>,
): Promise<Page<SupplierImport>> {
  const window = pageWindow(q);
  let rows = w.tx.selectFrom('supplier_import as i').where('i.account_id', '=', w.scope.accountId);
  for (const chip of q.filter) rows = rows.where(chipCondition(chip, sql.ref('i.state')));
  for (const word of searchIn(sql<string>`lower(i.file_name)`, q.search)) rows = rows.where(word);
  const direction = q.sort?.[0]?.direction ?? 'desc';
  const found = await rows
    .selectAll('i')
    .select(sql`i.result || '{"errors": [], "errorGroups": [], "sample": [], "similar": []}'`.as('result'))
    .orderBy('i.created_at', direction)
    .orderBy('i.id', direction)
    .limit(window.size)
    .offset(window.offset)
    .execute();
  const count = await countBeside(found, window, () => cappedCount(w.tx, rows.select('i.id')));
  const records = found.map((r) => toRecord({ ...r, result: r.result as never }));
  const names = await personNames(
    w,
    records.map((r) => r.createdBy),
  );
  return envelope(
    records.map((r) => toAnswer(w, r, names)),
    count,
    window,
  );
}

/** The rows of an import. The default order is that of the file. */
export async function listImportRowPage(
  w: Work,
  importId: string,
  q: QueryOut<typeof listSupplierImportRows>,
): Promise<Page<SupplierImportRow>> {
  const window = pageWindow(q);
  let rows = w.tx
    .selectFrom('supplier_import_row as r')
    .where('r.account_id', '=', w.scope.accountId)
    .where('r.import_id', '=', importId);
  for (const chip of q.filter) rows = rows.where(chipCondition(chip, sql.ref('r.action')));
  for (const word of searchIn(sql<string>`lower(r.company_name)`, q.search)) rows = rows.where(word);
  const found = await rows
    .selectAll('r')
    .orderBy('r.row', q.sort?.[0]?.direction ?? 'asc')
    .limit(window.size)
    .offset(window.offset)
    .execute();
  const count = await countBeside(found, window, () => cappedCount(w.tx, rows.select('r.row')));
  return envelope(
    found.map((r) => rowAnswer(w, toImportRow(r))),
    count,
    window,
  );
}

const rowAnswer = (w: Work, r: StoredImportRow): SupplierImportRow => ({
  ...r,
  changes: r.changes.map(([field, before, after]) => ({ field, before, after })),
  errors: r.errors.map((error) => errorAnswer(w, error)),
});
