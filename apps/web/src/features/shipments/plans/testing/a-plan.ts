import type { CostedPackList } from '@quayside/contracts/pack-lists';
import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipment-plans';
import { idOf } from '../../../../testing/person.ts';
import { aPackList, YES } from '../../testing/an-order.ts';

/** PL-0412: 1,008 kettles in 84 cartons, which are in the plan. */
export const packedKettles = (over: Partial<CostedPackList> = {}): CostedPackList =>
  aPackList({
    packListId: idOf(701),
    number: 'PL-0412',
    sku: 'HP-KTL-17',
    quantity: 1008,
    cartonId: idOf(801),
    cartonNumber: 'CT-0001',
    cartonCount: 84,
    unitsPerCarton: 12,
    shipmentPlanId: idOf(900),
    shipmentPlanNumber: 'SP-0118',
    estimatedReadyDate: '2026-11-18',
    weight: '1440',
    volume: '5.44',
    isMeasured: true,
    ...over,
  });

/** PL-0413: 504 kettles in 42 cartons, which are in no plan. */
export const looseKettles = (over: Partial<CostedPackList> = {}): CostedPackList =>
  packedKettles({
    packListId: idOf(702),
    number: 'PL-0413',
    sku: 'HP-KTL-18',
    productName: 'Kettle, brushed steel',
    productId: idOf(201),
    quantity: 504,
    cartonId: idOf(802),
    cartonNumber: 'CT-0002',
    cartonCount: 42,
    shipmentPlanId: null,
    shipmentPlanNumber: null,
    weight: '720',
    volume: '2.72',
    ...over,
  });

/** SP-0118: an open plan by sea from Ningbo to a warehouse, with 84 cartons in a 20 ft container. */
export const aPlan = (over: Partial<ShipmentPlanWithPackLists> = {}): ShipmentPlanWithPackLists => ({
  id: idOf(900),
  number: 'SP-0118',
  name: 'Spring, by sea',
  status: 'OPEN',
  shippingMethod: 'SEA',
  estimatedReadyDate: '2026-12-16',
  readyOn: null,
  cutOff: '2026-12-18',
  estimatedShipDate: '2026-12-21',
  shippedOn: null,
  eta: '2027-01-25',
  arrivedOn: null,
  estimatedDeliveryDate: '2027-01-30',
  deliveredOn: null,
  isLate: false,
  goodsTimeline: 'READY_WITHIN_30_DAYS',
  fromAddressType: 'SUPPLIER',
  fromCountry: 'CN',
  fromAddress: '18 Harbour Road\nNingbo',
  toAddressType: 'WAREHOUSE',
  country: 'GB',
  address: 'Dock Road\nFelixstowe',
  containerType: '20FT',
  freightRateId: null,
  freightRate: null,
  calculateBy: 'CONTAINER_ESTIMATE',
  shippingRateOrContainerEstimate: '2620.00',
  currency: 'USD',
  accountCurrency: 'GBP',
  rate: '0.8',
  rateDate: '2026-11-20',
  rateSource: 'manual',
  chargeableWeight: '5440',
  estimatedCost: '2620.00',
  estimatedCostCurrency: 'USD',
  estimatedCostInAccountCurrency: '2096.00',
  lacking: null,
  isHazardousGoods: false,
  jobNumber: 'MOF-J2291',
  carrierContactId: idOf(100),
  carrierContact: { id: idOf(100), companyName: 'Meridian Ocean Freight', email: 'bookings@meridian.example' },
  trackingNumber: null,
  warehouseReference: null,
  notes: null,
  shippedDespite: null,
  packListCount: 1,
  units: 1008,
  cartons: 84,
  weight: '1440',
  volume: '5.44',
  sentAt: null,
  isChangedSinceSent: false,
  can: { edit: YES, changePackLists: YES, ship: YES, stepBack: { allowed: false, reason: 'It has not left' } },
  createdAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-20T09:00:00Z',
  version: 1,
  packLists: [packedKettles()],
  uploadedDocuments: [],
  ...over,
});

/** The same plan after it has left. */
export const plansAway = (over: Partial<ShipmentPlanWithPackLists> = {}): ShipmentPlanWithPackLists =>
  aPlan({
    status: 'IN_TRANSIT',
    readyOn: '2026-11-16',
    shippedOn: '2026-11-20',
    can: {
      edit: YES,
      changePackLists: { allowed: false, reason: 'The shipment plan has left, so its pack lists stay as they are.' },
      ship: { allowed: false, reason: 'It has left' },
      stepBack: YES,
    },
    ...over,
  });
