import { listRestatements } from '@quayside/contracts/costs/cost-reports';
import { explainProduct } from '@quayside/contracts/costs/costs';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { lockCosts } from '../../account/cost-lock.ts';
import { brokenInvariants } from './check/invariants.views.ts';

const EDITS = 20;
const AT_ONCE = 5;
let t: TestApp;
beforeAll(async () => {
  // Each waiting edit, and the transaction that holds the lock, needs a connection of its own.
  t = await startTestApp({}, { poolSize: 20 });
});
afterAll(() => t.close());

interface World {
  readonly maya: TestPerson;
  readonly kettle: string;
  readonly patch: (edit: number) => Promise<unknown>;
}

/** Creates an account with an order of 100 kettles that was recorded on 1 November. */
async function startWorld(): Promise<World> {
  t.setTime('2026-11-01T10:00:00.000Z');
  const first = await t.admin('GBP');
  const supplierId = (await t.ok(first, createSupplier, { body: { companyName: 'Ningbo', currency: 'GBP' } })).id;
  const kettle = (await t.ok(first, createProduct, { body: { sku: 'KTL', name: 'Kettle', supplierIds: [supplierId] } }))
    .id;
  const invoice = { supplierId, invoiceNumber: 'F-1', date: '2026-11-01', currency: 'GBP' };
  const invoiceId = (await t.ok(first, createInvoice, { body: invoice })).id;
  const goods = { productId: kettle, quantity: 100, amount: '1000.00' };
  const { line } = await t.ok(first, createInvoiceLine, { params: { invoiceId }, body: goods });
  t.setTime('2026-11-10T10:00:00.000Z');
  const maya = await t.member(first, 'sv-account-admin');
  const patch = (edit: number) =>
    t.ok(maya, patchInvoiceLine, {
      params: { invoiceId, id: line.invoiceLineId },
      body: { quantity: 100 + edit, amount: `${1000 + 7 * edit}.00` },
    });
  return { maya, kettle, patch };
}

/**
 * Sends the edits in groups while another unit of work holds the cost lock. Within a group, the edit that was sent
 * first has the latest time.
 */
