import type { KyselyPlugin } from 'kysely';
import pg from 'pg';
import { createSupplier, updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/pool.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Dispatcher, type OutboxEvent, startDispatcher } from './dispatcher.ts';
import { sweepOutbox } from './outbox.jobs.ts';
import { changed, emit, OUTBOX_CHANNEL } from './outbox.ts';

const NEVER_MS = 3_600_000;

let t: TestApp;
let maya: TestPerson;
let elsewhere: TestDatabase;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  elsewhere = await freshDatabase();
});
afterAll(async () => {
  await t.close();
  await elsewhere.drop();
});

const atEnd: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of atEnd.splice(0)) await end();
});

async function connect(url = t.databaseUrl): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  atEnd.push(() => client.end());
  return client;
}

/** Starts a dispatcher that polls only once an hour, so that these tests see what NOTIFY alone does. */
async function start(options: { readonly db?: Database; readonly pauseMs?: number } = {}) {
  const warnings: string[] = [];
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  const dispatcher = await startDispatcher({ db: t.deps.db, url: t.databaseUrl, log, pollMs: NEVER_MS, ...options });
  atEnd.push(() => dispatcher.stop());
  return { dispatcher, events: collect(dispatcher), warnings };
}
function collect(dispatcher: Dispatcher): OutboxEvent[] {
  const events: OutboxEvent[] = [];
  dispatcher.onEvent((event) => events.push(event));
  return events;
}
const idsOf = (events: readonly OutboxEvent[]) => events.flatMap((event) => event.payload['ids'] as string[]);

const INSERT = `insert into outbox (account_id, type, payload)
  select $1, 'changed', jsonb_build_object('topic', 'products', 'ids', jsonb_build_array(id), 'version', null)
  from unnest($2::text[]) as id`;
const insert = (client: pg.Client, ids: readonly string[], accountId = maya.accountId) =>
  client.query(INSERT, [accountId, ids]);
const PAUSE_MS = 1_500;
/**
 * The database, which counts how often the newest rows are read. A reading may take a further statement for rows of
 * transactions that were running before, also in other databases of the server.
 */
function counted(): { readonly db: Database; readonly readings: () => number } {
  let readings = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'now' in row)) readings += 1;
      return result;
    },
  };
  return { db: t.deps.db.withPlugin(plugin), readings: () => readings };
}
const emitNow = (id: string) => t.work(maya, (w) => emit(w, changed('products', [id])));

it('are read together if they follow each other closely, and at once after a pause', async () => {
  const { db, readings } = counted();
  const { dispatcher, events } = await start({ db, pauseMs: PAUSE_MS });
  await dispatcher.drain();
  const before = readings();
  const began = performance.now();
  await emitNow('first');
  await expect.poll(() => idsOf(events), { interval: 5 }).toEqual(['first']);
  expect(performance.now() - began).toBeLessThan(PAUSE_MS);
  for (const id of ['second', 'third', 'fourth']) await emitNow(id);
  await expect.poll(() => idsOf(events)).toEqual(['first', 'second', 'third', 'fourth']);
  expect(readings() - before).toBe(2);
});

