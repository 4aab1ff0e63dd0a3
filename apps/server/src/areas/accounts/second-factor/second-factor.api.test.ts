import {
  authenticate,
  getAccountSettings,
  getMe,
  registerTrial,
  updateAccountSettings,
} from '@quayside/contracts/accounts/accounts';
import { ENDPOINTS } from '@quayside/contracts/all';
import {
  changeEmail,
  changePassword,
  forgottenPassword,
  resetForgottenPassword,
} from '@quayside/contracts/accounts/auth';
import { addAccountUser, removeAccountUser, updateAccountUserRoles } from '@quayside/contracts/accounts/people';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  prove,
  RECOVERY_CODES,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '@quayside/contracts/accounts/second-factor';
import { putSupplierBankDetails, revealSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { patchUser } from '@quayside/contracts/accounts/users';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAesSecrets } from '../../../adapters/secrets/aes-secrets.ts';
import { inAccountAsJob } from '../../../db/tx.ts';
import { urlOf } from '../../../http/local-client.ts';
import { type MailParts, mailPlace } from '../../../mail/queue-mail.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { readStream } from '../../../testing/live.ts';
import { resealSecondFactors } from './second-factor.service.ts';

const PASSWORD = 'quay-heron-41';
const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const STEP = 30_000;
let t: TestApp;
let now = NOON;
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://quayside.example' });
});
afterAll(() => t.close());
beforeEach(async () => {
  at(NOON);
  await t.deps.db.deleteFrom('rate_limit').execute();
});
function at(ms: number): void {
  now = ms;
  t.setTime(new Date(ms));
}
const later = (ms: number) => at(now + ms);

type Person = TestPerson & { readonly email: string };
let people = 0;
async function registered(): Promise<Person> {
  people += 1;
  const email = `ada${people}@example.test`;
  const { body } = await t.call(undefined, registerTrial, {
    body: { firstName: 'Ada', lastName: 'Mosswood', email, password: PASSWORD },
  });
  const row = await t.deps.db
    .selectFrom('person')
    .select('default_account_id')
    .where('id', '=', body.userId)
    .executeTakeFirstOrThrow();
  return { userId: body.userId, accountId: row.default_account_id ?? '', token: body.access_token, email };
}
interface Agent {
  readonly cookie?: string;
  readonly ip?: string;
}
const signIn = (email: string, code?: string, { cookie, ip = '203.0.113.7' }: Agent = {}, password = PASSWORD) =>
  t.app
    .inject({
      method: 'POST',
      url: urlOf(authenticate, {}),
      remoteAddress: ip,
      headers: { 'content-type': 'application/json', 'x-client': 'web', ...(cookie !== undefined && { cookie }) },
      payload: JSON.stringify({ userName: email, password, ...(code !== undefined && { code }) }),
    })
    .then((answer) => ({
      status: answer.statusCode,
      body: JSON.parse(answer.body) as { access_token: string; code: string },
      device: answer.cookies.find((c) => c.name.endsWith('quayside_device')),
    }));
const codeOf = (secret: string, when = now) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' }).generate({
    timestamp: when,
  });
const proveWith = (who: TestPerson, code?: string, password = PASSWORD) =>
  t.call(who, prove, { body: { password, ...(code !== undefined && { code }) } });

type Enrolled = Person & { readonly secret: string; readonly codes: readonly string[] };
/** Turns the second factor on, then advances the clock, so that the next code differs and the proof has expired. */
async function enrol<P extends Person>(who: P): Promise<P & Enrolled> {
  await t.ok(who, prove, { body: { password: PASSWORD } });
  const { secret } = await t.ok(who, beginSecondFactor);
  const { recoveryCodes: codes } = await t.ok(who, confirmSecondFactor, { body: { code: codeOf(secret) } });
  later(10 * 60_000);
  return { ...who, secret, codes };
}
async function mailsTo(recipient: string): Promise<MailParts[]> {
  const rows = await t.deps.db
    .selectFrom('mail_message')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
  return rows.map((row) => JSON.parse(t.deps.secrets.open(row.sealed_parts ?? '', mailPlace(row.id))) as MailParts);
}
const subjectsTo = async (recipient: string) => (await mailsTo(recipient)).map((m) => m.subject);
const settingsBody = { accountName: 'Quay', currency: 'GBP', timeZone: 'UTC' } as const;
const requireIt = (who: TestPerson, isSecondFactorRequired: boolean) =>
  t.call(who, updateAccountSettings, { body: { ...settingsBody, isSecondFactorRequired } });

