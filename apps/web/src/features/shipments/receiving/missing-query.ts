import { listMissing, type Missing } from '@quayside/contracts/stock/missing';
import type { Page } from '@quayside/contracts/paging';
import { read } from '../../../lib/api/query-client.ts';

/** What is missing of a pack list; null once nothing is. */
export const missingOf = (packListId: string) => ({
  ...read('stock', listMissing, {
    query: { size: 1, filter: JSON.stringify([{ field: 'packList', op: 'in', values: [packListId] }]) },
  }),
  select: ({ content }: Page<Missing>): Missing | null => content[0] ?? null,
});
