import { authenticate, getMe } from '@quayside/contracts/accounts/accounts';
import { createProductImport, getProductImport } from '@quayside/contracts/products/product-imports';
import { sql } from 'kysely';
import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueProof, spendProof } from '../areas/accounts/rows/mail-proofs.queries.ts';
import { countTry } from '../areas/accounts/rows/rate-limit.queries.ts';
import { findBegun, saveBegun, takeCode } from '../areas/accounts/second-factor/second-factor.queries.ts';
import { confirmSecondFactor } from '../areas/accounts/second-factor/second-factor.service.ts';
import { queueForMail } from '../areas/notifications/notification-mails.queries.ts';
import { notify } from '../areas/notifications/public.ts';
import { createOperation } from '../areas/undo/public.ts';
import { undoOperation } from '../areas/undo/undo.service.ts';
import { asSystem, makeScope, type Scope } from '../db/tx.ts';
import { createCallLimit } from '../http/call-limit.ts';
import { createReportLimit } from '../http/csp-report.ts';
import { markProved, requireProof } from '../http/proof.ts';
import { dailyJob } from '../jobs/daily.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const DAY = 86_400_000;
const JUMPS = { back: -DAY, forward: DAY } as const;
type Jump = keyof typeof JUMPS;

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime(NOW);
  maya = await t.admin();
});

/** Runs a call. Returns the code of its refusal, or `fine`. */
const outcome = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'fine',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
/** How often a call succeeds before it is refused with 429. */
async function triesLeft(count: () => Promise<unknown> | void): Promise<number> {
  for (let n = 0; ; n += 1) if ((await outcome(Promise.resolve().then(count))) === 'too_many') return n;
}
const scopeOf = (who: TestPerson, sessionId: string): Promise<Scope> =>
  t.work(who, async (w) => makeScope({ ...w.scope, sessionId }));
const sessionOf = async (who: TestPerson): Promise<string> => {
  const row = await t.deps.db.selectFrom('session').select('id').where('person_id', '=', who.userId).executeTakeFirst();
  return row?.id ?? '';
};
const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Prepares a state before the clock jumps. Returns a function that reads the result after the jump. */
type Case = (jump: Jump) => Promise<() => Promise<unknown>>;

/**
 * Cases about sign-in and proofs: after a jump of the clock, nothing is valid for longer than before, and nothing new
 * is granted.
 */
const PROOFS: readonly (readonly [name: string, arrange: Case, after: unknown])[] = [
  ['an access token', async () => async () => (await t.call(maya, getMe)).status, 498],
  [
    'an access token that was just used',
    async () => {
      await t.ok(maya, getMe);
      return async () => (await t.call(maya, getMe)).status;
    },
    498,
  ],
  [
    'a recent proof of identity',
    async () => {
      const sessionId = await sessionOf(maya);
      await asSystem(t.deps, (tx) => markProved(tx, sessionId, NOW));
      const scope = await scopeOf(maya, sessionId);
      return () => outcome(requireProof(t.deps, scope));
    },
    'proof_required',
  ],
  [
    'a set-up of a second factor',
    async (jump) => {
      await asSystem(t.deps, (tx) => saveBegun(tx, t.deps, maya.userId, SECRET));
      const scope = await scopeOf(maya, await sessionOf(maya));
      const code = codeAt(SECRET, new Date(NOW.getTime() + JUMPS[jump]));
      return () => outcome(confirmSecondFactor(t.deps, scope, code));
    },
    'accounts.set_up_over',
  ],
  [
    'a link to reset a password',
    async () => {
      const proof = { purpose: 'RESET', personId: maya.userId, accountId: null } as const;
      const token = await asSystem(t.deps, (tx) => issueProof(tx, t.deps, { ...proof, email: 'maya@example.test' }));
      return () => asSystem(t.deps, (tx) => spendProof(tx, t.deps, token, proof));
    },
    undefined,
  ],
  [
    'the undo of an operation',
    async () => {
      const id = await t.work(maya, (w) => createOperation(w, 'test.kind', {}));
      const undoers = { 'test.kind': async () => ({ restored: 0, keptCount: 0, kept: [] }) };
      return () => outcome(t.work(maya, (w) => undoOperation(w, id, [{ name: 'test', undoers }])));
    },
    'undo.too_late',
  ],
];

