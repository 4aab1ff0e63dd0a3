import { explainProduct } from '@quayside/contracts/costs/costs';
import { getInvoice } from '@quayside/contracts/invoices/invoices';
import { getProduct } from '@quayside/contracts/products/products';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { act, startHistory, step, type Step } from '../../testing/cost-histories.ts';
import { recompute } from '../../testing/recompute.ts';
import { brokenInvariants } from './check/invariants.views.ts';

/**
 * The steps that credit four invoices in full (4), by a cent of one line (1), or both, and close them. What is credited
 * by more than it cost has no units that could bear the rest, so it stays open.
 */
const CREDITED_AND_CLOSED = [
  ...[[4], [1], [4, 1], [1, 1]].flatMap((values, which): Step[] =>
    values.map((value) => ({ kind: 'credit', which, value })),
  ),
  ...[0, 1, 2, 3].map((which): Step => ({ kind: 'close', which, value: 0 })),
];

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it('after any history all invariants hold, a full recompute finds no difference and products replay', async () => {
  let credits = 0;
  let closed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 22 }), async (steps) => {
      const world = await startHistory(t);
      for (const each of steps) {
        await act(t, world, each);
        expect(await t.work(world.maya, brokenInvariants)).toEqual([]);
      }
      expect(await t.work(world.maya, recompute)).toEqual([]);
      for (const id of world.invoices) {
        const invoice = await t.ok(world.maya, getInvoice, { params: { id } });
        credits += invoice.lines.filter((l) => l.creditsLine !== null).length;
        closed += invoice.status === 'CLOSED' ? 1 : 0;
      }
      for (const p of world.products) {
        const tree = await t.ok(world.maya, explainProduct, { params: { id: p.id } });
        const stored = await t.ok(world.maya, getProduct, { params: { id: p.id } });
        expect([tree.replays, tree.documents.every((d) => d.addsUp), tree.landed]).toEqual([
          true,
          true,
          stored.landedCostTotal,
        ]);
      }
    }),
    { numRuns: runs(8), examples: [[CREDITED_AND_CLOSED]] },
  );
  // Ensures that the test checks something: the random histories contain credits and closed invoices.
  expect([credits >= 5, closed > 0]).toEqual([true, true]);
}, 180_000);
