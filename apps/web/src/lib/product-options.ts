import { listProducts } from '@quayside/contracts/products/product-lists';
import { call } from './api/call.ts';

const MOST_CHOICES = 2000;

/** Loads the products to choose from as options of a filter, sorted by SKU. Discontinued ones are aside. */
export const fetchProductOptions = async () =>
  (await call(listProducts, { query: { size: MOST_CHOICES, sort: ['sku,asc'] } })).content.map(
    ({ id, sku, name, status }) => ({ value: id, label: `${sku} ${name}`, isAside: status === 'DISCONTINUED' }),
  );
