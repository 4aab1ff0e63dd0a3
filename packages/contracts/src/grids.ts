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
/**
 * The tables whose named views are stored. Exchange differences by month, supplier and document have columns of their
 * own, so each has its own views. Freight rates, duty rates, stock, its movements, receipts, missing units and the five
 * quantities are tables of ours.
 */
export const VIEWED_GRID_IDS = [
  ...GRID_IDS,
  'exchangeDifferencesByMonth',
  'exchangeDifferencesBySupplier',
  'exchangeDifferencesByDocument',
  'freightRates',
  'dutyRates',
  'stock',
  'stockMovements',
  'receipts',
  'missing',
  'fiveQuantities',
  'customerOrders',
  'openingStock',
] as const;
export type GridId = (typeof VIEWED_GRID_IDS)[number];
/** The numbers of rows per page that a person can choose. The last one means "All". */
export const ROWS_PER_PAGE = [15, 25, 50, 100, 9999] as const;
