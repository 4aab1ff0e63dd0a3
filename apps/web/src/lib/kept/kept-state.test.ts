import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fromOtherTab, installBrowserGlobals } from '../../testing/browser-globals.ts';
import type * as PersonState from '../session/kept-person.ts';
import type * as SessionStore from '../session/session-store.ts';
import type * as State from './kept-state.ts';
import { aToken } from '../../testing/a-token.ts';

/** Loads a fresh instance of the module that reads the current storage, as a page load does. */
async function start(): Promise<typeof State & typeof SessionStore & typeof PersonState> {
  vi.resetModules();
  return {
    ...(await import('./kept-state.ts')),
    ...(await import('../session/session-store.ts')),
    ...(await import('../session/kept-person.ts')),
  };
}
const put = (name: string, data: unknown, v = 1) =>
  localStorage.setItem(`quayside.${name}`, JSON.stringify({ v, data }));
const at = (name: string) =>
  (JSON.parse(localStorage.getItem(`quayside.${name}`) ?? 'null') as { data: Record<string, unknown> } | null)?.data;

const ME = '01930000-0000-7000-8000-000000000001';
const ACCOUNT = '01930000-0000-7000-8000-0000000000a1';
const OTHER = '01930000-0000-7000-8000-0000000000b2';
const token = aToken({ access_token: 'qs_a' });
const held = (more = {}) => ({
  accessToken: 'qs_a',
  userId: ME,
  issuedAt: Date.now(),
  expiresAt: Date.now() + 60_000,
  accountId: ACCOUNT,
  ...more,
});
const me = {
  id: ME,
  email: 'ada@harbour.test',
  firstName: 'Ada',
  lastName: 'Marsh',
  phone: null,
  timeZone: 'Europe/London',
  language: null,
  company: null,
  bio: null,
  dateOfBirth: null,
  isVerified: true,
  accountRoles: [{ name: 'sv-account-admin' as const }],
  accounts: [],
  currentAccountId: ACCOUNT,
  accountUserSettings: {
    userId: ME,
    showFeeTrackerDailySettings: false,
    isFeeTrackerDailyFoundEmailEnabled: false,
    isFeeTrackerDailyNotFoundEmailEnabled: false,
  },
  isTierExpired: false,
  isSecondFactorOn: false,
  isSecondFactorRequired: false,
  isDemo: false,
};
const settings = {
  accountId: ACCOUNT,
  accountName: 'Harbour & Pine Ltd',
  currency: 'GBP',
  currencySymbol: '£',
  timeZone: 'Europe/London',
  canChangeCurrency: true,
  isOrdersAndShippingEnabled: true,
  isManagementSectionEnabled: true,
  isFeeTrackerActive: true,
  isSecondFactorRequired: false,
  isSv1Enabled: false,
  isPoAndInventoryEnabled: true,
  isMarketPlacesEnabled: true,
  isResourcesEnabled: true,
  costDataSheetUrl: null,
  productInventorySheetUrl: null,
  isArchiveWhenClosedEnabled: false,
  archiveAfterDays: 30,
  isInvoiceUploadedEmailEnabled: false,
  isPaymentDueEmailEnabled: false,
  isPaymentPaidEmailEnabled: false,
  isFeeChangeEmailEnabled: false,
  isSubscriptionEmailEnabled: false,
  version: 1,
};

beforeEach(() => installBrowserGlobals());

