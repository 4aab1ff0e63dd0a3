export { type Arrivals, removePackedByReceipt, saveArrivals } from './arrivals.service.ts';
export { addPackLists } from './pack-list-writes.service.ts';
