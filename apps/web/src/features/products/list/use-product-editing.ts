import {
  listProductGroups,
  listProductTags,
  MAX_PATCH_ROWS,
  patchProductRows,
} from '@quayside/contracts/product-changes';
import { type CatalogRow, getProduct } from '@quayside/contracts/products';
import { useMemo } from 'react';
import type { GridEditing } from '../../../components/data-grid/edit/cell-edit.ts';
import { usePermission } from '../../../lib/account.ts';
import { hasCode } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { queryClient, read } from '../../../lib/query-client.ts';
import { fetchBrands } from '../api.ts';

const versionOf = ({ version }: CatalogRow) => version;
const nameOf = ({ sku }: CatalogRow) => sku;
/** One request per row, in parallel: few rows are ever stale at once. */
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

/** Saves edited cells: rows with their versions, all rows of a call or none. */
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
    // The reason of a denied permission is a sentence in the current language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the object is new each time, what it says is not
    [permission.allowed, permission.reason],
  );
}

/** Groups and tags in use, as options of a filter. */
export const fetchGroups = () => queryClient.fetchQuery(read('products', listProductGroups, {}));
export const fetchTags = () => queryClient.fetchQuery(read('products', listProductTags, {}));
const labels = (options: readonly { readonly label: string }[]) => options.map(({ label }) => label);
/** Suggestions while somebody types. */
export const offers = {
  brands: async () => labels(await fetchBrands()),
  groups: async () => labels(await fetchGroups()),
};
