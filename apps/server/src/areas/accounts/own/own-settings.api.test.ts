import {
  authenticate,
  getAccountSettings,
  getMe,
  logout,
  updateAccountSettings,
} from '@quayside/contracts/accounts/accounts';
import { listInvoices } from '@quayside/contracts/invoices/invoices';
import {
  endOtherSessions,
  endSession,
  getUserSettings,
  listSessions,
  updateAccountUserSettings,
  updateUserSettings,
} from '@quayside/contracts/accounts/own-settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asSystem } from '../../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { readStream } from '../../../testing/live.ts';
import { startSession } from '../sign-in/sessions.service.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const WAIT = { timeout: 5_000 };

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  maya = await t.admin();
});

/** Signs the same person in with another browser. */
async function elsewhere(who: TestPerson, userAgent = FIREFOX): Promise<TestPerson> {
  const issued = await asSystem(t.deps, (tx) =>
    startSession(tx, t.deps, who.userId, who.accountId, { ip: '203.0.113.7', userAgent }),
  );
  return { ...who, token: issued.token.access_token };
}
const audited = (who: TestPerson, action: string) =>
  t.work(who, (w) =>
    w.tx.selectFrom('audit_log').select(['person_id', 'subject_ids', 'details']).where('action', '=', action).execute(),
  );

describe('the sessions of the signed-in person', () => {
  it('are listed with the names of their devices, the current session first', async () => {
    t.setTime('2026-11-20T10:05:00.000Z');
    await elsewhere(maya);
    expect(await t.ok(maya, listSessions)).toEqual([
      {
        id: expect.any(String),
        browser: null,
        system: null,
        ip: '127.0.0.1',
        createdAt: '2026-11-20T10:00:00.000Z',
        lastUsedAt: '2026-11-20T10:05:00.000Z',
        isCurrent: true,
      },
      {
        id: expect.any(String),
        browser: 'Firefox',
        system: 'Windows',
        ip: '203.0.113.7',
        createdAt: '2026-11-20T10:05:00.000Z',
        lastUsedAt: '2026-11-20T10:05:00.000Z',
        isCurrent: false,
      },
    ]);
  });

  it('are listed without expired sessions and without those of other people', async () => {
    await t.admin();
    await elsewhere(maya);
    // Both sessions have expired after seven idle days, so this new sign-in creates the only active session.
    t.setTime('2026-11-28T10:00:00.000Z');
    const now = await elsewhere(maya, 'curl/8.9.1');
    expect((await t.ok(now, listSessions)).map((s) => [s.browser, s.isCurrent])).toEqual([['curl', true]]);
  });

  it('can be ended one by one: calls are refused at once, the stream closes, the audit log has it', async () => {
    const other = await elsewhere(maya);
    const id = (await t.ok(maya, listSessions)).find((s) => !s.isCurrent)?.id ?? '';
    await readStream(t, other, {
      enough: () => false,
      during: async () => {
        expect(t.deps.live.count).toBe(1);
        await t.ok(maya, endSession, { params: { sessionId: id } });
        await vi.waitFor(() => expect(t.deps.live.count).toBe(0), WAIT);
      },
    });
    expect((await t.call(other, getMe)).status).toBe(498);
    expect((await t.call(maya, getMe)).status).toBe(200);
    expect(await audited(maya, 'session.ended')).toEqual([
      { person_id: maya.userId, subject_ids: [id], details: null },
    ]);
    expect((await t.call(maya, endSession, { params: { sessionId: id } })).status).toBe(404);
  });

  it('end at sign-out, which closes the live stream', async () => {
    const other = await elsewhere(maya);
    await readStream(t, other, {
      enough: () => false,
      during: async () => {
        expect(t.deps.live.count).toBe(1);
        await t.ok(other, logout);
        await vi.waitFor(() => expect(t.deps.live.count).toBe(0), WAIT);
      },
    });
  });

  it('cannot be ended by somebody else, not even by an admin of the same account', async () => {
    const ben = await t.member(maya);
    const id = (await t.ok(ben, listSessions))[0]?.id ?? '';
    expect((await t.call(maya, endSession, { params: { sessionId: id } })).status).toBe(404);
    expect((await t.call(ben, getMe)).status).toBe(200);
  });

  it('can be ended all at once, except the current one', async () => {
    const others = [await elsewhere(maya), await elsewhere(maya)];
    const ben = await t.member(maya);
    expect(await t.ok(maya, endOtherSessions)).toEqual({ ended: 2 });
    expect(await Promise.all([...others, maya, ben].map(async (who) => (await t.call(who, getMe)).status))).toEqual([
      498, 498, 200, 200,
    ]);
    expect((await audited(maya, 'session.ended')).flatMap((a) => a.subject_ids)).toHaveLength(2);
    expect(await t.ok(maya, endOtherSessions)).toEqual({ ended: 0 });
  });

  it('cannot be renewed with their refresh token once they have been ended', async () => {
    const email = (await t.ok(maya, getMe)).email;
    await t.setPassword(maya, 'tide-and-lantern');
    const issued = (await t.call(undefined, authenticate, { body: { userName: email, password: 'tide-and-lantern' } }))
      .body;
    await t.ok(maya, endOtherSessions);
    const renewed = await t.app.inject({
      url: `/api/v2/gateway/${maya.userId}/token`,
      headers: { authorization: `Bearer ${issued.refresh_token}` },
    });
    expect(renewed.statusCode).toBe(498);
  });
});

