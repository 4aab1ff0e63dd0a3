import { setImmediate as breathe } from 'node:timers/promises';
import { inRow } from '../../db/in-row.ts';
import type { Work } from '../../db/tx.ts';
import { changed } from '../../events/outbox.ts';
import type { DomainEvent } from '../../events/catalog.ts';
import { lookUp } from './imports.known.ts';
import type { Layout } from './imports.layout.ts';
import { columnOf, type Known, type PlannedRow, planRow } from './imports.plan.ts';
import type { CellError } from './imports.rows.ts';
import { forgetRows, markBeforeRows } from './imports.queries.ts';
import { matchStaged, nextStaged, restage, type StagedRow, toStaged } from './imports.rows.queries.ts';
import { problemsOf } from './products.checks.ts';
import { insertProducts, lockProducts } from './products.queries.ts';
import { saveChanges, suppliersMoved } from './products.service.ts';
import { keepProducts } from './products.undo.ts';

/** Rows that are stored together. */
const CHUNK = 2000;
/** Rows that are decided at a stretch. */
const TURN = 200;

export interface Storing {
  readonly importId: string;
  readonly layout: Layout;
  readonly mode: 'ALL_OR_NOTHING' | 'VALID_ROWS';
  /** A check that still goes on: its rows are stored as they come. Not for a file with a column of parents, who may come last. */
  readonly check?: CheckInProgress | undefined;
  /** Told after each chunk; answers whether to go on. */
  readonly onRows?: (done: number) => Promise<boolean>;
}
/** How far a check is, for a store beside it. */
export interface CheckInProgress {
  /** Waits until that row of the file was checked and kept (false), or the check has ended well (true). Throws when nothing will come of it. */
  readonly endsBefore: (row: number) => Promise<boolean>;
}
/** Nothing of a unit of work that stores an import may be kept. */
export class Abandoned extends Error {}
export type Stored =
  /** `isAsChecked`: all rows became what was said of them. */
  { readonly is: 'stored'; readonly isAsChecked: boolean; readonly events: readonly DomainEvent[] } | { readonly is: 'refused' } | { readonly is: 'stopped' };

/**
 * Stores the rows that were checked, all in the one transaction of the caller. Products may have changed since: each row is decided again
 * on the product as it is when this begins, held until the end; a SKU that somebody gives to another product meanwhile ends the
 * transaction, and a job begins anew. Where a row has become wrong and all or nothing was asked for, nothing stays but its
 * error. Throws `Abandoned` where a product has changed since the check beside which it stores.
 */
export async function storeRows(w: Work, { importId, layout, mode, check, onRows }: Storing): Promise<Stored> {
  await markBeforeRows(w);
  const matches = check ? undefined : await matchStaged(w, importId);
  const storing: Chunks = { w, importId, layout, check, matches, touched: { products: [], suppliers: new Set(), restaged: 0 } };
  const late: StagedRow[] = [];
  let done = 0;
  for (const withParent of layout.fields.includes('parent') ? [false, true] : [false]) {
    let looked: Looked | undefined = await lookAt(storing, withParent, 0);
    let chunk: Planned | undefined = await planChunk(storing, looked);
    looked = await lookOn(storing, withParent, looked);
    while (chunk && chunk.staged.length > 0) {
      // While the database stores these, the next ones are decided here, and those after them fetched.
      const [wrong, following, later]: [StagedRow[], Planned | undefined, Looked | undefined] = await inRow([
        storeChunk(storing, chunk),
        looked && planChunk(storing, looked),
        looked && lookOn(storing, withParent, looked),
      ]);
      late.push(...wrong);
      done += chunk.staged.length;
      if (onRows && !(await onRows(done))) return { is: 'stopped' };
      [chunk, looked] = [following, later];
    }
  }
  if (late.length > 0 && mode === 'ALL_OR_NOTHING') {
    await forgetRows(w);
    await restage(w, importId, late);
    return { is: 'refused' };
  }
  const { products, suppliers, restaged } = storing.touched;
  const events = products.length === 0 ? [] : [changed('products', products), ...suppliersMoved([...suppliers])];
  return { is: 'stored', isAsChecked: restaged === 0, events };
}

interface Chunks {
  readonly w: Work;
  readonly importId: string;
  readonly layout: Layout;
  readonly check: CheckInProgress | undefined;
  /** The products that rows find by their SKU, by row; held until the end. Undefined beside a check, which has just found them. */
  readonly matches: ReadonlyMap<number, string> | undefined;
  readonly touched: { readonly products: string[]; readonly suppliers: Set<string>; restaged: number };
}
/** Rows to be stored together, and what they speak of. */
interface Looked {
  readonly staged: readonly StagedRow[];
  readonly isLast: boolean;
  readonly known: Known;
}
interface Planned {
  readonly staged: readonly StagedRow[];
  readonly plans: PlannedRow[];
}

