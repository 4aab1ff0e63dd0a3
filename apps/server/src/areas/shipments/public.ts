export type { Arrivals } from './arrivals.queries.ts';
export { removePackedByReceipt, restorePackedByReceipt, saveArrivals } from './arrivals.service.ts';
export { addPackLists } from './pack-list-writes.service.ts';
export { orderExport } from './orders.export.ts';
export { getOrder, listOrders, orderTotals } from './orders.service.ts';
