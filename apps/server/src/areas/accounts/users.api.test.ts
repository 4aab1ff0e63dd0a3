import { getMe } from '@quayside/contracts/accounts';
import { patchUser, replaceUser } from '@quayside/contracts/users';
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
        expect(await t.ok(who, replaceUser, { body: { ...profile, version: 1 } })).toMatchObject({ ...profile, company: 'Moss Ltd', bio: null, version: 2 });
      },
    });
    expect(told).toContain(who.userId);
    const audit = await t.work(who, (w) => w.tx.selectFrom('audit_log').select(['action', 'details']).execute());
    expect(audit).toEqual([
      { action: 'person.profile-changed', details: { fields: ['firstName', 'lastName', 'phone', 'timeZone', 'company', 'dateOfBirth'] } },
    ]);
  });

  it('is changed in part, nothing is written where nothing differs, and a stale edit is shown the row as it is', async () => {
    const who = await t.admin();
    expect(await t.ok(who, patchUser, { body: { bio: 'Likes quays', version: 1 } })).toMatchObject({ firstName: 'Test', bio: 'Likes quays', version: 2 });
    expect((await t.ok(who, patchUser, { body: { bio: 'Likes quays' } })).version).toBe(2);
    expect((await t.ok(who, patchUser, { body: {} })).version).toBe(2);
    const stale = await t.call(who, patchUser, { body: { bio: 'Late', version: 1 } });
    expect(stale).toMatchObject({ status: 409, error: { code: 'conflict_version', current: { bio: 'Likes quays', version: 2 } } });
    expect((await t.ok(who, patchUser, { body: { bio: '' } })).bio).toBeNull();
  });

  it.each([
    ['firstName', '', 'Please enter a valid name'],
    ['phone', 'call me', 'Telephone number must be valid'],
    ['dateOfBirth', '1990-02-30', 'This day does not exist'],
    ['timeZone', 'Europe/Nowhere', 'Choose a time zone'],
  ])('refuses a wrong %s at its field', async (field, value, message) => {
    const who = await t.admin();
    const answer = await t.call(who, replaceUser, { body: { ...profile, [field]: value } });
    expect([answer.status, answer.error.errors?.[0]]).toEqual([422, { field, message }]);
    expect((await t.ok(who, getMe)).firstName).toBe('Test');
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
