import { describe, expect, it } from 'vitest';
import { inShort } from '../testing/in-short.ts';
import { compareNumbers, leafKey, numberOf, numberText } from './numbers.ts';
import type { ShipmentStatus } from './option-lists.ts';
import {
  checkChangeable,
  shippedUnits,
  checkOrderUnits,
  checkPacking,
  creditUnits,
  leastAdvanced,
  orderStatus,
  packListStatus,
} from './pack-lists.ts';
import type { FieldResult } from '../payables/refusals.ts';

const outcome = <T>(result: FieldResult<T>) =>
  result.ok ? result.value : `${result.field} | ${result.code} | ${inShort(result.message)}`;

describe('packing', () => {
  it('600 and 401 of 1,000: the second is refused with how many are left', () => {
    expect(outcome(checkPacking({ units: 1000n, packedInOthers: 0n }, 600n))).toBe(600n);
    expect(outcome(checkPacking({ units: 1000n, packedInOthers: 600n }, 400n))).toBe(400n);
    const refused = 'quantity | bad_input | pack_list.left 400 400';
    expect(outcome(checkPacking({ units: 1000n, packedInOthers: 600n }, 401n))).toBe(refused);
  });

  it.each([
    [0n, 'quantity | bad_input | field.min 1'],
    [-1n, 'quantity | bad_input | field.min 1'],
    [12_001n, 'quantity | bad_input | pack_list.left 12000 12,000'],
  ])('%d of 12,000 is refused', (quantity, expected) =>
    expect(outcome(checkPacking({ units: 12_000n, packedInOthers: 0n }, quantity))).toBe(expected),
  );
});

describe('a credit of units', () => {
  it('takes unpacked units, and no packed ones', () => {
    const order = { units: 1000n, packed: 600n };
    expect(outcome(creditUnits(order, 500n))).toBe('quantity | bad_input | pack_list.credit_left 400 600');
    expect(outcome(creditUnits(order, 400n))).toEqual({ units: 600n, unpacked: 0n });
    expect(outcome(creditUnits(order, 150n))).toEqual({ units: 850n, unpacked: 250n });
  });

  it('of money alone always goes', () =>
    expect(outcome(creditUnits({ units: 100n, packed: 100n }, 0n))).toEqual({ units: 100n, unpacked: 0n }));
});

it('the units of an order do not fall below what is packed', () => {
  expect(outcome(checkOrderUnits(600n, 600n))).toBe(600n);
  expect(outcome(checkOrderUnits(599n, 600n))).toBe('quantity | invoices.in_use | pack_list.packed 600');
});

it.each<[ShipmentStatus | null, string]>([
  [null, 'ok'],
  ['OPEN', 'ok'],
  ['IN_TRANSIT', 'shipments.locked pack_list.locked (shipment_status.IN_TRANSIT)'],
  ['RECEIVED', 'shipments.locked pack_list.locked (shipment_status.RECEIVED)'],
])('a pack list in a plan that is %s: %s', (status, expected) => {
  const result = checkChangeable({ planStatus: status, received: 0n });
  expect(result.ok ? 'ok' : `${result.code} ${inShort(result.message)}`).toBe(expected);
});

it('a pack list of which something has arrived stays as it is', () => {
  const result = checkChangeable({ planStatus: null, received: 1n });
  expect(result.ok ? 'ok' : `${result.code} ${inShort(result.message)}`).toBe('shipments.locked pack_list.received');
});

describe('the status of an order', () => {
  it.each<[string, ShipmentStatus]>([
    ['', 'OPEN'],
    ['60 IN_TRANSIT', 'OPEN'],
    ['60 IN_TRANSIT, 40 OPEN', 'OPEN'],
    ['60 IN_TRANSIT, 40 RECEIVED', 'IN_TRANSIT'],
    ['60 CLOSED, 40 RECEIVED', 'RECEIVED'],
    ['100 CLOSED', 'CLOSED'],
  ])('of 100 units with %j is %s', (text, expected) => {
    const packLists = text
      .split(', ')
      .filter((one) => one !== '')
      .map((one) => {
        const [units = '0', status] = one.split(' ');
        return { units: BigInt(units), status: status as ShipmentStatus };
      });
    expect(orderStatus(100n, packLists)).toBe(expected);
    expect(orderStatus(100n, packLists.toReversed())).toBe(expected);
  });

  it('is that of a plan for pack lists and cartons, OPEN without one', () => {
    const packed = { units: 10n, received: 0n, missing: 10n };
    const statusOf = (planStatus: ShipmentStatus | null) => packListStatus({ ...packed, planStatus });
    expect([statusOf(null), statusOf('RECEIVED'), leastAdvanced([])]).toEqual(['OPEN', 'RECEIVED', 'OPEN']);
  });

  it('is RECEIVED without a plan once all of it has arrived; what has arrived until then is shipped', () => {
    const loose = (received: bigint) => ({ planStatus: null, units: 10n, received, missing: 10n - received });
    expect([0n, 4n, 10n].map((n) => [packListStatus(loose(n)), shippedUnits(loose(n))])).toEqual([
      ['OPEN', 0n],
      ['OPEN', 4n],
      ['RECEIVED', 10n],
    ]);
    const inPlan = (planStatus: ShipmentStatus) => shippedUnits({ ...loose(0n), planStatus });
    expect([inPlan('OPEN'), inPlan('IN_TRANSIT')]).toEqual([0n, 10n]);
  });
});

describe('numbers', () => {
  it('have at least four digits and are compared as numbers', () => {
    const numbers = [10_000n, 2n, 9_999n].toSorted(compareNumbers);
    expect(numbers.map((n) => numberText('PACK_LIST', n))).toEqual(['PL-0002', 'PL-9999', 'PL-10000']);
    expect([numberText('SHIPMENT_PLAN', 1n), numberText('CARTON', 1n)]).toEqual(['SP-0001', 'CT-0001']);
  });

  it.each<[string, bigint | undefined]>([
    ['PL-0012', 12n],
    ['pl12', 12n],
    [' PL-10000 ', 10_000n],
    ['SP-0012', undefined],
    ['0012', undefined],
    ['PL-', undefined],
  ])('%j is read as %s', (text, expected) => expect(numberOf('PACK_LIST', text)).toBe(expected));

  it('are text in the key of a leaf, after the number of the order', () => {
    const keys = [leafKey('SO-2', 1n), leafKey('SO-1', 10_000n), leafKey('SO-1', 9_999n), leafKey('SO-1', null)];
    expect(keys.toSorted()).toEqual(['SO-1', 'SO-1 PL-10000', 'SO-1 PL-9999', 'SO-2 PL-0001']);
  });
});
