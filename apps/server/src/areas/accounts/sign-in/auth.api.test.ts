import { authenticate, getMe, registerTrial, renewToken } from '@quayside/contracts/accounts/accounts';
import {
  changeEmail,
  changePassword,
  forgottenPassword,
  proveNewAddress,
  proveNewAddressByClick,
  resetForgottenPassword,
  triggerVerifyEmail,
  verifyUser,
  verifyUserByClick,
} from '@quayside/contracts/accounts/auth';
import { patchUser } from '@quayside/contracts/accounts/users';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailParts, mailPlace } from '../../../mail/queue-mail.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const PASSWORD = 'quay-heron-41';
const OTHER_PASSWORD = 'lantern-and-tide';
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://quayside.example' });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime(NOW);
  await t.deps.db.deleteFrom('rate_limit').execute();
});

type Person = TestPerson & { readonly email: string };
let people = 0;
async function registered(): Promise<Person> {
  people += 1;
  const email = `ada${people}@example.test`;
  const { status, body } = await t.call(undefined, registerTrial, {
    body: { firstName: 'Ada', lastName: 'Mosswood', email, password: PASSWORD },
  });
  expect(status).toBe(201);
  const row = await t.deps.db
    .selectFrom('person')
    .select('default_account_id')
    .where('id', '=', body.userId)
    .executeTakeFirstOrThrow();
  return { userId: body.userId, accountId: row.default_account_id ?? '', token: body.access_token, email };
}
const signIn = (userName: string, password: string) =>
  t.call(undefined, authenticate, { body: { userName, password } });
async function secondSession(who: Person): Promise<Person> {
  return { ...who, token: (await signIn(who.email, PASSWORD)).body.access_token };
}

interface Mail {
  readonly kind: string;
  readonly recipient: string;
  readonly parts: MailParts;
}
/** The mails to an address, oldest first. */
async function mailsTo(recipient: string): Promise<Mail[]> {
  const rows = await t.deps.db
    .selectFrom('mail_message')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    recipient: row.recipient,
    parts: JSON.parse(t.deps.secrets.open(row.sealed_parts ?? '', mailPlace(row.id))) as MailParts,
  }));
}
const urlIn = (mail: Mail | undefined): string => mail?.parts.action?.url ?? '';
/** The token at the end of the link in the newest mail of a kind. */
async function tokenOf(recipient: string, kind: string): Promise<string> {
  const mail = (await mailsTo(recipient)).findLast((m) => m.kind === kind);
  return urlIn(mail).split('/').at(-1) ?? '';
}
async function forgot(who: Person): Promise<string> {
  expect((await t.call(undefined, forgottenPassword, { body: { email: who.email } })).status).toBe(204);
  return tokenOf(who.email, 'reset-password');
}
const reset = (userId: string, verificationToken: string, password = OTHER_PASSWORD) =>
  t.call({ userId, accountId: '', token: '' }, resetForgottenPassword, {
    body: { password, verificationToken, userId },
    headers: { authorization: '' },
  });
const open = (endpoint: typeof verifyUser | typeof proveNewAddress, userId: string, verificationToken: string) =>
  t.app
    .inject({
      method: endpoint.method,
      url: `/api/v2${endpoint.path.replace('{userId}', userId).replace('{verificationToken}', verificationToken)}`,
    })
    .then((answer) => ({
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.json<{ code?: string; message?: string; isVerified?: boolean; email?: string }>(),
    }));

