import { type FeatureScreen, MANAGEMENT, PURCHASE_ORDERS } from '../lib/feature.ts';
import { PRODUCT_TABS } from '../lib/paths.ts';

const product = () => import('./pages/product-details-page.tsx').then((m) => m.ProductDetailsPage);
const [, ...TABS] = PRODUCT_TABS;
const supplier = () => import('./pages/supplier-page.tsx').then((m) => m.SupplierPage);

/** Screens that join several features, because features do not import each other. */
export const JOINED_SCREENS: readonly FeatureScreen[] = [
  {
    path: '/products',
    load: () => import('./pages/products-page.tsx').then((m) => m.ProductsPage),
    need: MANAGEMENT,
    isOpenedSoon: true,
  },
  { path: '/products/:sku', load: product, need: MANAGEMENT, isOpenedSoon: true },
  ...TABS.map((tab) => ({ path: `/products/:sku/${tab}`, load: product, need: MANAGEMENT })),
  ...['', '/overview', '/statement'].map((tab) => ({ path: `/suppliers/:id${tab}`, load: supplier, need: MANAGEMENT })),
  {
    path: '/invoices-purchase-orders/invoices',
    load: () => import('./pages/invoices-page.tsx').then((m) => m.InvoicesPage),
    need: MANAGEMENT,
    isOpenedSoon: true,
  },
  {
    path: '/invoices/add',
    load: () => import('./pages/invoice-add-page.tsx').then((m) => m.InvoiceAddPage),
    need: MANAGEMENT,
  },
  {
    path: '/invoices/:invoiceId',
    load: () => import('./pages/invoice-page.tsx').then((m) => m.InvoicePage),
    need: MANAGEMENT,
    isOpenedSoon: true,
  },
  {
    path: '/invoices-purchase-orders/purchase-orders',
    load: () => import('./pages/purchase-orders-page.tsx').then((m) => m.PurchaseOrdersPage),
    need: PURCHASE_ORDERS,
  },
  {
    path: '/purchase-order/:id',
    load: () => import('./pages/purchase-order-page.tsx').then((m) => m.PurchaseOrderPage),
    need: PURCHASE_ORDERS,
  },
  {
    path: '/invoices-purchase-orders/documents',
    load: () => import('./pages/documents-page.tsx').then((m) => m.DocumentsPage),
    need: MANAGEMENT,
    isOpenedSoon: true,
  },
];
