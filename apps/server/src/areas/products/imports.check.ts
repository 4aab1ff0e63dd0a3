import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Work } from '../../db/tx.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { resolveRows } from './imports.codes.ts';
import { findKnown } from './imports.known.ts';
import type { Layout } from './imports.layout.ts';
import { checkParents } from './imports.parents.queries.ts';
import { planRow } from './imports.plan.ts';
import { type ReadRow, readRow } from './imports.rows.ts';
import { type StagedRow, type Summary, summarise, toStaged } from './imports.rows.queries.ts';
import { findProductsBySku, skuKeys } from './product-locks.queries.ts';

/**
 * The number of rows that one transaction checks and saves. The rows of a batch share one look-up in the database, and
 * a transaction of this size is short enough not to block others.
 */
const BATCH = 1000;
/** The number of rows to parse before the event loop can run other work. */
const TURN = 200;

/** Yields the parsed rows of a table in batches, without the first `skip` rows. */
export async function* batchesOf(table: OpenTable, layout: Layout, skip: number): AsyncGenerator<readonly ReadRow[]> {
  let batch: ReadRow[] = [];
  let seen = 0;
  for await (const rows of table.rows()) {
    for (const row of rows) {
      seen += 1;
      if (seen <= skip) continue;
      batch.push(readRow(layout, row));
      // Let the event loop run other work every few rows, while no query of this import is under way.
      if (batch.length % TURN === 0) await yieldToEventLoop();
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Yields the items of `source`. While the caller works on one item, the next one is already being prepared. */
export async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let coming = source.next(); ; ) {
      const { done, value } = await coming;
      if (done) return;
      coming = source.next();
      // An error is thrown when the caller awaits the item; until then it must not count as an unhandled rejection.
      coming.catch(() => undefined);
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

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

/** Runs the checks for which all rows must have been read, and returns the summary. */
export async function finishCheck(w: Work, importId: string, layout: Layout): Promise<Summary> {
  await checkParents(w, importId, layout);
  return summarise(w, importId);
}