describe('setting a second factor up', () => {
  it("needs the password again and the secret's first code, and signs out other browsers", async () => {
    const who = await registered();
    expect((await t.call(who, beginSecondFactor)).error.code).toBe('proof_required');
    const other = { ...who, token: (await signIn(who.email)).body.access_token };
    await t.ok(who, prove, { body: { password: PASSWORD } });
    const { secret, uri } = await t.ok(who, beginSecondFactor);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toContain(encodeURIComponent(who.email));
    expect(await t.ok(who, getSecondFactor)).toEqual({
      isOn: false,
      since: null,
      recoveryCodesLeft: 0,
      requiredBy: [],
    });
    const wrong = await t.call(who, confirmSecondFactor, { body: { code: '000000' } });
    expect([wrong.status, wrong.error.code, wrong.error.errors?.[0]?.field]).toEqual([
      422,
      'accounts.wrong_code',
      'code',
    ]);
    const code = codeOf(secret);
    const { recoveryCodes } = await t.ok(who, confirmSecondFactor, {
      body: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
    });
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    expect(recoveryCodes.every((one) => /^[2-9a-hj-km-np-z0]{4}(-[2-9a-hj-km-np-z0]{4}){5}$/.test(one))).toBe(true);
    expect(await t.ok(who, getSecondFactor)).toEqual({
      isOn: true,
      since: new Date(NOON).toISOString(),
      recoveryCodesLeft: 10,
      requiredBy: [],
    });
    expect((await t.ok(who, getMe)).isSecondFactorOn).toBe(true);
    expect((await t.call(other, getMe)).status).toBe(498);
    expect((await subjectsTo(who.email)).at(-1)).toBe('Your second factor is on');
  });

  it('stores neither the secret nor the codes in plain text', async () => {
    const who = await enrol(await registered());
    const tables = ['second_factor', 'recovery_code', 'audit_log', 'outbox', 'idempotency_key', 'session'] as const;
    for (const table of tables) {
      const rows = JSON.stringify(await t.deps.db.selectFrom(table).selectAll().execute(), (_, v: unknown) =>
        typeof v === 'bigint' ? String(v) : v,
      );
      for (const text of [who.secret, ...who.codes]) expect(rows.includes(text), table).toBe(false);
    }
  });

  it('is encrypted again at night under a newer master key, and still works', async () => {
    const who = await enrol(await registered());
    const keys = new Map([[1, Buffer.alloc(32, 'first key of this test')]]);
    const row = () =>
      t.deps.db
        .selectFrom('second_factor')
        .select(['id', 'sealed_secret'])
        .where('person_id', '=', who.userId)
        .executeTakeFirstOrThrow();
    const { id } = await row();
    const place = { table: 'second_factor', column: 'sealed_secret', accountId: '', rowId: id };
    const sealed_secret = createAesSecrets(keys).seal(who.secret, place);
    await t.deps.db.updateTable('second_factor').set({ sealed_secret }).where('id', '=', id).execute();
    const rotated = createAesSecrets(keys.set(2, Buffer.alloc(32, 'second key of this test')));
    const run = () => inAccountAsJob(t.deps, who.accountId, (w) => resealSecondFactors(w, { secrets: rotated }));
    expect([await run(), await run()]).toEqual([{ resealed: 1 }, { resealed: 0 }]);
    const after = (await row()).sealed_secret;
    expect([rotated.isCurrent(after), rotated.open(after, place)]).toEqual([true, who.secret]);
  });

  it('expires after a quarter of an hour without the first code, and can be started again', async () => {
    const who = await registered();
    await t.ok(who, prove, { body: { password: PASSWORD } });
    const first = await t.ok(who, beginSecondFactor);
    const second = await t.ok(who, beginSecondFactor);
    expect((await t.call(who, confirmSecondFactor, { body: { code: codeOf(first.secret) } })).error.code).toBe(
      'accounts.wrong_code',
    );
    later(15 * 60_000 + 1);
    expect((await t.call(who, confirmSecondFactor, { body: { code: codeOf(second.secret) } })).error.code).toBe(
      'accounts.set_up_over',
    );
  });

  it('replaces the previous phone without any time in which neither works', async () => {
    const who = await enrol(await registered());
    expect((await proveWith(who, codeOf(who.secret))).status).toBe(200);
    const { secret } = await t.ok(who, beginSecondFactor);
    later(STEP);
    expect((await signIn(who.email)).body.code).toBe('second_factor_required');
    expect((await signIn(who.email, codeOf(secret))).body.code).toBe('accounts.wrong_code');
    await t.ok(who, confirmSecondFactor, { body: { code: codeOf(secret) } });
    later(STEP);
    expect((await signIn(who.email, codeOf(who.secret))).body.code).toBe('accounts.wrong_code');
    expect((await signIn(who.email, codeOf(secret))).status).toBe(200);
    expect((await signIn(who.email, who.codes[0])).body.code).toBe('accounts.wrong_code');
    expect((await subjectsTo(who.email)).at(-1)).toBe('Your second factor was changed');
  });

  it('can be reversed with password and code, and then the password is enough', async () => {
    const who = await enrol(await registered());
    expect((await t.call(who, turnOffSecondFactor)).error.code).toBe('proof_required');
    expect((await proveWith(who)).error.errors).toMatchObject([{ field: 'code', message: 'This field is required' }]);
    expect((await proveWith(who, codeOf(who.secret))).status).toBe(200);
    await t.ok(who, turnOffSecondFactor);
    expect((await signIn(who.email)).status).toBe(200);
    expect((await t.call(who, turnOffSecondFactor)).error.code).toBe('accounts.second_factor_off');
    expect((await t.call(who, renewRecoveryCodes)).error.code).toBe('accounts.second_factor_off');
    expect((await subjectsTo(who.email)).at(-1)).toBe('Your second factor is off');
  });
});