describe('the verification of an address', () => {
  it('is requested by mail at registration, with a link to PUBLIC_URL', async () => {
    const who = await registered();
    const [mail, ...more] = await mailsTo(who.email);
    expect(more).toEqual([]);
    expect(mail?.kind).toBe('verify-address');
    expect(urlIn(mail)).toMatch(new RegExp(`^https://quayside\\.example/login/verify/${who.userId}/qs_[\\w-]{43}$`));
    expect(JSON.stringify(mail?.parts)).not.toContain('Ada');
    expect((await t.ok(who, getMe)).isVerified).toBe(false);
  });

  it.each([
    ['GET', verifyUser],
    ['POST', verifyUserByClick],
  ] as const)('works by %s, once, and is never cached', async (_, endpoint) => {
    const who = await registered();
    const token = await tokenOf(who.email, 'verify-address');
    const first = await open(endpoint, who.userId, token);
    expect([first.status, first.body, first.headers['cache-control']]).toEqual([200, { isVerified: true }, 'no-store']);
    expect((await t.ok(who, getMe)).isVerified).toBe(true);
    expect(await open(endpoint, who.userId, token)).toMatchObject({
      status: 422,
      body: { code: 'accounts.link_used', message: 'This link has been used already, or a newer one took its place.' },
    });
  });

  it('is not done by a HEAD request, which mail scanners send to each link', async () => {
    const who = await registered();
    const token = await tokenOf(who.email, 'verify-address');
    const url = `/api/v2${verifyUser.path.replace('{userId}', who.userId).replace('{verificationToken}', token)}`;
    const answer = await t.app.inject({ method: 'HEAD', url });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect((await t.ok(who, getMe)).isVerified).toBe(false);
    expect((await open(verifyUser, who.userId, token)).status).toBe(200);
  });

  it("refuses a link that is older than 7 days, another person's, for another purpose, or invented", async () => {
    const [ada, bo] = [await registered(), await registered()];
    const token = await tokenOf(ada.email, 'verify-address');
    expect((await open(verifyUserByClick, bo.userId, token)).body.code).toBe('accounts.link_unknown');
    expect((await open(verifyUserByClick, ada.userId, await forgot(ada))).body.code).toBe('accounts.link_unknown');
    expect((await reset(ada.userId, token)).error).toMatchObject({ status: 422, code: 'accounts.link_unknown' });
    expect((await open(proveNewAddress, ada.userId, token)).body.code).toBe('accounts.link_unknown');
    expect((await open(verifyUserByClick, ada.userId, `qs_${'a'.repeat(43)}`)).body.code).toBe('accounts.link_unknown');
    t.setTime('2026-11-27T10:00:00.001Z');
    expect(await open(verifyUserByClick, ada.userId, token)).toMatchObject({
      status: 422,
      body: { code: 'accounts.link_expired', message: 'This link is too old.' },
    });
    t.setTime(NOW);
    expect((await open(verifyUserByClick, ada.userId, token)).status).toBe(200);
  });

  it('can be requested again five times an hour until verified, which revokes the older link', async () => {
    const who = await registered();
    const older = await tokenOf(who.email, 'verify-address');
    expect(await t.ok(who, triggerVerifyEmail)).toEqual({ isVerified: false });
    expect((await open(verifyUserByClick, who.userId, older)).body.code).toBe('accounts.link_used');
    for (let i = 0; i < 4; i += 1) await t.ok(who, triggerVerifyEmail);
    const sixth = await t.call(who, triggerVerifyEmail);
    expect([sixth.status, Number(sixth.headers['retry-after'])]).toEqual([429, 3600]);
    expect(await mailsTo(who.email)).toHaveLength(6);
    expect((await open(verifyUserByClick, who.userId, await tokenOf(who.email, 'verify-address'))).status).toBe(200);
    expect(await t.ok(who, triggerVerifyEmail)).toEqual({ isVerified: true });
    expect(await mailsTo(who.email)).toHaveLength(6);
  });
});

