import type { Work } from '../../../db/tx.ts';
import { resolveRows } from './imports.codes.ts';
import { findKnown } from './imports.known.ts';
import type { Layout } from './imports.layout.ts';
import { planRow } from './imports.plan.ts';
import type { ReadRow } from './imports.rows.ts';
import { type StagedRow, toStaged } from './imports.rows.queries.ts';
import { findProductsBySku, skuKeys } from '../rows/product-locks.queries.ts';

/**
 * Decides what each row would do. A row without the SKU of a product may have another code of one. `firstRow` has the
 * number of the first row for each SKU; this function adds the SKUs of the given rows to it.
 */
export async function decideRows(
  w: Work,
  layout: Layout,
  read: readonly ReadRow[],
  firstRow: Map<string, number>,
): Promise<StagedRow[]> {
  const named = read.filter((r) => r.given.values.sku !== undefined);
  const typed = await skuKeys(
    w,
    named.map((r) => r.given.values.sku ?? ''),
  );
  const keyOf = new Map(named.map((r, i) => [r.row, typed[i]]));
  const bySku = await findProductsBySku(w, [...new Set(typed)]);
  const { rows, found } = await resolveRows(w, layout, read, (r) => bySku.has(keyOf.get(r.row) ?? ''));
  const skus = [...found.values()].map(({ sku }) => sku);
  const others = skus.length === 0 ? [] : await skuKeys(w, skus);
  for (const [i, row] of [...found.keys()].entries()) keyOf.set(row, others[i]);
  const byOthers = await findProductsBySku(w, [...new Set(others)]);
  const known = await findKnown(w, layout, rows, new Map([...bySku, ...byOthers]));
  return rows.map((r): StagedRow => {
    const key = keyOf.get(r.row);
    const first = key === undefined ? r.row : (firstRow.get(key) ?? r.row);
    if (key !== undefined) firstRow.set(key, first);
    // When a transaction is retried, `firstRow` already contains its own rows. They are not duplicates.
    const plan = planRow(layout, r, known, key, first === r.row ? undefined : first);
    const byCode = found.get(r.row);
    return toStaged(
      plan,
      plan.action === 'FAIL' ? null : (plan.before?.id ?? w.newId()),
      byCode && [byCode.by, byCode.code],
    );
  });
}
