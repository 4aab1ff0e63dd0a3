import type { ProductImport } from '@quayside/contracts/product-imports';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';

/** Imports of one account take turns: two of the same file would otherwise race for its SKUs. */
export async function takeImportTurn(w: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`product-import:${w.scope.accountId}`}, 0))`.execute(w.tx);
}

/** The last import that stored rows of the very same file. */
export async function findSameFile(w: Work, sha256: string): Promise<ProductImport['sameFileAs']> {
  const row = await w.tx
    .selectFrom('product_import')
    .select(['id', 'created_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('file_sha256', '=', sha256)
    .where('state', '=', 'IMPORTED')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? { importId: row.id, createdAt: row.created_at.toISOString() } : null;
}

export async function insertImport(w: Work, result: ProductImport): Promise<void> {
  await w.tx
    .insertInto('product_import')
    .values({
      account_id: w.scope.accountId,
      id: result.id,
      file_sha256: result.fileSha256,
      is_dry_run: result.isDryRun,
      state: result.state,
      result: JSON.stringify(result),
      created_by: w.scope.userId,
      created_at: w.now,
    })
    .execute();
}

export async function findImport(w: Work, id: string): Promise<ProductImport | undefined> {
  const row = await w.tx.selectFrom('product_import').select('result').where('account_id', '=', w.scope.accountId).where('id', '=', id).executeTakeFirst();
  return row?.result as ProductImport | undefined;
}
