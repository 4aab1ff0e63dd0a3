import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { contentsOfBundles } from '../products/public.ts';

type Field = (i: number) => string;

/** Refuses a bundle, in the field of its row: it has no stock of its own. */
export async function refuseBundles(w: Work, ids: readonly string[], field: Field): Promise<void> {
  refuseBundlesIn(await contentsOfBundles(w, ids), ids, field);
}

/** Refuses a bundle among products of which it is known what is in them. */
export function refuseBundlesIn(contents: ReadonlyMap<string, unknown>, ids: readonly string[], field: Field): void {
  const bundle = ids.findIndex((id) => (contents.get(id) ?? null) !== null);
  if (bundle >= 0) throw fieldError(field(bundle), say('stock.no_bundle'));
}
