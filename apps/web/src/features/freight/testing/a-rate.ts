import type { DutyRate } from '@quayside/contracts/freight/duty-rates';
import type { FreightRate } from '@quayside/contracts/freight/freight-rates';
import { idOf } from '../../../testing/person.ts';

/** An air rate with breaks. */
export const aFreightRate = (over: Partial<FreightRate> = {}): FreightRate => ({
  id: idOf(800),
  name: 'Air to London',
  forwarder: { id: idOf(100), name: 'Seaway' },
  mode: 'AIR',
  fromCountry: 'CN',
  toCountry: 'GB',
  currency: 'USD',
  unit: 'KG',
  breaks: [
    { from: '0', price: '7' },
    { from: '45', price: '5.5' },
    { from: '100', price: '4.2' },
  ],
  divisor: null,
  divisorUnit: 'CM3_PER_KG',
  level: 'SHIPMENT',
  sideRounding: 'NONE',
  sideUnit: 'CM',
  minimum: '0',
  step: '1',
  leastCharge: '80.00',
  fees: [{ name: 'Documents', amount: '45.00' }],
  containerType: null,
  transitDays: 5,
  validFrom: '2026-10-01',
  validTo: '2026-12-31',
  validity: 'VALID',
  notes: null,
  planCount: 0,
  isArchived: false,
  can: { delete: { allowed: true, reason: null } },
  createdAt: '2026-10-01T09:00:00Z',
  updatedAt: '2026-10-01T09:00:00Z',
  version: 1,
  ...over,
});

/** The duty rate of an HS code. */
export const aDutyRate = (over: Partial<DutyRate> = {}): DutyRate => ({
  id: idOf(850),
  product: null,
  hsCode: '85167970',
  country: 'GB',
  percent: '4.5',
  validFrom: null,
  validTo: null,
  validity: 'VALID',
  productCount: 3,
  notes: null,
  createdAt: '2026-10-01T09:00:00Z',
  updatedAt: '2026-10-01T09:00:00Z',
  version: 1,
  ...over,
});
