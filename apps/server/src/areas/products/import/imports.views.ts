import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import type {
  ImportRow,
  listProductImportRows,
  listProductImports,
  ProductImport,
  ValueMapping,
} from '@quayside/contracts/products/product-imports';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { creatorNames, listImports, listRows, mappedAnswer, readImport } from '../../imports/public.ts';
import { PRODUCTS } from './imports.kind.ts';
import { type StoredRow, toImportRow, toStagedRow } from './imports.rows.queries.ts';
import type { ProductImportRecord } from './imports.types.ts';

async function answersOf(w: Work, records: readonly ProductImportRecord[]): Promise<ProductImport[]> {
  const names = await creatorNames(w, records);
  return records.map((r) => toAnswer(w, r, names));
}

function toAnswer(w: Work, r: ProductImportRecord, names: ReadonlyMap<string, string>): ProductImport {
  const { result, layout } = r;
  return {
    ...mappedAnswer(w, PRODUCTS, r, names),
    kind: layout?.kind ?? null,
    counts: result.counts,
    columns: result.columns.map((c) => ({
      name: c.name,
      field: c.field,
      samples: c.samples ?? [],
      numbers: c.numbers ?? null,
      unit: c.unit ?? null,
    })),
    values: [...(layout?.values ?? (r.choices.values as readonly ValueMapping[] | undefined) ?? [])],
    sample: result.sample,
    parcels: result.parcels ?? null,
    undo: result.undo ?? null,
  };
}

/** One import, as the API returns it. Throws 404 if it does not exist. */
export async function getProductImport(w: Work, id: string): Promise<ProductImport> {
  const record = await readImport(w, PRODUCTS, id);
  return toAnswer(w, record, await creatorNames(w, [record]));
}

/** Lists imports, without errors and sample rows. */
export const listProductImportPage = (w: Work, q: QueryOut<typeof listProductImports>): Promise<Page<ProductImport>> =>
  listImports(w, PRODUCTS, q, ['errors', 'errorGroups', 'sample'], (records) => answersOf(w, records));

/** The rows of an import. The default order is that of the file. */
export async function listProductRowPage(
  w: Work,
  importId: string,
  q: QueryOut<typeof listProductImportRows>,
): Promise<Page<ImportRow>> {
  await readImport(w, PRODUCTS, importId);
  return listRows(w, PRODUCTS.rowsTable, importId, q, {
    words: sql<string>`lower((r.changes ->> 'sku') || ' ' || (r.changes ->> 'name'))`,
    answer: (row: StoredRow) => toImportRow(w, toStagedRow(row)),
  });
}
