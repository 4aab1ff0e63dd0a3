import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import { contentsOfBundles } from '../../products/public.ts';

type Field = (i: number) => string;

/** Refuses a bundle, in the field of its row: it has no stock of its own. */
export async function refuseBundles(w: Work, ids: readonly string[], field: Field): Promise<void> {
  const bundles = await contentsOfBundles(w, ids);
  refuseBundlesAmong(
    ids.map((id) => bundles.has(id)),
    field,
  );
}

/** Refuses rows that are known to be of bundles. */
export function refuseBundlesAmong(areBundles: readonly boolean[], field: Field): void {
  const bundle = areBundles.indexOf(true);
  if (bundle >= 0) throw fieldError(field(bundle), say('stock.no_bundle'));
}
