import type { FoundRecord } from '@quayside/contracts/search';
import { sql } from 'kysely';
import { searchIn } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import type { Search } from '../area.ts';

/**
 * Finds documents by the file name of their newest version. The text of documents is searched only by the document
 * list.
 */
export async function findDocuments(w: Work, { words, most }: Search): Promise<FoundRecord[]> {
  const rows = await w.tx
    .selectFrom('document as d')
    .innerJoin('document_version as v', (on) =>
      on
        .onRef('v.account_id', '=', 'd.account_id')
        .onRef('v.document_id', '=', 'd.id')
        .onRef('v.number', '=', 'd.version_number'),
    )
    .select(['d.id', 'v.file_name', 'd.created_at'])
    .where('d.account_id', '=', w.scope.accountId)
    .where('d.deleted_at', 'is', null)
    .where((eb) => eb.and(searchIn(sql<string>`lower(v.file_name)`, words)))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(most)
    .execute();
  return rows.map((r) => ({
    type: 'DOCUMENT',
    id: r.id,
    title: r.file_name,
    detail: '',
    day: r.created_at.toISOString().slice(0, 10),
    sku: null,
  }));
}
