import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
import { brokenStock } from './stock-check.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('the nightly check of stock', () => {
  it.each([
    ['stock = lots', sql`update product_stock set on_hand = on_hand + 1`],
    ['stock = lots', sql`update product_stock set landed_minor = landed_minor - 1`],
    ['stock of the account = products', sql`update stock_total set waits = waits + 1`],
    ['stock of the account = products', sql`update stock_total set products = products + 1`],
    ['on its way = orders', sql`update product_stock set on_order = on_order + 1`],
    ['takings = replay', sql`update taking set superseded_at = now()`],
    ['lots = replay', sql`update lot set taken = taken + 1`],
    ['lots = costs', sql`update lot set landed_minor = landed_minor + 1`],
    ['arrived = receipts', sql`update pack_list set received = received - 1`],
    [
      'found of decisions = found of receipts',
      sql`
        insert into missing_decision (
          account_id, id, pack_list_id, order_id, product_id, kind, debtor, day, units, found, created_at
        )
        select l.account_id, gen_random_uuid(), l.id, l.order_id, c.product_id, 'SHORT', 'SUPPLIER', '2026-11-11', 1, 1,
          now()
        from pack_list l
        join cost_layer c on c.account_id = l.account_id and c.id = l.order_id`,
    ],
  ] as const)('names what differs from a replay: %s', async (invariant, damage) => {
    t.setTime('2026-11-25T10:00:00.000Z');
    const maya = await t.admin('GBP');
    const { id: orderId, productId } = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    const place = 'WAREHOUSE';
    await t.ok(maya, receiveGoods, { body: { day: '2026-11-10', place, rows: [{ orderId }] } });
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, kind: 'TAKING', cause: 'SOLD', day: '2026-11-12', place, quantity: 30 }] },
    });
    expect(await t.work(maya, brokenStock)).toEqual([]);
    await t.work(maya, (w) => damage.execute(w.tx));
    expect((await t.work(maya, brokenStock)).map((found) => found.invariant)).toContain(invariant);
  });
});
