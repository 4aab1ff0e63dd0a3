import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { NEW_SUPPLIER } from '@quayside/contracts/suppliers/supplier-fields';
import type {
  listSupplierImportRows,
  listSupplierImports,
  SupplierImport,
  SupplierImportRow,
} from '@quayside/contracts/suppliers/supplier-imports';
import { type Selectable, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import {
  cellErrorAnswer,
  creatorNames,
  listImports,
  listRows,
  mappedAnswer,
  readImport,
} from '../../imports/public.ts';
import { SUPPLIERS, type SupplierImportRecord } from './supplier-imports.kind.ts';
import { toImportRow } from './supplier-imports.queries.ts';
import { findNamedSuppliers } from './supplier-imports.names.queries.ts';

function toAnswer(w: Work, r: SupplierImportRecord, names: ReadonlyMap<string, string>): SupplierImport {
  const { result, layout } = r;
  const common = mappedAnswer(w, SUPPLIERS, r, names);
  return {
    ...common,
    kind: layout?.kind ?? 'CSV',
    counts: result.counts,
    columns: result.columns,
    values: [...(layout?.values ?? [])],
    similar: result.similar,
    suppliers: [],
    sample: result.sample,
    finishedAt: r.state === 'CHECKED' ? null : common.finishedAt,
    undo: result.undo,
  };
}

/** One import, as the API returns it. Throws 404 if it does not exist. */
export async function getSupplierImport(w: Work, id: string): Promise<SupplierImport> {
  const record = await readImport(w, SUPPLIERS, id);
  const meant = (record.layout?.values ?? []).flatMap(({ field, to }) =>
    field === 'companyName' && to !== null && to !== NEW_SUPPLIER ? [to] : [],
  );
  const answer = toAnswer(w, record, await creatorNames(w, [record]));
  return { ...answer, suppliers: await findNamedSuppliers(w, meant) };
}

/** Lists imports, without errors and sample rows. */
export const listSupplierImportPage = (
  w: Work,
  q: QueryOut<typeof listSupplierImports>,
): Promise<Page<SupplierImport>> =>
  listImports(w, SUPPLIERS, q, ['errors', 'errorGroups', 'sample', 'similar'], async (records) => {
    const names = await creatorNames(w, records);
    return records.map((r) => toAnswer(w, r, names));
  });

/** The rows of an import. The default order is that of the file. */
export async function listSupplierRowPage(
  w: Work,
  importId: string,
  q: QueryOut<typeof listSupplierImportRows>,
): Promise<Page<SupplierImportRow>> {
  await readImport(w, SUPPLIERS, importId);
  return listRows(w, SUPPLIERS.rowsTable, importId, q, {
    words: sql<string>`lower(r.company_name)`,
    answer: (row: Selectable<DB['supplier_import_row']>) => {
      const { changes, errors, ...rest } = toImportRow(row);
      return {
        ...rest,
        changes: changes.map(([field, before, after]) => ({ field, before, after })),
        errors: errors.map((error) => cellErrorAnswer(w, error)),
      };
    },
  });
}