/** The next rows and their products. No two of them have one SKU, so that what others of the file add changes nothing here. */
async function lookAt(storing: Chunks, withParent: boolean, after: number): Promise<Looked> {
  const { w, matches } = storing;
  const { staged, isLast } = await nextRows(storing, withParent, after);
  const idOf = (s: StagedRow) => (matches ? matches.get(s.row) : s.action === 'CREATE' ? undefined : (s.productId ?? undefined));
  const stored = await lockProducts(
    w,
    staged.flatMap((s) => idOf(s) ?? []),
  );
  // Another version may have another SKU. Who stores when the check has ended looks at all of them anew.
  if (!matches && staged.some((s) => s.action !== 'CREATE' && stored.get(idOf(s) ?? '')?.version !== s.data.version)) throw new Abandoned();
  const products = new Map(
    staged.flatMap((s) => {
      const product = stored.get(idOf(s) ?? '');
      return product && s.key !== null ? [[s.key, product] as const] : [];
    }),
  );
  const known = await lookUp(
    w,
    staged.map((s) => s.data),
    products,
  );
  return { staged, isLast, known };
}

async function nextRows({ w, importId, check }: Chunks, withParent: boolean, after: number): Promise<Pick<Looked, 'staged' | 'isLast'>> {
  for (let reach = after + CHUNK; ; reach += CHUNK) {
    const isEnd = check === undefined || (await check.endsBefore(reach));
    const staged = await nextStaged(w, importId, { withParent, after, limit: CHUNK });
    // Beside a check a stretch may have been all wrong.
    if (isEnd || staged.length > 0) return { staged, isLast: isEnd && staged.length < CHUNK };
  }
}

/** The rows after these, if there are any. */
const lookOn = async (storing: Chunks, withParent: boolean, { staged, isLast }: Looked): Promise<Looked | undefined> =>
  isLast ? undefined : lookAt(storing, withParent, staged.at(-1)?.row ?? 0);

/** Asks nobody: it may go on beside a question to the database. */
async function planChunk({ layout }: Chunks, { staged, known }: Looked): Promise<Planned> {
  const plans: PlannedRow[] = [];
  for (const s of staged) {
    const plan = planRow(layout, { row: s.row, given: s.data.given, errors: [] }, known, s.key ?? undefined);
    const parent = s.data.given.parent;
    plans.push(parent === undefined || known.parents.has(parent) ? plan : failed(plan, layout, parent, 'No product has this SKU'));
    if (plans.length % TURN === 0) await breathe();
  }
  return { staged, plans };
}

/** Answers the rows that have become wrong. */
async function storeChunk({ w, importId, layout, touched }: Chunks, { staged, plans }: Planned): Promise<StagedRow[]> {
  const ids = plans.map((plan, i) => plan.before?.id ?? newIdOf(w, staged[i]));
  await refuseParents(w, layout, plans, ids);
  const created = plans.flatMap((plan, i) => (plan.action === 'CREATE' ? [{ id: ids[i] ?? '', state: plan.state }] : []));
  const updated = plans.flatMap((plan) => (plan.action === 'UPDATE' && plan.before ? [{ before: plan.before, state: plan.state }] : []));
  await insertProducts(w, 'CSV_IMPORT', created);
  const moves = await saveChanges(w, 'CSV_IMPORT', updated);
  await keepProducts(
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
  for (const m of moved) for (const id of [...m.before.state.supplierIds, ...m.state.supplierIds]) touched.suppliers.add(id);
  return after.filter((row) => row.action === 'FAIL');
}

/** A row that was to add a product keeps the id that it was promised; one whose product is gone by now gets a new one. */
const newIdOf = (w: Work, staged: StagedRow | undefined): string => (staged?.action === 'CREATE' && staged.productId !== null ? staged.productId : w.newId());

const isOther = (before: StagedRow | undefined, after: StagedRow): boolean =>
  before === undefined || before.action !== after.action || before.productId !== after.productId || before.data.version !== after.data.version;

function failed(plan: PlannedRow, layout: Layout, value: string, reason: string): PlannedRow {
  const error: CellError = { row: plan.row, column: columnOf(layout, 'parent'), value, reason };
  return { ...plan, action: 'FAIL', changes: [], errors: [...plan.errors, error] };
}

/** Families are judged by what all of them become: a variant of a variant stays out. */
async function refuseParents(w: Work, layout: Layout, plans: PlannedRow[], ids: readonly string[]): Promise<void> {
  const moved = plans.flatMap((plan, i) => (plan.action !== 'FAIL' && plan.state.parentId !== (plan.before?.state.parentId ?? null) ? [i] : []));
  if (moved.length === 0) return;
  const candidates = moved.flatMap((i) => {
    const plan = plans[i];
    return plan ? [{ id: ids[i] ?? '', ...(plan.before && { before: plan.before.state }), state: plan.state, changes: { parentId: plan.state.parentId } }] : [];
  });
  const problems = await problemsOf(w, candidates);
  for (const [n, i] of moved.entries()) {
    const [problem, plan] = [problems[n]?.[0], plans[i]];
    if (problem && plan) plans[i] = failed(plan, layout, plan.given.parent ?? '', problem.message);
  }
}
