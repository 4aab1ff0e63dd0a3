import type { ProductImport } from '@quayside/contracts/product-imports';
import { personOf, type Work } from '../../db/tx.ts';
import { changed, emit, record as recordChange } from '../../events/outbox.ts';
import { wake } from '../../jobs/queue.ts';
import {
  findImport,
  type ImportRecord,
  type KeptRow,
  tryImportTurn,
  type Undoing,
  updateImport,
} from './imports.queries.ts';
import { rowsOfProducts } from './imports.rows.queries.ts';
import { type KeptProduct, restoreRows } from './products.undo.ts';
import { deleteOperationRows, readOperationRows } from '../undo/public.ts';

/** The number of products that are taken back in one transaction. */
const CHUNK = 1000;
const MAX_KEPT = 1000;

/** IMPORTED → UNDOING: leaves the undo of a large import to the job. */
export async function beginUndo(w: Work, record: ImportRecord): Promise<void> {
  const { create, update } = record.result.counts;
  const undoing: Undoing = {
    ...(record.result.undoing ?? { deleted: 0, restored: 0, keptCount: 0, kept: [] }),
    personId: personOf(w.scope),
    requestId: w.scope.requestId,
    after: null,
    waiting: 0,
    moved: 0,
    isLastRound: false,
  };
  await updateImport(w, record.id, {
    state: 'UNDOING',
    tries: 0,
    rowsDone: doneOf(undoing),
    rowsTotal: create + update,
    result: { ...record.result, undoing },
  });
  await emit(w, changed('imports', [record.id]));
  await wake(w.tx, 'products.import', { accountId: w.scope.accountId });
}

const doneOf = ({ deleted, restored, keptCount }: Undoing): number => deleted + restored + keptCount;

/**
 * Takes back the next products. What was taken back is deleted from the rows of the operation in the same transaction,
 * so that after a kill the undo continues with the others.
 */
export async function undoChunk(w: Work, importId: string): Promise<'more' | 'done' | 'wait'> {
  const record = await findImport(w, importId, 'lock');
  const undoing = record?.result.undoing;
  if (record?.state !== 'UNDOING' || !undoing) return 'done';
  if (!(await tryImportTurn(w))) return 'wait';
  const rows = await readOperationRows<never>(w, importId, { after: undoing.after, limit: CHUNK });
  if (rows.length === 0) return endRound(w, record, undoing);
  const { restored, deleted, kept } = await restoreRows(w, importId, rows, 'CSV_IMPORT');
  const mayWait = (k: KeptProduct) => k.reason === 'USED' && !undoing.isLastRound;
  const waiting = new Set(kept.filter(mayWait).map((k) => k.productId));
  const named = await namesOf(
    w,
    importId,
    kept.filter((k) => !mayWait(k)),
  );
  await deleteOperationRows(
    w,
    importId,
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
  await updateImport(w, importId, { tries: 0, rowsDone: doneOf(next), result: { ...record.result, undoing: next } });
  await emit(w, changed('imports', [importId]));
  return 'more';
}

async function endRound(w: Work, record: ImportRecord, undoing: Undoing): Promise<'more' | 'done'> {
  if (undoing.waiting === 0) {
    const { undoing: _, ...result } = record.result;
    const { deleted, restored, keptCount, kept } = undoing;
    await endUndo(w, { ...record, result }, { deleted, restored, keptCount, kept: [...kept] });
    return 'done';
  }
  const next = { ...undoing, after: null, waiting: 0, moved: 0, isLastRound: undoing.moved === 0 };
  await updateImport(w, record.id, { result: { ...record.result, undoing: next } });
  return 'more';
}

/** IMPORTED or UNDOING → UNDONE: stores what was taken back and what was kept. */
export async function endUndo(
  w: Work,
  { id, result }: ImportRecord,
  outcome: Omit<NonNullable<ProductImport['undo']>, 'at'>,
): Promise<void> {
  const { deleted, restored, keptCount } = outcome;
  await updateImport(w, id, { state: 'UNDONE', result: { ...result, undo: { at: w.now.toISOString(), ...outcome } } });
  const details = { name: result.fileName, facts: { deleted, restored, kept: keptCount } };
  await recordChange(w, { action: 'import.undone', subjectIds: [id], details }, changed('imports', [id]));
}

/** The kept products with the rows of the file that named them. */
export async function namesOf(w: Work, importId: string, kept: readonly KeptProduct[]): Promise<KeptRow[]> {
  const rows = await rowsOfProducts(
    w,
    importId,
    kept.map((k) => k.productId),
  );
  return kept.map((k) => ({ row: rows.get(k.productId) ?? 0, ...k }));
}

export const firstKept = (kept: readonly KeptRow[]): KeptRow[] =>
  kept.toSorted((a, b) => a.row - b.row).slice(0, MAX_KEPT);