describe('the events of overlapping transactions', () => {
  it('are each delivered once, even if the first to begin commits last', async () => {
    const { dispatcher, events } = await start();
    const slow = await connect();
    await slow.query('begin');
    await insert(slow, ['slow']);
    await emitNow('quick');
    await expect.poll(() => idsOf(events)).toEqual(['quick']);
    await slow.query('commit');
    await dispatcher.drain();
    await emitNow('last');
    await expect.poll(() => idsOf(events)).toEqual(['quick', 'slow', 'last']);
  });

  it('are not delivered when their transaction is rolled back', async () => {
    const { dispatcher, events } = await start();
    const slow = await connect();
    await slow.query('begin');
    await insert(slow, ['undone']);
    await emitNow('kept');
    await slow.query('rollback');
    await dispatcher.drain();
    expect(idsOf(events)).toEqual(['kept']);
  });

  it('are replayed after the cursor of any other event, each exactly once', async () => {
    const { dispatcher, events } = await start();
    const slow = await connect();
    const slower = await connect();
    // This connection writes its row without a NOTIFY: a notification might arrive between the two commits and change
    // the order of the events.
    const quick = await connect();
    await slower.query('begin');
    await insert(slower, ['a1', 'a2']);
    await slow.query('begin');
    await insert(slow, ['b1', 'b2']);
    await insert(slower, ['a3']);
    await insert(quick, ['c']);
    await dispatcher.drain();
    await slow.query('commit');
    await slower.query('commit');
    await insert(quick, ['d']);
    await dispatcher.drain();
    const handedOut = idsOf(events);
    expect(handedOut.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c', 'd']);
    for (const [index, event] of events.entries()) {
      const replay = await dispatcher.since(maya.accountId, event.cursor ?? '');
      expect(idsOf(replay?.events ?? [])).toEqual(handedOut.slice(index + 1));
    }
  });

  it.each([
    ['in another account', () => t.databaseUrl],
    ['in another database of the same server', () => elsewhere.url],
  ])('are delivered while a long transaction writes %s', async (_, url) => {
    const { events } = await start();
    const other = await connect(url());
    await other.query('begin');
    await insert(other, ['theirs'], '01930000-0000-7000-8000-0000000000ff');
    await emitNow('ours');
    await expect.poll(() => idsOf(events)).toEqual(['ours']);
    await other.query('rollback');
  });
});

describe('the cursors of events', () => {
  it('grow from one event to the next in the order that clients compare', async () => {
    const { dispatcher, events } = await start();
    const slow = await connect();
    await slow.query('begin');
    await insert(slow, ['x1', 'x2']);
    await emitNow('y');
    await dispatcher.drain();
    await slow.query('commit');
    await dispatcher.drain();
    await emitNow('z');
    await dispatcher.drain();
    const orders = events.map((event) => (event.cursor ?? '').split('-').slice(0, 3).map(BigInt));
    const isGreater = (one: readonly bigint[], other: readonly bigint[]) => {
      const at = one.findIndex((part, i) => part !== other[i]);
      return at >= 0 && (one[at] ?? 0n) > (other[at] ?? 0n);
    };
    expect(orders).toHaveLength(4);
    for (const [i, order] of orders.slice(1).entries()) expect(isGreater(order, orders[i] ?? [])).toBe(true);
  });

  it('are rejected if an earlier release made them, or if the database was restored from an older backup', async () => {
    const { dispatcher } = await start();
    expect(await dispatcher.since(maya.accountId, '1000-20')).toBeUndefined();
    const ofTheFuture = dispatcher.cursor().replace(/^\d+/, (next) => String(BigInt(next) + 1_000_000n));
    expect(await dispatcher.since(maya.accountId, ofTheFuture)).toBeUndefined();
    expect(await dispatcher.since(maya.accountId, dispatcher.cursor())).toMatchObject({ events: [] });
  });
});

describe('a client that was away', () => {
  const age = (client: pg.Client, id: string, days: number) =>
    client.query("update outbox set created_at = now() - make_interval(days => $2) where payload->'ids' ? $1", [
      id,
      days,
    ]);

  it('for more days than are replayed must fetch everything anew, also when what it missed is deleted', async () => {
    const { dispatcher, events } = await start();
    const owner = await connect();
    const before = dispatcher.cursor();
    for (const id of ['missed', 'newest of the old', 'recent']) {
      await insert(owner, [id]);
      await dispatcher.drain();
    }
    const cursorAfter = (id: string) => events.find((event) => idsOf([event])[0] === id)?.cursor ?? '';
    const idsSince = async (cursor: string) => {
      const replay = await dispatcher.since(maya.accountId, cursor);
      return replay && idsOf(replay.events);
    };
    expect(await idsSince(before)).toEqual(['missed', 'newest of the old', 'recent']);
    await age(owner, 'missed', 9);
    await age(owner, 'newest of the old', 9);
    await age(owner, 'recent', 6);
    const deps = { ...t.deps, sweepTime: async () => new Date() };
    await sweepOutbox.work(deps)({ accountId: null }, { signal: new AbortController().signal });
    const { rows } = await owner.query(
      "select payload->'ids'->>0 as id from outbox where created_at < now() - interval '1 day'",
    );
    expect(rows).toEqual([{ id: 'newest of the old' }, { id: 'recent' }]);
    expect([await idsSince(before), await idsSince(cursorAfter('missed'))]).toEqual([undefined, undefined]);
    expect(await idsSince(cursorAfter('newest of the old'))).toEqual(['recent']);
  });
});

describe('the dispatcher', () => {
  it('goes on to the other listeners and the next events when a listener throws', async () => {
    const { dispatcher, warnings } = await start();
    dispatcher.onEvent(() => {
      throw new Error('a faulty listener');
    });
    const after = collect(dispatcher);
    await emitNow('one');
    await emitNow('two');
    await expect.poll(() => idsOf(after)).toEqual(['one', 'two']);
    expect(warnings).toEqual(['a listener of the outbox failed', 'a listener of the outbox failed']);
  });

  it('keeps the order of more than two thousand events of one transaction', async () => {
    const { dispatcher, events } = await start();
    const ids = Array.from({ length: 2_500 }, (_, i) => String(i));
    const writer = await connect();
    await insert(writer, ids);
    await dispatcher.drain();
    expect(idsOf(events).join()).toBe(ids.join());
    expect(await dispatcher.since(maya.accountId, '0-0-0-0')).toBeUndefined();
  });

  it('catches up after its connection was cut', async () => {
    const { events } = await start();
    const admin = await connect();
    const listening = async () => {
      const { rows } = await admin.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and query = $1',
        [`listen ${OUTBOX_CHANNEL}`],
      );
      return rows.map((row) => row.pid);
    };
    const before = await listening();
    await admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [before]);
    await emitNow('meanwhile');
    await expect.poll(() => idsOf(events)).toEqual(['meanwhile']);
    await expect.poll(async () => (await listening()).filter((pid) => !before.includes(pid)).length).toBe(2);
    await emitNow('afterwards');
    await expect.poll(() => idsOf(events)).toEqual(['meanwhile', 'afterwards']);
  });

  it('reads again after a failed read', async () => {
    const { dispatcher, events, warnings } = await start();
    const admin = await connect();
    await insert(admin, ['kept']);
    await admin.query('alter table outbox rename to outbox_gone');
    await dispatcher.drain();
    const wasQuiet = warnings.length;
    await admin.query('alter table outbox_gone rename to outbox');
    await dispatcher.drain();
    expect([wasQuiet, idsOf(events)]).toEqual([1, ['kept']]);
  });
});

describe('the events of a call', () => {
  it('are delivered at once while another transaction of the account is still writing', async () => {
    const { events } = await start();
    const supplier = await t.ok(maya, createSupplier, { body: { companyName: 'Haosheng' } });
    const writer = await connect();
    await writer.query('begin');
    await insert(writer, ['an import of the same account']);
    await t.ok(maya, updateSupplier, { params: { id: supplier.id }, body: { companyName: 'Ningbo Haosheng' } });
    await expect.poll(() => idsOf(events).filter((id) => id === supplier.id)).toHaveLength(2);
    await writer.query('rollback');
  });
});
