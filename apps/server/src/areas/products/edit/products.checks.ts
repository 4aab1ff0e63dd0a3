import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { ErrorCode } from '@quayside/contracts/errors';
import { isCountry } from '@quayside/domain/products/countries';
import type { Work } from '../../../db/tx.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { lockFamilies } from '../rows/product-locks.queries.ts';
import { isReservedSku, RESERVED_SKU } from './products.rules.ts';
import { measuresOf, type ProductChanges, type ProductState } from '../rows/products.state.ts';

/** A product that is about to be stored, and its state before. */
interface Candidate {
  readonly id: string;
  /** The stored state of the product; absent for a new product. */
  readonly before?: ProductState;
  readonly state: ProductState;
  readonly changes: ProductChanges;
}
interface Problem extends FieldProblem {
  readonly code: ErrorCode;
}

const VARIANT_OF_VARIANT = say('products.is_variant');
const HAS_VARIANTS = say('products.has_variants');

/**
 * Runs the checks that need the whole product or other data of the account. Returns all problems of each candidate. The
 * number of queries does not grow with the number of candidates.
 */
export async function problemsOf(w: Work, candidates: readonly Candidate[]): Promise<Problem[][]> {
  const suppliers = await suppliersByIds(
    w,
    candidates.flatMap((c) => (c.changes.supplierIds === undefined ? [] : c.state.supplierIds)),
  );
  const parents = await parentProblems(w, candidates);
  return candidates.map(({ id, state, changes }) => {
    const found: Problem[] = [];
    const wrong = (field: string, message: Text) => found.push({ field, message, code: 'bad_input' });
    if (isReservedSku(state.sku)) wrong('sku', RESERVED_SKU);
    if (typeof changes.countryOfOrigin === 'string' && !isCountry(changes.countryOfOrigin))
      wrong('countryOfOrigin', say('choose.country'));
    const { tooLarge } = measuresOf(state);
    if (tooLarge) wrong(tooLarge, say('amount.too_large'));
    if (changes.supplierIds !== undefined && state.supplierIds.some((s) => !suppliers.has(s)))
      wrong('supplierIds', say('choose.supplier'));
    const ofParent = parents.get(id);
    return ofParent ? [...found, ofParent] : found;
  });
}

/**
 * Throws one error that names all problems and has the code of the most severe one. Does nothing if there are no
 * problems.
 */
export function refuse(problems: readonly Problem[] = []): void {
  const [first] = problems;
  if (!first) return;
  const errors = problems.map(({ field, message }) => ({ field, message }));
  const isOneKind = problems.every((p) => p.code === first.code);
  throw isOneKind && first.code !== 'bad_input'
    ? new AppError(first.code, { errors, message: first.message })
    : new AppError('bad_input', { errors });
}

/**
 * Checks that no product becomes a variant of a variant. If several products change at once, each is checked against
 * the final state of all of them.
 */
async function parentProblems(w: Work, candidates: readonly Candidate[]): Promise<Map<string, Problem>> {
  const problems = new Map<string, Problem>();
  const moved = candidates.filter((c) => c.state.parentId !== null && c.state.parentId !== c.before?.parentId);
  if (moved.length === 0) return problems;
  const after = new Map(candidates.map((c) => [c.id, c.state.parentId]));
  const families = await lockFamilies(w, [...moved.map((c) => c.id), ...moved.flatMap((c) => c.state.parentId ?? [])]);
  const parentOf = (id: string) => (after.has(id) ? after.get(id) : families.parentOf.get(id));
  const parentsAfter = new Set(candidates.map((c) => c.state.parentId));
  for (const { id, state } of moved) {
    const parent = parentOf(state.parentId ?? '');
    const hasVariants = parentsAfter.has(id) || families.variantsOf(id).some((variant) => parentOf(variant) === id);
    if (parent === undefined)
      problems.set(id, { field: 'parentId', message: say('choose.product'), code: 'bad_input' });
    else if (parent !== null || state.parentId === id)
      problems.set(id, { field: 'parentId', message: VARIANT_OF_VARIANT, code: 'products.not_a_parent' });
    else if (hasVariants) problems.set(id, { field: 'parentId', message: HAS_VARIANTS, code: 'products.not_a_parent' });
  }
  return problems;
}