describe('the e-mail settings of a person', () => {
  it('are off at first, are stored for that person alone, and appear in the audit log', async () => {
    const ben = await t.member(maya);
    expect(await t.ok(maya, getUserSettings)).toEqual({
      isAccountSummaryEmailEnabled: false,
      isDailyFeeChangeEmailEnabled: false,
      isInvoiceUploadedEmailWanted: true,
      isCostCheckEmailWanted: true,
      isBankDetailsEmailWanted: true,
      isPaymentDueEmailWanted: true,
      isPaymentPaidEmailWanted: true,
      accountUserSettings: {
        userId: maya.userId,
        showFeeTrackerDailySettings: false,
        isFeeTrackerDailyFoundEmailEnabled: false,
        isFeeTrackerDailyNotFoundEmailEnabled: false,
      },
    });
    const body = { isAccountSummaryEmailEnabled: true, isDailyFeeChangeEmailEnabled: false };
    expect(await t.ok(maya, updateUserSettings, { body })).toMatchObject(body);
    expect(await t.ok(maya, getUserSettings)).toMatchObject(body);
    expect(await t.ok(ben, getUserSettings)).toMatchObject({ isAccountSummaryEmailEnabled: false });
    expect(await audited(maya, 'person.settings-changed')).toEqual([
      {
        person_id: maya.userId,
        subject_ids: [maya.userId],
        details: { version: 2, changes: [{ field: 'isAccountSummaryEmailEnabled', from: false, to: true }] },
      },
    ]);
  });

  it('for the fee tracker belong to the account: admins change them, everybody reads them', async () => {
    const ben = await t.member(maya);
    const body = { isFeeTrackerDailyFoundEmailEnabled: true };
    expect((await t.call(ben, updateAccountUserSettings, { body })).status).toBe(403);
    expect(await t.ok(maya, updateAccountUserSettings, { body })).toMatchObject({
      ...body,
      isFeeTrackerDailyNotFoundEmailEnabled: false,
    });
    expect((await t.ok(ben, getUserSettings)).accountUserSettings).toMatchObject(body);
    // The documented request body also contains the id of the person.
    await t.ok(maya, updateAccountUserSettings, { body: { ...body, userId: maya.userId } });
    const other = await t.call(maya, updateAccountUserSettings, { body: { ...body, userId: ben.userId } });
    expect(other.error.errors).toMatchObject([{ field: 'userId' }]);
    expect(await audited(maya, 'account.fee-mails-changed')).toHaveLength(1);
  });
});