async function editInParallel({ maya, patch }: World): Promise<void> {
  for (let sent = 0; sent < EDITS; sent += AT_ONCE) {
    const released = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holder = t.work(maya, async (w) => {
      await lockCosts(w);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const edits: Promise<unknown>[] = [];
    for (let edit = sent + 1; edit <= sent + AT_ONCE; edit += 1) {
      t.setTime(new Date(Date.UTC(2026, 10, 10, 10, 1, 0) - edit * 1000).toISOString());
      edits.push(patch(edit));
      await untilWaiting(edits.length);
    }
    released.resolve();
    await holder;
    await Promise.all(edits);
  }
}
/** Waits until this many units of work are waiting for the cost lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`.execute(t.deps.db);
    return rows[0]?.n;
  };
  for (let tried = 0; tried < 400 && (await waiting()) !== count; tried += 1) await sleep(5);
}

async function editInTurn({ patch }: World): Promise<void> {
  for (let edit = 1; edit <= EDITS; edit += 1) await patch(edit);
}

/** Reads the stored costs of an account and the results of its reports, without ids and times. */
async function storyOf({ maya, kettle }: World) {
  t.setTime('2026-11-12T10:00:00.000Z');
  const reader = await t.member(maya, 'sv-account-admin');
  const explain = async (asKnownOn?: string) => {
    const { landed, units, replays } = await t.ok(reader, explainProduct, {
      params: { id: kettle },
      query: { ...(asKnownOn && { asKnownOn }) },
    });
    return { landed, units, replays };
  };
  const restated = await t.ok(reader, listRestatements, { query: { from: '2026-11-05', to: '2026-11-11' } });
  const orders = await t.work(reader, async (w) => {
    const { rows } = await sql<{ units: bigint; is_followed: boolean }>`
      select units, superseded_at is not distinct from lead(recorded_at) over (order by recorded_at) as is_followed
      from cost_layer_history where account_id = ${w.scope.accountId} order by recorded_at`.execute(w.tx);
    return rows;
  });
  const allocations = await t.work(reader, async (w) => {
    const { rows } = await sql<{ amount: bigint; is_followed: boolean }>`
      select account_minor as amount,
        superseded_at is not distinct from lead(recorded_at) over (order by recorded_at) as is_followed
      from cost_allocation where account_id = ${w.scope.accountId} order by recorded_at`.execute(w.tx);
    return rows;
  });
  return {
    known: [await explain('2026-11-09'), await explain('2026-11-10'), await explain()],
    restated: restated.content.map(({ before, after, unitsBefore, unitsAfter }) => [
      before,
      after,
      unitsBefore,
      unitsAfter,
    ]),
    orders,
    allocations,
    broken: await t.work(reader, brokenInvariants),
  };
}

it('twenty edits of one line at once are stored, known and restated as if they came one by one', async () => {
  const [parallel, inTurn] = [await startWorld(), await startWorld()];
  await editInParallel(parallel);
  t.setTime('2026-11-10T10:00:00.000Z');
  await editInTurn(inTurn);
  const story = await storyOf(parallel);
  expect(story).toEqual(await storyOf(inTurn));
  expect(story.known).toEqual([
    { landed: '1000.00', units: 100, replays: true },
    { landed: '1140.00', units: 120, replays: true },
    { landed: '1140.00', units: 120, replays: true },
  ]);
  // The history contains the first state of the order, and its state after each edit.
  expect(story.orders).toHaveLength(EDITS + 1);
  expect(story.orders.every((row) => row.is_followed)).toBe(true);
  expect(story.broken).toEqual([]);
});

/**
 * Gives the rows of three edits the times that earlier releases stored: each edit began a second before the one that it
 * replaced.
 */
const asEarlierReleases = (maya: TestPerson) =>
  t.work(maya, async (w) => {
    const a = w.scope.accountId;
    const at = (edit: number) => new Date(Date.UTC(2026, 10, 10, 10, 0, 30 - edit));
    await sql`
      update cost_layer_history set superseded_at = ${at(1)} where account_id = ${a} and units = 100`.execute(w.tx);
    await sql`
      update cost_allocation set superseded_at = ${at(1)}
      where account_id = ${a} and amount_minor = 100000`.execute(w.tx);
    for (const edit of [1, 2, 3]) {
      await sql`
        update cost_layer_history set recorded_at = ${at(edit)}, superseded_at = null
        where account_id = ${a} and units = ${100 + edit}`.execute(w.tx);
      await sql`
        update cost_allocation set recorded_at = ${at(edit)}, superseded_at = ${edit === 3 ? null : at(edit + 1)}
        where account_id = ${a} and amount_minor = ${100000 + 700 * edit}`.execute(w.tx);
    }
    await sql`
      update cost_entry e set recorded_at = x.recorded_at, superseded_at = x.superseded_at
      from cost_allocation x where x.account_id = ${a} and e.account_id = ${a} and x.id = e.allocation_id`.execute(
      w.tx,
    );
  });

it('what earlier releases recorded wrongly is found by the nightly check, and an upgrade repairs it', async () => {
  const world = await startWorld();
  for (const edit of [1, 2, 3]) await world.patch(edit);
  const right = await storyOf(world);
  await asEarlierReleases(world.maya);
  const wrong = await storyOf(world);
  expect(wrong.known[1]?.units).toBe(101 + 102 + 103);
  expect(new Set(wrong.broken.map(({ invariant }) => invariant))).toEqual(
    new Set(['order is known once at any time', 'line is known once at any time', 'order = what is known of it']),
  );

  const repair = readFileSync(new URL('../../db/migrations/0014-known-once.sql', import.meta.url), 'utf8');
  await sql.raw(repair).execute(t.deps.db);
  const repaired = await storyOf(world);
  expect([repaired.known, repaired.restated, repaired.broken]).toEqual([right.known, right.restated, []]);
});
