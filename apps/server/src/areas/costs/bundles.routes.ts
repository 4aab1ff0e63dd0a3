import { getProductBundle, replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { revertProductChange } from '@quayside/contracts/products/product-changelog';
import { type Mounting, mount } from '../../http/mount.ts';
import { getBundle } from '../products/public.ts';
import { replaceBundle, revertProduct } from './ledger/bundles.service.ts';

export function mountBundles(m: Mounting): void {
  mount(m, getProductBundle)((w, i) => getBundle(w, i.params.id));
  mount(m, replaceProductBundle)((w, i) => replaceBundle(w, i.params.id, i.body));
  // A change of the parts of a bundle can be reverted, which changes costs.
  mount(m, revertProductChange)((w, i) => revertProduct(w, i.params.productId, i.params.entryId, i.body.overwrite));
}
