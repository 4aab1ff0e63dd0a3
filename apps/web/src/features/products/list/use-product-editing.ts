import { listProductGroups, listProductTags } from '@quayside/contracts/products/product-tags';
import { MAX_PATCH_ROWS, patchProductRows } from '@quayside/contracts/products/product-bulk-edits';
import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import { getProduct } from '@quayside/contracts/products/products';
import { useMemo } from 'react';
import type { GridEditing } from '../../../components/data-grid/edit/cell-edit.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { hasCode } from '../../../lib/errors/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { queryClient, read } from '../../../lib/api/query-client.ts';
import { fetchBrands } from '../api.ts';

const versionOf = ({ version }: CatalogRow) => version;
const nameOf = ({ sku }: CatalogRow) => sku;
/**
 * How many rows are read again in parallel. Each row takes a request of its own, which suffices because few rows are
 * outdated at the same time.
 */
const READ_AT_ONCE = 8;

async function readRows(ids: readonly string[]): Promise<CatalogRow[]> {
  const found: CatalogRow[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const part = await Promise.all(
      ids.slice(from, from + READ_AT_ONCE).map((id) =>
        call(getProduct, { params: { id } }).catch((error: unknown) => {
          if (hasCode(error, 'not_found')) return undefined;
          throw error;
        }),
      ),
    );
    found.push(...part.flatMap((row) => row ?? []));
  }
  return found;
}

/**
 * Saves edited cells of many products. Each request contains the versions of its rows, and saves either all of its rows
 * or none.
 */
export function useProductEditing(): GridEditing<CatalogRow> {
  const permission = usePermission(patchProductRows);
  return useMemo(
    () => ({
      permission,
      versionOf,
      nameOf,
      maxRows: MAX_PATCH_ROWS,
      read: readRows,
      save: async (rows) => {
        const { rows: stored } = await call(patchProductRows, {
          body: { rows: rows.map(({ id, version, patch }) => ({ ...patch, id, version })) },
        });
        return stored;
      },
    }),
    // The permission is a new object on every render, so compare its content. The reason is a translated sentence.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- See above.
    [permission.allowed, permission.reason],
  );
}

/** Loads the groups in use, as options of a filter. */
export const fetchGroups = () => queryClient.fetchQuery(read('products', listProductGroups, {}));
export const fetchTags = () => queryClient.fetchQuery(read('products', listProductTags, {}));
const labels = (options: readonly { readonly label: string }[]) => options.map(({ label }) => label);
/** Suggestions while somebody types into a cell. */
export const offers = {
  brands: async () => labels(await fetchBrands()),
  groups: async () => labels(await fetchGroups()),
};
