import { type CatalogRow, productCatalog } from '@quayside/contracts/products/product-lists';
import type { Page } from '@quayside/contracts/paging';
import { useMemo } from 'react';
import { queryClient } from '../../lib/api/query-client.ts';
import { type Neighbours, neighboursIn } from './neighbours.ts';

/**
 * The previous and next product in the list that was loaded last and contains this product. Undefined when there is
 * none.
 */
export function useNeighbours(id: string): Neighbours | undefined {
  return useMemo(() => {
    const seen = queryClient
      .getQueryCache()
      .findAll({ queryKey: ['products', productCatalog.path] })
      .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    for (const { state } of seen) {
      const rows = (state.data as Page<CatalogRow> | undefined)?.content;
      const found = rows && neighboursIn(rows, id);
      if (found) return found;
    }
    return undefined;
  }, [id]);
}
