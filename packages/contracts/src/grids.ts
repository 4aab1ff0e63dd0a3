/** The 17 tables whose layout is saved (shell §3, business §9). */
export const GRID_IDS = [
  'products',
  'amazon',
  'costs',
  'productCosts',
  'bills',
  'payables',
  'suppliers',
  'invoices',
  'orders',
  'shipments',
  'users',
  'serviceFees',
  'productSales',
  'productProfit',
  'productOrders',
  'purchaseOrders',
  'cartons',
] as const;
export type GridId = (typeof GRID_IDS)[number];
/** The numbers of rows per page that a person can choose. The last one means "All". */
export const ROWS_PER_PAGE = [15, 25, 50, 100, 9999] as const;
