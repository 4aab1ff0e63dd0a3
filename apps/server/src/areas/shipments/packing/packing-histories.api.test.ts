import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Work } from '../../../db/tx.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { theOrder } from '../../../testing/shipments.ts';
import { pack, type PackingStep, packingStep, startPacking } from '../../../testing/packing-histories.ts';
import { recompute } from '../../../testing/recompute.ts';
import { brokenInvariants } from '../../costs/check/invariants.views.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { brokenShipments } from '../check/shipments-invariants.views.ts';
import { syncOrders, syncPlans } from '../sync/sync.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** What the rules of packing forbid, found in SQL. */
async function broken(w: Work): Promise<unknown[]> {
  const { rows } = await sql`
    select 'order packed above its units' as what, c.number as which
    from cost_layer c join order_packing k on k.account_id = c.account_id and k.order_id = c.id
    where k.packed > case when c.removed_at is null then c.units else 0 end
    union all
    select 'sums of an order', c.number
    from cost_layer c
    left join order_packing k on k.account_id = c.account_id and k.order_id = c.id
    cross join lateral (
      select coalesce(sum(l.units), 0) as packed, count(*) as lists,
        coalesce(sum(l.units) filter (where s.status <> 'OPEN'), 0) as shipped
      from pack_list l left join shipment_plan s on s.account_id = l.account_id and s.id = l.plan_id
      where l.account_id = c.account_id and l.order_id = c.id and l.removed_at is null
    ) n
    where (coalesce(k.packed, 0), coalesce(k.shipped, 0), coalesce(k.pack_lists, 0))
      is distinct from (n.packed, n.shipped, n.lists)
    union all
    select 'status of an order', c.number
    from cost_layer c join order_packing k on k.account_id = c.account_id and k.order_id = c.id
    where c.removed_at is null and k.status <> case
      when k.packed = c.units and c.units > 0 and k.shipped = k.packed then 'IN_TRANSIT' else 'OPEN' end
    union all
    select 'sums of a plan', s.number::text
    from shipment_plan s
    cross join lateral (
      select count(*) as lists, coalesce(sum(l.units), 0) as units,
        (
          select coalesce(sum(c.count), 0) from carton c where c.account_id = s.account_id and c.plan_id = s.id
        ) as cartons
      from pack_list l where l.account_id = s.account_id and l.plan_id = s.id
    ) n
    where s.removed_at is null and (s.pack_lists, s.units, s.cartons) is distinct from (n.lists, n.units, n.cartons)
    union all
    select 'weight of a plan', s.number::text
    from shipment_plan s
    cross join lateral (
      select case when bool_and(part.ug is not null) then sum(part.ug) end as ug
      from (
        select coalesce(c.measured_ug * c.count, (
          select case when bool_and(o.weight_ug > 0) is true and count(o.weight_ug) = count(*)
            then sum(l.units * o.weight_ug) end
          from pack_list l join cost_layer o on o.account_id = l.account_id and o.id = l.order_id
          where l.account_id = c.account_id and l.carton_id = c.id
        )) as ug
        from carton c where c.account_id = s.account_id and c.plan_id = s.id
        union all
        select l.units * nullif(o.weight_ug, 0)
        from pack_list l join cost_layer o on o.account_id = l.account_id and o.id = l.order_id
        where l.account_id = s.account_id and l.plan_id = s.id and l.carton_id is null
      ) part
    ) n
    where s.removed_at is null and s.weight_ug is distinct from n.ug
    union all
    select 'carton in another plan than its pack lists', c.number::text
    from carton c
    where exists (
      select from pack_list l
      where l.account_id = c.account_id and l.carton_id = c.id and l.plan_id is distinct from c.plan_id
    )
    union all
    select 'uneven carton', c.number::text
    from carton c join pack_list l on l.account_id = c.account_id and l.carton_id = c.id
    where l.units % c.count <> 0
    union all
    select 'empty carton', c.number::text
    from carton c
    where not exists (select from pack_list l where l.account_id = c.account_id and l.carton_id = c.id)
    union all
    select 'empty or lost plan', s.number::text
    from shipment_plan s
    where (s.removed_at is null) <> exists (
      select from pack_list l where l.account_id = s.account_id and l.plan_id = s.id
    )`.execute(w.tx);
  return rows;
}

/** Everything that is derived of packing: sums and statuses of orders and plans. */
async function derived(w: Work): Promise<unknown[]> {
  const orders = await w.tx
    .selectFrom('order_packing')
    .select(['order_id as id', 'packed', 'shipped', 'pack_lists', 'status'])
    .orderBy('order_id')
    .execute();
  const plans = await w.tx
    .selectFrom('shipment_plan')
    .select(['id', 'pack_lists', 'units', 'cartons', 'weight_ug', 'volume_mm3', 'chargeable_ug'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return [...orders, ...plans];
}

const at = (kind: PackingStep['kind'], which: number, value: number): PackingStep => ({ kind, which, value });
/** A history of the most important steps, none of which is refused. */
const USUAL: PackingStep[] = [
  at('pack', 0, 0),
  at('pack', 1, 1),
  at('carton', 0, 0),
  at('byCase', 1, 7),
  at('newPlan', 0, 0),
  at('bill', 0, 0),
  at('bill', 2, 1),
  at('duty', 0, 16),
  at('method', 0, 0),
  at('measure', 2, 2),
  at('amount', 0, 9),
  at('unpack', 2, 2),
  at('undo', 0, 0),
  at('ship', 0, 0),
];

it('after any history all units and all money are somewhere, and a full recompute changes nothing', async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(packingStep, { minLength: 12, maxLength: 24 }), async (steps) => {
      const world = await startPacking(t);
      for (const step of steps) {
        await pack(t, world, step);
        expect([step, await t.work(world.maya, broken)]).toEqual([step, []]);
        expect([step, await t.work(world.maya, brokenShipments)]).toEqual([step, []]);
        expect([step, await t.work(world.maya, brokenInvariants)]).toEqual([step, []]);
        expect([step, await t.work(world.maya, recompute)]).toEqual([step, []]);
      }
      const [before, after] = await t.work(world.maya, async (w) => {
        await lockCosts(w);
        const stored = await derived(w);
        const ids = async (table: 'cost_layer' | 'shipment_plan') =>
          (await w.tx.selectFrom(table).select('id').execute()).map(({ id }) => id);
        const known = new Set(stored.map((row) => (row as { id: string }).id));
        await syncOrders(
          w,
          (await ids('cost_layer')).filter((id) => known.has(id)),
        );
        await syncPlans(w, await ids('shipment_plan'));
        return [stored, await derived(w)];
      });
      expect(after).toEqual(before);
      for (const { id } of world.orders) {
        const order = await theOrder(t, world.maya, id);
        const packed = order.packLists.reduce((sum, list) => sum + list.quantity, 0);
        expect([packed, packed + order.unpackedQuantity]).toEqual([order.packedQuantity, order.quantity]);
      }
      for (const [kind, count] of world.done) done.set(kind, (done.get(kind) ?? 0) + count);
    }),
    { numRuns: runs(6), examples: [[USUAL]] },
  );
  // Ensures that the test checks something: the usual steps were not refused.
  const usual = ['amount', 'bill', 'byCase', 'carton', 'measure', 'method', 'pack', 'undo', 'unpack'];
  expect([...done.keys()].toSorted()).toEqual(expect.arrayContaining(usual));
}, 240_000);
