import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { getNewVariant } from '@quayside/contracts/products/product-variants';
import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import { formatAmount } from '@quayside/domain/money/money';
import { variantSkus } from '@quayside/domain/products/variants';
import type { Work } from '../../../db/tx.ts';
import { AppError, notFound } from '../../../http/errors.ts';
import { findProductRefs } from '../rows/product-refs.queries.ts';
import { getProduct } from '../edit/products.service.ts';
import { listVariantRows } from '../lists/product-page.views.ts';
import { freeSkus } from '../rows/variants.queries.ts';

/** The variants of a product, sorted by SKU. */
export async function listVariants(w: Work, productId: string): Promise<CatalogRow[]> {
  if (!(await findProductRefs(w, [productId])).has(productId)) throw notFound();
  return listVariantRows(w, productId);
}

/**
 * An unsaved copy of the product, with a free SKU, to fill a form with. Values that identify a single listing are left
 * out.
 */
export async function newVariant(w: Work, productId: string): Promise<ResponseOf<typeof getNewVariant>> {
  const parent = await getProduct(w, productId);
  if (parent.parentId !== null) throw new AppError('products.not_a_parent');
  const { id, version: _v, createdAt: _c, updatedAt: _u, ...copy } = parent;
  const nothing = formatAmount(0n, w.scope.currency);
  return {
    ...copy,
    sku: await freeVariantSku(w, parent.sku),
    asin: null,
    fnsku: null,
    barcode: null,
    sameBarcode: [],
    skuAlias: [],
    picture: null,
    parentId: id,
    parent: { id, sku: parent.sku, name: parent.name },
    variants: [],
    variantCount: 0,
    archivedAt: null,
    factoryCostTotal: nothing,
    inboundCostTotal: nothing,
    landedCostTotal: nothing,
    factoryCostPerUnit: null,
    inboundCostPerUnit: null,
    landedCostPerUnit: null,
    costPerUnit: null,
    costByCategory: {},
    costEntryCount: 0,
    unitsOrdered: 0,
    isProvisional: false,
    isBundle: false,
    lastCostUpdateDate: null,
    stats: { invoiceCount: 0, orderCount: 0, firstOrderDate: null, lastOrderDate: null },
  };
}

/** Finds the SKU with the lowest free number. A hundred numbers are looked up at a time. */
async function freeVariantSku(w: Work, sku: string): Promise<string> {
  for (let from = 1; ; from += 100) {
    const [free] = await freeSkus(w, variantSkus(sku, from, 100));
    if (free !== undefined) return free;
  }
}
