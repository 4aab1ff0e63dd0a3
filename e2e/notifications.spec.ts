import { expect as baseExpect, type Page } from '@playwright/test';
import { HOSTILE_HTML } from '../packages/domain/src/notifications/testing/hostile-html.ts';
import { signInToDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';

type Type = 'INFO' | 'ACTION_NEEDED' | 'ERROR';

/** Reads the session that the page has stored. */
const held = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { accessToken: string; userId: string } })
        .data,
  );

/** Makes a call of the API with the session of the page, as a back-office job would. */
async function api<T>(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, data?: unknown): Promise<T> {
  const { accessToken, userId } = await held(page);
  const response = await page.request.fetch(`/api/v2${path.replace('{userId}', userId)}`, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(data !== undefined && { data }),
  });
  baseExpect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}
const post = (page: Page, summary: string, message: string, notificationType: Type = 'INFO') =>
  api<{ id: string }>(page, 'POST', '/notifications/{userId}', { notificationType, summary, message });

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const dropdown = (page: Page) => page.getByRole('dialog', { name: /^Notifications/ });

test.beforeEach(async ({ page }) => {
  await signInToDemo(page);
  await api(page, 'POST', '/notifications/{userId}/dismiss', {});
});

test('a new notification updates the badge in all tabs, opens by keyboard and links to its invoice', async ({
  page,
  context,
}) => {
  const invoices = await api<{ content: { id: string; invoiceNumber: string }[] }>(
    page,
    'GET',
    '/invoices/{userId}?search=HS-1187',
  );
  const invoice = invoices.content[0];
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  const other = await context.newPage();
  await other.goto('/products');
  await expect(bell(other)).toBeVisible();
  await page.bringToFront();

  await post(page, 'Rates are in', '<p>All <b>three</b> of them.</p>');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(page.getByText('Rates are in')).toHaveCount(0);
  await post(
    page,
    'Deposit is due',
    `<p>For <a href="/invoices/${invoice?.id}">${invoice?.invoiceNumber}</a>.</p>`,
    'ACTION_NEEDED',
  );
  await expect(page.getByRole('status').filter({ hasText: 'Deposit is due' })).toBeVisible();
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notifications, 2 unread');

  await bell(page).focus();
  await page.keyboard.press('Enter');
  const queue = dropdown(page);
  await expect(queue.getByRole('listitem')).toHaveCount(2);
  await expect(queue.getByRole('listitem').nth(1).locator('b')).toHaveText('three');
  await expect(queue.getByText('just now').first()).toBeVisible();
  await expect(queue.getByRole('button', { name: 'Unread: Deposit is due' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(queue.getByRole('button', { name: 'Unread: Rates are in' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(queue).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(queue.getByRole('button', { name: 'Unread: Deposit is due' })).toBeFocused();
  await page.keyboard.press('Enter');

  const viewer = page.getByRole('dialog').filter({ hasText: 'Deposit is due' });
  await expect(viewer).toContainText(/[A-Z][a-z]{2} \d\d, \d{4} \d\d:\d\d:[ap]m/);
  await expect(viewer).toContainText('Action needed');
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread');
  await viewer.getByRole('link', { name: 'HS-1187' }).click();
  await expect(page).toHaveURL(new RegExp(`/invoices/${invoice?.id}$`));
  await expect(viewer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'HS-1187' })).toBeVisible();
});

test.describe('a broken connection of the live stream', () => {
  test.use({ allowedErrors: [/net::ERR_/] });
  test('reconnects silently and replays missed events; signing out closes it', async ({ page }) => {
    const lines: string[] = [];
    const isStream = (url: string) => new URL(url).pathname.endsWith('/subscribe');
    page.on('request', (request) => isStream(request.url()) && lines.push('open'));
    page.on('requestfailed', (request) => isStream(request.url()) && lines.push('closed'));
    let tries = 0;
    await page.route('**/subscribe*', (route) => {
      tries += 1;
      return tries <= 2 ? route.abort('connectionreset') : route.continue();
    });
    await page.goto('/');
    await expect(bell(page)).toBeVisible();
    await post(page, 'Came while the line was down', 'Words', 'ERROR');
    await expect(page.getByRole('alert').filter({ hasText: /line|stream|connection/i })).toHaveCount(0);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread', { timeout: 15_000 });
    await expect.poll(() => tries).toBeGreaterThan(2);
    await post(page, 'Came after it', 'Words');
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');

    const closed = lines.filter((line) => line === 'closed').length;
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: /sign out|log ?out/i }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await expect.poll(() => lines.filter((line) => line === 'closed').length).toBe(closed + 1);
    expect(lines.at(-1)).toBe('closed');
  });
});

test.describe('hostile HTML', () => {
  // The sanitizer parses the message in a separate document under the same content security policy. The browser reports
  // what the policy blocks there, but nothing from that document gets into the page. message-html.screen.test.tsx tests
  // the sanitized content.
  test.use({
    allowedErrors: [
      /Content Security Policy|^content policy: (script-src-attr|style-src-elem|style-src-attr|base-uri) /,
    ],
  });
  test('a hostile message does no harm, even if the server had stored it', async ({ page }) => {
    const message = HOSTILE_HTML.join('\n');
    await page.route('**/api/v2/notifications/*?*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { content: unknown[] };
      const row = {
        id: '01a1fd84-0000-7000-8000-000000000000',
        summary: `Hostile ${message}`,
        message,
        messageDateTime: Math.floor(Date.now() / 1000),
        messageDate: new Date().toISOString(),
        notificationType: 'ERROR',
        notificationStatus: 'READ',
        about: null,
      };
      await route.fulfill({ response: answer, json: { ...body, content: [row] } });
    });
    await page.goto('/notifications');
    const list = page.getByRole('list', { name: 'Notifications', exact: true });
    await list.getByRole('button', { name: /^Hostile / }).click();
    await expect(page.getByRole('dialog').locator('[data-message]')).toBeVisible();
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    await expect(page).toHaveURL(/\/notifications$/);
  });
});
