import { setImmediate as breathe } from 'node:timers/promises';
import type { Work } from '../../db/tx.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { lookUp } from './imports.known.ts';
import type { Layout } from './imports.layout.ts';
import { checkParents } from './imports.parents.queries.ts';
import { planRow } from './imports.plan.ts';
import { type ReadRow, readRow } from './imports.rows.ts';
import { type StagedRow, type Summary, summarise, toStaged } from './imports.rows.queries.ts';
import { findProductsBySku, skuKeys } from './products.queries.ts';

/** Rows that are checked and kept together: one look at the database, and little enough to let others in between. */
const BATCH = 1000;
/** Rows that are read at a stretch. */
const TURN = 200;
const SAMPLES = 3;
const MAX_SAMPLE = 60;

/** Rows of a table in batches as they were understood, without the first so many. */
export async function* batchesOf(table: OpenTable, layout: Layout, skip: number): AsyncGenerator<readonly ReadRow[]> {
  let batch: ReadRow[] = [];
  let seen = 0;
  for await (const rows of table.rows()) {
    for (const row of rows) {
      seen += 1;
      if (seen <= skip) continue;
      batch.push(readRow(layout, row));
      // Between two answers of the database, and not before the next question to it.
      if (batch.length % TURN === 0) await breathe();
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The same, with the next one in the making while somebody has the one before. */
export async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let coming = source.next(); ; ) {
      const { done, value } = await coming;
      if (done) return;
      coming = source.next();
      // What goes wrong with it is told when it is its turn.
      coming.catch(() => undefined);
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

/** Decides what would become of some rows. `firstRow` knows the row that each SKU was seen in first, and learns. */
export async function decideRows(w: Work, layout: Layout, read: readonly ReadRow[], firstRow: Map<string, number>): Promise<StagedRow[]> {
  const named = read.filter((r) => r.given.values.sku !== undefined);
  const keys = await skuKeys(
    w,
    named.map((r) => r.given.values.sku ?? ''),
  );
  const keyOf = new Map(named.map((r, i) => [r, keys[i]]));
  const known = await lookUp(w, read, await findProductsBySku(w, [...new Set(keys)]));
  return read.map((r): StagedRow => {
    const key = keyOf.get(r);
    const first = key === undefined ? r.row : (firstRow.get(key) ?? r.row);
    if (key !== undefined) firstRow.set(key, first);
    // A transaction that is tried again meets its own rows.
    const plan = planRow(layout, r, known, key, first === r.row ? undefined : first);
    return toStaged(plan, plan.action === 'FAIL' ? null : (plan.before?.id ?? w.newId()));
  });
}

/** What only all rows together tell. */
export async function finishCheck(w: Work, importId: string, layout: Layout): Promise<Summary> {
  await checkParents(w, importId, layout);
  return summarise(w, importId);
}

/** The first values of each column that say something, as the file has them. */
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
