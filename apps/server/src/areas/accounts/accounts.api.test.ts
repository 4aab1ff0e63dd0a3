import {
  authenticate,
  getAccountSettings,
  getMe,
  logout,
  registerTrial,
  renewToken,
  updateAccountSettings,
} from '@quayside/contracts/accounts/accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { readStream } from '../../testing/live.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const form = (email: string) => ({
  firstName: 'Ada',
  lastName: 'Moss',
  email,
  password: 'quay-heron-41',
  currency: 'GBP',
  timeZone: 'Europe/London',
});

describe('registration and sign-in', () => {
  it('create an account with a 14-day trial and return all seven keys', async () => {
    const token = await t.call(undefined, registerTrial, { body: form('ada@example.test') });
    expect(token.status).toBe(201);
    expect(Object.keys(token.body).sort()).toEqual([
      'access_token',
      'expires_in',
      'refresh_expires_in',
      'refresh_token',
      'scope',
      'session_state',
      'userId',
    ]);
    const me = await t.ok({ userId: token.body.userId, accountId: '', token: token.body.access_token }, getMe);
    expect(me.accounts[0]).toMatchObject({
      name: 'Ada Moss',
      accountTier: 'TRIAL_14',
      tierExpiryDate: '2026-12-04T10:00:00.000Z',
    });
    expect(me.accountRoles).toEqual([{ name: 'sv-account-admin' }]);
  });

  it('sign in when the same form is sent again, but refuse another password for that address', async () => {
    expect((await t.call(undefined, registerTrial, { body: form('twice@example.test') })).status).toBe(201);
    expect((await t.call(undefined, registerTrial, { body: form('Twice@example.test') })).status).toBe(201);
    const other = await t.call(undefined, registerTrial, {
      body: { ...form('twice@example.test'), password: 'another-heron-42' },
    });
    expect(other).toMatchObject({
      status: 409,
      error: { message: 'Existing User account.', errors: [{ field: 'email' }] },
    });
  });

  it.each([
    ['', 'Password is required'],
    ['short1', 'At least 8 characters'],
    ['password1', 'This password is among the commonest. Choose another one.'],
    ['x'.repeat(129), 'At most 128 characters'],
  ])('refuse the password %j at its field', async (password, message) => {
    const answer = await t.call(undefined, registerTrial, { body: { ...form('weak@example.test'), password } });
    expect(answer.status).toBe(422);
    expect(answer.error.errors).toContainEqual(expect.objectContaining({ field: 'password', message }));
  });

  it('give the web client its refresh token only as a cookie', async () => {
    const answer = await t.call(undefined, authenticate, {
      body: { userName: 'ADA@example.test', password: 'quay-heron-41' },
      headers: { 'x-client': 'web' },
    });
    expect(answer.body.refresh_token).toBe('');
    expect([answer.headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(
        /^quayside_refresh=qs_[\w-]{43}; Max-Age=604800; Path=\/api\/v2\/gateway; HttpOnly; SameSite=Strict$/,
      ),
    );
  });

  it('give the same answer for a wrong password and an unknown address, and slow down guessing', async () => {
    const wrong = await t.call(undefined, authenticate, { body: { userName: 'ada@example.test', password: 'wrong' } });
    const unknown = await t.call(undefined, authenticate, {
      body: { userName: 'nobody@example.test', password: 'wrong' },
    });
    expect([wrong.status, wrong.error.message]).toEqual([401, 'Incorrect email address or password']);
    expect([unknown.status, unknown.error.message]).toEqual([wrong.status, wrong.error.message]);
    let last = unknown;
    for (let i = 0; i < 10; i += 1)
      last = await t.call(undefined, authenticate, { body: { userName: 'nobody@example.test', password: 'wrong' } });
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('renewing and ending a session', () => {
  it('accepts a refresh token once, or twice within 10 s; a later reuse ends the session', async () => {
    t.setTime('2026-11-20T10:00:00Z');
    const first = (await t.call(undefined, registerTrial, { body: form('renew@example.test') })).body;
    const renew = (token: string) => t.call({ userId: first.userId, accountId: '', token }, renewToken);
    const second = await renew(first.refresh_token);
    expect(second.status).toBe(200);
    t.setTime('2026-11-20T10:00:09Z');
    expect((await renew(first.refresh_token)).status).toBe(200);
    t.setTime('2026-11-20T10:00:20Z');
    expect((await renew(first.refresh_token)).status).toBe(498);
    const child = await t.call({ userId: first.userId, accountId: '', token: second.body.access_token }, getMe);
    expect(child.status).toBe(498);
  });

  it('is not renewed with an access token, whichever client sends it', async () => {
    t.setTime('2026-11-20T10:00:00Z');
    const first = (await t.call(undefined, registerTrial, { body: form('access-only@example.test') })).body;
    const who = { userId: first.userId, accountId: '', token: first.access_token };
    for (const client of ['web', 'other']) {
      const answer = await t.call(who, renewToken, { headers: { 'x-client': client } });
      expect([answer.status, answer.error.code, answer.headers['set-cookie']]).toEqual([
        401,
        'not_signed_in',
        undefined,
      ]);
    }
    expect((await t.call(who, getMe)).status).toBe(200);
  });

  it('distinguishes an expired token (498) from an unknown or missing one (401)', async () => {
    t.setTime('2026-11-20T10:00:00Z');
    const who = await t.admin();
    t.setTime('2026-11-20T10:30:01Z');
    expect((await t.call(who, getMe)).status).toBe(498);
    expect((await t.call({ ...who, token: `qs_${'a'.repeat(43)}` }, getMe)).status).toBe(401);
    expect(await t.call(undefined, getMe)).toMatchObject({
      status: 401,
      error: { message: 'Your token is gone, please re-login' },
    });
    t.setTime('2026-11-20T10:00:00Z');
  });

  it('makes the tokens useless at sign-out, and closes the live stream', async () => {
    const who = await t.admin();
    await readStream(t, who, {
      enough: () => false,
      during: async () => {
        expect(t.deps.live.count).toBe(1);
        await t.ok(who, logout);
        await vi.waitFor(() => expect(t.deps.live.count).toBe(0), { timeout: 5_000 });
      },
    });
    expect((await t.call(who, getMe)).status).toBe(498);
  });
});

describe('the account itself', () => {
  it('can be changed by an admin and read by a viewer, and a stale edit gets its current state', async () => {
    const admin = await t.admin();
    const viewer = await t.member(admin);
    const changed = await t.ok(admin, updateAccountSettings, {
      body: { accountName: 'Quay', currency: 'EUR', timeZone: 'Europe/Berlin', version: 1 },
    });
    expect(changed).toMatchObject({ currency: 'EUR', currencySymbol: '€', version: 2 });
    expect((await t.ok(viewer, getAccountSettings)).accountName).toBe('Quay');
    expect(
      (await t.call(viewer, updateAccountSettings, { body: { accountName: 'x', currency: 'EUR', timeZone: 'UTC' } }))
        .status,
    ).toBe(403);
    const stale = await t.call(admin, updateAccountSettings, {
      body: { accountName: 'Late', currency: 'EUR', timeZone: 'UTC', version: 1 },
    });
    expect(stale).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { accountName: 'Quay', version: 2 } },
    });
  });
});
