import {
  createProduct,
  deleteProduct,
  getProduct,
  listBrands,
  listDimensionUnits,
  listProductCountries,
  listProducts,
  listProductShippingMethods,
  listWeightUnits,
  patchProduct,
  productCatalog,
  productTotals,
  replaceProduct,
  reportingProduct,
  reportingProducts,
} from '@quayside/contracts/products';
import { countryOptions } from '@quayside/domain/products/countries';
import { type Mounting, mount } from '../../http/mount.ts';
import { mountProductImports } from './imports.routes.ts';
import * as products from './products.service.ts';
import { catalogTotals, listCatalog } from './products.list.views.ts';
import { listBrandNames } from './products.views.ts';

const SHIPPING_METHOD_OPTIONS = [
  { value: 'AIR', label: 'Air' },
  { value: 'SEA', label: 'Sea' },
  { value: 'LAND', label: 'Land' },
];
const DIMENSION_UNIT_OPTIONS = [
  { value: 'CM', label: 'Centimetres' },
  { value: 'IN', label: 'Inches' },
];
const WEIGHT_UNIT_OPTIONS = [
  { value: 'GR', label: 'Grams' },
  { value: 'OZ', label: 'Ounces' },
];

export function mountProducts(m: Mounting): void {
  mount(m, listProducts)((w, i) => listCatalog(w, i.query));
  mount(m, productCatalog)((w, i) => listCatalog(w, i.query));
  mount(m, reportingProducts)((w, i) => listCatalog(w, i.query));
  mount(m, productTotals)((w, i) => catalogTotals(w, i.query));
  mount(m, getProduct)((w, i) => products.getProduct(w, i.params.id));
  mount(m, reportingProduct)((w, i) => products.getProduct(w, i.params.id));
  mount(m, createProduct)((w, i) => products.createProduct(w, i.body));
  mount(m, replaceProduct)((w, i) => products.updateProduct(w, i.params.id, i.body));
  mount(m, patchProduct)((w, i) => products.updateProduct(w, i.params.id, i.body));
  mount(m, deleteProduct)((w, i) => products.deleteProduct(w, i.params.id, i.ifMatch));
  mount(m, listProductShippingMethods)(async () => SHIPPING_METHOD_OPTIONS);
  mount(m, listProductCountries)(async () => countryOptions());
  mount(m, listDimensionUnits)(async () => DIMENSION_UNIT_OPTIONS);
  mount(m, listWeightUnits)(async () => WEIGHT_UNIT_OPTIONS);
  mount(m, listBrands)(async (w) => (await listBrandNames(w)).map((brand) => ({ value: brand, label: brand })));
  mountProductImports(m);
}
