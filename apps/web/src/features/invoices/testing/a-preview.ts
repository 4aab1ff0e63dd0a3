import type { AllocationPreview } from '@quayside/contracts/costs/allocation-preview';
import { idOf } from '../../../testing/person.ts';
import { NO_LOTS } from '../../../testing/lot-changes.ts';

type Share = AllocationPreview['shares'][number];

/** The share of an order in a freight line of 120.00. Order SO-1 has kettles, order SO-2 has mugs. */
export const shareOf = (n: 1 | 2, over: Partial<Share> = {}): Share => ({
  layerId: idOf(1100 + n),
  packList: null,
  order: { id: idOf(1100 + n), number: `SO-${n}`, invoiceNumber: 'NB-7001', linePosition: n },
  product: n === 1 ? { id: idOf(200), sku: 'KTL', name: 'Kettle' } : { id: idOf(201), sku: 'MUG', name: 'Mug' },
  units: 100 * n,
  weight: String(100 * n),
  percent: n === 1 ? '33.3333' : '66.6667',
  document: n === 1 ? '40.00' : '80.00',
  account: n === 1 ? '4.00' : '8.00',
  perUnit: '0.04',
  landedBefore: '5.000000',
  landedAfter: '5.040000',
  ...over,
});

/** A preview of a freight line of 120.00 that is spread over the two orders by quantity. */
export const aPreview = (over: Partial<AllocationPreview> = {}): AllocationPreview => ({
  basis: 'QUANTITY',
  isBasisFallback: false,
  currency: 'CNY',
  accountCurrency: 'GBP',
  cost: { document: '120.00', account: '12.00' },
  assigned: { document: '120.00', account: '12.00' },
  unassigned: { document: '0.00', account: '0.00' },
  unassignedReason: null,
  lackingProducts: [],
  weightScale: '1',
  gaps: [],
  ratedPlans: [],
  measure: 'UNITS',
  chargeableMethod: null,
  shares: [shareOf(1), shareOf(2)],
  lotChanges: NO_LOTS,
  ...over,
});
