import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { withOnePlace } from './connection-shares.ts';
import { inAccount, inAccountAsJob } from './tx.ts';

const TWENTY = Array.from({ length: 20 });
let t: TestApp;
/** A second process of the same installation, with a pool of only two connections. */
let small: TestApp;
let people: TestPerson[];
beforeAll(async () => {
  t = await startTestApp();
  small = await startTestApp({}, { beside: t, poolSize: 2 });
  people = [await t.admin(), await t.admin(), await t.admin()];
});
afterAll(async () => {
  await small.close();
  await t.close();
});
const [anna, ben] = [() => people[0] as TestPerson, () => people[1] as TestPerson];

/** Starts twenty units of work in the account of a person. They end after `letGo` was called. */
function startWriters(app: TestApp, who: TestPerson, onEnd: () => void = () => undefined) {
  const held = Promise.withResolvers<void>();
  let begun = 0;
  const ends = TWENTY.map(() =>
    inAccountAsJob(app.deps, who.accountId, async () => {
      begun += 1;
      await held.promise;
      onEnd();
    }),
  );
  return { begun: () => begun, letGo: held.resolve, ended: Promise.all(ends) };
}

describe('the connections to the database', () => {
  it('are shared: a read of another account begins while twenty writers of one account wait', async () => {
    const writers = startWriters(t, anna());
    await t.ok(ben(), listSuppliers);
    expect(writers.begun()).toBeLessThan(10);
    writers.letGo();
    await writers.ended;
  });

  it('are divided even if there are only two: a read gets one before the last writers', async () => {
    const order: string[] = [];
    const writers = startWriters(small, anna(), () => order.push('writer'));
    const read = inAccountAsJob(small.deps, ben().accountId, async () => order.push('read'));
    writers.letGo();
    await Promise.all([writers.ended, read]);
    expect(order.indexOf('read')).toBeLessThan(3);
  });

  it('become free for two waiting accounts in turn', async () => {
    const order: number[] = [];
    await Promise.all(
      [anna(), ben()].flatMap((who, i) =>
        [1, 2, 3].map(() => inAccountAsJob(small.deps, who.accountId, async () => void order.push(i))),
      ),
    );
    // The first job got a free connection at once; the other jobs waited.
    expect(order).toEqual([0, 0, 1, 0, 1, 1]);
  });

  it('are enough for work that opens a transaction inside another, in several accounts at once', async () => {
    const { deps } = small;
    const nested = people.flatMap(({ accountId }) =>
      [1, 2].map(() => inAccountAsJob(deps, accountId, () => inAccountAsJob(deps, accountId, async () => accountId))),
    );
    expect(await Promise.all(nested)).toEqual(people.flatMap(({ accountId }) => [accountId, accountId]));
  });

  it('count as one place for a job whose transactions wait for each other', async () => {
    const { deps } = small;
    const wait = ({ accountId }: TestPerson) =>
      withOnePlace(accountId, async () => {
        const first = Promise.withResolvers<void>();
        await Promise.all([
          inAccountAsJob(deps, accountId, () => first.promise),
          inAccountAsJob(deps, accountId, async () => first.resolve()),
        ]);
      });
    await Promise.all(people.map(wait));
  });

  it('are refused with an explanation to a call of an account for which too many others wait', async () => {
    const scope = await t.work(anna(), async (w) => w.scope);
    const writers = startWriters(t, anna());
    const others = Promise.allSettled(
      Array.from({ length: 1_000 }, () => inAccount(t.deps, scope, async () => undefined)),
    );
    const refused = await t.call(anna(), listSuppliers);
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'unavailable', reason: 'http.account_busy' }]);
    expect((await t.call(ben(), listSuppliers)).status).toBe(200);
    writers.letGo();
    await writers.ended;
    await others;
    expect((await t.call(anna(), listSuppliers)).status).toBe(200);
  });
});
