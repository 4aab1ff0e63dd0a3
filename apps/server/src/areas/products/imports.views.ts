import { wordsOfStored } from '@quayside/contracts/texts/words';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import type {
  ImportRow,
  listProductImportRows,
  listProductImports,
  ProductImport,
} from '@quayside/contracts/product-imports';
import { sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, envelope, pageWindow, searchIn } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { personNames } from '../accounts/public.ts';
import { findImport, type ImportRecord, toRecord } from './imports.queries.ts';
import { cellErrorAnswer, toImportRow, toStagedRow } from './imports.rows.queries.ts';

const RUNNING: ReadonlySet<string> = new Set(['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING']);

function toAnswer(w: Work, r: ImportRecord, names: ReadonlyMap<string, string>): ProductImport {
  const { result, layout } = r;
  const creator = r.createdBy === null ? undefined : names.get(r.createdBy);
  const { create, update } = result.counts;
  return {
    id: r.id,
    state: r.state,
    kind: layout?.kind ?? null,
    encoding: layout?.encoding ?? null,
    isMixed: layout?.isMixed ?? false,
    sheet: layout?.sheet ?? null,
    ...(layout?.reading && { reading: layout.reading }),
    fileName: result.fileName,
    fileSha256: r.fileSha256,
    isDryRun: r.isDryRun,
    mode: r.mode,
    counts: result.counts,
    progress: RUNNING.has(r.state) ? { done: r.rowsDone, total: r.rowsTotal } : null,
    columns: result.columns.map((c) => ({
      name: c.name,
      field: c.field,
      samples: c.samples ?? [],
      numbers: c.numbers ?? null,
      unit: c.unit ?? null,
    })),
    mapping: layout?.mapping ?? 'GUESSED',
    errors: result.errors.map((error) => cellErrorAnswer(w, error)),
    errorCount: result.errorCount,
    errorGroups: (result.errorGroups ?? []).map(({ reason, ...group }) => ({
      ...group,
      reason: wordsOfStored(reason, w.scope.language),
    })),
    values: [...(result.values ?? [])],
    sample: result.sample,
    parcels: result.parcels ?? null,
    sameFileAs: result.sameFileAs ?? null,
    failure: result.failure ? wordsOfStored(result.failure, w.scope.language) : null,
    createdBy: r.createdBy === null || creator === undefined ? null : { id: r.createdBy, name: creator },
    createdAt: r.createdAt.toISOString(),
    finishedAt: r.finishedAt?.toISOString() ?? null,
    canUndo: r.state === 'IMPORTED' && r.storageKey !== null && create + update > 0,
    undo: result.undo ?? null,
  };
}

/** One import, as the API returns it. */
export async function findImportView(w: Work, id: string): Promise<ProductImport | undefined> {
  const record = await findImport(w, id);
  return record && toAnswer(w, record, await personNames(w, [record.createdBy]));
}

/**
 * Lists imports, newest first by default. Errors and sample rows are omitted, because with them a page would have
 * several megabytes.
 */
export async function listImports(w: Work, q: QueryOut<typeof listProductImports>): Promise<Page<ProductImport>> {
  const window = pageWindow(q);
  let rows = w.tx.selectFrom('product_import as i').where('i.account_id', '=', w.scope.accountId);
  for (const chip of q.filter) rows = rows.where(chipCondition(chip, sql.ref('i.state')));
  for (const word of searchIn(sql<string>`lower(i.result ->> 'fileName')`, q.search)) rows = rows.where(word);
  const direction = q.sort?.[0]?.direction ?? 'desc';
  const found = await rows
    .selectAll('i')
    .select(sql`i.result || '{"errors": [], "errorGroups": [], "sample": []}'`.as('result'))
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
export async function listRows(
  w: Work,
  importId: string,
  q: QueryOut<typeof listProductImportRows>,
): Promise<Page<ImportRow>> {
  const window = pageWindow(q);
  let rows = w.tx
    .selectFrom('product_import_row as r')
    .where('r.account_id', '=', w.scope.accountId)
    .where('r.import_id', '=', importId);
  for (const chip of q.filter) rows = rows.where(chipCondition(chip, sql.ref('r.action')));
  for (const word of searchIn(sql<string>`lower((r.changes ->> 'sku') || ' ' || (r.changes ->> 'name'))`, q.search))
    rows = rows.where(word);
  const found = await rows
    .selectAll('r')
    .orderBy('r.row', q.sort?.[0]?.direction ?? 'asc')
    .limit(window.size)
    .offset(window.offset)
    .execute();
  const count = await countBeside(found, window, () => cappedCount(w.tx, rows.select('r.row')));
  return envelope(
    found.map((r) => toImportRow(w, toStagedRow(r))),
    count,
    window,
  );
}
