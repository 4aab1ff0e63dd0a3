import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { settleAll } from '../../db/settle-all.ts';
import type { Work } from '../../db/tx.ts';
import { changed } from '../../events/outbox.ts';
import type { DomainEvent } from '../../events/catalog.ts';
import { findKnown } from './imports.known.ts';
import type { Layout } from './imports.layout.ts';
import { columnOf, type Known, type PlannedRow, planRow } from './imports.plan.ts';
import type { CellError } from './imports.rows.ts';
import { rollbackToSavepoint, setSavepoint } from './imports.queries.ts';
import { matchStaged, nextStaged, restage, type StagedRow, toStaged } from './imports.rows.queries.ts';
import { problemsOf } from './products.checks.ts';
import { insertProducts, lockProducts } from './products.queries.ts';
import { saveChanges, suppliersChanged } from './products.service.ts';
import { recordOperation } from './products.undo.ts';

/** Rows per stored chunk. */
const CHUNK = 2000;
/** Rows to decide before yielding to the event loop. */
const TURN = 200;

export interface Storing {
  readonly importId: string;
  readonly layout: Layout;
  readonly mode: 'ALL_OR_NOTHING' | 'VALID_ROWS';
  /**
   * A check that is still running: its rows are stored as they arrive. Not for a file with a parent column, because a
   * parent may come last.
   */
  readonly check?: CheckInProgress | undefined;
  /** Called after each chunk with the rows done; returns whether to go on. */
  readonly onRows?: (done: number) => Promise<boolean>;
}
/** The progress of a check, for a store that runs beside it. */
export interface CheckInProgress {
  /**
   * Waits until this row has been checked and saved (false), or the whole check has succeeded (true). Throws if the
   * check fails or stops.
   */
  readonly endsBefore: (row: number) => Promise<boolean>;
}
/** Rolls back a unit of work that was storing an import. */
export class Abandoned extends Error {}
export type Stored =
  /** `isAsChecked`: every row had the outcome that the check had announced. */
  | { readonly is: 'stored'; readonly isAsChecked: boolean; readonly events: readonly DomainEvent[] }
  | { readonly is: 'refused' }
  | { readonly is: 'stopped' };

/**
 * Stores the checked rows in the caller's transaction. Products may have changed since the check, so each row is
 * decided again on the current product, which stays locked. If somebody gives a SKU to another product meanwhile, the
 * transaction fails and a job starts again. If a row has become invalid and the mode is all or nothing, everything but
 * the row's error is rolled back. Throws `Abandoned` if a product has changed since the check that runs beside it.
 */
export async function storeRows(w: Work, { importId, layout, mode, check, onRows }: Storing): Promise<Stored> {
  await setSavepoint(w);
  const matches = check ? undefined : await matchStaged(w, importId);
  const storing: Chunks = {
    w,
    importId,
    layout,
    check,
    matches,
    touched: { products: [], suppliers: new Set(), restaged: 0 },
  };
  const late: StagedRow[] = [];
  let done = 0;
  for (const withParent of layout.fields.includes('parent') ? [false, true] : [false]) {
    let looked: ChunkInput | undefined = await readChunk(storing, withParent, 0);
    let chunk: Planned | undefined = await planChunk(storing, looked);
    looked = await prefetchChunk(storing, withParent, looked);
    while (chunk && chunk.staged.length > 0) {
      // While the database stores this chunk, decide the next one here and prefetch the one after it.
      const [wrong, following, later]: [StagedRow[], Planned | undefined, ChunkInput | undefined] = await settleAll([
        storeChunk(storing, chunk),
        looked && planChunk(storing, looked),
        looked && prefetchChunk(storing, withParent, looked),
      ]);
      late.push(...wrong);
      done += chunk.staged.length;
      if (onRows && !(await onRows(done))) return { is: 'stopped' };
      [chunk, looked] = [following, later];
    }
  }
  if (late.length > 0 && mode === 'ALL_OR_NOTHING') {
    await rollbackToSavepoint(w);
    await restage(w, importId, late);
    return { is: 'refused' };
  }
  const { products, suppliers, restaged } = storing.touched;
  const events = products.length === 0 ? [] : [changed('products', products), ...suppliersChanged([...suppliers])];
  return { is: 'stored', isAsChecked: restaged === 0, events };
}

interface Chunks {
  readonly w: Work;
  readonly importId: string;
  readonly layout: Layout;
  readonly check: CheckInProgress | undefined;
  /**
   * The products that rows match by SKU, by row number, locked to the end. Undefined beside a running check, which has
   * just matched them.
   */
  readonly matches: ReadonlyMap<number, string> | undefined;
  readonly touched: { readonly products: string[]; readonly suppliers: Set<string>; restaged: number };
}
/** Rows of one chunk, with the account data that they refer to. */
interface ChunkInput {
  readonly staged: readonly StagedRow[];
  readonly isLast: boolean;
  readonly known: Known;
}
interface Planned {
  readonly staged: readonly StagedRow[];
  readonly plans: PlannedRow[];
}

/**
 * Reads the next rows and prefetches their products. No two rows share a SKU, so other rows of the file do not affect
 * these.
 */