describe('app state', () => {
  it("has dark mode, theme, and the onboarding's shown, minimised and step (from 1)", async () => {
    const { app } = await start();
    expect(app.get()).toMatchObject({
      darkMode: false,
      theme: 'auto',
      onboarding: { shown: true, minimised: false, step: 1 },
    });
  });
  it('survives a reload', async () => {
    const first = await start();
    first.setOnboarding({ minimised: true, step: 3 });
    first.app.update((now) => ({ ...now, theme: 'dark', darkMode: true }));
    const { app } = await start();
    expect(app.get()).toMatchObject({
      darkMode: true,
      theme: 'dark',
      onboarding: { shown: true, minimised: true, step: 3 },
    });
  });
  it('drops invalid fields and keeps the others', async () => {
    put('app', { darkMode: 'yes', theme: 'dark', onboarding: { shown: false, step: 99 }, layout: 7 });
    const { app, INITIAL_APP } = await start();
    expect(app.get()).toEqual({
      ...INITIAL_APP,
      theme: 'dark',
      onboarding: { shown: false, minimised: false, step: 1 },
    });
  });
  it('merges changes of another tab', async () => {
    const { app, setOnboarding, setLayout } = await start();
    setOnboarding({ step: 2 });
    let calls = 0;
    app.subscribe(() => (calls += 1));
    fromOtherTab('quayside.app', { v: 1, data: { ...app.get(), theme: 'dark' } });
    expect([calls, app.get().theme]).toEqual([1, 'dark']);
    // The other tab has already written this value, but the storage event has not arrived yet.
    put('app', { ...app.get(), darkMode: true });
    setLayout({ isDrawerMini: false });
    expect(app.get()).toMatchObject({
      theme: 'dark',
      darkMode: true,
      onboarding: { step: 2 },
      layout: { isDrawerMini: false },
    });
  });
});

describe('the five storage keys', () => {
  it('are the only ones written', async () => {
    const { session, storePerson, storedGrid, setLayout, STATE_NAMES } = await start();
    session.start(token);
    session.setAccount(ACCOUNT);
    storePerson(me, settings);
    setLayout({ isDrawerMini: false });
    const { z } = await import('zod');
    storedGrid('products', z.object({ size: z.number() }), `${ME}/${ACCOUNT}`).write({ size: 25 });
    expect(Object.keys(localStorage).sort()).toEqual(STATE_NAMES.map((name) => `quayside.${name}`).sort());
  });

  it('migrate values from the former keys and delete those', async () => {
    put('session', held());
    put('look', { scheme: 'dark' });
    put('drawer', { isMini: false });
    put('documentPane', 612);
    put('invoiceDocument', { isHidden: true }, 2);
    put('grid.products', { size: 25 });
    put('palette', { [ACCOUNT]: [] });
    const { app, session } = await start();
    expect(session.get()).toMatchObject({ userId: ME, accountId: ACCOUNT });
    expect(app.get()).toMatchObject({
      darkMode: true,
      theme: 'dark',
      layout: { isDrawerMini: false, documentPane: 612, isDocumentHidden: true },
    });
    expect(at('grid')).toEqual({ products: { size: 25 } });
    expect(Object.keys(localStorage).sort()).toEqual(['quayside.app', 'quayside.auth', 'quayside.grid']);
  });

  it('tolerate any content, under the current and the former keys', async () => {
    const names = [
      'app',
      'auth',
      'user',
      'grid',
      'account-settings',
      'session',
      'look',
      'drawer',
      'documentPane',
      'invoiceDocument',
      'grid.products',
      'verify-hidden',
    ];
    const data = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify({ v: 1, data: value })),
      fc.jsonValue().map((value) =>
        JSON.stringify({
          v: 1,
          data: { userId: ME, accountId: ACCOUNT, me: value, settings: value, onboarding: value, layout: value },
        }),
      ),
      fc
        .record({ token: fc.string(), at: fc.double() })
        .map(({ token: accessToken, at: issuedAt }) => JSON.stringify({ v: 1, data: held({ accessToken, issuedAt }) })),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), data), async (content) => {
        installBrowserGlobals();
        for (const [name, text] of Object.entries(content)) localStorage.setItem(`quayside.${name}`, text);
        const state = await start();
        const { shown, minimised, step } = state.app.get().onboarding;
        expect([typeof shown, typeof minimised]).toEqual(['boolean', 'boolean']);
        expect(Number.isInteger(step) && step >= 1 && step <= 6).toBe(true);
        const kept = state.session.get();
        // A stored token must consist of characters that are allowed in a header.
        if (kept)
          expect(
            () => new Headers({ Authorization: `Bearer ${kept.accessToken}`, 'X-Account-Id': kept.accountId ?? '' }),
          ).not.toThrow();
        expect([undefined, ME]).toContain(state.storedMe()?.id);
        state.clearStoredFilters();
        state.setOnboarding({ step: 2 });
        state.session.end('signedOut');
        expect([state.storedMe(), state.storedSettings(), state.app.get().onboarding.step]).toEqual([
          undefined,
          undefined,
          2,
        ]);
      }),
      { numRuns: runs(80) },
    );
  }, 60_000);
});

