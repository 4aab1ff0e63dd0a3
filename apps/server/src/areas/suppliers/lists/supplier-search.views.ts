import type { FoundRecord } from '@quayside/contracts/search';
import { sql } from 'kysely';
import { searchIn } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import type { Search } from '../../area.ts';

/** Finds suppliers that contain every word of the search. */
export async function findSuppliers(w: Work, { words, most }: Search): Promise<FoundRecord[]> {
  const rows = await w.tx
    .selectFrom('supplier as s')
    .select(['s.id', 's.company_name', 's.local_name', 's.city'])
    .where('s.account_id', '=', w.scope.accountId)
    .where('s.archived_at', 'is', null)
    .where((eb) => eb.and(searchIn(sql<string>`s.search_text`, words)))
    .orderBy(sql`lower(s.company_name)`)
    .orderBy('s.id')
    .limit(most)
    .execute();
  return rows.map((r) => ({
    type: 'SUPPLIER',
    id: r.id,
    title: r.company_name,
    detail: [r.local_name, r.city].filter(Boolean).join(' · '),
    sku: null,
  }));
}
