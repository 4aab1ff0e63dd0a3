import { getMe } from '@quayside/contracts/accounts/accounts';
import { updateAccountUserSettings } from '@quayside/contracts/accounts/own-settings';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { getUser, patchUser, replaceUser } from '@quayside/contracts/accounts/users';
import type { Language } from '@quayside/contracts/texts/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aboveAccount } from '../../../db/tx.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { readStream } from '../../../testing/live.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const profile = {
  firstName: 'Ada',
  lastName: 'Moss',
  phone: '+44 20 7946 0001',
  timeZone: 'Europe/Berlin',
  language: 'zh-CN',
  company: ' Moss Ltd ',
  bio: '',
  dateOfBirth: '1990-02-28',
};

describe("one's own profile", () => {
  it('is replaced as a whole, gets a new version, logs its changed fields and notifies the account', async () => {
    const who = await t.admin();
    const told = await readStream(t, who, {
      enough: (text) => text.includes('"topic":"account"'),
      during: async () => {
        expect(await t.ok(who, replaceUser, { body: { ...profile, version: 1 } })).toMatchObject({
          ...profile,
          company: 'Moss Ltd',
          bio: null,
          version: 2,
        });
      },
    });
    expect(told).toContain(who.userId);
    const audit = await t.work(who, (w) => w.tx.selectFrom('audit_log').select(['action', 'details']).execute());
    expect(audit).toEqual([
      {
        action: 'person.profile-changed',
        details: {
          version: 2,
          fields: ['firstName', 'lastName', 'phone', 'timeZone', 'language', 'company', 'dateOfBirth'],
        },
      },
    ]);
  });

  it('is the same by id and as the signed-in person, with accounts and settings of the current account', async () => {
    const who = await t.admin();
    await t.ok(who, replaceUser, { body: { ...profile, bio: 'Likes quays' } });
    await t.ok(who, updateAccountUserSettings, { body: { isFeeTrackerDailyFoundEmailEnabled: true } });
    const own = await t.ok(who, getUser, { params: { id: who.userId } });
    const { version, ...shared } = own;
    expect(await t.ok(who, getMe)).toMatchObject(shared);
    expect([version, own]).toMatchObject([
      2,
      {
        bio: 'Likes quays',
        dateOfBirth: '1990-02-28',
        accounts: [{ id: who.accountId, isCurrent: true, currentAccountUser: { invitationStatus: 'ACCEPTED' } }],
        currentAccountId: who.accountId,
        accountUserSettings: {
          userId: who.userId,
          showFeeTrackerDailySettings: false,
          isFeeTrackerDailyFoundEmailEnabled: true,
          isFeeTrackerDailyNotFoundEmailEnabled: false,
        },
      },
    ]);
  });

  it('does not say that the tier has ended if the account has no tier, whatever end is stored', async () => {
    const who = await t.admin();
    await t.work(who, (w) =>
      aboveAccount(w, (tx) =>
        tx
          .updateTable('account')
          .set({ tier: null, tier_expiry_at: new Date('2020-01-01') })
          .where('account_id', '=', who.accountId)
          .execute(),
      ),
    );
    t.deps.signIn.forgetAccount(who.accountId);
    expect(await t.ok(who, getMe)).toMatchObject({ accounts: [{ accountTier: null }], isTierExpired: false });
    expect((await t.call(who, createSupplier, { body: { companyName: 'Ningbo Haosheng' } })).status).toBe(201);
  });

  it('can be changed in part, writes nothing without a difference, and answers stale edits', async () => {
    const who = await t.admin();
    expect(await t.ok(who, patchUser, { body: { bio: 'Likes quays', version: 1 } })).toMatchObject({
      firstName: 'Test',
      bio: 'Likes quays',
      version: 2,
    });
    expect((await t.ok(who, patchUser, { body: { bio: 'Likes quays' } })).version).toBe(2);
    expect((await t.ok(who, patchUser, { body: {} })).version).toBe(2);
    const stale = await t.call(who, patchUser, { body: { bio: 'Late', version: 1 } });
    expect(stale).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { bio: 'Likes quays', version: 2 } },
    });
    expect((await t.ok(who, patchUser, { body: { bio: '' } })).bio).toBeNull();
  });

  it.each([
    ['firstName', '', 'Please enter a valid name'],
    ['phone', 'call me', 'Telephone number must be valid'],
    ['dateOfBirth', '1990-02-30', 'This day does not exist'],
    ['dateOfBirth', '2026-11-20', 'The date of birth must be in the past'],
    ['dateOfBirth', '2999-01-01', 'The date of birth must be in the past'],
    ['bio', 'x'.repeat(2001), 'At most 2000 characters'],
    ['timeZone', 'Europe/Nowhere', 'Choose a time zone'],
    ['language', 'tlh', 'Choose a language'],
  ])('refuses a wrong %s at its field', async (field, value, message) => {
    const who = await t.admin();
    const answer = await t.call(who, replaceUser, { body: { ...profile, [field]: value } });
    expect([answer.status, answer.error.errors?.[0]]).toMatchObject([422, { field, message }]);
    expect((await t.ok(who, getMe)).firstName).toBe('Test');
  });

  it("accepts a date of birth up to yesterday in the person's time zone", async () => {
    const who = await t.admin();
    expect((await t.ok(who, patchUser, { body: { dateOfBirth: '1931-05-04' } })).dateOfBirth).toBe('1931-05-04');
    // At 10:00 on 20 November in London it is already the 21st on Kiritimati. The 20th is therefore a past day only
    // there.
    const late = { dateOfBirth: '2026-11-20' };
    expect((await t.call(who, patchUser, { body: late })).status).toBe(422);
    expect((await t.ok(who, patchUser, { body: { ...late, timeZone: 'Pacific/Kiritimati' } })).dateOfBirth).toBe(
      '2026-11-20',
    );
    expect((await t.ok(who, getUser, { params: { id: who.userId } })).dateOfBirth).toBe('2026-11-20');
  });

  it('has a language, which a PUT without one keeps and null removes', async () => {
    const who = await t.admin();
    const { language, ...others } = profile;
    expect((await t.ok(who, getMe)).language).toBeNull();
    await t.ok(who, patchUser, { body: { language } });
    await t.ok(who, replaceUser, { body: others });
    expect((await t.ok(who, getMe)).language).toBe('zh-CN');
    expect((await t.ok(who, patchUser, { body: { language: null } })).language).toBeNull();
  });

  it('has the language of answers to requests that name none', async () => {
    const who = await t.admin();
    await t.ok(who, patchUser, { body: { language: 'zh-CN' } });
    const scopeIn = async (language: Language | undefined) =>
      (await t.deps.signIn.scopeOf(who.token, { id: 'test', language })).language;
    expect([await scopeIn(undefined), await scopeIn('en')]).toEqual(['zh-CN', 'en']);
  });

  it('cannot be used to change address, roles or verification', async () => {
    const who = await t.admin();
    const answer = await t.app.inject({
      method: 'PATCH',
      url: `/api/v2/users/${who.userId}`,
      headers: { authorization: `Bearer ${who.token}` },
      payload: { email: 'other@example.test', isVerified: true, accountRoles: [{ name: 'sv-admin' }] },
    });
    expect(answer.statusCode).toBe(422);
  });
});
