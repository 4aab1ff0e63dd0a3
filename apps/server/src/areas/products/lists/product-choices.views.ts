import type { ResponseOf } from '@quayside/contracts/endpoint';
import { COUNT_CAP, type FilterChip, type Page } from '@quayside/contracts/paging';
import type { CatalogRow, listProducts } from '@quayside/contracts/products/product-lists';
import { sql } from 'kysely';
import { bareWords, envelope, pageWindow } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { resolveCodes } from '../codes/product-codes.service.ts';
import { listCatalogRows } from './product-page.views.ts';
import { firstByName, listCatalog } from './products.list.views.ts';
import { byNameOnly, type ListQuery } from './products.views.ts';

/** The most products that a picker lists at once. */
const MOST_PICKED = 100;
/** A longer text is no code. */
const MAX_CODE = 100;
const CURRENT = sql<boolean>`p.status <> 'DISCONTINUED'`;
const NOT_DISCONTINUED: FilterChip = { field: 'status', op: 'notIn', values: ['DISCONTINUED'] };

interface Picker {
  /** Whether discontinued products are listed too. */
  readonly discontinued: boolean;
  /** The supplier whose item numbers come first. */
  readonly supplierId?: string | undefined;
}

/**
 * The products that a picker offers. Discontinued products are left out, unless the person asked for them, the search
 * is a whole code of theirs or nothing else matches it. Products of which the search is a whole code come first on the
 * first page, and say what the code is.
 */
export async function listChoices(
  w: Work,
  q: ListQuery,
  { discontinued, supplierId }: Picker,
): Promise<ResponseOf<typeof listProducts>> {
  if (q.filter.some((chip) => chip.field === 'status')) return listCatalog(w, q);
  const page = discontinued ? await listCatalog(w, q) : await listCurrent(w, q);
  const code = q.search?.trim() ?? '';
  if (code === '' || code.length > MAX_CODE || !page.first) return page;
  const resolved = (await resolveCodes(w, [code], supplierId)).get(code);
  const ids = (resolved?.products ?? []).filter((p) => p.archivedAt === null).map((p) => p.id);
  if (ids.length === 0) return page.content.length === 0 ? listCatalog(w, q) : page;
  const others = page.content.filter((row) => !ids.includes(row.id));
  const hits = (await listCatalogRows(w, ids)).map((row) => ({ ...row, matchedBy: resolved?.by }));
  return { ...page, content: [...hits, ...others].slice(0, page.size) };
}

/** The products that are not discontinued. The first page of a search by name is what pickers ask for. */
async function listCurrent(w: Work, q: ListQuery): Promise<Page<CatalogRow>> {
  const window = pageWindow(q);
  const isFirstByName = byNameOnly(q) === 'asc' && window.offset === 0 && window.size <= MOST_PICKED;
  if (!isFirstByName || q.filter.length > 0 || q.sku !== undefined || bareWords(q.search).length === 0)
    return listCatalog(w, { ...q, filter: [...q.filter, NOT_DISCONTINUED] });
  const { ids, total } = await firstByName(w, {
    search: q.search ?? '',
    most: window.size,
    condition: CURRENT,
    countUpTo: COUNT_CAP,
  });
  return envelope(await listCatalogRows(w, ids), ids.length < window.size ? ids.length : total, window);
}
