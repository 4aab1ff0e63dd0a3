import type { OrderImport } from '@quayside/contracts/stock/order-imports';
import type { CustomerOrder } from '@quayside/contracts/shipments/orders';
import { idOf } from '../../../testing/person.ts';

/** A sale of two kettles that cost 20.00, of which one waits for a receipt. */
export const aCustomerOrder = (over: Partial<CustomerOrder> = {}): CustomerOrder => ({
  kind: 'CUSTOMER',
  orderId: idOf(900),
  number: '303-1111111-1111111',
  date: '2026-11-10',
  channel: 'AMAZON_UK',
  status: 'SHIPPED',
  quantity: 3,
  waiting: 1,
  cost: '20.00',
  unknownCost: null,
  lines: [
    {
      id: idOf(901),
      sku: 'KTL-17',
      productId: idOf(200),
      productName: 'Pour-over kettle',
      status: 'SHIPPED',
      fulfilment: 'AMAZON',
      place: 'AMAZON_UK',
      quantity: 3,
      shipped: 3,
      returned: 0,
      waiting: 1,
      currency: 'GBP',
      price: '89.97',
      cost: '20.00',
      unknownCost: null,
    },
  ],
  ...over,
});

/** A report of which nothing is stored yet. */
export const anOrderImport = (over: Partial<OrderImport> = {}): OrderImport => ({
  id: idOf(950),
  state: 'CHECKED',
  fileName: 'orders.txt',
  isDryRun: true,
  encoding: 'utf-8',
  isMixed: false,
  counts: { rows: 4, lines: 3, create: 2, update: 1, same: 0, older: 0, fail: 1 },
  progress: null,
  errors: [{ row: 5, column: 'quantity', value: '1.5', reason: 'Not a whole number' }],
  errorCount: 1,
  hasErrorFile: true,
  unknownSkus: [{ sku: 'NEW-1', lines: 1, units: 2 }],
  unknownSkuCount: 1,
  salePlaces: [{ source: 'CHANNEL', channel: 'AMAZON_UK', place: 'AMAZON_UK', lines: 3, units: 3 }],
  sameFileAs: null,
  failure: null,
  undo: null,
  canUndo: false,
  createdBy: 'Maya Chen',
  createdAt: '2026-11-25T10:00:00.000Z',
  finishedAt: '2026-11-25T10:00:01.000Z',
  ...over,
});