describe('signing in with a second factor', () => {
  it('asks for the code only after the right password, and reveals nothing after a wrong one', async () => {
    const who = await enrol(await registered());
    const asked = await signIn(who.email);
    expect([asked.status, asked.body.code, asked.device]).toEqual([401, 'second_factor_required', undefined]);
    // Even a correct code does not change the answer to a wrong password, because the code is not checked. It therefore
    // stays unused.
    const code = codeOf(who.secret);
    expect((await signIn(who.email, code, {}, 'not the password')).body.code).toBe('wrong_credentials');
    const { status, body } = await signIn(who.email, code);
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['access_token', 'expires_in', 'refresh_expires_in', 'refresh_token', 'scope', 'session_state', 'userId'],
    ]);
  });

  it('accepts codes one step early or late, once each, and none older than the last one accepted', async () => {
    const who = await enrol(await registered());
    const answer = async (step: number) =>
      (await signIn(who.email, codeOf(who.secret, now + step * STEP))).body.code ?? 'in';
    expect(await answer(-2)).toBe('accounts.wrong_code');
    expect(await answer(2)).toBe('accounts.wrong_code');
    expect(await answer(-1)).toBe('in');
    expect(await answer(-1)).toBe('accounts.wrong_code');
    expect(await answer(1)).toBe('in');
    expect(await answer(0)).toBe('accounts.wrong_code');
  });

  it('accepts a code once, also when ten requests send it at the same time', async () => {
    const who = await enrol(await registered());
    const code = codeOf(who.secret);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => signIn(who.email, code, { ip: `203.0.113.${i}` })),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
  });

  it('accepts a recovery code once, with or without dashes, and confirms it by mail', async () => {
    const who = await enrol(await registered());
    const [one = '', two = ''] = who.codes;
    expect((await signIn(who.email, one.toUpperCase())).status).toBe(200);
    expect((await signIn(who.email, one)).body.code).toBe('accounts.wrong_code');
    expect((await signIn(who.email, two.replaceAll('-', ' '))).status).toBe(200);
    const mail = (await mailsTo(who.email)).at(-1);
    expect(mail?.subject).toBe('A recovery code was used');
    expect(mail?.paragraphs.join(' ')).toContain('8 recovery codes are left');
    expect((await t.ok(who, getSecondFactor)).recoveryCodesLeft).toBe(8);
  });

  it('refuses a code of another person', async () => {
    const [who, other] = [await enrol(await registered()), await enrol(await registered())];
    expect((await signIn(who.email, codeOf(other.secret))).body.code).toBe('accounts.wrong_code');
    expect((await signIn(who.email, other.codes[0])).body.code).toBe('accounts.wrong_code');
    expect((await signIn(other.email, other.codes[0])).status).toBe(200);
  });

  it('refuses old recovery codes once new ones are created', async () => {
    const who = await enrol(await registered());
    await proveWith(who, codeOf(who.secret));
    const { recoveryCodes } = await t.ok(who, renewRecoveryCodes);
    expect((await signIn(who.email, who.codes[1])).body.code).toBe('accounts.wrong_code');
    expect((await signIn(who.email, recoveryCodes[1])).status).toBe(200);
    expect(await subjectsTo(who.email)).toContain('You have new recovery codes');
  });

  it('is still required after the password was reset', async () => {
    const who = await enrol(await registered());
    await t.call(undefined, forgottenPassword, { body: { email: who.email } });
    const verificationToken = (await mailsTo(who.email)).at(-1)?.action?.url.split('/').at(-1) ?? '';
    const password = 'lantern-and-tide';
    const reset = await t.call({ ...who, token: '' }, resetForgottenPassword, {
      body: { password, verificationToken, userId: who.userId },
      headers: { authorization: '' },
    });
    expect(reset.status).toBe(204);
    expect((await signIn(who.email, undefined, {}, password)).body.code).toBe('second_factor_required');
    expect((await signIn(who.email, codeOf(who.secret), {}, password)).status).toBe(200);
  });

  it('refuses a disabled person', async () => {
    const who = await enrol(await registered());
    await t.deps.db.updateTable('person').set({ is_active: false }).where('id', '=', who.userId).execute();
    expect((await signIn(who.email, codeOf(who.secret))).body.code).toBe('not_activated');
  });
});

