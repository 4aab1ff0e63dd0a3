import { listPackLists, MAX_IDS, type PackList } from '@quayside/contracts/shipments/pack-lists';
import { call } from '../../../lib/api/call.ts';
import { chip, filterQuery } from '../../../lib/list-filter.ts';

/** How many ids one request names. With more of them its URL would be too long for some proxies. */
const IDS_AT_ONCE = 100;

/** Loads all pack lists of these orders, or of these carton rows. */
export async function loadPackLists(
  field: 'order' | 'carton',
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<PackList[]> {
  const found: PackList[] = [];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const filter = filterQuery(chip(field, 'in', ...ids.slice(from, from + IDS_AT_ONCE)));
    for (let page = 0, isLast = false; !isLast; page += 1) {
      const query = { size: MAX_IDS, page, sort: ['number,asc'], ...filter };
      const answer = await call(listPackLists, { query, ...(signal && { signal }) });
      found.push(...answer.content);
      isLast = answer.last;
    }
  }
  return found;
}
