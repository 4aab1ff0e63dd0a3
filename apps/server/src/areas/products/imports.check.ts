import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Work } from '../../db/tx.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { findKnown } from './imports.known.ts';
import type { Layout } from './imports.layout.ts';
import { checkParents } from './imports.parents.queries.ts';
import { planRow } from './imports.plan.ts';
import { type ReadRow, readRow } from './imports.rows.ts';
import { type StagedRow, type Summary, summarise, toStaged } from './imports.rows.queries.ts';
import { findProductsBySku, skuKeys } from './products.queries.ts';

/**
 * Rows checked and saved in one transaction: a single look-up in the database, and short enough not to block others.
 */
const BATCH = 1000;
/** Rows to parse before yielding to the event loop. */
const TURN = 200;
const SAMPLES = 3;
const MAX_SAMPLE = 60;

/** The parsed rows of a table in batches, after skipping the first `skip` rows. */
export async function* batchesOf(table: OpenTable, layout: Layout, skip: number): AsyncGenerator<readonly ReadRow[]> {
  let batch: ReadRow[] = [];
  let seen = 0;
  for await (const rows of table.rows()) {
    for (const row of rows) {
      seen += 1;
      if (seen <= skip) continue;
      batch.push(readRow(layout, row));
      // Yield after the database has answered and before the next query.
      if (batch.length % TURN === 0) await yieldToEventLoop();
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Reads one item ahead: the next one is prepared while the caller works on the current one. */
export async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let coming = source.next(); ; ) {
      const { done, value } = await coming;
      if (done) return;
      coming = source.next();
      // The error is thrown when the item is awaited.
      coming.catch(() => undefined);
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

/** Decides what each row would do. `firstRow` maps each SKU to its first row and is extended here. */
export async function decideRows(
  w: Work,
  layout: Layout,
  read: readonly ReadRow[],
  firstRow: Map<string, number>,
): Promise<StagedRow[]> {
  const named = read.filter((r) => r.given.values.sku !== undefined);
  const keys = await skuKeys(
    w,
    named.map((r) => r.given.values.sku ?? ''),
  );
  const keyOf = new Map(named.map((r, i) => [r, keys[i]]));
  const known = await findKnown(w, read, await findProductsBySku(w, [...new Set(keys)]));
  return read.map((r): StagedRow => {
    const key = keyOf.get(r);
    const first = key === undefined ? r.row : (firstRow.get(key) ?? r.row);
    if (key !== undefined) firstRow.set(key, first);
    // A retried transaction finds its own rows already recorded.
    const plan = planRow(layout, r, known, key, first === r.row ? undefined : first);
    return toStaged(plan, plan.action === 'FAIL' ? null : (plan.before?.id ?? w.newId()));
  });
}

/** Checks that need all rows, and the summary. */
export async function finishCheck(w: Work, importId: string, layout: Layout): Promise<Summary> {
  await checkParents(w, importId, layout);
  return summarise(w, importId);
}

/** The first non-empty values of each column, as in the file. */
export async function samplesOf(table: OpenTable, columns: number): Promise<string[][]> {
  const samples = Array.from({ length: columns }, (): string[] => []);
  let looked = 0;
  for await (const rows of table.rows()) {
    for (const { cells } of rows) {
      looked += 1;
      for (const [i, found] of samples.entries()) {
        const text = (cells[i] ?? '').trim();
        if (text !== '' && found.length < SAMPLES) found.push(text.slice(0, MAX_SAMPLE));
      }
    }
    if (looked > BATCH || samples.every((found) => found.length === SAMPLES)) break;
  }
  return samples;
}
