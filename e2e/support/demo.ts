import { expect, type APIResponse, type Page } from '@playwright/test';
import type { Token } from '@quayside/contracts/accounts';

/** The password of every person that tests register. */
export const PASSWORD = 'tide-and-lantern';

/** A small resource of the same origin: it gives access to the product's local storage without loading the app. */
const SMALL_PAGE = '/health/live';
/** The response sets the refresh token as a cookie, as for the app itself. */
const AS_WEB = { 'x-client': 'web' };

/**
 * Stores the session of an answer in the browser, as the sign-in page does, and dismisses the verification reminder.
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

/** Signs in to the demo seller and opens no screen: Maya is its admin, Tom its viewer. */
export async function signInToDemo(page: Page, as: 'admin' | 'viewer' = 'admin'): Promise<void> {
  await keepSession(page, await page.request.post('/api/v2/gateway/demo', { headers: AS_WEB, data: { as } }));
}

/** Opens the dashboard of the demo seller. */
export async function openDemo(page: Page, as: 'admin' | 'viewer' = 'admin'): Promise<void> {
  await signInToDemo(page, as);
  await page.goto('/');
}

/** A new person, Nora Quint, with an empty account in pounds; opens no screen. Returns their address. */
export async function signUp(page: Page): Promise<string> {
  const email = `nora${Date.now()}@example.test`;
  const data = {
    ...{ firstName: 'Nora', lastName: 'Quint', email, password: PASSWORD },
    ...{ currency: 'GBP', timeZone: 'Europe/Berlin' },
  };
  await keepSession(page, await page.request.post('/api/v2/auth/register/trial', { headers: AS_WEB, data }));
  return email;
}

/** The same, with the dashboard open. */
export async function openEmpty(page: Page): Promise<string> {
  const email = await signUp(page);
  await page.goto('/');
  return email;
}
