import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { patchProductRows } from '@quayside/contracts/products/product-bulk-edits';
import type { Work } from '../../../db/tx.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import { recordChanges } from './bulk.service.ts';
import { announceHsCodes } from '../edit/hs-codes.ts';
import { problemsOf } from '../edit/products.checks.ts';
import { lockProducts, type StoredProduct } from '../rows/product-locks.queries.ts';
import { saveChanges, toChanges } from '../edit/products.service.ts';
import { type ProductChanges, type ProductState, withChanges } from '../rows/products.state.ts';
import { listCatalogRows } from '../lists/product-page.views.ts';
import { findSkuClashes } from '../rows/undo.queries.ts';

type Rows = BodyOut<typeof patchProductRows>['rows'];
/** One pasted row, with the product that it changes. */
interface PatchedRow {
  readonly before: StoredProduct;
  readonly state: ProductState;
  readonly changes: ProductChanges;
  readonly version: number | undefined;
}

/**
 * Changes several products, each in its own way. If one row is invalid, no product is changed, and all errors are
 * reported by row.
 */
export async function patchRows(w: Work, rows: Rows): Promise<ResponseOf<typeof patchProductRows>> {
  const ids = rows.map((row) => row.id);
  await announceHsCodes(
    w,
    rows.some(({ hsCode }) => hsCode !== undefined),
  );
  const patched = await lockRows(w, rows);
  await checkVersions(w, patched);
  await checkRows(w, patched);
  const saved = await saveChanges(w, 'USER', patched);
  const operationId =
    saved.length === 0
      ? null
      : await recordChanges(w, saved, (subjectIds, id) => ({
          action: 'product.rows-changed',
          subjectIds,
          details: { facts: { rows: saved.length }, trace: { operationId: id } },
        }));
  return { operationId, rows: await listCatalogRows(w, ids) };
}

async function lockRows(w: Work, rows: Rows): Promise<PatchedRow[]> {
  const ids = rows.map((row) => row.id);
  const stored = await lockProducts(w, ids);
  const errors: FieldProblem[] = [];
  const patched = rows.flatMap(({ id, version, ...body }, i): PatchedRow[] => {
    const before = stored.get(id);
    if (!before) errors.push({ field: `rows.${i}.id`, message: say('products.unknown') });
    else if (ids.indexOf(id) < i) errors.push({ field: `rows.${i}.id`, message: say('products.row_twice') });
    if (!before) return [];
    const changes = toChanges(body);
    return [{ before, state: withChanges(before.state, changes), changes, version }];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  return patched;
}

async function checkVersions(w: Work, rows: readonly PatchedRow[]): Promise<void> {
  const stale = rows.flatMap((row, i) =>
    row.version === undefined || row.version === row.before.version ? [] : [{ row, i }],
  );
  if (stale.length === 0) return;
  throw new AppError('conflict_version', {
    errors: stale.map(({ i }) => ({ field: `rows.${i}.version`, message: say('products.row_changed') })),
    current: await listCatalogRows(
      w,
      stale.map(({ row }) => row.before.id),
    ),
  });
}

async function checkRows(w: Work, rows: readonly PatchedRow[]): Promise<void> {
  const problems = await problemsOf(
    w,
    rows.map((row) => ({ id: row.before.id, before: row.before.state, state: row.state, changes: row.changes })),
  );
  const errors = problems.flatMap((ofRow, i): FieldProblem[] =>
    ofRow.map(({ field, message }) => ({ field: `rows.${i}.${field}`, message })),
  );
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const renamed = rows.flatMap((row, i) =>
    row.state.sku === row.before.state.sku ? [] : [{ id: row.before.id, sku: row.state.sku, i }],
  );
  const clashes = await findSkuClashes(w, renamed);
  const taken = renamed.filter((r) => clashes.has(r.id));
  if (taken.length > 0)
    throw new AppError('products.sku_taken', {
      errors: taken.map((r) => ({ field: `rows.${r.i}.sku`, message: say('products.sku_taken') })),
    });
}
