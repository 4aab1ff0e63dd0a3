import type { Carton, CartonType } from '@quayside/contracts/shipments/cartons';
import type { Order, OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import type { CostedPackList } from '@quayside/contracts/shipments/pack-lists';
import { idOf } from '../../../testing/person.ts';

export const YES = { allowed: true, reason: null };
export const no = (reason: string) => ({ allowed: false, reason });

/** The order of 1,000 kettles from line 5 of NB-7001, of which nothing is packed. */
export const anOrder = (over: Partial<Order> = {}): Order => ({
  kind: 'SUPPLIER',
  orderId: idOf(600),
  number: 'SO-000001',
  status: 'OPEN',
  invoiceId: idOf(10),
  invoiceNumber: 'NB-7001',
  invoiceStatus: 'OPEN',
  invoiceLineId: idOf(11),
  linePosition: 5,
  date: '2026-11-02',
  supplierId: idOf(100),
  supplierName: 'Ningbo Haosheng',
  purchaseOrderId: null,
  poNumber: null,
  productId: idOf(200),
  sku: 'KTL-17',
  productName: 'Pour-over kettle',
  thumbnail: null,
  quantity: 1000,
  packedQuantity: 0,
  shippedQuantity: 0,
  receivedQuantity: 0,
  missingQuantity: 0,
  unpackedQuantity: 1000,
  packListCount: 0,
  unitsPerCase: 12,
  shippingMethod: null,
  readyOn: null,
  expectedOn: null,
  notes: null,
  can: { pack: YES, delete: YES },
  version: 0,
  ...over,
});

/** PL-0001 with 600 units of the order, in no carton and no plan. */
export const aPackList = (over: Partial<CostedPackList> = {}): CostedPackList => ({
  packListId: idOf(700),
  number: 'PL-0001',
  orderId: idOf(600),
  orderNumber: 'SO-000001',
  invoiceId: idOf(10),
  invoiceNumber: 'NB-7001',
  linePosition: 5,
  productId: idOf(200),
  sku: 'KTL-17',
  productName: 'Pour-over kettle',
  quantity: 600,
  receivedQuantity: 0,
  missingQuantity: 600,
  cartonId: null,
  cartonNumber: null,
  cartonCount: null,
  unitsPerCarton: null,
  shipmentPlanId: null,
  shipmentPlanNumber: null,
  status: 'OPEN',
  estimatedReadyDate: null,
  weight: '1440.000000000',
  volume: '3.200000000',
  isMeasured: false,
  can: { change: YES },
  version: 1,
  cost: null,
  unknownCost: null,
  ...over,
});

/** The same order, packed in these pack lists. */
export function packedOrder(packLists: readonly CostedPackList[], over: Partial<Order> = {}): OrderWithPackLists {
  const packed = packLists.reduce((sum, { quantity }) => sum + quantity, 0);
  const order = anOrder(over);
  return {
    ...order,
    packedQuantity: packed,
    unpackedQuantity: order.quantity - packed,
    packListCount: packLists.length,
    packLists: [...packLists],
    unpackedCost: null,
  };
}

/** A box of 60 × 40 × 40 cm. */
export const aCartonType = (over: Partial<CartonType> = {}): CartonType => ({
  id: idOf(850),
  name: 'Export box',
  length: '60',
  width: '40',
  height: '40',
  dimensionUnit: 'CM',
  weight: '0.8',
  weightUnit: 'KG',
  maxUnits: 12,
  volume: '0.096000000',
  cartonRows: 1,
  can: { delete: YES },
  updatedAt: '2026-11-20T09:00:00Z',
  version: 1,
  ...over,
});

/** CT-0001: 50 cartons of 12 kettles, from PL-0001. */
export function aCarton(over: Partial<Carton> = {}): Carton {
  const { cartonRows: _, can: __, updatedAt: ___, version: ____, ...type } = aCartonType();
  const inRow = { cartonId: idOf(800), cartonNumber: 'CT-0001', cartonCount: 50, unitsPerCarton: 12 };
  return {
    id: idOf(800),
    number: 'CT-0001',
    status: 'OPEN',
    count: 50,
    cartonType: type,
    shipmentPlanId: null,
    shipmentPlanNumber: null,
    contents: [{ productId: idOf(200), sku: 'KTL-17', name: 'Pour-over kettle', units: 12 }],
    unitsPerCarton: 12,
    packLists: [aPackList(inRow)],
    measuredWeight: null,
    weightUnit: 'KG',
    weight: '29.600000000',
    volume: '0.096000000',
    totalWeight: '1480.000000000',
    totalVolume: '4.800000000',
    marks: null,
    can: { change: YES },
    createdAt: '2026-11-20T09:00:00Z',
    updatedAt: '2026-11-20T09:00:00Z',
    version: 1,
    ...over,
  };
}
