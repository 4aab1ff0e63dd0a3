import type { CatalogRow } from '@quayside/contracts/products';

type Neighbour = Pick<CatalogRow, 'id' | 'sku' | 'name'>;
export interface Neighbours {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** The previous and the next product in a list. */
export function neighboursIn(rows: readonly Neighbour[], id: string): Neighbours | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 || rows.length < 2 ? undefined : { previous: rows[at - 1], next: rows[at + 1] };
}
