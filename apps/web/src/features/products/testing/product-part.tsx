import { listProductGroups, listProductTags } from '@quayside/contracts/products/product-tags';
import { getProduct, type Product } from '@quayside/contracts/products/products';
import { listBrands } from '@quayside/contracts/products/product-options';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { listCountries, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import type { ReactNode } from 'react';
import { type OwnVersion, useOwnVersion } from '../../../components/record/own-version.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderPart, startApi } from '../../../testing/render-app.tsx';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { useProduct } from '../api.ts';
import { aProduct } from './a-product.ts';

/** A second supplier, whose currency is the pound. */
export const LANTING = aSupplier({ id: idOf(101), companyName: 'Lanting', localName: null, currency: 'GBP' });

/** A fake API with one product. `change` stores a new version of the product, as if somebody had changed it. */
export function startWithProduct(product: Product = aProduct(), as: Visitor = 'admin') {
  const api = startApi({ as });
  let stored = product;
  const change = (over: Partial<Product>): Product => (stored = { ...stored, ...over, version: stored.version + 1 });
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(listSuppliers, aPage([aSupplier(), LANTING]));
  api.on(listProducts, () => aPage([stored]));
  for (const suggestions of [listBrands, listProductGroups, listProductTags]) api.on(suggestions, []);
  api.on(getProduct, () => stored);
  return { api, change };
}

type Draw = (product: Product, own: OwnVersion) => ReactNode;

/** Renders one part of a product's page. The product is loaded as on the page itself. */
export function renderProductPart(draw: Draw, path?: string): void {
  renderPart(<Loaded draw={draw} />, path);
}
function Loaded({ draw }: { draw: Draw }) {
  const { data } = useProduct('KTL');
  return data ? <Drawn product={data} draw={draw} /> : null;
}
function Drawn({ product, draw }: { product: Product; draw: Draw }) {
  return draw(product, useOwnVersion(product.version));
}