/** Cases about limits and jobs: after a jump of the clock, limits count from zero and waiting work continues. */
const WORK: readonly (readonly [name: string, arrange: Case, after: unknown])[] = [
  [
    'the right password after too many wrong ones is taken',
    async () => {
      await t.setPassword(maya, 'quay-heron-41');
      const { email } = await t.deps.db
        .selectFrom('person')
        .select('email')
        .where('id', '=', maya.userId)
        .executeTakeFirstOrThrow();
      const signIn = (password: string) => t.call(undefined, authenticate, { body: { userName: email, password } });
      while ((await signIn('wrong')).status !== 429);
      return async () => (await signIn('quay-heron-41')).status;
    },
    200,
  ],
  [
    'a limit counts anew',
    async () => {
      const bucket = `test:${maya.userId}`;
      const count = () => countTry(t.deps, bucket, 3, 900);
      await triesLeft(count);
      return () => triesLeft(count);
    },
    3,
  ],
  [
    'calls are counted anew',
    async () => {
      const { count } = createCallLimit({ ...t.deps, perMinute: 20 });
      await triesLeft(() => count(maya.userId));
      return () => triesLeft(() => count(maya.userId));
    },
    20,
  ],
  [
    'reports of browsers are counted anew',
    async () => {
      const count = createReportLimit(t.deps.clock);
      await triesLeft(() => count('127.0.0.1'));
      return () => triesLeft(() => count('127.0.0.1'));
    },
    60,
  ],
  [
    'the next code of a second factor is taken',
    async (jump) => {
      await asSystem(t.deps, (tx) => saveBegun(tx, t.deps, maya.userId, SECRET));
      const take = (at: Date) =>
        asSystem(t.deps, async (tx) => {
          const factor = await findBegun(tx, maya.userId);
          return factor && takeCode(tx, t.deps, factor, codeAt(SECRET, at));
        });
      expect([await take(NOW), await take(NOW)]).toEqual([true, false]);
      return () => take(new Date(NOW.getTime() + JUMPS[jump]));
    },
    true,
  ],
  [
    'an import of a dead process goes on',
    async () => {
      const file = { name: 'a.csv', content: 'sku,name\nA,Apple\n' };
      const { id } = await t.ok(maya, createProductImport, { file });
      await t.work(maya, (w) =>
        sql`update import set state = 'PENDING', finished_at = null,
          lease_until = ${new Date(NOW.getTime() + 15_000)}`.execute(w.tx),
      );
      return async () => {
        await t.runImports();
        maya = await t.session(maya.userId, maya.accountId);
        return (await t.ok(maya, getProductImport, { params: { importId: id } })).state;
      };
    },
    'IMPORTED',
  ],
  [
    'a daily job of a dead process goes on',
    async (jump) => {
      let runs = 0;
      const job = dailyJob({ name: 'test.jump', run: async () => ({ runs: (runs += 1) }) });
      const day = new Date(NOW.getTime() + JUMPS[jump]).toISOString().slice(0, 10);
      await t.work(maya, (w) =>
        w.tx.insertInto('job_run').values({ account_id: maya.accountId, job: 'jump', day, started_at: NOW }).execute(),
      );
      return async () => {
        await job.work(t.deps)({ accountId: maya.accountId }, { signal: new AbortController().signal });
        return runs;
      };
    },
    1,
  ],
  [
    'a mail that was put off is sent',
    async () => {
      await asSystem(t.deps, (tx) =>
        queueMail(tx, t.deps, {
          kind: 'role-changed',
          recipient: 'maya@example.test',
          accountId: maya.accountId,
          personId: null,
          texts: { subject: 's', heading: 'h', paragraphs: [] },
        }),
      );
      await sql`update mail_message set tries = 1, next_try_at = ${new Date(NOW.getTime() + 60_000)}
        where account_id = ${maya.accountId}`.execute(t.deps.db);
      return async () => {
        await t.sendMails();
        const { rows } = await sql`select state from mail_message where account_id = ${maya.accountId}`.execute(
          t.deps.db,
        );
        return rows;
      };
    },
    [{ state: 'SENT' }],
  ],
  [
    'a notification that waits for others is mailed',
    async () => {
      await t.deps.db.updateTable('person').set({ is_verified: true }).where('id', '=', maya.userId).execute();
      await t.work(maya, async (w) => {
        await notify(w, { type: 'INFO', summary: { code: 'notice.import_finished' }, message: [] });
        const row = await w.tx.selectFrom('notification').select('id').executeTakeFirstOrThrow();
        await queueForMail(w, row.id, 'BANK_DETAILS');
      });
      return async () => {
        await t.mailNotifications();
        const { rows } = await sql`select 1 from notification_mail where account_id = ${maya.accountId}`.execute(
          t.deps.db,
        );
        return rows.length;
      };
    },
    0,
  ],
];

describe.each(Object.keys(JUMPS) as Jump[])('after the clock was set %s by a day', (jump) => {
  it.each(PROOFS)('%s is over', async (_, arrange, after) => {
    const look = await arrange(jump);
    t.setTime(new Date(NOW.getTime() + JUMPS[jump]));
    expect(await look()).toEqual(after);
  });
  it.each(WORK)('%s', async (_, arrange, after) => {
    const look = await arrange(jump);
    t.setTime(new Date(NOW.getTime() + JUMPS[jump]));
    expect(await look()).toEqual(after);
  });
});

it('a correction of the clock by some seconds signs nobody out', async () => {
  for (const seconds of [-30, 30, -30]) {
    t.setTime(new Date(NOW.getTime() + seconds * 1000));
    expect((await t.call(maya, getMe)).status).toBe(200);
  }
});
