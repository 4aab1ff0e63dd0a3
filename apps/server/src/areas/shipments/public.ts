export type { Arrivals } from './rows/arrivals.queries.ts';
export { removePackedByReceipt, restorePackedByReceipt, saveArrivals } from './packing/arrivals.service.ts';
export { addPackLists } from './packing/pack-list-writes.service.ts';
export { orderExport } from './lists/orders.export.ts';
export { getOrder, listOrders, orderTotals } from './orders/orders.service.ts';
