import { expect, type APIResponse, type Page } from '@playwright/test';
import type { Token } from '@quayside/contracts/accounts/accounts';

/** The password of every person that tests register. */
export const PASSWORD = 'tide-and-lantern';

/** A small resource of the same origin, which gives access to local storage without loading the app. */
const SMALL_PAGE = '/health/live';
/** Makes the server set the refresh token as a cookie, as it does for the app. */
const AS_WEB = { 'x-client': 'web' };

/**
 * Stores the session of a sign-in in the browser, as the sign-in page does, and hides the reminder to verify the e-mail
 * address.
 */
async function keepSession(page: Page, answer: APIResponse): Promise<void> {
  expect(answer.ok(), await answer.text()).toBe(true);
  const token = (await answer.json()) as Token;
  await page.goto(SMALL_PAGE);
  await page.evaluate(({ access_token: accessToken, expires_in, userId }) => {
    const issuedAt = Date.now();
    const held = { accessToken, userId, issuedAt, expiresAt: issuedAt + expires_in * 1_000, accountId: null };
    const person = { userId, accountId: null, me: null, isVerifyHidden: true, recent: [] };
    localStorage.setItem('quayside.auth', JSON.stringify({ v: 1, data: held }));
    localStorage.setItem('quayside.user', JSON.stringify({ v: 1, data: person }));
  }, token);
}

/** Signs in to the demo seller without opening a screen. Maya is its admin, and Tom its viewer. */
export async function signInToDemo(page: Page, as: 'admin' | 'viewer' = 'admin'): Promise<void> {
  await keepSession(page, await page.request.post('/api/v2/gateway/demo', { headers: AS_WEB, data: { as } }));
}

/** Opens the dashboard of the demo seller. */
export async function openDemo(page: Page, as: 'admin' | 'viewer' = 'admin'): Promise<void> {
  await signInToDemo(page, as);
  await page.goto('/');
}

/** Registers Nora Quint with an empty account in pounds, without opening a screen. Returns her e-mail address. */
export async function signUp(page: Page): Promise<string> {
  const email = `nora${Date.now()}@example.test`;
  const data = {
    ...{ firstName: 'Nora', lastName: 'Quint', email, password: PASSWORD },
    ...{ currency: 'GBP', timeZone: 'Europe/Berlin' },
  };
  await keepSession(page, await page.request.post('/api/v2/auth/register/trial', { headers: AS_WEB, data }));
  return email;
}

/** Registers Nora Quint and opens the dashboard. */
export async function openEmpty(page: Page): Promise<string> {
  const email = await signUp(page);
  await page.goto('/');
  return email;
}
