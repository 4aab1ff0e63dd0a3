import type { Area } from '../area.ts';
import { productsAudit } from './products.audit.ts';
import { productNames } from './lists/product-names.views.ts';
import { findProducts } from './lists/product-search.views.ts';
import { BULK_OPERATION, undoBulk } from './bulk/bulk.service.ts';
import { productsOfSupplier } from './suppliers/product-suppliers.service.ts';
import { productsJobs } from './products.jobs.ts';
import { mountProducts } from './products.routes.ts';

export const productsArea: Area = {
  name: 'products',
  audit: productsAudit,
  tables: [
    'former_picture',
    'product',
    'product_changelog',
    'product_component',
    'product_import_row',
    'product_supplier',
  ],
  mount: mountProducts,
  jobs: productsJobs,
  undoers: { [BULK_OPERATION]: undoBulk },
  files: [
    { table: 'product', column: 'picture_key', countsAsSpace: true },
    { table: 'former_picture', column: 'storage_key', countsAsSpace: true },
  ],
  ofSupplier: productsOfSupplier,
  search: findProducts,
  names: productNames,
};