describe('guessing second-factor codes', () => {
  it('is blocked after ten attempts from any number of addresses; the known browser still works', async () => {
    const who = await enrol(await registered());
    const known = (await signIn(who.email, who.codes[0])).device;
    const cookie = `${known?.name}=${known?.value}`;
    const answers: string[] = [];
    for (let i = 0; i < 100; i += 1)
      answers.push((await signIn(who.email, String(100_000 + i), { ip: `198.51.100.${i}` })).body.code);
    expect(answers.filter((code) => code === 'accounts.wrong_code')).toHaveLength(10);
    expect(answers.filter((code) => code === 'too_many')).toHaveLength(90);
    expect((await signIn(who.email, codeOf(who.secret), { cookie })).status).toBe(200);
  });

  it('is blocked for the day after fifty attempts, however slow they are', async () => {
    const who = await enrol(await registered());
    const wrong = async (i: number) =>
      (await signIn(who.email, String(100_000 + i), { ip: `198.51.100.${i % 250}` })).body.code;
    for (let i = 0; i < 50; i += 1) {
      if (i % 10 === 0) later(15 * 60_000);
      expect(await wrong(i)).toBe('accounts.wrong_code');
    }
    later(15 * 60_000);
    expect(await wrong(50)).toBe('too_many');
  });

  it('gets no extra attempts in browsers that were known before there was a second factor', async () => {
    const who = await registered();
    const before = (await signIn(who.email)).device;
    const enrolled = await enrol(who);
    const cookie = `${before?.name}=${before?.value}`;
    for (let i = 0; i < 10; i += 1) await signIn(enrolled.email, '000000', { ip: `198.51.100.${i}` });
    expect((await signIn(enrolled.email, '000000', { cookie, ip: '198.51.100.99' })).body.code).toBe('too_many');
  });

  it('is limited for the first code and for the proof, too', async () => {
    const who = await registered();
    await t.ok(who, prove, { body: { password: PASSWORD } });
    await t.ok(who, beginSecondFactor);
    const first = async () => (await t.call(who, confirmSecondFactor, { body: { code: '000000' } })).error.code;
    for (let i = 0; i < 10; i += 1) expect(await first()).toBe('accounts.wrong_code');
    expect(await first()).toBe('too_many');
    const other = await enrol(await registered());
    for (let i = 0; i < 10; i += 1) expect((await proveWith(other, '000000')).error.code).toBe('accounts.wrong_code');
    expect((await proveWith(other, codeOf(other.secret))).error.code).toBe('too_many');
  });
});

