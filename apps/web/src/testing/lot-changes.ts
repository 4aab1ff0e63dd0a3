import type { LotChanges } from '@quayside/contracts/costs/lot-changes';
import { idOf } from './person.ts';

/** A change that reaches no lot. */
export const NO_LOTS: LotChanges = {
  ...{ count: 0, lots: [], onHand: '0.00', notArrived: '0.00' },
  gone: { change: '0.00', byMonth: [] },
};

const gone = {
  change: '40.00',
  byMonth: [
    { month: '2026-11', change: '33.00' },
    { month: '2026-12', change: '7.00' },
  ],
};
/** A late bill of 95.00 on a lot of 95 kettles: 40 are gone, 50 on hand, 5 have not arrived. */
export const SOLD_LOT: LotChanges = {
  ...{ count: 3, onHand: '50.00', gone, notArrived: '5.00' },
  lots: [
    {
      packList: { id: idOf(950), number: 'PL-0001', plan: null },
      order: { id: idOf(951), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
      product: { id: idOf(200), sku: 'KTL', name: 'Kettle' },
      ...{ units: 95, change: '95.00', perUnitBefore: '10.0000', perUnitAfter: '11.0000' },
      onHand: { units: 50, before: '500.00', after: '550.00' },
      gone: { units: 40, ...gone },
      notArrived: { units: 5, change: '5.00' },
    },
  ],
};
