import { sql } from 'kysely';
import { changeEmail, changePassword } from '@quayside/contracts/accounts/auth';
import { getMe } from '@quayside/contracts/accounts/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCallLimit } from './call-limit.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { originOf } from '../testing/live.ts';

const LIMIT = 100;
const LEASE = LIMIT / 20;

let one: TestApp;
let other: TestApp;
let maya: TestPerson;
let minutes = 0;
beforeAll(async () => {
  one = await startTestApp({ API_LIMIT_PER_MINUTE: String(LIMIT) });
  other = await startTestApp({ API_LIMIT_PER_MINUTE: String(LIMIT) }, { beside: one });
  maya = await one.admin();
});
afterAll(async () => {
  await other.close();
  await one.close();
});
beforeEach(() => {
  minutes += 1;
  const now = new Date(Date.UTC(2026, 10, 20, 10, minutes));
  one.setTime(now);
  other.setTime(now);
});

const KEY = { 'idempotency-key': 'the-same-intent' };

describe('the calls of a person in two processes', () => {
  const statuses = async (app: TestApp, calls: number) =>
    Promise.all(Array.from({ length: calls }, async () => (await app.call(maya, getMe)).status));

  it('count together: never more than the limit per minute, and hardly less', async () => {
    const answers = [...(await statuses(one, LIMIT / 2 + 3)), ...(await statuses(other, LIMIT))];
    const served = answers.filter((status) => status === 200).length;
    expect(served).toBeLessThanOrEqual(LIMIT);
    expect(served).toBeGreaterThan(LIMIT - LEASE);
    expect(answers.filter((status) => status === 429)).toHaveLength(answers.length - served);
  });

  it('are all served in one process, even concurrent ones, up to the limit', async () => {
    const answers = await statuses(one, LIMIT + 20);
    expect(answers.filter((status) => status === 200)).toHaveLength(LIMIT);
    const refused = await one.call(maya, getMe);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    const next = new Date(one.deps.clock.now().getTime() + 60_000);
    one.setTime(next);
    expect((await one.call(maya, getMe)).status).toBe(200);
    minutes += 1;
  });

  it('are served by many processes one after the other, if the limit is high', async () => {
    const perMinute = 10_000;
    for (let n = 0; n < 50; n += 1) {
      const killed = createCallLimit({ ...one.deps, perMinute });
      await killed.count(maya.userId);
    }
  });

  it('query the database once for a twentieth of the limit', async () => {
    await statuses(one, LEASE);
    const taken = async () =>
      (
        await sql<{ hits: number }>`select hits from rate_limit where bucket = ${`calls:${maya.userId}`}`.execute(
          one.deps.db,
        )
      ).rows[0]?.hits;
    expect(await taken()).toBe(LEASE);
    await statuses(one, 1);
    expect(await taken()).toBe(2 * LEASE);
  });
});

/** Opens a live stream. Returns its status, and what closes it. */
async function openStream(app: TestApp, who: TestPerson): Promise<{ status: number; close: () => void }> {
  const stop = new AbortController();
  const { status } = await fetch(`${await originOf(app)}/api/v2/notifications/${who.userId}/subscribe`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: stop.signal,
  });
  return { status, close: () => stop.abort() };
}

