import { getProductBundle, replaceProductBundle } from '@quayside/contracts/product-bundles';
import { type Mounting, mount } from '../../http/mount.ts';
import { getBundle } from '../products/public.ts';
import { replaceBundle } from './bundles.service.ts';

export function mountBundles(m: Mounting): void {
  mount(m, getProductBundle)((w, i) => getBundle(w, i.params.id));
  mount(m, replaceProductBundle)((w, i) => replaceBundle(w, i.params.id, i.body));
}