async function readChunk(storing: Chunks, withParent: boolean, after: number): Promise<ChunkInput> {
  const { w, matches } = storing;
  const { staged, isLast } = await nextRows(storing, withParent, after);
  const idOf = (s: StagedRow) =>
    matches ? matches.get(s.row) : s.action === 'CREATE' ? undefined : (s.productId ?? undefined);
  const stored = await lockProducts(
    w,
    staged.flatMap((s) => idOf(s) ?? []),
  );
  // A new version may have a new SKU. A store after the check matches all rows again instead.
  if (!matches && staged.some((s) => s.action !== 'CREATE' && stored.get(idOf(s) ?? '')?.version !== s.data.version))
    throw new Abandoned();
  const products = new Map(
    staged.flatMap((s) => {
      const product = stored.get(idOf(s) ?? '');
      return product && s.key !== null ? [[s.key, product] as const] : [];
    }),
  );
  const known = await findKnown(
    w,
    staged.map((s) => s.data),
    products,
  );
  return { staged, isLast, known };
}

async function nextRows(
  { w, importId, check }: Chunks,
  withParent: boolean,
  after: number,
): Promise<Pick<ChunkInput, 'staged' | 'isLast'>> {
  for (let reach = after + CHUNK; ; reach += CHUNK) {
    const isEnd = check === undefined || (await check.endsBefore(reach));
    const staged = await nextStaged(w, importId, { withParent, after, limit: CHUNK });
    // Beside a check, a whole range of rows may have been invalid.
    if (isEnd || staged.length > 0) return { staged, isLast: isEnd && staged.length < CHUNK };
  }
}

/** Prefetches the chunk after this one, if there is one. */
const prefetchChunk = async (
  storing: Chunks,
  withParent: boolean,
  { staged, isLast }: ChunkInput,
): Promise<ChunkInput | undefined> => (isLast ? undefined : readChunk(storing, withParent, staged.at(-1)?.row ?? 0));

/** Uses no database, so it can run while a query is under way. */
async function planChunk({ layout }: Chunks, { staged, known }: ChunkInput): Promise<Planned> {
  const plans: PlannedRow[] = [];
  for (const s of staged) {
    const plan = planRow(layout, { row: s.row, given: s.data.given, errors: [] }, known, s.key ?? undefined);
    const parent = s.data.given.parent;
    plans.push(
      parent === undefined || known.parents.has(parent)
        ? plan
        : failed(plan, layout, parent, say('rows.parent_unknown')),
    );
    if (plans.length % TURN === 0) await yieldToEventLoop();
  }
  return { staged, plans };
}

/** Returns the rows that have become invalid. */
async function storeChunk({ w, importId, layout, touched }: Chunks, { staged, plans }: Planned): Promise<StagedRow[]> {
  const ids = plans.map((plan, i) => plan.before?.id ?? newIdOf(w, staged[i]));
  await refuseParents(w, layout, plans, ids);
  const created = plans.flatMap((plan, i) =>
    plan.action === 'CREATE' ? [{ id: ids[i] ?? '', state: plan.state }] : [],
  );
  const updated = plans.flatMap((plan) =>
    plan.action === 'UPDATE' && plan.before ? [{ before: plan.before, state: plan.state }] : [],
  );
  await insertProducts(w, 'CSV_IMPORT', created);
  const moves = await saveChanges(w, 'CSV_IMPORT', updated);
  await recordOperation(
    w,
    importId,
    moves,
    created.map((p) => p.id),
  );
  const after = plans.map((plan, i) => toStaged(plan, plan.action === 'FAIL' ? null : (ids[i] ?? null)));
  const others = after.filter((row, i) => isOther(staged[i], row));
  await restage(w, importId, others);
  touched.restaged += others.length;
  touched.products.push(...created.map((p) => p.id), ...moves.map((m) => m.before.id));
  const moved = moves.filter((m) => m.before.state.supplierIds.join() !== m.state.supplierIds.join());
  for (const p of created) for (const id of p.state.supplierIds) touched.suppliers.add(id);
  for (const m of moved)
    for (const id of [...m.before.state.supplierIds, ...m.state.supplierIds]) touched.suppliers.add(id);
  return after.filter((row) => row.action === 'FAIL');
}

/**
 * A row that creates a product keeps the id that its preview showed. A row whose product was deleted meanwhile gets a
 * new id.
 */
const newIdOf = (w: Work, staged: StagedRow | undefined): string =>
  staged?.action === 'CREATE' && staged.productId !== null ? staged.productId : w.newId();

const isOther = (before: StagedRow | undefined, after: StagedRow): boolean =>
  before === undefined ||
  before.action !== after.action ||
  before.productId !== after.productId ||
  before.data.version !== after.data.version;

function failed(plan: PlannedRow, layout: Layout, value: string, reason: Text): PlannedRow {
  const error: CellError = { row: plan.row, column: columnOf(layout, 'parent'), value, reason };
  return { ...plan, action: 'FAIL', changes: [], errors: [...plan.errors, error] };
}

/** Parents are checked on the final state of all rows: a variant of a variant is refused. */
async function refuseParents(w: Work, layout: Layout, plans: PlannedRow[], ids: readonly string[]): Promise<void> {
  const moved = plans.flatMap((plan, i) =>
    plan.action !== 'FAIL' && plan.state.parentId !== (plan.before?.state.parentId ?? null) ? [i] : [],
  );
  if (moved.length === 0) return;
  const candidates = moved.flatMap((i) => {
    const plan = plans[i];
    return plan
      ? [
          {
            id: ids[i] ?? '',
            ...(plan.before && { before: plan.before.state }),
            state: plan.state,
            changes: { parentId: plan.state.parentId },
          },
        ]
      : [];
  });
  const problems = await problemsOf(w, candidates);
  for (const [n, i] of moved.entries()) {
    const [problem, plan] = [problems[n]?.[0], plans[i]];
    if (problem && plan) plans[i] = failed(plan, layout, plan.given.parent ?? '', problem.message);
  }
}
