import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { inventoryDiscrepancies, knownLots, lotDiscrepancies } from '../../testing/lot-proofs.ts';
import { recompute } from '../../testing/recompute.ts';
import { doStep, type StockStep, startStock, stockStep } from '../../testing/stock-histories.ts';
import { brokenInvariants } from '../costs/check/invariants.views.ts';
import { brokenShipments } from '../shipments/check/shipments-invariants.views.ts';
import { brokenStock } from './check/stock-check.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const at = (kind: StockStep['kind'], which: number, value: number, day: number): StockStep => ({
  kind,
  which,
  value,
  day,
});
/** A history with every kind of step, none of which is refused. */
const USUAL: StockStep[] = [
  at('pack', 0, 9, 0),
  at('plan', 0, 0, 0),
  at('ship', 0, 0, 2),
  at('receive', 0, 5, 6),
  at('receiveOrder', 1, 11, 3),
  at('sell', 0, 7, 8),
  at('return', 0, 1, 9),
  at('lose', 0, 1, 9),
  at('move', 0, 2, 10),
  at('count', 0, 20, 12),
  at('bill', 0, 8, 0),
  at('amount', 0, 30, 0),
  at('loose', 0, 8, 5),
  at('looseDay', 0, 0, 9),
  at('method', 0, 2, 0),
  at('credit', 1, 1, 15),
  at('pack', 2, 3, 0),
  at('unpack', 2, 0, 0),
  at('undo', 0, 0, 0),
  at('receiveOrder', 3, 6, 7),
  at('bill', 3, 5, 0),
  at('rate', 0, 1, 0),
  at('pack', 2, 4, 0),
  at('plan', 0, 0, 0),
  at('ship', 1, 0, 2),
  at('short', 1, 0, 0),
  at('lineUnits', 2, 20, 0),
  at('receiveOrder', 2, 5, 16),
  at('reverseReceipt', 0, 0, 0),
  at('reverseMovement', 4, 0, 0),
  at('receiveOrder', 2, 10, 4),
  at('sellSet', 0, 2, 9),
  at('reverseUsed', 1, 0, 0),
  at('undo', 0, 0, 0),
  at('reverseUsed', 0, 0, 0),
  at('ordered', 0, 1, 0),
  at('contents', 1, 2, 1),
  at('ordered', 0, 2, 0),
  at('sellSet', 0, 1, 10),
  at('returnSet', 1, 0, 12),
];

it('whatever people do, stored stock equals a replay of everything, and units and money are conserved', async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(stockStep, { minLength: 25, maxLength: 45 }), async (steps) => {
      let world = await startStock(t);
      let known: unknown;
      for (const [i, step] of steps.entries()) {
        if (i === Math.floor(steps.length / 2)) {
          await t.followMethods();
          known = await knownLots(t, world);
          t.setTime('2026-11-26T10:00:00.000Z');
          world = { ...world, maya: await t.session(world.maya.userId, world.maya.accountId) };
        }
        await doStep(t, world, step);
        expect(await t.work(world.maya, brokenStock), JSON.stringify(step)).toEqual([]);
      }
      expect(await t.work(world.maya, brokenShipments)).toEqual([]);
      expect(await t.work(world.maya, brokenInvariants)).toEqual([]);
      expect(await t.work(world.maya, recompute)).toEqual([]);
      expect(await knownLots(t, world, '2026-11-25')).toEqual(known);
      for (const { productId } of world.orders) {
        expect(await lotDiscrepancies(t, world.maya, productId)).toEqual([]);
        expect(await inventoryDiscrepancies(t, world.maya, productId)).toEqual([]);
      }
      for (const [kind, times] of world.done) done.set(kind, (done.get(kind) ?? 0) + times);
    }),
    { numRuns: runs(8), examples: [[USUAL]] },
  );
  expect([...done.keys()].toSorted()).toEqual([...new Set(USUAL.map(({ kind }) => kind))].toSorted());
}, 600_000);
