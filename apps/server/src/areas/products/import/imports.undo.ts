import { say } from '@quayside/contracts/texts/catalogue';
import { personOf, type Work } from '../../../db/tx.ts';
import { notify } from '../../notifications/public.ts';
import { deleteOperationRows, readOperationRows } from '../../undo/public.ts';
import type { KeptRow, ProductImportRecord, Result, Undoing } from './imports.types.ts';
import { rowsOfProducts } from './imports.rows.queries.ts';
import { type KeptProduct, restoreProducts, restoreRows } from '../edit/products.undo.ts';

// Deletes the products that an import created, unless something uses them, and restores the products that it changed.

/** The number of products that are taken back in one transaction. */
const CHUNK = 1000;
const MAX_KEPT = 1000;

/** Takes back a whole import. */
export async function undoWhole(w: Work, { id, result }: ProductImportRecord): Promise<Result> {
  const { deleted, restored, kept } = await restoreProducts(w, id, 'CSV_IMPORT');
  const named = firstKept(await namesOf(w, id, kept));
  return undone(w, result, { deleted, restored, keptCount: kept.length, kept: named });
}

function undone(
  w: Work,
  so: Result,
  { deleted, restored, keptCount, kept }: Pick<Undoing, 'deleted' | 'restored' | 'keptCount' | 'kept'>,
): Result {
  const { undoing: _, ...result } = so;
  return { ...result, undo: { at: w.now.toISOString(), deleted, restored, keptCount, kept: [...kept] } };
}

const doneOf = ({ deleted, restored, keptCount }: Undoing): number => deleted + restored + keptCount;

function begin(w: Work, { result }: ProductImportRecord) {
  const { create, update } = result.counts;
  const undoing: Undoing = {
    ...(result.undoing ?? { deleted: 0, restored: 0, keptCount: 0, kept: [] }),
    personId: personOf(w.scope),
    requestId: w.scope.requestId,
    after: null,
    waiting: 0,
    moved: 0,
    isLastRound: false,
  };
  return { result: { ...result, undoing }, rows: create + update, done: doneOf(undoing) };
}

/**
 * Takes back the next products. What was taken back is deleted from the rows of the operation in the same transaction,
 * so that after a kill the undo continues with the others.
 */
async function chunk(w: Work, { id, result }: ProductImportRecord) {
  const { undoing } = result;
  if (!undoing) throw new Error(`the import ${id} is taken back without a beginning`);
  const rows = await readOperationRows<never>(w, id, { after: undoing.after, limit: CHUNK });
  if (rows.length === 0) return endRound(w, result, undoing);
  const { restored, deleted, kept } = await restoreRows(w, id, rows, 'CSV_IMPORT');
  const mayWait = (k: KeptProduct) => k.reason === 'USED' && !undoing.isLastRound;
  const waiting = new Set(kept.filter(mayWait).map((k) => k.productId));
  const named = await namesOf(
    w,
    id,
    kept.filter((k) => !mayWait(k)),
  );
  await deleteOperationRows(
    w,
    id,
    rows.flatMap(({ subjectId }) => (waiting.has(subjectId) ? [] : [subjectId])),
  );
  const next: Undoing = {
    ...undoing,
    after: rows.at(-1)?.subjectId ?? null,
    waiting: undoing.waiting + waiting.size,
    moved: undoing.moved + restored + deleted,
    deleted: undoing.deleted + deleted,
    restored: undoing.restored + restored,
    keptCount: undoing.keptCount + named.length,
    kept: firstKept([...undoing.kept, ...named]),
  };
  return { result: { ...result, undoing: next }, done: doneOf(next) };
}

function endRound(w: Work, result: Result, undoing: Undoing) {
  if (undoing.waiting === 0) return { result: undone(w, result, undoing), done: 'all' as const };
  const next = { ...undoing, after: null, waiting: 0, moved: 0, isLastRound: undoing.moved === 0 };
  return { result: { ...result, undoing: next }, done: doneOf(next) };
}

/** How a large import is taken back by the job, as the person who asked for it. */
export const chunkedUndo = {
  isLarge: ({ result: { counts, undoing } }: ProductImportRecord, rowsInCall: number) =>
    counts.create + counts.update > rowsInCall || undoing !== undefined,
  begin,
  chunk,
  doerOf: ({ result: { undoing } }: ProductImportRecord) => ({
    personId: undoing?.personId ?? '',
    requestId: undoing?.requestId ?? null,
  }),
  async tellFailure(w: Work, { id, fileName }: ProductImportRecord): Promise<void> {
    await notify(w, {
      type: 'ERROR',
      summary: say('notice.undo_failed'),
      message: [say('notice.undo_failure', { file: fileName })],
      about: { type: 'IMPORT', id },
    });
  },
};

/** The kept products with the rows of the file that named them. */
async function namesOf(w: Work, importId: string, kept: readonly KeptProduct[]): Promise<KeptRow[]> {
  const rows = await rowsOfProducts(
    w,
    importId,
    kept.map((k) => k.productId),
  );
  return kept.map((k) => ({ row: rows.get(k.productId) ?? 0, ...k }));
}

const firstKept = (kept: readonly KeptRow[]): KeptRow[] => kept.toSorted((a, b) => a.row - b.row).slice(0, MAX_KEPT);
