import { getMe } from '@quayside/contracts/accounts';
import { getUser, patchUser, replaceUser } from '@quayside/contracts/users';
import type { Language } from '@quayside/contracts/texts/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { readStream } from '../../testing/live.ts';

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

describe('the own profile', () => {
  it('is replaced whole, counted, audited by the names of its fields, and told to the account', async () => {
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

  it('is changed in part, nothing is written where nothing differs, and a stale edit is shown the row as it is', async () => {
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

  it('takes a day of birth of long ago, and yesterday of where the person is', async () => {
    const who = await t.admin();
    expect((await t.ok(who, patchUser, { body: { dateOfBirth: '1931-05-04' } })).dateOfBirth).toBe('1931-05-04');
    // 20 November, 10:00 in London: it is the 21st on Kiritimati and the day before has passed, in London it has not.
    const late = { dateOfBirth: '2026-11-20' };
    expect((await t.call(who, patchUser, { body: late })).status).toBe(422);
    expect((await t.ok(who, patchUser, { body: { ...late, timeZone: 'Pacific/Kiritimati' } })).dateOfBirth).toBe(
      '2026-11-20',
    );
    expect((await t.ok(who, getUser, { params: { id: who.userId } })).dateOfBirth).toBe('2026-11-20');
  });

  it('has a language, which a PUT without one leaves and null takes away', async () => {
    const who = await t.admin();
    const { language, ...others } = profile;
    expect((await t.ok(who, getMe)).language).toBeNull();
    await t.ok(who, patchUser, { body: { language } });
    await t.ok(who, replaceUser, { body: others });
    expect((await t.ok(who, getMe)).language).toBe('zh-CN');
    expect((await t.ok(who, patchUser, { body: { language: null } })).language).toBeNull();
  });

  it('has a language for answers to requests that ask for none', async () => {
    const who = await t.admin();
    await t.ok(who, patchUser, { body: { language: 'zh-CN' } });
    const scopeIn = async (language: Language | undefined) =>
      (await t.deps.signIn.scopeOf(who.token, { id: 'test', language })).language;
    expect([await scopeIn(undefined), await scopeIn('en')]).toEqual(['zh-CN', 'en']);
  });

  it('cannot be used to take what is not in it: address, roles, verification', async () => {
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
