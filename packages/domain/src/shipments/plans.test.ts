import { describe, expect, it } from 'vitest';
import { inShort } from '../testing/in-short.ts';
import type { ShipmentStatus } from './option-lists.ts';
import {
  checkClosing,
  checkOpen,
  checkPlanDays,
  checkPlanEdit,
  checkReceivedByHand,
  checkShipping,
  checkStepBack,
  correctedDay,
  type PlanDays,
  type PlanState,
} from './plans.ts';

const NO_DAYS: PlanDays = {
  estimatedReadyDate: null,
  readyOn: null,
  cutOff: null,
  estimatedShipDate: null,
  shippedOn: null,
  eta: null,
  arrivedOn: null,
  estimatedDeliveryDate: null,
  deliveredOn: null,
};

describe('the days of a plan', () => {
  it.each<[Partial<PlanDays>, string]>([
    [{}, 'ok'],
    [{ estimatedShipDate: '2026-12-04', eta: '2026-12-04' }, 'ok'],
    [{ estimatedShipDate: '2026-12-04', eta: '2026-12-03' }, 'eta | plan.day_before 2026-12-04'],
    [{ eta: '2026-12-04', estimatedDeliveryDate: '2026-12-03' }, 'estimatedDeliveryDate | plan.day_before 2026-12-04'],
    [{ shippedOn: '2026-11-26' }, 'ok'],
    [{ shippedOn: '2026-11-27' }, 'shippedOn | payment.future'],
    [{ shippedOn: '2026-11-20', arrivedOn: '2026-11-19' }, 'arrivedOn | plan.day_before 2026-11-20'],
    [{ arrivedOn: '2026-11-20', deliveredOn: '2026-11-19' }, 'deliveredOn | plan.day_before 2026-11-20'],
    [{ estimatedShipDate: '2026-12-04', shippedOn: '2026-11-20', arrivedOn: '2026-11-25' }, 'ok'],
    [{ arrivedOn: '2026-11-25' }, 'arrivedOn | plan.not_shipped'],
    [{ readyOn: '2026-11-19', deliveredOn: '2026-11-25' }, 'deliveredOn | plan.not_shipped'],
  ])('%o: %s', (change, expected) => {
    const result = checkPlanDays({ ...NO_DAYS, ...change }, '2026-11-26');
    expect(result.ok ? 'ok' : `${result.field} | ${inShort(result.message)}`).toBe(expected);
  });
});

it.each<[Partial<PlanDays>, Partial<PlanDays>, string | undefined]>([
  [{}, { shippedOn: '2026-11-20' }, undefined],
  [{ shippedOn: '2026-11-20', eta: '2026-12-01' }, { shippedOn: '2026-11-20', eta: '2026-12-09' }, undefined],
  [{ shippedOn: '2026-11-20' }, { shippedOn: '2026-11-19' }, 'shippedOn'],
  [{ readyOn: '2026-11-10', shippedOn: '2026-11-20' }, { shippedOn: '2026-11-20' }, 'readyOn'],
])('from %o to %o corrects %s', (before, after, day) =>
  expect(correctedDay({ ...NO_DAYS, ...before }, { ...NO_DAYS, ...after })).toBe(day),
);

const outcome = (result: ReturnType<typeof checkShipping>) => (result.ok ? 'ok' : inShort(result.message));

it.each([
  ['OPEN', 1, 'ok'],
  ['OPEN', 0, 'plan.empty'],
  ['IN_TRANSIT', 1, 'plan.move (shipment_status.IN_TRANSIT) (shipment_status.IN_TRANSIT)'],
] as const)('a plan that is %s with %d pack lists may leave: %s', (status, packLists, expected) =>
  expect(outcome(checkShipping({ status, packLists }))).toBe(expected),
);

it('only a plan in transit goes a step back', () => {
  const plan = { status: 'IN_TRANSIT', units: 10n, received: 0n, missing: 10n } as const;
  const back = (of: Partial<PlanState>, to: ShipmentStatus) => outcome(checkStepBack({ ...plan, ...of }, to));
  expect(back({}, 'OPEN')).toBe('ok');
  expect(back({ received: 1n, missing: 9n }, 'OPEN')).toBe('plan.has_receipts');
  expect(back({ missing: 9n }, 'OPEN')).toBe('plan.has_receipts');
  expect(back({ status: 'OPEN' }, 'OPEN')).toBe('plan.move (shipment_status.OPEN) (shipment_status.OPEN)');
  expect(back({ status: 'RECEIVED' }, 'OPEN')).toBe('plan.move (shipment_status.RECEIVED) (shipment_status.OPEN)');
  expect(back({ status: 'RECEIVED', received: 9n, missing: 1n }, 'IN_TRANSIT')).toBe('ok');
  expect(back({ status: 'RECEIVED', received: 10n, missing: 0n }, 'IN_TRANSIT')).toBe('plan.nothing_out');
  expect(back({ status: 'CLOSED', missing: 0n }, 'RECEIVED')).toBe(
    'plan.move (shipment_status.CLOSED) (shipment_status.RECEIVED)',
  );
});

it('a plan is received by hand once it has left, and closed once nothing is undecided', () => {
  expect(outcome(checkReceivedByHand({ status: 'IN_TRANSIT' }))).toBe('ok');
  expect(outcome(checkReceivedByHand({ status: 'OPEN' }))).toBe(
    'plan.move (shipment_status.OPEN) (shipment_status.RECEIVED)',
  );
  expect(outcome(checkClosing({ status: 'RECEIVED', missing: 0n }))).toBe('ok');
  expect(outcome(checkClosing({ status: 'RECEIVED', missing: 4n }))).toBe('plan.undecided 4 4');
  expect(outcome(checkClosing({ status: 'IN_TRANSIT', missing: 0n }))).toBe(
    'plan.move (shipment_status.IN_TRANSIT) (shipment_status.CLOSED)',
  );
  expect([outcome(checkPlanEdit('RECEIVED')), outcome(checkPlanEdit('CLOSED'))]).toEqual(['ok', 'plan.closed']);
});

it('pack lists join and leave only a plan that is OPEN', () => {
  expect(outcome(checkOpen('OPEN'))).toBe('ok');
  expect(outcome(checkOpen('IN_TRANSIT'))).toBe('plan.locked (shipment_status.IN_TRANSIT)');
});
