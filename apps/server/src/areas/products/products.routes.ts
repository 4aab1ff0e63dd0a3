import { exportProducts } from '@quayside/contracts/exports';
import {
  createProduct,
  deleteProduct,
  getProduct,
  patchProduct,
  replaceProduct,
  reportingProduct,
} from '@quayside/contracts/products/products';
import {
  listBrands,
  listDimensionUnits,
  listProductCountries,
  listProductShippingMethods,
  listWeightUnits,
} from '@quayside/contracts/products/product-options';
import {
  listProducts,
  productCatalog,
  productTotals,
  reportingProducts,
} from '@quayside/contracts/products/product-lists';
import { bulkEditProducts, patchProductRows } from '@quayside/contracts/products/product-bulk-edits';
import { getProductChangelog, listChangelogSources } from '@quayside/contracts/products/product-changelog';
import { resolveProductCodes } from '@quayside/contracts/products/product-codes';
import { getProductCompleteness } from '@quayside/contracts/products/product-completeness';
import {
  deleteProductPicture,
  getProductPicture,
  putProductPicture,
} from '@quayside/contracts/products/product-pictures';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { listProductGroups, listProductTags } from '@quayside/contracts/products/product-tags';
import { getNewVariant, listProductVariants } from '@quayside/contracts/products/product-variants';
import { CHANGELOG_SOURCES, type ChangelogSource } from '@quayside/domain/lists';
import { countryOptions } from '@quayside/domain/products/countries';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { bulkEdit } from './bulk/bulk.service.ts';
import { listChangelog } from './changelog/changelog.service.ts';
import { completenessOf } from './lists/completeness.views.ts';
import { answerCodes } from './codes/product-codes.service.ts';
import { listChoices } from './lists/product-choices.views.ts';
import { mountProductImports } from './import/imports.routes.ts';
import { openPicture, putPicture, removePicture } from './pictures/pictures.service.ts';
import { productExport } from './lists/products.export.ts';
import * as products from './edit/products.service.ts';
import { listBrandNames, listWords } from './lists/product-page.views.ts';
import { catalogTotals, listCatalog } from './lists/products.list.views.ts';
import { patchRows } from './bulk/rows.service.ts';
import { replaceSuppliers } from './suppliers/terms.service.ts';
import { listVariants, newVariant } from './variants/variants.service.ts';

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

const SOURCE_LABELS: Readonly<Record<ChangelogSource, string>> = {
  USER: 'A person',
  AMAZON_SYNC: 'Amazon',
  CSV_IMPORT: 'CSV import',
  GOOGLE_SHEET: 'Google Sheet',
  INVOICE: 'Invoice',
};
const optionsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));

export function mountProducts(m: Mounting): void {
  mount(
    m,
    listProducts,
  )((w, { query: { picker, discontinued, supplierId, ...query } }) =>
    picker ? listChoices(w, query, { discontinued, supplierId }) : listCatalog(w, query),
  );
  mount(m, productCatalog)((w, i) => listCatalog(w, i.query));
  mount(m, reportingProducts)((w, i) => listCatalog(w, i.query));
  mount(m, productTotals)((w, i) => catalogTotals(w, i.query));
  mountExport(m, exportProducts)(productExport);
  mount(m, getProduct)((w, i) => products.getProduct(w, i.params.id));
  mount(m, reportingProduct)((w, i) => products.getProduct(w, i.params.id));
  mount(m, createProduct)((w, i) => products.createProduct(w, i.body));
  mount(m, replaceProduct)((w, i) => products.updateProduct(w, i.params.id, i.body));
  mount(m, patchProduct)((w, i) => products.updateProduct(w, i.params.id, i.body));
  mount(m, deleteProduct)((w, i) => products.deleteProduct(w, i.params.id, i.ifMatch));
  mount(m, resolveProductCodes)((w, i) => answerCodes(w, i.body));
  mount(m, listProductShippingMethods)(async () => SHIPPING_METHOD_OPTIONS);
  mount(m, listProductCountries)(async () => countryOptions());
  mount(m, listDimensionUnits)(async () => DIMENSION_UNIT_OPTIONS);
  mount(m, listWeightUnits)(async () => WEIGHT_UNIT_OPTIONS);
  mount(m, listBrands)(async (w) => optionsOf(await listBrandNames(w)));
  mount(m, listProductTags)(async (w) => optionsOf(await listWords(w, 'tags')));
  mount(m, listProductGroups)(async (w) => optionsOf(await listWords(w, 'groups')));
  mountProductChanges(m);
  mountProductImports(m);
}

function mountProductChanges(m: Mounting): void {
  const { files } = m.deps;
  mount(
    m,
    listChangelogSources,
  )(async () => CHANGELOG_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] })));
  mount(m, getProductChangelog)((w, i) => listChangelog(w, i.params.productId, i.query));
  mount(m, listProductVariants)((w, i) => listVariants(w, i.params.productId));
  mount(m, getNewVariant)((w, i) => newVariant(w, i.params.productId));
  mount(m, replaceProductSuppliers)((w, i) => replaceSuppliers(w, i.params.id, i.body));
  mount(m, putProductPicture)((w, i) => putPicture(w, files, i.params.id, i.upload));
  mount(m, getProductPicture)((w, i) => openPicture(w, files, i.params.id, i.query.v));
  mount(m, deleteProductPicture)((w, i) => removePicture(w, i.params.id));
  mount(m, bulkEditProducts)((w, i) => bulkEdit(w, i.body, i.query.dryRun));
  mount(m, patchProductRows)((w, i) => patchRows(w, i.body.rows));
  mount(m, getProductCompleteness)((w) => completenessOf(w));
}