describe('a forgotten password', () => {
  it('gets the same answer for known and unknown addresses, and sends a mail only to known ones', async () => {
    const who = await registered();
    const known = await t.call(undefined, forgottenPassword, { body: { email: who.email.toUpperCase() } });
    const unknown = await t.call(undefined, forgottenPassword, { body: { email: 'nobody@example.test' } });
    const seen = (answer: typeof known) => [answer.status, answer.text, Object.keys(answer.headers).sort()];
    expect(seen(known)).toEqual(seen(unknown));
    expect(known.status).toBe(204);
    expect((await mailsTo(who.email)).map((m) => m.kind)).toEqual(['verify-address', 'reset-password']);
    expect(await mailsTo('nobody@example.test')).toEqual([]);
  });

  it('sends no mail to a deactivated person, nor to an invited one without a password', async () => {
    const [off, invited] = [await registered(), await registered()];
    await t.deps.db.updateTable('person').set({ is_active: false }).where('id', '=', off.userId).execute();
    await t.deps.db.updateTable('person').set({ password_hash: null }).where('id', '=', invited.userId).execute();
    for (const who of [off, invited]) {
      expect((await t.call(undefined, forgottenPassword, { body: { email: who.email } })).status).toBe(204);
      expect((await mailsTo(who.email)).map((m) => m.kind)).toEqual(['verify-address']);
    }
    // A person who accepted an invitation without choosing a password has a verified address, so they get a reset link.
    await t.deps.db.updateTable('person').set({ is_verified: true }).where('id', '=', invited.userId).execute();
    expect((await t.call(undefined, forgottenPassword, { body: { email: invited.email } })).status).toBe(204);
    expect((await mailsTo(invited.email)).map((m) => m.kind)).toEqual(['verify-address', 'reset-password']);
  });

  it('is answered by mail in the language of the profile, or otherwise of the browser', async () => {
    const who = await registered();
    const subjects = async () =>
      (await mailsTo(who.email)).slice(1).map(({ parts }) => [parts.subject, parts.language]);
    const ask = (language: string) =>
      t.call(undefined, forgottenPassword, { body: { email: who.email }, headers: { 'accept-language': language } });
    await ask('zh-CN');
    await t.ok(who, patchUser, { body: { language: 'en' } });
    await ask('zh-CN');
    expect(await subjects()).toEqual([
      ['设置新密码', 'zh-CN'],
      ['Choose a new password', 'en'],
    ]);
  });

  it('links to PUBLIC_URL, whatever Host the request names', async () => {
    const who = await registered();
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    };
    expect((await t.call(undefined, forgottenPassword, { body: { email: who.email }, headers })).status).toBe(204);
    const mail = (await mailsTo(who.email)).at(-1);
    expect(urlIn(mail)).toMatch(
      new RegExp(`^https://quayside\\.example/login/new-password/${who.userId}/qs_[\\w-]{43}$`),
    );
    expect(JSON.stringify(mail)).not.toContain('evil');
  });

  const from = (remoteAddress: string, email: string, cookie = '') =>
    t.app
      .inject({
        method: 'POST',
        url: '/api/v2/auth/forgotten-password',
        payload: { email },
        remoteAddress,
        headers: cookie === '' ? {} : { cookie },
      })
      .then((answer) => answer.statusCode);
  const resetMails = async (email: string) => (await mailsTo(email)).filter((m) => m.kind === 'reset-password').length;

  it('can be reported five times an hour per network and address, twenty times per network', async () => {
    const who = await registered();
    for (const email of [who.email, 'stranger@example.test']) {
      const statuses = [];
      for (let i = 0; i < 6; i += 1) statuses.push(await from('198.51.100.1', email));
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    }
    const statuses = [];
    for (let i = 0; i < 9; i += 1) statuses.push(await from('198.51.100.1', `other${i}@example.test`));
    expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 204, 204, 429]);
  });

  it('counts all IPv6 addresses of one network together', async () => {
    const asked = (network: string, i: number) => from(`${network}::${i.toString(16)}`, 'stranger@example.test');
    const statuses = [];
    for (let i = 1; i <= 6; i += 1) statuses.push(await asked('2001:db8:1:2', i));
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    expect(await asked('2001:db8:1:3', 1)).toBe(204);
  });

  it('stays available to its owner when strangers use up the limit of five mails an hour', async () => {
    const who = await registered();
    const web = await t.call(undefined, authenticate, {
      body: { userName: who.email, password: PASSWORD },
      headers: { 'x-client': 'web' },
    });
    const device = [web.headers['set-cookie']]
      .flat()
      .find((c) => String(c).includes('Path=/api/v2/auth/forgotten-password;'));
    const cookie = String(device).split(';')[0];
    // Requests from 40 networks get the same answers for a known and for an unknown address.
    for (const email of [who.email, 'stranger@example.test']) {
      const statuses = [];
      for (let i = 0; i < 40; i += 1) statuses.push(await from(`198.51.100.${i}`, email));
      expect(statuses).toEqual(Array.from({ length: 40 }, () => 204));
    }
    expect(await resetMails(who.email)).toBe(5);
    // Within the hour, a request from an unknown browser sends the owner no further mail. `held` is the token of the
    // latest mail.
    t.setTime('2026-11-20T10:30:00.000Z');
    expect(await from('203.0.113.9', who.email)).toBe(204);
    const held = await tokenOf(who.email, 'reset-password');
    // A request from a browser in which the owner has signed in before sends a new mail at once. Its link invalidates
    // the earlier one.
    expect(await from('203.0.113.7', who.email, cookie)).toBe(204);
    expect(await resetMails(who.email)).toBe(6);
    expect((await reset(who.userId, held)).error.code).toBe('accounts.link_used');
    expect((await reset(who.userId, await tokenOf(who.email, 'reset-password'))).status).toBe(204);
    // The cookie does not raise the limit for other people.
    const other = await registered();
    for (let i = 0; i < 40; i += 1) await from(`198.51.100.${i}`, other.email);
    await from('203.0.113.7', other.email, cookie);
    expect(await resetMails(other.email)).toBe(5);
    expect((await reset(other.userId, await tokenOf(other.email, 'reset-password'))).status).toBe(204);
  });

  it('is replaced by the link, which ends all sessions, verifies the address and sends a mail', async () => {
    const who = await registered();
    const phone = await secondSession(who);
    const answer = await reset(who.userId, await forgot(who));
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const session of [who, phone]) expect((await t.call(session, getMe)).status).toBe(498);
    expect((await signIn(who.email, PASSWORD)).status).toBe(401);
    const again = await signIn(who.email, OTHER_PASSWORD);
    expect(again.status).toBe(200);
    expect((await t.ok({ ...who, token: again.body.access_token }, getMe)).isVerified).toBe(true);
    const told = (await mailsTo(who.email)).at(-1);
    expect([told?.kind, told?.parts.subject]).toEqual(['password-changed', 'Your password was changed']);
    expect(told?.parts.paragraphs[0]).toContain('20 November 2026');
    const audit = await t.work(who, (w) =>
      w.tx.selectFrom('audit_log').select('action').where('subject_type', '=', 'person').execute(),
    );
    expect(audit).toEqual([{ action: 'person.password-reset' }]);
  });

  it('has a link whose hour begins when its mail is sent, however long the mail waited', async () => {
    const [slow, late] = [await registered(), await registered()];
    const tokens = [await forgot(slow), await forgot(late)] as const;
    t.setTime('2026-11-20T16:00:00.000Z');
    await t.sendMails();
    t.setTime('2026-11-20T16:59:00.000Z');
    expect((await reset(slow.userId, tokens[0])).status).toBe(204);
    t.setTime('2026-11-20T17:00:00.000Z');
    expect((await reset(late.userId, tokens[1])).error.code).toBe('accounts.link_expired');
  });

  it("refuses a link that is used, an hour old, another person's, or sent to a former address", async () => {
    const [ada, bo] = [await registered(), await registered()];
    const token = await forgot(ada);
    expect((await reset(bo.userId, token)).error.code).toBe('accounts.link_unknown');
    t.setTime('2026-11-20T11:00:00.001Z');
    expect((await reset(ada.userId, token)).error).toMatchObject({ status: 422, code: 'accounts.link_expired' });
    t.setTime(NOW);
    const newer = await forgot(ada);
    expect((await reset(ada.userId, token)).error.code).toBe('accounts.link_used');
    await t.deps.db.updateTable('person').set({ email: 'moved@example.test' }).where('id', '=', ada.userId).execute();
    expect((await reset(ada.userId, newer)).error.code).toBe('accounts.link_unknown');
    await t.deps.db.updateTable('person').set({ email: ada.email }).where('id', '=', ada.userId).execute();
    expect((await reset(ada.userId, newer)).status).toBe(204);
    expect((await reset(ada.userId, newer)).error).toMatchObject({ status: 422, code: 'accounts.link_used' });
  });

  it('is replaced once when ten requests use the same link at the same time', async () => {
    const who = await registered();
    const token = await forgot(who);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => reset(who.userId, token, `${OTHER_PASSWORD}-${i}`)),
    );
    expect(answers.filter((a) => a.status === 204)).toHaveLength(1);
    expect(answers.filter((a) => a.error?.code === 'accounts.link_used')).toHaveLength(9);
    const signedIn = await signIn(who.email, `${OTHER_PASSWORD}-${answers.findIndex((a) => a.status === 204)}`);
    expect(signedIn.status).toBe(200);
  });

  it.each([
    ['', 'Password is required'],
    ['short', 'At least 8 characters'],
    ['password1', 'This password is among the commonest. Choose another one.'],
    ['Mosswood1', 'This password is too close to your own name or address. Choose another one.'],
  ])('cannot be replaced by the weak password %j, and the link stays usable', async (password, message) => {
    const who = await registered();
    const token = await forgot(who);
    const answer = await reset(who.userId, token, password);
    expect(answer.status).toBe(422);
    expect(answer.error.errors).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ field: 'password', message })]),
    );
    expect((await reset(who.userId, token)).status).toBe(204);
  });

  it('is refused when the path and the body name different people', async () => {
    const [ada, bo] = [await registered(), await registered()];
    const body = { password: OTHER_PASSWORD, verificationToken: await forgot(ada), userId: bo.userId };
    const answer = await t.call(ada, resetForgottenPassword, { body });
    expect([answer.status, answer.error.errors?.[0]?.field]).toEqual([422, 'userId']);
  });
});

