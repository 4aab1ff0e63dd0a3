import { expect, it } from 'vitest';
import { lotStockProblem, takingProblem } from './recompute-takings.ts';

const lot = { id: 'l1', units: 400, landed: '4510.01', stock: { joined: '0.00' } };
const taking = {
  ...{ id: 't1', eventId: 'm1', day: '2026-11-22', givenOn: '2026-11-22', cause: 'SOLD' as const },
  ...{ units: 150, from: 0, to: 150, cost: '1691.25', unknownCost: null },
  ...{ words: null, customerOrderNumber: null },
};
const stock = {
  ...{ receivedOn: '2026-11-20', received: 300, lostOnTheWay: 0, joined: '0.00', gone: 150, goneCost: '1691.25' },
  ...{ onHand: 150, onHandCost: '1691.25', notArrived: 100, notArrivedCost: '1127.51' },
};

it('a taking costs what lies between its places, also when units come back (stock §3)', () => {
  expect(takingProblem(taking, lot, 'GBP')).toBeUndefined();
  expect(takingProblem({ ...taking, units: -150, from: 150, to: 0, cost: '-1691.25' }, lot, 'GBP')).toBeUndefined();
  expect(takingProblem({ ...taking, cost: '1691.26' }, lot, 'GBP')).toEqual({
    ...{ at: 't1', expected: '1691.25', found: '1691.26' },
  });
  expect(takingProblem({ ...taking, cost: null }, { ...lot, landed: null }, 'GBP')).toBeUndefined();
});

it('what is gone, on hand and not arrived are all units of a lot, at their places', () => {
  expect(lotStockProblem({ ...lot, stock }, 'GBP')).toBeUndefined();
  expect(lotStockProblem({ ...lot, stock: { ...stock, onHand: 149 } }, 'GBP')).toMatchObject({ expected: '400' });
  expect(lotStockProblem({ ...lot, stock: { ...stock, notArrivedCost: '1127.50' } }, 'GBP')).toEqual({
    ...{ at: 'l1', expected: '1127.51', found: '1127.50' },
  });
  const joined = { ...stock, joined: '1.99', goneCost: '1692.00', onHandCost: '1692.00', notArrivedCost: '1128.00' };
  expect(lotStockProblem({ ...lot, stock: joined }, 'GBP')).toBeUndefined();
  const pooled = { ...stock, goneCost: null, onHandCost: null };
  expect(lotStockProblem({ ...lot, stock: pooled }, 'GBP')).toBeUndefined();
});
