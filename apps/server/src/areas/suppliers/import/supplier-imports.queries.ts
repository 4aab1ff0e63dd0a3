import type { Selectable } from 'kysely';
import type { SupplierImport } from '@quayside/contracts/suppliers/supplier-imports';
import { chunks } from '../../../db/batches.ts';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import type { CellError } from '../../imports/public.ts';
import type { SupplierChange } from './supplier-imports.rows.ts';

/** A checked row of an import, which is kept so that screens can show it. */
interface StoredImportRow {
  readonly row: number;
  readonly action: SupplierImport['sample'][number]['action'];
  readonly companyName: string;
  readonly supplierId: string | null;
  readonly changes: readonly SupplierChange[];
  readonly errors: readonly CellError[];
}

/** Keeps the checked rows of an import. */
export async function insertImportRows(w: Work, importId: string, rows: readonly StoredImportRow[]): Promise<void> {
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
