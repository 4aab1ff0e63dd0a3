import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { contentsOfBundles } from '../products/public.ts';

/** Refuses a bundle, in the field of its row: it has no stock of its own. */
export async function refuseBundles(w: Work, ids: readonly string[], field: (i: number) => string): Promise<void> {
  const bundles = await contentsOfBundles(w, ids);
  const bundle = ids.findIndex((id) => bundles.has(id));
  if (bundle >= 0) throw fieldError(field(bundle), say('stock.no_bundle'));
}
