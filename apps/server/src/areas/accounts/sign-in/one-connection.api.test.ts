import { getMe, logout } from '@quayside/contracts/accounts/accounts';
import { triggerVerifyEmail } from '@quayside/contracts/accounts/auth';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { postTestEmail } from '@quayside/contracts/mailbox';
import {
  endOtherSessions,
  getUserSettings,
  listSessions,
  updateUserSettings,
} from '@quayside/contracts/accounts/own-settings';
import { getAccount, listAccounts } from '@quayside/contracts/accounts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

const AT_ONCE = 20;
let t: TestApp;
let people: TestPerson[];
beforeAll(async () => {
  t = await startTestApp({}, { poolSize: 2 });
  const admin = await t.admin();
  people = [admin];
  for (let i = 1; i < AT_ONCE; i += 1) people.push(await t.member(admin));
});
afterAll(() => t.close());

const calls: readonly (readonly [EndpointSpec, body?: object])[] = [
  [getMe],
  [listAccounts],
  [getAccount],
  [getUserSettings],
  [updateUserSettings, { isAccountSummaryEmailEnabled: true, isDailyFeeChangeEmailEnabled: true }],
  [listSessions],
  [endOtherSessions],
  [triggerVerifyEmail],
  [postTestEmail, {}],
  [logout],
];
describe(`${AT_ONCE} people at once, on two connections`, () => {
  // If each call waited for a second connection while it held its first one, the concurrent calls would deadlock.
  it.each(calls.map(([spec, body]) => [spec.id, spec, body] as const))(
    'all get an answer of %s',
    async (_, spec, body) => {
      const answers = await Promise.all(people.map((who) => t.call(who, spec, body && { body })));
      expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: AT_ONCE }, () => spec.status));
    },
  );
});