describe('stored person and account', () => {
  const signedIn = async () => {
    const state = await start();
    state.session.start(token);
    state.session.setAccount(ACCOUNT);
    state.storePerson(me, settings);
    return state;
  };
  it('are available at once after a reload', async () => {
    await signedIn();
    const { storedMe, storedSettings } = await start();
    expect([storedMe(), storedSettings()]).toEqual([me, settings]);
  });
  it('do not include what the person tells about themselves', async () => {
    const { storePerson, storedMe } = await signedIn();
    storePerson({ ...me, bio: 'Likes quays', dateOfBirth: '1990-02-28' }, settings);
    expect(localStorage.getItem('quayside.user')).not.toMatch(/quays"|1990/);
    expect(storedMe()).toEqual(me);
  });
  it.each([
    ['another person', { userId: OTHER }],
    ['another account', { accountId: OTHER }],
    ['an account that is not known yet', { accountId: null }],
    ['a token that has expired', { expiresAt: 5 }],
  ])('are not shown to %s', async (_, more) => {
    await signedIn();
    put('auth', held(more));
    const { storedMe, storedSettings } = await start();
    expect([storedMe(), storedSettings()]).toEqual([undefined, undefined]);
  });
  it('are not stored when they belong to another session', async () => {
    const { storePerson } = await signedIn();
    storePerson({ ...me, id: OTHER }, settings);
    storePerson({ ...me, currentAccountId: OTHER }, { ...settings, accountId: OTHER });
    storePerson(me, { ...settings, accountId: OTHER });
    expect([at('user')?.['me'], at('account-settings')?.['settings']]).toEqual([me, settings]);
  });
  it('are deleted when the session ends in any tab, and when another person signs in', async () => {
    const { session } = await signedIn();
    session.end('signedOut');
    expect([at('user'), at('account-settings')]).toEqual([undefined, undefined]);
    await signedIn();
    localStorage.removeItem('quayside.auth');
    await start();
    expect([at('user'), at('account-settings')]).toEqual([undefined, undefined]);
    const again = await signedIn();
    again.session.start({ ...token, userId: OTHER });
    expect([at('user'), at('account-settings')]).toEqual([undefined, undefined]);
  });
  it("are deleted when the person leaves the account; the person's own state stays", async () => {
    const state = await signedIn();
    state.hideVerifyReminder();
    state.rememberRecord({ id: 'a', title: 'Kettle', to: '/products/KTL-01' });
    state.clearAccountState();
    expect([state.storedMe(), state.storedSettings(), state.recentRecords(), state.isVerifyReminderHidden()]).toEqual([
      undefined,
      undefined,
      [],
      true,
    ]);
  });
  it('keep the six most recent records of the account', async () => {
    const state = await signedIn();
    for (const n of [1, 2, 3, 4, 5, 6, 7, 2]) state.rememberRecord({ id: `${n}`, title: `${n}`, to: `/products/${n}` });
    expect(state.recentRecords().map(({ id }) => id)).toEqual(['2', '7', '6', '5', '4', '3']);
    state.session.setAccount(OTHER);
    expect(state.recentRecords()).toEqual([]);
  });
});
