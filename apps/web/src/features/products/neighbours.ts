import type { CatalogRow } from '@quayside/contracts/products/product-lists';

type Neighbour = Pick<CatalogRow, 'id' | 'sku' | 'name'>;
export interface Neighbours {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/**
 * The products before and after this one in a list; undefined when the list does not contain this product, or contains
 * no other.
 */
export function neighboursIn(rows: readonly Neighbour[], id: string): Neighbours | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 || rows.length < 2 ? undefined : { previous: rows[at - 1], next: rows[at + 1] };
}
