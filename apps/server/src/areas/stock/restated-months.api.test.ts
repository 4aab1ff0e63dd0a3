import { listRestatements, restatementTotals } from '@quayside/contracts/costs/cost-reports';
import { createOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { listReceipts, receiveGoods, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { postInventoryBalanceUpdates, recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { setStockMethod } from '@quayside/contracts/stock/stock-method';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOfTaking } from '../../db/lot-cost.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { anInvoice, aSupplier } from '../../testing/invoices.ts';
import { anOrderOf } from '../../testing/shipments.ts';
import { brokenStock } from './check/stock-check.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const PLACE = 'WAREHOUSE';

/**
 * 10 units at 10.00 of 5 November, 10 at 12.00 of the 10th, 5 at 5.00 that have not arrived; 12 sold on the 12th for
 * 124.00. Then it is December.
 */
async function november() {
  t.setTime('2026-11-25T10:00:00.000Z');
  const first = await t.admin('GBP');
  const { id, productId, supplierId } = await anOrderOf(t, first, { units: 10, amount: '100.00' });
  const other = async (invoiceNumber: string, quantity: number, amount: string) => {
    const invoice = await anInvoice(t, first, { supplierId, invoiceNumber, date: '2026-11-02' }, [
      { productId, costType: 'FACTORY_INVOICE', quantity, amount },
    ]);
    const order = await t.work(first, (w) =>
      w.tx
        .selectFrom('cost_layer')
        .select('id')
        .where('account_id', '=', first.accountId)
        .where('invoice_id', '=', invoice.id)
        .executeTakeFirstOrThrow(),
    );
    return order.id;
  };
  const dearer = await other(`D-${productId}`, 10, '120.00');
  const cheap = await other(`C-${productId}`, 5, '25.00');
  const receive = (who: TestPerson, orderId: string, day: string) =>
    t.ok(who, receiveGoods, { body: { day, place: PLACE, rows: [{ orderId }] } });
  await receive(first, id, '2026-11-05');
  await receive(first, dearer, '2026-11-10');
  const sold = { productId, cause: 'SOLD', day: '2026-11-12', place: PLACE, quantity: 12 } as const;
  const { ids } = await t.ok(first, recordStockMovements, { body: { rows: [sold] } });
  t.setTime('2026-12-10T10:00:00.000Z');
  const maya = await t.session(first.userId, first.accountId);
  return { maya, productId, orderId: id, cheap, sale: ids[0] ?? '', receive };
}
type World = Awaited<ReturnType<typeof november>>;

/** What November cost, as known at the end of it, and as known now. */
async function costsOfNovember({ maya }: World): Promise<readonly [bigint, bigint]> {
  const known = (at: string) =>
    t.work(maya, async (w) => {
      const { rows } = await sql<{ cost: bigint | null }>`
        select sum(${costOfTaking('x', 'landed_minor')})::bigint as cost
        from taking t
        left join lateral (
          select * from lot_total x
          where x.account_id = t.account_id and x.lot_id = t.lot_id and x.recorded_at < ${at}::timestamptz
          order by x.recorded_at desc limit 1
        ) x on true
        where t.account_id = ${maya.accountId} and to_char(t.event_day, 'YYYY-MM') = '2026-11'
          and t.recorded_at < ${at}::timestamptz
          and (t.superseded_at is null or t.superseded_at >= ${at}::timestamptz)`.execute(w.tx);
      return rows[0]?.cost ?? 0n;
    });
  return [await known('2026-12-01T00:00:00Z'), await known('2026-12-31T00:00:00Z')];
}

const move = ({ maya, productId }: World, row: object) =>
  t.ok(maya, recordStockMovements, {
    body: { rows: [{ productId, cause: 'SOLD', day: '2026-11-11', place: PLACE, quantity: 2, ...row }] },
  });
const CHANGES: readonly (readonly [string, (world: World) => Promise<unknown>, string])[] = [
  [
    'opening stock',
    ({ maya, productId }) =>
      t.ok(maya, createOpeningStock, {
        body: { rows: [{ productId, quantity: 10, unitCost: '7.00', place: PLACE, day: '2026-11-01' }] },
      }),
    '-34.00',
  ],
  ['a receipt', ({ maya, cheap, receive }) => receive(maya, cheap, '2026-11-03'), '-29.00'],
  ['a sale', (world) => move(world, {}), '24.00'],
  [
    'a return',
    (world) => move(world, { kind: 'RETURN', cause: undefined, ofId: world.sale, day: '2026-11-13', quantity: 1 }),
    '-12.00',
  ],
  [
    'a count',
    ({ maya, productId }) =>
      t.ok(maya, postInventoryBalanceUpdates, {
        body: { updates: [{ productId, quantity: 6, date: '2026-11-14', channel: PLACE }] },
      }),
    '24.00',
  ],
  [
    'the reversal of a receipt',
    async ({ maya, orderId }) => {
      const { content } = await t.ok(maya, listReceipts);
      const id = content.find((one) => one.orderId === orderId)?.id ?? '';
      await t.ok(maya, reverseReceipt, { params: { id }, query: { replay: 'true' } });
    },
    '-4.00',
  ],
];

describe('what is recorded later of a month that was known (stock §3)', () => {
  it.each(CHANGES)('stands in the restatements by the month of what left: %s', async (_, change, moved) => {
    const world = await november();
    await change(world);
    const totals = await t.ok(world.maya, restatementTotals, { query: {} });
    expect(totals).toMatchObject({ from: '2026-11-30', gone: { change: '0.00' } });
    expect(totals.moved).toEqual({ change: moved, byMonth: [{ month: '2026-11', change: moved }] });
    const [before, after] = await costsOfNovember(world);
    expect(after - before).toBe(BigInt(Math.round(Number(moved) * 100)));
    expect(await t.work(world.maya, brokenStock)).toEqual([]);
  });

  it('explains with late bills every change of what the month cost, and another method as well', async () => {
    const world = await november();
    const { maya, orderId, productId } = world;
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'LATE', date: '2026-12-09' }, [
      { costType: 'SHIPPING', amount: '10.00', scope: [{ type: 'ORDER', id: orderId }] },
    ]);
    await move(world, {});
    // December is not known at the end of November, so that it is no restatement.
    await move(world, { day: '2026-12-05', quantity: 1 });
    const of = async () => {
      const { gone, moved } = await t.ok(maya, restatementTotals, { query: {} });
      return [gone, moved].map(({ byMonth }) => byMonth.find(({ month }) => month === '2026-11')?.change ?? '0.00');
    };
    // 14 units of November are 10 at 11.00 and 4 at 12.00 now: 158.00 after 124.00.
    expect(await of()).toEqual(['10.00', '24.00']);
    expect(await costsOfNovember(world)).toEqual([12400n, 15800n]);
    await t.ok(maya, setStockMethod, { body: { method: 'AVERAGE' } });
    await t.followMethods();
    const [before, after] = await costsOfNovember(world);
    const sum = (await of()).reduce((all, change) => all + BigInt(Math.round(Number(change) * 100)), 0n);
    expect(sum).toBe(after - before);
    const filter = JSON.stringify([{ field: 'product', op: 'in', values: [productId] }]);
    const none = JSON.stringify([{ field: 'product', op: 'in', values: [orderId] }]);
    const moved = async (query: object) => (await t.ok(maya, restatementTotals, { query })).moved.change;
    expect(await moved({ filter })).toBe(await moved({}));
    expect(await moved({ filter: none })).toBe('0.00');
    expect((await t.ok(maya, listRestatements, { query: {} })).content).toHaveLength(1);
  });
});