describe('an account that requires a second factor', () => {
  it('is set up by an admin who has one and proves it', async () => {
    const who = await registered();
    const refused = await requireIt(who, true);
    expect([refused.error.code, refused.error.errors?.[0]?.field]).toEqual([
      'accounts.own_second_factor_first',
      'isSecondFactorRequired',
    ]);
    const admin = await enrol(who);
    expect((await requireIt(admin, true)).error.code).toBe('proof_required');
    // A request that does not change the setting needs no recent proof of identity.
    expect((await requireIt(admin, false)).status).toBe(200);
    await proveWith(admin, codeOf(admin.secret));
    expect((await requireIt(admin, true)).body.isSecondFactorRequired).toBe(true);
    later(10 * 60_000);
    expect((await requireIt(admin, false)).error.code).toBe('proof_required');
    await proveWith(admin, codeOf(admin.secret));
    expect((await t.call(admin, turnOffSecondFactor)).error).toMatchObject({
      code: 'accounts.second_factor_kept',
      message: 'Quay requires a second factor.',
    });
  });

  it('refuses a member without one at their next call, until they have one', async () => {
    const admin = await enrol(await registered());
    const member = await t.member(admin);
    await t.setPassword(member, PASSWORD);
    await t.ok(member, listSuppliers);
    await proveWith(admin, codeOf(admin.secret));
    expect((await requireIt(admin, true)).status).toBe(200);
    await expect.poll(async () => (await t.call(member, listSuppliers)).error?.code).toBe('second_factor_missing');
    expect([
      (await t.call(member, getAccountSettings)).status,
      (await t.ok(member, getMe)).isSecondFactorRequired,
    ]).toEqual([403, true]);
    const { secret } = await t.ok(member, beginSecondFactor);
    await t.ok(member, confirmSecondFactor, { body: { code: codeOf(secret) } });
    await t.ok(member, listSuppliers);
    await t.ok(admin, listSuppliers);
  });

  it('closes the live streams of members without one, and of nobody else', async () => {
    const admin = await enrol(await registered());
    const member = await t.member(admin);
    await proveWith(admin, codeOf(admin.secret));
    const isAfter = (text: string) => text.includes('"topic":"suppliers"');
    let ofMember = '';
    const ofAdmin = await readStream(t, admin, {
      enough: isAfter,
      during: async () => {
        ofMember = await readStream(t, member, {
          enough: isAfter,
          during: async () => {
            expect((await requireIt(admin, true)).status).toBe(200);
            await t.ok(admin, createSupplier, { body: { companyName: 'After' } });
          },
        });
      },
    });
    expect([isAfter(ofAdmin), isAfter(ofMember), ofMember.includes('"topic":"account"')]).toEqual([true, false, true]);
    await expect(readStream(t, member, { enough: () => true })).rejects.toThrow('no stream: 403');
  });

  it('refuses a member without one who switches into it, while their former account stays open', async () => {
    const admin = await enrol(await registered());
    await proveWith(admin, codeOf(admin.secret));
    await requireIt(admin, true);
    const other = await registered();
    await t.work(admin, (w) =>
      w.tx
        .insertInto('account_member')
        .values({
          account_id: admin.accountId,
          person_id: other.userId,
          roles: ['sv-account-admin'],
          created_at: w.now,
        })
        .execute(),
    );
    await t.ok(other, listSuppliers);
    await t.ok(other, patchUser, { body: { currentAccountId: admin.accountId } });
    expect((await t.call(other, listSuppliers)).error.code).toBe('second_factor_missing');
    await t.ok(other, patchUser, { body: { currentAccountId: other.accountId } });
    await t.ok(other, listSuppliers);
  });
});

