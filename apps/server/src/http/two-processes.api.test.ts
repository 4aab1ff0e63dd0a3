import { sql } from 'kysely';
import { changeEmail, changePassword } from '@quayside/contracts/auth';
import { getMe } from '@quayside/contracts/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCallLimit } from './call-limit.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';

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