describe('the live streams of a person in two processes', () => {
  const MOST = 20;
  const later = (ms: number) => new Date(one.deps.clock.now().getTime() + ms);
  const openMany = async (who: TestPerson, apps: readonly TestApp[], times: number) => {
    for (const app of apps) await originOf(app);
    return Promise.all(Array.from({ length: times }, (_, n) => openStream(apps[n % apps.length] ?? one, who)));
  };
  /** Opens as many streams of one process as a person may have. */
  const fill = async (who: TestPerson) => {
    const streams: Awaited<ReturnType<typeof openStream>>[] = [];
    while (one.deps.live.count < MOST) streams.push(await openStream(one, who));
    return streams;
  };
  const closeAll = async (streams: readonly { close: () => void }[]) => {
    for (const { close } of streams) close();
    await expect.poll(() => one.deps.live.count + other.deps.live.count, { timeout: 30_000 }).toBe(0);
  };

  it('count together against one limit, also when they are opened at the same moment', async () => {
    const zoe = await one.admin();
    const streams = await openMany(zoe, [one, other], MOST + 6);
    const served = () => streams.filter(({ status }) => status === 200).length;
    // On a busy machine some are answered 503. Then others follow, one by one, until the first is refused.
    expect(served()).toBeLessThanOrEqual(MOST);
    while (streams.at(-1)?.status !== 429 && served() <= MOST) streams.push(await openStream(other, zoe));
    expect(served()).toBe(MOST);
    expect(one.deps.live.count).toBeLessThan(MOST);
    const ines = await one.admin();
    const hers = await openStream(one, ines);
    expect(hers.status).toBe(200);
    await closeAll([...streams, hers]);
  });

  it('free their places at once when they end', async () => {
    const zoe = await one.admin();
    const streams = await fill(zoe);
    const [first, ...rest] = streams;
    expect((await openStream(other, zoe)).status).toBe(429);
    first?.close();
    const again: { status: number; close: () => void }[] = [];
    await expect
      .poll(async () => {
        again.push(await openStream(other, zoe));
        return again.at(-1)?.status;
      })
      .toBe(200);
    await closeAll([...rest, ...again]);
  });

  it('of a process that was killed free their places within a minute, those of a living one do not', async () => {
    const zoe = await one.admin();
    const streams = await fill(zoe);
    other.setTime(later(59_000));
    expect((await openStream(other, zoe)).status).toBe(429);
    // The living process extends its leases.
    one.setTime(later(40_000));
    await one.deps.live.beat();
    other.setTime(later(59_000));
    expect((await openStream(other, zoe)).status).toBe(429);
    // From here on, it extends them no more, like a process that was killed.
    other.setTime(later(60_001));
    const next = await openStream(other, zoe);
    expect(next.status).toBe(200);
    await closeAll([...streams, next]);
  });
});

/** Acquires a lock and holds it until `end` is called. */
async function hold(app: TestApp, name: string): Promise<{ end: () => Promise<unknown> }> {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const turn = app.deps.turns.take(name, 5_000, () => {
    begun.resolve();
    return ended.promise;
  });
  await begun.promise;
  return {
    end: () => {
      ended.resolve();
      return turn;
    },
  };
}

describe('the repeat of a call in another process, while the first one still runs', () => {
  it('waits and gets the first answer, without being checked against the changed state', async () => {
    await one.setPassword(maya, 'the old words of maya');
    const body = { currentPassword: 'the old words of maya', newPassword: 'some quite new words' };
    const answers = await Promise.all(
      [one, other, one, other].map((app) => app.call(maya, changePassword, { body, headers: KEY })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });

  it('is told to retry if the first one takes too long, and has no effect', async () => {
    const name = `${maya.accountId}/slow-intent`;
    const first = await hold(one, name);
    const body = { email: 'new@example.test', password: 'some quite new words' };
    const repeat = await other.call(maya, changeEmail, { body, headers: { 'idempotency-key': 'slow-intent' } });
    expect([repeat.status, repeat.error.code, repeat.headers['retry-after']]).toEqual([409, 'conflict_running', '2']);
    await first.end();
  }, 30_000);
});

describe('named locks', () => {
  const busy = async (app: TestApp, name: string, log: string[]) =>
    app.deps.turns.take(name, 5_000, async () => {
      log.push('in');
      await new Promise((resolve) => setTimeout(resolve, 20));
      log.push('out');
    });

  it('of one name never overlap, neither within a process nor between two', async () => {
    const log: string[] = [];
    await Promise.all([one, other, one, other, one].map((app) => busy(app, 'a', log)));
    expect(log).toEqual(Array.from({ length: 5 }, () => ['in', 'out']).flat());
  });

  it('of two names do not wait for each other', async () => {
    const inner = await one.deps.turns.take('b', 0, () => one.deps.turns.take('c', 0, async () => 'both'));
    expect(inner).toEqual({ result: { result: 'both' } });
  });

  it('are released when the work fails, and when the connection is lost', async () => {
    const fails = one.deps.turns.take('d', 0, async () => {
      throw new Error('planned');
    });
    await expect(fails).rejects.toThrow('planned');
    const lost = await hold(one, 'd');
    expect(await other.deps.turns.take('d', 0, async () => 'mine')).toBeUndefined();
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`.execute(one.deps.db);
    expect(await other.deps.turns.take('d', 5_000, async () => 'mine')).toEqual({ result: 'mine' });
    await lost.end();
    expect(await one.deps.turns.take('d', 1_000, async () => 'again')).toEqual({ result: 'again' });
  });
});
