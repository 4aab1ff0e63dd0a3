import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import type { Product } from '@quayside/contracts/products/products';
import { idOf } from '../../../testing/person.ts';

/** A kettle without orders, as a row of the product list. */
export const aCatalogRow = (over: Partial<CatalogRow> = {}): CatalogRow => ({
  id: idOf(200),
  name: 'Kettle',
  sku: 'KTL',
  asin: null,
  fnsku: null,
  barcode: null,
  brand: 'Crane',
  group: null,
  status: 'ACTIVE',
  channel: [],
  supplier: [{ id: idOf(100), companyName: 'Ningbo Haosheng', localName: null }],
  thumbnail: null,
  picture: null,
  tags: [],
  parentId: null,
  parentSku: null,
  variantCount: 0,
  hasWeight: true,
  hasVolume: true,
  shippingMethod: null,
  countryOfOrigin: null,
  hsCode: null,
  length: '20',
  width: '15',
  height: '25',
  dimensionUnit: 'CM',
  weight: '900',
  packagingWeight: null,
  shippingWeight: null,
  weightUnit: 'GR',
  factoryCostTotal: '0.00',
  inboundCostTotal: '0.00',
  landedCostTotal: '0.00',
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
  onOrder: 0,
  inTransit: 0,
  totalStockValue: '0.00',
  archivedAt: null,
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-16T09:00:00Z',
  version: 1,
  ...over,
});

const NO_BOX = { length: null, width: null, height: null, weight: null };

/** The same kettle, as the page of a product loads it. */
export const aProduct = (over: Partial<Product> = {}): Product => {
  const row = aCatalogRow(over);
  return {
    ...row,
    skuAlias: [],
    sameBarcode: [],
    reBrand: null,
    notes: null,
    lengthAndGirth: '95',
    supplierLeadTime: null,
    productPackaging: { ...NO_BOX, units: null },
    casePackaging: { ...NO_BOX, unitsPerCase: null },
    suppliers: row.supplier.map((supplier) => ({
      ...supplier,
      supplierId: supplier.id,
      price: '4.6',
      currency: 'CNY',
      minimumOrder: null,
      leadTime: null,
      supplierSku: null,
    })),
    parent: null,
    variants: [],
    stats: { invoiceCount: 0, orderCount: 0, firstOrderDate: null, lastOrderDate: null },
    ...over,
  };
};
