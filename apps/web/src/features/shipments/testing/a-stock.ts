import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { getProductInventory, ProductLot } from '@quayside/contracts/stock/product-stock';
import type { StockRow } from '@quayside/contracts/stock/stock';
import type { StockMovement } from '@quayside/contracts/stock/stock-movements';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';

/** The stock of a kettle: 310 on hand, 100 on order. */
export const aStock = (over: Partial<StockRow> = {}): StockRow => ({
  productId: idOf(200),
  sku: 'KTL',
  name: 'Kettle',
  picture: null,
  onOrder: 100,
  packed: 0,
  inTransit: 60,
  missing: 4,
  onHand: 310,
  waiting: 0,
  unknown: 0,
  value: '3511.50',
  factoryValue: '3100.00',
  valuePerUnit: '11.3274',
  ...over,
});

/** A count of kettles that found two units less than there should be. */
export const aMovement = (over: Partial<StockMovement> = {}): StockMovement => ({
  id: idOf(700),
  kind: 'COUNT',
  cause: null,
  productId: idOf(200),
  sku: 'KTL',
  productName: 'Kettle',
  day: '2026-11-20',
  place: 'WAREHOUSE',
  toPlace: null,
  quantity: 68,
  difference: -2,
  waiting: 0,
  cost: '20.00',
  unknownCost: null,
  words: 'broken box',
  ofId: null,
  customerOrderNumber: null,
  soldAs: null,
  createdAt: '2026-11-20T09:00:00Z',
  createdBy: 'Ada Crane',
  reversedAt: null,
  can: { reverse: { allowed: true, reason: null } },
  ...over,
});

/** A pack list of 400 kettles, of which 300 are on hand. */
export const aLot = (over: Partial<ProductLot> = {}): ProductLot => ({
  id: idOf(710),
  kind: 'PACK_LIST',
  packListNumber: 'PL-0002',
  orderId: idOf(600),
  orderNumber: 'SO-000001',
  purchaseOrderNumber: 'PO-33',
  invoiceId: idOf(610),
  shipmentPlanId: idOf(620),
  shipmentPlanNumber: 'SP-0112',
  planStatus: 'IN_TRANSIT',
  receivedOn: '2026-11-20',
  expectedOn: null,
  units: 400,
  received: 300,
  taken: 0,
  onHand: 300,
  notArrived: 100,
  unitCost: '11.275025',
  cost: '4510.01',
  value: '3382.50',
  factoryValue: '3000.00',
  notArrivedValue: '1127.51',
  unknownCost: null,
  basis: 'ACTUAL',
  ...over,
});

/** The stock of one product with these lots. */
export const anInventory = (
  lots: readonly ProductLot[],
  over: Partial<ResponseOf<typeof getProductInventory>> = {},
): ResponseOf<typeof getProductInventory> => ({
  ...aPage(lots),
  method: 'FIFO',
  looseCosts: [],
  stock: {
    onOrder: 100,
    packed: 0,
    inTransit: 0,
    missing: 0,
    onHand: 310,
    waiting: 0,
    unknown: 0,
    value: '3511.50',
    factoryValue: '3100.00',
    valuePerUnit: '11.3274',
  },
  places: lots.length === 0 ? [] : [{ place: 'AMAZON_UK', units: 310 }],
  ...over,
});
