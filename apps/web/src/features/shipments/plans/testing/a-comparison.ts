import type { BodyOut } from '@quayside/contracts/endpoint';
import type { ChosenRate } from '@quayside/contracts/freight/freight-rate-refs';
import type { PreFlight, PreFlightFinding } from '@quayside/contracts/shipments/pre-flight';
import type { compareFreight, Offer, WhatIf } from '@quayside/contracts/shipments/what-if';
import { idOf } from '../../../../testing/person.ts';

/** A 20 ft container of Meridian for 2,620.00 GBP. */
const aRate = (over: Partial<ChosenRate> = {}): ChosenRate => ({
  id: idOf(1001),
  name: '20 ft container',
  forwarder: { id: idOf(100), companyName: 'Meridian Ocean Freight' },
  mode: 'SEA',
  unit: 'CONTAINER',
  containerType: '20FT',
  currency: 'GBP',
  fromCountry: 'CN',
  toCountry: 'GB',
  transitDays: 35,
  validFrom: null,
  validTo: '2026-12-31',
  validOn: '2026-12-21',
  validity: 'VALID',
  isArchived: false,
  ...over,
});

/** The rate by air, whose charge is in dollars. */
export const BY_AIR = aRate({
  id: idOf(1002),
  name: 'Air express',
  forwarder: null,
  mode: 'AIR',
  unit: 'KG',
  containerType: null,
  currency: 'USD',
  transitDays: 2,
});

const offer = (over: Partial<Offer>): Offer => ({
  rate: aRate(),
  isChosen: false,
  remarks: [],
  charge: '2620.00',
  fees: '0.00',
  chargeable: '1',
  price: '2620',
  from: '0',
  isLeastCharge: false,
  containers: 1,
  lacking: null,
  accountAmount: '2620.00',
  perUnit: '2.599206',
  arrivalDay: '2027-01-25',
  difference: null,
  bySku: [
    {
      productId: idOf(200),
      sku: 'HP-KTL-17',
      units: 1008,
      amount: '2620.00',
      perUnit: '2.599206',
      accountAmount: '2620.00',
      landedPerUnit: '10.1234',
    },
  ],
  ...over,
});

/** The offers of a container and by air; the second costs £2,024.00 more once the first is chosen. */
export function aComparison(chosenId: string | null, body: BodyOut<typeof compareFreight> = {}): WhatIf {
  const joining = body.addPackListIds?.length ?? 0;
  const offers = [
    offer({ difference: chosenId === null ? null : '0.00' }),
    offer({
      rate: BY_AIR,
      remarks: ['MODE_DIVISOR'],
      charge: '5805.00',
      fees: '120.00',
      chargeable: '1440',
      price: '3.9480',
      from: '1500',
      containers: null,
      accountAmount: '4644.00',
      perUnit: '4.607143',
      arrivalDay: '2026-12-23',
      difference: chosenId === null ? null : '2024.00',
    }),
  ].map((one) => ({ ...one, isChosen: one.rate.id === chosenId }));
  return {
    accountCurrency: 'GBP',
    shipDay: body.shipDay ?? '2026-12-21',
    packLists: 1 + joining,
    units: 1008 + 504 * joining,
    cartons: 84,
    weight: joining > 0 ? '2160' : '1440',
    volume: joining > 0 ? '8.16' : '5.44',
    offers: body.freightRateIds ? offers.filter(({ rate }) => rate.id === chosenId) : offers,
    notValid: [
      aRate({ id: idOf(1003), name: 'Autumn', validTo: '2026-11-30', validity: 'EXPIRED' }),
      aRate({ id: idOf(1004), name: 'Next year', validFrom: '2027-01-01', validity: 'NOT_YET_VALID' }),
    ],
    containers: [
      {
        containerType: '20FT',
        name: '20GP',
        usableVolume: '26',
        payload: '28180',
        count: 1,
        volumePercent: '20.9',
        weightPercent: '5.1',
      },
    ],
    room: body.room
      ? {
          orderId: body.room.orderId,
          orderNumber: 'SO-000118',
          sku: 'HP-KTL-18',
          containerType: '20FT',
          unitsPerCarton: 12,
          cartons: 317,
          volume: '20.544',
          limitedBy: 'VOLUME',
          freeVolume: '20.56',
          freeWeight: '26740',
          effect:
            chosenId === null
              ? null
              : {
                  currency: 'GBP',
                  before: { amount: '2620.00', perUnit: '2.599206' },
                  after: { amount: '2620.00', perUnit: '0.544249' },
                  cartons: 317,
                },
        }
      : null,
  };
}

const UK = { marketplace: 'UK', version: '2026-11', sources: ['Amazon FR 200141510'] };

/** Pre-flight of 84 cartons that pass. */
export const passed = (over: Partial<PreFlight> = {}): PreFlight => ({
  errors: 0,
  warnings: 0,
  cartons: 84,
  isToAmazon: false,
  rules: null,
  findings: [],
  labels: [],
  ...over,
});

const FINDING: PreFlightFinding = {
  code: 'TOO_HEAVY',
  severity: 'ERROR',
  carton: { id: idOf(801), number: 'CT-0001' },
  skus: ['HP-KTL-17'],
  limit: '23',
  value: '24.5',
  unit: 'KG',
  version: '2026-11',
  sources: ['Amazon FR 200141510'],
  plannedIn: [],
  packedIn: [],
};

/** Pre-flight of a plan to Amazon: a carton row is too heavy, units are in no carton, and one row needs a label. */
export const failed = (): PreFlight =>
  passed({
    errors: 2,
    isToAmazon: true,
    rules: UK,
    findings: [
      FINDING,
      {
        ...FINDING,
        code: 'CONTENTS',
        carton: null,
        limit: '1058',
        value: '1008',
        unit: 'UNITS',
        version: null,
        sources: [],
        plannedIn: [{ number: 'PL-0412', units: 1058, cartonId: null }],
        packedIn: [{ number: 'CT-0001', units: 1008, cartonId: idOf(801) }],
      },
    ],
    labels: [
      { carton: { id: idOf(802), number: 'CT-0002' }, count: 42, label: 'HEAVY_PACKAGE', above: '15', unit: 'KG' },
    ],
  });
