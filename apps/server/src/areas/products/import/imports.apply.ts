import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { settleAll } from '../../../db/settle-all.ts';
import type { Work } from '../../../db/tx.ts';
import { changed } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import {
  Abandoned,
  type Begun,
  type CellError,
  type CheckInProgress,
  type Stored,
  type Storing,
} from '../../imports/public.ts';
import { announceHsCodes } from '../edit/hs-codes.ts';
import { findKnown } from './imports.known.ts';
import type { Layout } from './imports.layout.ts';
import { columnOf, type Known, type PlannedRow, planRow } from './imports.plan.ts';
import type { Result } from './imports.types.ts';
import {
  matchStaged,
  nextStaged,
  restage,
  rollbackToSavepoint,
  setSavepoint,
  type StagedRow,
  toStaged,
} from './imports.rows.queries.ts';
import { problemsOf } from '../edit/products.checks.ts';
import { insertProducts } from '../rows/products.queries.ts';
import { lockProducts } from '../rows/product-locks.queries.ts';
import { saveChanges, suppliersChanged } from '../edit/products.service.ts';
import { saveTerms } from '../rows/terms.queries.ts';
import { recordOperation } from '../edit/products.undo.ts';

/** Rows per stored chunk. */
const CHUNK = 2000;
/** The number of rows to decide before the event loop can run other work. */
const TURN = 200;

/**
 * Stores the checked rows in the caller's transaction. Products may have changed since the check, so the outcome of
 * each row is decided again with the current product, which stays locked. If somebody gives one of the SKUs to another
 * product in the meantime, the transaction fails and a job starts again. If a row has become invalid and the mode is
 * all or nothing, everything except the error of the row is rolled back. Throws `Abandoned` if the check is still
 * running and a product has changed since it was checked.
 */
export async function storeRows(
  w: Work,
  { id: importId, layout, mode }: Begun<Layout, Result>,
  { check, onRows }: Storing<unknown>,
): Promise<Stored> {
  await announceHsCodes(w, layout.fields.includes('hsCode'));
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
      // While the database stores this chunk, decide the rows of the next one and prefetch the one after that.
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
   * The ids of the products that the rows match by SKU, by row number. These products stay locked until the end of the
   * transaction. Undefined while the check is still running, because the check has just matched them.
   */
  readonly matches: ReadonlyMap<number, string> | undefined;
  readonly touched: { readonly products: string[]; readonly suppliers: Set<string>; restaged: number };
}
/** The rows of one chunk, with the data of the account that they refer to. */
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
 * Reads the next rows and prefetches their products. This is safe before earlier rows are stored: no two rows of a file
 * have the same SKU, so other rows do not change these products.
 */
async function readChunk(storing: Chunks, withParent: boolean, after: number): Promise<ChunkInput> {
  const { w, layout, matches } = storing;
  const { staged, isLast } = await nextRows(storing, withParent, after);
  const idOf = (s: StagedRow) =>
    matches ? matches.get(s.row) : s.action === 'CREATE' ? undefined : (s.productId ?? undefined);
  const stored = await lockProducts(
    w,
    staged.flatMap((s) => idOf(s) ?? []),
  );
  // If the version of a product is new, its SKU may be too. This store then stops, and a store after the check matches
  // all rows again.
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
    layout,
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
    // While the check is running, all rows of a range may turn out to be invalid. In this case the next range is read.
    if (isEnd || staged.length > 0) return { staged, isLast: isEnd && staged.length < CHUNK };
  }
}

/** Prefetches the chunk after this one, if there is one. */
const prefetchChunk = async (
  storing: Chunks,
  withParent: boolean,
  { staged, isLast }: ChunkInput,
): Promise<ChunkInput | undefined> => (isLast ? undefined : readChunk(storing, withParent, staged.at(-1)?.row ?? 0));

/** Decides the outcome of each row in a chunk. This does not use the database, so it can run during a query. */
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

/** Stores the rows of a chunk. Returns the rows that have become invalid. */
async function storeChunk({ w, importId, layout, touched }: Chunks, { staged, plans }: Planned): Promise<StagedRow[]> {
  const ids = plans.map((plan, i) => plan.before?.id ?? newIdOf(w, staged[i]));
  await refuseParents(w, layout, plans, ids);
  const created = plans.flatMap((plan, i) =>
    plan.action === 'CREATE' ? [{ id: ids[i] ?? '', state: plan.state, terms: plan.terms }] : [],
  );
  const updated = plans.flatMap((plan) =>
    plan.action === 'UPDATE' && plan.before
      ? [{ before: plan.before, state: plan.state, ...(plan.terms && { terms: plan.terms }) }]
      : [],
  );
  await insertProducts(w, 'CSV_IMPORT', created);
  if (created.length > 0) await react(w, 'product.codes-changed', {});
  await saveTerms(
    w,
    created.flatMap(({ id, terms }) => (terms ? [{ id, terms }] : [])),
  );
  const moves = await saveChanges(w, 'CSV_IMPORT', updated);
  await recordOperation(
    w,
    importId,
    moves,
    created.map((p) => p.id),
  );
  const after = plans.map((plan, i) =>
    toStaged(plan, plan.action === 'FAIL' ? null : (ids[i] ?? null), staged[i]?.data.found),
  );
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
 * A row that creates a product uses the id that its preview showed. If the row was to update a product that has been
 * deleted since, it creates a product with a new id.
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

/**
 * Refuses rows that would make a variant of a variant. Parents are checked against the final state of all rows, because
 * one row can depend on another.
 */
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
