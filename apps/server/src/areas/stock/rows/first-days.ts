import { rowsOf } from '../../../db/rows-of.ts';
import type { ReplayFrom } from '../stock.types.ts';

/** The first of these days of each product. */
export function firstDays(rows: readonly { readonly productId: string; readonly day: string }[]): ReplayFrom {
  const first = new Map<string, string>();
  for (const { productId, day } of rows) {
    const known = first.get(productId);
    if (known === undefined || day < known) first.set(productId, day);
  }
  return first;
}

/** SQL: the products and their days, as the relation `f`. */
export const fromDays = (from: ReplayFrom) =>
  rowsOf('f', [...from], { product_id: ['uuid', ([id]) => id], day: ['date', ([, day]) => day] });
