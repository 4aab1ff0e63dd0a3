import { describe, expect, it } from 'vitest';
import { inShort } from '../testing/in-short.ts';
import { checkOpen, checkPlanDays, checkShipping, checkStepBack, correctedDay, type PlanDays } from './plans.ts';

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
  expect([outcome(checkStepBack('IN_TRANSIT')), outcome(checkStepBack('OPEN'))]).toEqual([
    'ok',
    'plan.move (shipment_status.OPEN) (shipment_status.OPEN)',
  ]);
  expect(outcome(checkStepBack('RECEIVED'))).toBe('plan.move (shipment_status.RECEIVED) (shipment_status.OPEN)');
});

it('pack lists join and leave only a plan that is OPEN', () => {
  expect(outcome(checkOpen('OPEN'))).toBe('ok');
  expect(outcome(checkOpen('IN_TRANSIT'))).toBe('plan.locked (shipment_status.IN_TRANSIT)');
});
