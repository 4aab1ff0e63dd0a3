import type { BodyIn } from '@quayside/contracts/endpoint';
import type { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';

/**
 * The voyages of the demo seller. Days count backwards from today, so that a negative one is to come. They agree with
 * the days that are typed on the invoices, because due days of payments follow a plan first.
 */

type Days = 'readyOn' | 'cutOff' | 'estimatedShipDate' | 'eta' | 'estimatedDeliveryDate';
type Typed = Omit<BodyIn<typeof patchShipmentPlan>, Days>;
interface Voyage extends Typed {
  /** When all its goods were ready. Absent: a factory has not said it, so that its balance has no day yet. */
  readonly ready?: number;
  readonly etd: number;
  readonly eta: number;
  readonly delivery: number;
}
export type VoyageKey = 'kettles' | 'textiles' | 'jars' | 'cables' | 'air' | 'autumn' | 'underWay' | 'behind' | 'next';

/** A container for which the forwarder gave an estimate in dollars. */
const container = (containerType: '20FT' | '40FT', estimate: string) =>
  ({
    shippingMethod: 'SEA',
    containerType,
    calculateBy: 'CONTAINER_ESTIMATE',
    shippingRateOrContainerEstimate: estimate,
    fromAddressType: 'SUPPLIER',
    fromAddress: 'Port of Ningbo-Zhoushan',
  }) as const;
/** A price for each kilogram of chargeable weight, in dollars. */
const perKilogram = (shippingRateOrContainerEstimate: string) =>
  ({
    calculateBy: 'SHIPPING_RATE',
    shippingRateOrContainerEstimate,
    fromAddressType: 'FORWARDER',
  }) as const;

export const VOYAGES: Readonly<Record<VoyageKey, Voyage>> = {
  kettles: {
    ...container('40FT', '4800.00'),
    ...{ name: 'Kettles and lamps, spring', jobNumber: 'MOF-J1904', trackingNumber: 'MRDU 410228 6', rate: '0.7652' },
    ...{ ready: 262, etd: 262, eta: 232, delivery: 229 },
  },
  textiles: {
    ...container('40FT', '3300.00'),
    ...{ name: 'Towels and mats, spring', jobNumber: 'MOF-J1958', trackingNumber: 'MRDU 417730 1', rate: '0.7610' },
    ...{ ready: 214, etd: 212, eta: 182, delivery: 180 },
  },
  jars: {
    ...container('40FT', '2900.00'),
    ...{ name: 'Jars and bread boxes', jobNumber: 'MOF-J1959', trackingNumber: 'MRDU 417731 7', rate: '0.7610' },
    ...{ ready: 214, etd: 212, eta: 182, delivery: 180 },
  },
  cables: {
    ...container('40FT', '5200.00'),
    ...{ name: 'Cables, speakers and mugs', jobNumber: 'MOF-J2013', trackingNumber: 'MRDU 423094 5', rate: '0.7588' },
    ...{ ready: 163, etd: 162, eta: 132, delivery: 129 },
  },
  air: {
    ...perKilogram('6.40'),
    ...{ shippingMethod: 'AIR', name: 'Chargers and fans by air', fromAddress: 'Shenzhen Bao’an Airport' },
    ...{ jobNumber: 'MOF-A2207', trackingNumber: '160-5521 7784', rate: '0.7601' },
    // Straight to Amazon, which checks the units in.
    toAddressType: 'AMAZON_FBA',
    address: 'Amazon LTN4, Boscombe Road, Dunstable LU5 4FE',
    warehouseReference: 'FBA16QDR2LXH',
    ...{ ready: 119, etd: 117, eta: 112, delivery: 110 },
  },
  autumn: {
    ...container('40FT', '5900.00'),
    ...{ name: 'Kettles, trays and textiles', jobNumber: 'MOF-J2140', trackingNumber: 'MRDU 430871 9', rate: '0.7633' },
    ...{ ready: 76, etd: 75, eta: 54, delivery: 53 },
  },
  underWay: {
    ...container('40FT', '5125.00'),
    ...{ name: 'Autumn, with the new lamps', jobNumber: 'MOF-J2236', rate: '0.7619' },
    ...{ ready: 26, etd: 24, eta: -10, delivery: -14 },
  },
  behind: {
    ...perKilogram('0.145'),
    ...{ shippingMethod: 'SEA', containerType: 'LCL', name: 'Left behind in Ningbo', rate: '0.7622' },
    ...{ jobNumber: 'MOF-L0871', fromAddress: 'Meridian warehouse, Beilun, Ningbo', goodsTimeline: 'READY' },
    ...{ ready: 76, etd: 2, eta: -32, delivery: -36 },
  },
  next: {
    ...container('20FT', '3450.00'),
    ...{ name: 'Towels and mats for winter', jobNumber: 'MOF-J2291', rate: '0.7628' },
    goodsTimeline: 'READY_WITHIN_30_DAYS',
    // Straight to Amazon, whose rules its cartons are held against.
    toAddressType: 'AMAZON_FBA',
    address: 'Amazon BHX4, Lyons Park, Coventry CV5 9PF',
    warehouseReference: 'FBA17KXJ4QNP',
    ...{ etd: -25, eta: -59, delivery: -64 },
  },
};

/** Where everything goes, except for the plan that goes straight to Amazon. */
export const DESTINATION = {
  toAddressType: 'WAREHOUSE',
  country: 'GB',
  address: 'Harbour & Pine Ltd, Unit 4, Avonmouth Way, Bristol BS11 8AZ',
  warehouseReference: 'BRS-04',
  fromCountry: 'CN',
  currency: 'USD',
} as const;
