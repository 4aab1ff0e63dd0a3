import { listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { chip, filterQuery } from '../../../lib/list-filter.ts';
import { read } from '../../../lib/api/query-client.ts';

/** How many pack lists are offered at once. A search finds the others. */
const MOST_OFFERED = 100;

/** The pack lists that can be put into cartons: those that are in none, and in no plan that has left. */
export const useLoosePackLists = (search: string) =>
  useQuery({
    ...read('orders', listPackLists, {
      query: {
        size: MOST_OFFERED,
        sort: ['number,desc'],
        ...filterQuery(chip('carton', 'isEmpty'), chip('status', 'in', 'OPEN')),
        ...(search.trim() !== '' && { search: search.trim() }),
      },
    }),
    placeholderData: keepPreviousData,
  });