describe('a dangerous call', () => {
  const dropProof = (who: TestPerson) =>
    t.deps.db.updateTable('session').set({ proved_at: null }).where('person_id', '=', who.userId).execute();

  it.each(ENDPOINTS.filter((e) => e.proof === 'recent').map((e) => [e.id, e] as const))(
    'is refused without a recent proof: %s',
    async (_, spec) => {
      const admin = await t.admin();
      await dropProof(admin);
      const answer = await t.app.inject({
        method: spec.method,
        url: urlOf(spec, { userId: admin.userId }),
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect([answer.statusCode, (JSON.parse(answer.body) as { code: string }).code]).toEqual([422, 'proof_required']);
    },
  );

  it('asks for the proof again after five minutes, separately for each session', async () => {
    const who = await registered();
    const other = { ...who, token: (await signIn(who.email)).body.access_token };
    await t.ok(who, prove, { body: { password: PASSWORD } });
    await t.ok(who, beginSecondFactor);
    expect((await t.call(other, beginSecondFactor)).error.code).toBe('proof_required');
    later(5 * 60_000 - 1);
    await t.ok(who, beginSecondFactor);
    later(1);
    expect((await t.call(who, beginSecondFactor)).error.code).toBe('proof_required');
    expect((await proveWith(who, undefined, 'wrong')).error).toMatchObject({
      code: 'accounts.wrong_password',
      errors: [{ field: 'password' }],
    });
    expect((await t.call(who, beginSecondFactor)).error.code).toBe('proof_required');
  });

  it('accepts the password in the body, for bank details and address, until there is a second factor', async () => {
    const who = await registered();
    const supplier = await t.ok(who, createSupplier, { body: { companyName: 'Lanting' } });
    const put = (more: object) =>
      t.call(who, putSupplierBankDetails, {
        params: { id: supplier.id },
        body: { beneficiary: 'Lanting', accountNumber: '12345678', ...more },
      });
    expect((await put({})).error.code).toBe('proof_required');
    expect((await put({ password: PASSWORD })).status).toBe(200);
    const enrolled = await enrol(who);
    expect((await put({ password: PASSWORD })).error.code).toBe('proof_required');
    expect(
      (await t.call(who, changeEmail, { body: { email: 'new@example.test', password: PASSWORD } })).error.code,
    ).toBe('proof_required');
    expect(
      (await t.call(who, changePassword, { body: { currentPassword: PASSWORD, newPassword: 'lantern-and-tide' } }))
        .error.code,
    ).toBe('proof_required');
    expect((await proveWith(who, codeOf(enrolled.secret))).status).toBe(200);
    expect(
      (await t.ok(who, revealSupplierBankDetails, { params: { id: supplier.id }, body: {} })).details?.accountNumber,
    ).toBe('12345678');
    expect((await t.call(who, changeEmail, { body: { email: 'new@example.test' } })).status).toBe(200);
  });

  it('is one that makes an admin or removes a member, but not one that makes or invites a viewer', async () => {
    const admin = await t.admin();
    const [one, two] = [await t.member(admin), await t.member(admin)];
    await t.verify(admin);
    await dropProof(admin);
    const roles = (role: 'sv-account-admin' | 'sv-account-viewer', who = one) =>
      t.call(admin, updateAccountUserRoles, { params: { updateUserId: who.userId }, body: { roles: [role] } });
    const invite = (role: 'sv-account-admin' | 'sv-account-viewer') =>
      t.call(admin, addAccountUser, {
        body: { email: `new-${role}@example.test`, firstName: 'New', lastName: 'Person', roles: [role] },
      });
    expect((await roles('sv-account-admin')).error.code).toBe('proof_required');
    expect((await invite('sv-account-admin')).error.code).toBe('proof_required');
    expect((await t.call(admin, removeAccountUser, { params: { deleteUserId: two.userId } })).error.code).toBe(
      'proof_required',
    );
    expect((await invite('sv-account-viewer')).status).toBe(201);
    await t.setPassword(admin, PASSWORD);
    await t.ok(admin, prove, { body: { password: PASSWORD } });
    expect((await roles('sv-account-admin')).status).toBe(200);
    expect((await t.call(admin, removeAccountUser, { params: { deleteUserId: two.userId } })).status).toBe(204);
    await dropProof(admin);
    expect((await roles('sv-account-viewer')).status).toBe(200);
  });
});