describe('the settings of an account', () => {
  const base = { accountName: 'Quay', currency: 'GBP', timeZone: 'Europe/London' };

  it('have defaults, and stay unchanged when a request omits the newer ones', async () => {
    expect(await t.ok(maya, getAccountSettings)).toMatchObject({
      costDataSheetUrl: null,
      productInventorySheetUrl: null,
      isArchiveWhenClosedEnabled: false,
      archiveAfterDays: 30,
      isInvoiceUploadedEmailEnabled: false,
      isPaymentDueEmailEnabled: false,
      isPaymentPaidEmailEnabled: false,
      isFeeChangeEmailEnabled: false,
      isSubscriptionEmailEnabled: true,
    });
    const all = {
      costDataSheetUrl: 'https://docs.example/costs',
      productInventorySheetUrl: 'https://docs.example/stock',
      isArchiveWhenClosedEnabled: true,
      archiveAfterDays: 0,
      isInvoiceUploadedEmailEnabled: true,
      isPaymentDueEmailEnabled: true,
      isPaymentPaidEmailEnabled: true,
      isFeeChangeEmailEnabled: true,
      isSubscriptionEmailEnabled: false,
      isSv1Enabled: true,
      isResourcesEnabled: false,
    };
    expect(await t.ok(maya, updateAccountSettings, { body: { ...base, ...all, version: 1 } })).toMatchObject({
      ...base,
      ...all,
      version: 2,
    });
    expect(await t.ok(maya, updateAccountSettings, { body: { ...base, accountName: 'Quay two' } })).toMatchObject({
      ...all,
      accountName: 'Quay two',
    });
    expect(await t.ok(maya, updateAccountSettings, { body: { ...base, costDataSheetUrl: ' ' } })).toMatchObject({
      costDataSheetUrl: null,
      productInventorySheetUrl: all.productInventorySheetUrl,
    });
  });

  it.each([
    [{ costDataSheetUrl: 'sheet 1' }, 'costDataSheetUrl', 'Please enter a valid URL'],
    [{ productInventorySheetUrl: 'javascript:alert(1)' }, 'productInventorySheetUrl', 'Please enter a valid URL'],
    [{ archiveAfterDays: -1 }, 'archiveAfterDays', 'Between 0 and 3650 days'],
    [{ archiveAfterDays: 3651 }, 'archiveAfterDays', 'Between 0 and 3650 days'],
  ])('refuse %j at its field', async (wrong, field, message) => {
    const answer = await t.call(maya, updateAccountSettings, { body: { ...base, ...wrong } });
    expect([answer.status, answer.error.errors]).toMatchObject([422, [{ field, message }]]);
  });

  it('switch a section off and on for everybody at once, on the live stream and in the audit log', async () => {
    const ben = await t.member(maya);
    const invoices = async () => (await t.call(ben, listInvoices)).status;
    expect(await invoices()).toBe(200);
    const told = await readStream(t, ben, {
      enough: (text) => text.includes('"topic":"account"'),
      during: () => t.ok(maya, updateAccountSettings, { body: { ...base, isManagementSectionEnabled: false } }),
    });
    expect(told).toContain('"topic":"account"');
    await vi.waitFor(async () => expect(await invoices()).toBe(404), WAIT);
    expect((await audited(maya, 'account.settings-changed'))[0]?.details).toMatchObject({
      changes: expect.arrayContaining([{ field: 'isManagementSectionEnabled', from: true, to: false }]),
    });
    await t.ok(maya, updateAccountSettings, { body: { ...base, isManagementSectionEnabled: true } });
    await vi.waitFor(async () => expect(await invoices()).toBe(200), WAIT);
  });
});
