import type { ErrorCode, FieldError } from '@quayside/contracts/errors';
import { isCountry } from '@quayside/domain/products/countries';
import type { Work } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';
import { suppliersByIds } from '../suppliers/public.ts';
import { lockFamilies } from './products.queries.ts';
import { isReservedSku, RESERVED_SKU } from './products.rules.ts';
import { measuresOf, type ProductChanges, type ProductState } from './products.state.ts';

/** A product as it is about to be stored, with what of it is new. */
export interface Candidate {
  readonly id: string;
  /** Absent: the product is new. */
  readonly before?: ProductState;
  readonly state: ProductState;
  readonly changes: ProductChanges;
}
export interface Problem extends FieldError {
  readonly code: ErrorCode;
}

const VARIANT_OF_VARIANT = 'This product is a variant itself. Choose the product that it is a variant of.';
const HAS_VARIANTS = 'This product has variants of its own, so it cannot become one.';

/** What only the product as a whole, or the account, can tell: all that is wrong with each, looked up for many at once. */
export async function problemsOf(w: Work, candidates: readonly Candidate[]): Promise<Problem[][]> {
  const suppliers = await suppliersByIds(
    w,
    candidates.flatMap((c) => (c.changes.supplierIds === undefined ? [] : c.state.supplierIds)),
  );
  const parents = await parentProblems(w, candidates);
  return candidates.map(({ id, state, changes }) => {
    const found: Problem[] = [];
    const wrong = (field: string, message: string) => found.push({ field, message, code: 'bad_input' });
    if (isReservedSku(state.sku)) wrong('sku', RESERVED_SKU);
    if (typeof changes.countryOfOrigin === 'string' && !isCountry(changes.countryOfOrigin)) wrong('countryOfOrigin', 'Choose a country');
    const { tooLarge } = measuresOf(state);
    if (tooLarge) wrong(tooLarge, 'This number is too large');
    if (changes.supplierIds !== undefined && state.supplierIds.some((s) => !suppliers.has(s))) wrong('supplierIds', 'Choose a supplier');
    const ofParent = parents.get(id);
    return ofParent ? [...found, ofParent] : found;
  });
}

/** Throws all that is wrong with one product, by the code of what is worst. */
export function refuse(problems: readonly Problem[] = []): void {
  const [first] = problems;
  if (!first) return;
  const errors = problems.map(({ field, message }) => ({ field, message }));
  const isOneKind = problems.every((p) => p.code === first.code);
  throw isOneKind && first.code !== 'bad_input' ? new AppError(first.code, { errors, message: first.message }) : new AppError('bad_input', { errors });
}

/** There are two levels and no more, also where several products move at once: each is judged by what all of them become. */
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
    if (parent === undefined) problems.set(id, { field: 'parentId', message: 'Choose a product', code: 'bad_input' });
    else if (parent !== null || state.parentId === id) problems.set(id, { field: 'parentId', message: VARIANT_OF_VARIANT, code: 'products.not_a_parent' });
    else if (hasVariants) problems.set(id, { field: 'parentId', message: HAS_VARIANTS, code: 'products.not_a_parent' });
  }
  return problems;
}
