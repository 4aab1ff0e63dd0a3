import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { screens } from './routes.tsx';

/** The route pattern that matches a path, with the access that the screen needs. */
function found(path: string): { pattern: string | undefined; need: unknown } {
  const route = matchRoutes([...screens], path)?.at(-1)?.route;
  return { pattern: route?.path, need: route?.handle };
}
const management = { management: true };
const shipping = { management: true, flags: [['isOrdersAndShippingEnabled']] };
const purchasing = { flags: [['isPoAndInventoryEnabled']] };
const redirectsTo = (path: string): unknown => {
  const element = (matchRoutes([...screens], path)?.at(-1)?.route as RouteObject | undefined)?.element;
  return (element as { props?: { to?: unknown } } | undefined)?.props?.to;
};

describe('documented paths', () => {
  it.each([
    ['/', '/', { isHome: true }],
    ['/notifications', '/notifications', {}],
    ['/onboarding', '/onboarding', {}],
    ['/demo/settings', '/demo/settings', {}],
    ['/suppliers', '/suppliers', management],
    ['/suppliers/add', '/suppliers/add', management],
    ['/suppliers/01a1fd84', '/suppliers/:id', management],
    ['/suppliers/01a1fd84/overview', '/suppliers/:id/overview', management],
    ['/products', '/products', management],
    ['/products/add', '/products/add', management],
    ['/products/KTL-01', '/products/:sku', management],
    ['/products/KTL-01/costs', '/products/:sku/costs', management],
    ['/products/KTL-01/changelog', '/products/:sku/changelog', management],
    ['/products/KTL-01/variants', '/products/:sku/variants', management],
    ['/products/KTL-01/contact-details', '/products/:sku/contact-details', management],
    ['/products/KTL-01/product-packaging', '/products/:sku/product-packaging', management],
    ['/products/KTL-01/case-packaging', '/products/:sku/case-packaging', management],
    ['/products/KTL-01/bundle', '/products/:sku/bundle', management],
    ['/products/import', '/products/import', management],
    ['/products/import/01a1fd84', '/products/import/:importId', management],
    ['/transactions/bills', '/transactions/bills', management],
    ['/transactions/payables', '/transactions/payables', management],
    ['/transactions/calendar', '/transactions/calendar', management],
    ['/transactions/credits', '/transactions/credits', management],
    ['/account-codes', '/account-codes', management],
    ['/exchange-policy', '/exchange-policy', management],
    ['/transactions/assigned-costs', '/transactions/assigned-costs', management],
    ['/transactions/reconciliation', '/transactions/reconciliation', management],
    ['/transactions/restatements', '/transactions/restatements', management],
    ['/invoices-purchase-orders/invoices', '/invoices-purchase-orders/invoices', management],
    ['/invoices/add', '/invoices/add', management],
    ['/invoices/01a1fd84', '/invoices/:invoiceId', management],
    ['/invoices-purchase-orders/documents', '/invoices-purchase-orders/documents', management],
    ['/invoices-purchase-orders/purchase-orders', '/invoices-purchase-orders/purchase-orders', purchasing],
    ['/purchase-order/draft', '/purchase-order/draft', purchasing],
    ['/purchase-order/01a1fd84', '/purchase-order/:id', purchasing],
    ['/purchase-order/01a1fd84/generate', '/purchase-order/:id/generate', purchasing],
    ['/purchase-orders/01a1fd84/send', '/purchase-orders/:id/send', purchasing],
    ['/orders-shipments/orders', '/orders-shipments/orders', shipping],
    ['/orders-shipments/cartons', '/orders-shipments/cartons', shipping],
    ['/invoice-matching/01a1fd84', '/invoice-matching/:documentId', management],
    ['/account-settings', '/account-settings', { who: 'admin' }],
    ['/audit-log', '/audit-log', { who: 'admin' }],
    ['/background-work', '/background-work', { who: 'systemAdmin' }],
    ['/profile', '/profile', {}],
    ['/profile/company', '/profile/company', {}],
    ['/profile/security', '/profile/security', {}],
    ['/profile/notification-settings', '/profile/notification-settings', {}],
    ['/trial-expired', '/trial-expired', { evenExpired: true }],
  ])('%s is the screen %s', (path, pattern, need) => expect(found(path)).toEqual({ pattern, need }));

  it.each([
    ['/invoices-purchase-orders', '/invoices-purchase-orders/invoices'],
    ['/invoices', '/invoices-purchase-orders/invoices'],
    ['/transactions', '/transactions/bills'],
    ['/orders-shipments', '/orders-shipments/orders'],
  ])('%s leads to %s', (path, target) => expect(redirectsTo(path)).toBe(target));

  it.each(['/nowhere', '/suppliers/x/y', '/invoices/x/lines', '/products/x/nothing'])('%s is not found', (path) =>
    expect(found(path).pattern).toBeUndefined(),
  );
});