describe("a change of one's own password", () => {
  it('needs the current one, ends all other sessions, and is confirmed by mail', async () => {
    const who = await registered();
    const phone = await secondSession(who);
    const wrong = await t.call(who, changePassword, {
      body: { currentPassword: 'wrong', newPassword: OTHER_PASSWORD },
    });
    expect(wrong).toMatchObject({
      status: 422,
      error: {
        code: 'accounts.wrong_password',
        errors: [{ field: 'currentPassword', message: 'This is not your password.' }],
      },
    });
    const common = await t.call(who, changePassword, { body: { currentPassword: PASSWORD, newPassword: 'password1' } });
    expect([common.status, common.error.errors?.[0]?.field]).toEqual([422, 'newPassword']);
    expect(
      await t.ok(who, changePassword, { body: { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD } }),
    ).toEqual({ endedSessions: 1 });
    expect((await t.call(who, getMe)).status).toBe(200);
    expect((await t.call(phone, getMe)).status).toBe(498);
    expect((await signIn(who.email, PASSWORD)).status).toBe(401);
    expect((await signIn(who.email, OTHER_PASSWORD)).status).toBe(200);
    expect((await mailsTo(who.email)).map((m) => m.kind)).toEqual(['verify-address', 'password-changed']);
  });

  it('takes effect once when the request is repeated with the same idempotency key', async () => {
    const who = await registered();
    const phone = await secondSession(who);
    const headers = { 'idempotency-key': 'another-password' };
    const send = (newPassword: string) =>
      t.call(who, changePassword, { body: { currentPassword: PASSWORD, newPassword }, headers });
    const first = await send(OTHER_PASSWORD);
    expect([first.status, first.body]).toEqual([200, { endedSessions: 1 }]);
    const again = await send(OTHER_PASSWORD);
    expect([again.status, again.body]).toEqual([200, { endedSessions: 1 }]);
    expect((await mailsTo(who.email)).filter((m) => m.kind === 'password-changed')).toHaveLength(1);
    expect((await send('third-and-tide')).error.code).toBe('conflict_key');
    expect((await t.call(phone, getMe)).status).toBe(498);
    // The stored hash of the request is not a plain SHA-256. Otherwise somebody who reads the table could check guessed
    // passwords against it.
    const [kept] = await t.work(who, (w) =>
      w.tx.selectFrom('idempotency_key').selectAll().where('account_id', '=', who.accountId).execute(),
    );
    const body = [{ userId: who.userId }, {}, { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }, null];
    expect(kept?.request_sha256).not.toBe(createHash('sha256').update(JSON.stringify(body)).digest('hex'));
  });

  it('is blocked after ten wrong guesses in a stolen session', async () => {
    const who = await registered();
    const statuses = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push(
        (await t.call(who, changePassword, { body: { currentPassword: `wrong-${i}`, newPassword: OTHER_PASSWORD } }))
          .status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
  });

  it('revokes all links that were sent before, including those to a new address', async () => {
    const who = await registered();
    const token = await forgot(who);
    await t.ok(who, changeEmail, { body: { email: `thief-${who.email}`, password: PASSWORD } });
    await t.ok(who, changePassword, { body: { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD } });
    expect((await reset(who.userId, token)).error.code).toBe('accounts.link_used');
    expect(
      (await open(proveNewAddress, who.userId, await tokenOf(`thief-${who.email}`, 'new-address'))).body.code,
    ).toBe('accounts.link_used');
    expect((await t.ok(who, getMe)).email).toBe(who.email);
  });

  it('fails a sign-in with the old password that is still checking while the change happens', async () => {
    const ada = await registered();
    const holder = new pg.Client({ connectionString: t.databaseUrl });
    await holder.connect();
    try {
      // Locks the row that counts sign-in attempts. A sign-in now waits for this lock right after it has read the
      // person.
      await holder.query('begin');
      await holder.query(`insert into rate_limit (bucket, hits, resets_at) values ($1, 1, $2)`, [
        `sign-in:${ada.email}`,
        NOW,
      ]);
      const late = signIn(ada.email, PASSWORD);
      const isWaiting = async () =>
        (
          await holder.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rowCount;
      await expect.poll(isWaiting).toBe(1);
      await t.setPassword(ada, OTHER_PASSWORD);
      await holder.query('commit');
      expect((await late).error.code).toBe('wrong_credentials');
    } finally {
      await holder.end();
    }
    expect((await signIn(ada.email, OTHER_PASSWORD)).status).toBe(200);
  });
});

describe('a change of the e-mail address', () => {
  const ask = (who: Person, email: string, password = PASSWORD) =>
    t.call(who, changeEmail, { body: { email, password } });

  it('takes effect by the link sent to the new address; the old one is notified, other sessions end', async () => {
    const who = await registered();
    const phone = await secondSession(who);
    const email = `new-${who.email}`;
    expect(await ask(who, email)).toMatchObject({ status: 200, body: { pendingEmail: email } });
    expect(await t.ok(who, getMe)).toMatchObject({ email: who.email, isVerified: false });
    const [proof] = await mailsTo(email);
    expect(urlIn(proof)).toMatch(
      new RegExp(`^https://quayside\\.example/login/new-address/${who.userId}/qs_[\\w-]{43}$`),
    );
    const notice = (await mailsTo(who.email)).at(-1);
    expect([notice?.kind, notice?.parts.paragraphs[0]]).toEqual(['address-changed', expect.stringContaining(email)]);
    expect(JSON.stringify(notice)).not.toContain('qs_');
    const token = await tokenOf(email, 'new-address');
    const moved = await t.call(who, proveNewAddressByClick, { params: { verificationToken: token } });
    expect(moved).toMatchObject({ status: 200, body: { email } });
    expect(await t.ok(who, getMe)).toMatchObject({ email, isVerified: true });
    expect((await t.call(phone, getMe)).status).toBe(498);
    expect((await signIn(who.email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect((await t.call(who, proveNewAddressByClick, { params: { verificationToken: token } })).error.code).toBe(
      'accounts.link_used',
    );
  });

  it('sends one mail when the request is repeated with the same key, and its link stays valid', async () => {
    const who = await registered();
    const headers = { 'idempotency-key': 'another-address' };
    const email = `twice-${who.email}`;
    const answers = [];
    for (let i = 0; i < 7; i += 1)
      answers.push(await t.call(who, changeEmail, { body: { email, password: PASSWORD }, headers }));
    expect(answers.map((a) => [a.status, a.body])).toEqual(
      Array.from({ length: 7 }, () => [200, { pendingEmail: email }]),
    );
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await mailsTo(who.email)).map((m) => m.kind)).toEqual(['verify-address', 'address-changed']);
    expect((await open(proveNewAddress, who.userId, await tokenOf(email, 'new-address'))).status).toBe(200);
  });

  it('also works by GET, and ends all sessions when nobody is signed in there', async () => {
    const who = await registered();
    await ask(who, `get-${who.email}`);
    const token = await tokenOf(`get-${who.email}`, 'new-address');
    expect(await open(proveNewAddress, who.userId, token)).toMatchObject({
      status: 200,
      body: { email: `get-${who.email}` },
    });
    expect((await t.call(who, getMe)).status).toBe(498);
  });

  it('gives no session to another signed-in person who opens the link', async () => {
    const [ada, bo] = [await registered(), await registered()];
    await ask(ada, `kept-${ada.email}`);
    const url = `/api/v2/auth/${ada.userId}/new-address/${await tokenOf(`kept-${ada.email}`, 'new-address')}`;
    expect(
      (await t.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${bo.token}` } })).statusCode,
    ).toBe(200);
    expect((await t.call(ada, getMe)).status).toBe(498);
    expect((await t.call(bo, getMe)).status).toBe(200);
  });

  it('needs the password and a new, unused address, and is otherwise refused with 422 at the field', async () => {
    const [ada, bo] = [await registered(), await registered()];
    const refusalOf = async (email: string, password?: string) => {
      const answer = await ask(ada, email, password);
      return [answer.status, answer.error.errors?.[0]];
    };
    expect(await refusalOf('x@example.test', 'wrong')).toMatchObject([
      422,
      { field: 'password', message: 'This is not your password.' },
    ]);
    expect(await refusalOf(bo.email.toUpperCase())).toMatchObject([
      422,
      { field: 'email', message: 'Existing User account.' },
    ]);
    expect(await refusalOf(ada.email)).toMatchObject([
      422,
      { field: 'email', message: 'This is your address already.' },
    ]);
    expect((await mailsTo(ada.email)).map((m) => m.kind)).toEqual(['verify-address']);
  });

  it('is refused if somebody else registered the address meanwhile, and the link stays usable', async () => {
    const who = await registered();
    await ask(who, 'wanted@example.test');
    const token = await tokenOf('wanted@example.test', 'new-address');
    const other = await registered();
    await t.deps.db
      .updateTable('person')
      .set({ email: 'Wanted@example.test' })
      .where('id', '=', other.userId)
      .execute();
    const refused = await t.call(who, proveNewAddressByClick, { params: { verificationToken: token } });
    expect([refused.status, refused.error.errors]).toMatchObject([
      422,
      [{ field: 'email', message: 'Existing User account.' }],
    ]);
    await t.deps.db.updateTable('person').set({ email: other.email }).where('id', '=', other.userId).execute();
    expect((await t.call(who, proveNewAddressByClick, { params: { verificationToken: token } })).status).toBe(200);
  });

  it('revokes links sent to the old address, and a newer request revokes the older one', async () => {
    const who = await registered();
    const [verify, forgotten] = [await tokenOf(who.email, 'verify-address'), await forgot(who)];
    await ask(who, `one-${who.email}`);
    await ask(who, `two-${who.email}`);
    expect((await open(proveNewAddress, who.userId, await tokenOf(`one-${who.email}`, 'new-address'))).body.code).toBe(
      'accounts.link_used',
    );
    expect((await open(proveNewAddress, who.userId, await tokenOf(`two-${who.email}`, 'new-address'))).status).toBe(
      200,
    );
    expect((await open(verifyUser, who.userId, verify)).body.code).toBe('accounts.link_used');
    expect((await reset(who.userId, forgotten)).error.code).toBe('accounts.link_used');
  });
});

describe('guessing passwords', () => {
  const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }): string => {
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    return cookies.find((c) => c.startsWith('quayside_device=') || c.startsWith('__Secure-quayside_device=')) ?? '';
  };
  const web = (userName: string, password: string, cookie = '') =>
    t.call(undefined, authenticate, {
      body: { userName, password },
      headers: { 'x-client': 'web', ...(cookie && { cookie }) },
    });

  it('is blocked, without locking the owner out of a browser that they used before', {
    timeout: 120_000,
  }, async () => {
    const who = await registered();
    const first = await web(who.email, PASSWORD);
    const set = cookieOf(first);
    expect(set).toMatch(/^__Secure-quayside_device=v1[^;]+; /);
    expect(set.slice(set.indexOf(';'))).toBe(
      '; Max-Age=34560000; Path=/api/v2/gateway/authenticate; HttpOnly; Secure; SameSite=Strict',
    );
    const cookie = set.split(';')[0] ?? '';
    const guesses = new Map<number, number>();
    for (let i = 0; i < 120; i += 1) {
      const { status } = await web(who.email, `guess-${i}`);
      guesses.set(status, (guesses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(guesses)).toEqual({ 401: 10, 429: 110 });
    expect((await web(who.email, PASSWORD)).status).toBe(429);
    expect((await web(who.email, PASSWORD, cookie)).status).toBe(200);
  });

  it("has ten attempts of its own with a device cookie, and none extra with another person's cookie", async () => {
    const [ada, bo] = [await registered(), await registered()];
    const cookie = cookieOf(await web(ada.email, PASSWORD)).split(';')[0] ?? '';
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await web(ada.email, `guess-${i}`, cookie)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    // Attempts without the cookie are counted separately, and none has failed so far.
    expect((await web(ada.email, PASSWORD)).status).toBe(200);
    for (let i = 0; i < 10; i += 1) await web(bo.email, `guess-${i}`);
    expect((await web(bo.email, PASSWORD, cookie)).status).toBe(429);
  });

  it('gives no device cookie for a wrong password, and never gives one to programs', async () => {
    const who = await registered();
    expect(cookieOf(await web(who.email, 'wrong'))).toBe('');
    expect(cookieOf(await signIn(who.email, PASSWORD))).toBe('');
  });
});

describe('tokens', () => {
  it('serve only their own purpose: sessions and the various links cannot replace each other', async () => {
    const [ada, bo] = [await registered(), await registered()];
    const { refresh_token: refresh } = (await signIn(ada.email, PASSWORD)).body;
    await t.ok(ada, changeEmail, { body: { email: `next-${ada.email}`, password: PASSWORD } });
    const links = {
      verify: await tokenOf(ada.email, 'verify-address'),
      reset: await forgot(ada),
      address: await tokenOf(`next-${ada.email}`, 'new-address'),
    };
    for (const token of [refresh, ...Object.values(links)])
      expect((await t.call({ ...ada, token }, getMe)).status).toBe(401);
    for (const token of Object.values(links)) expect((await t.call({ ...ada, token }, renewToken)).status).toBe(401);
    const openers = {
      verify: (who: Person, token: string) => open(verifyUserByClick, who.userId, token).then((a) => a.body.code),
      reset: (who: Person, token: string) => reset(who.userId, token).then((a) => a.error?.code),
      address: (who: Person, token: string) => open(proveNewAddress, who.userId, token).then((a) => a.body.code),
    };
    for (const [purpose, opener] of Object.entries(openers)) {
      const wrong = [
        ada.token,
        refresh,
        ...Object.entries(links).flatMap(([other, token]) => (other === purpose ? [] : [token])),
      ];
      for (const token of wrong) expect(await opener(ada, token)).toBe('accounts.link_unknown');
      expect(await opener(bo, links[purpose as keyof typeof links])).toBe('accounts.link_unknown');
    }
    // A refresh token cannot renew the session of another person.
    expect((await t.call({ ...bo, token: refresh }, renewToken)).status).toBe(403);
    expect((await t.call({ ...ada, token: refresh }, renewToken)).status).toBe(200);
    for (const [purpose, opener] of Object.entries({ verify: openers.verify, address: openers.address }))
      expect(await opener(ada, links[purpose as 'verify' | 'address'])).toBeUndefined();
  });

  it('in mails cannot be guessed: after a hundred attempts a network is refused for an hour', async () => {
    const who = await registered();
    const token = await forgot(who);
    const statuses = new Map<number, number>();
    for (let i = 0; i < 120; i += 1) {
      const { status } = await reset(who.userId, `qs_${String(i).padStart(43, '0')}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 422: 100, 429: 20 });
    await t.deps.db.deleteFrom('rate_limit').execute();
    expect((await reset(who.userId, token)).status).toBe(204);
  });
});
