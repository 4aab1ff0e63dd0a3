import { listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { chip, filterQuery } from '../../../../lib/list-filter.ts';
import { read } from '../../../../lib/api/query-client.ts';

/** How many loose pack lists are shown at first. */
export const FIRST_SHOWN = 25;

/** The pack lists that are in no plan, those that are ready first. */
export const looseQuery = (search = '', size = FIRST_SHOWN) =>
  read('orders', listPackLists, {
    query: {
      page: 0,
      size,
      sort: ['estimatedReadyDate,asc'],
      ...(search !== '' && { search }),
      ...filterQuery(chip('plan', 'isEmpty')),
    },
  });
