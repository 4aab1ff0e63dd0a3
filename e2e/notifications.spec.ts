import { expect as baseExpect, type Page } from '@playwright/test';
import { HOSTILE_HTML } from '../packages/domain/src/notifications/testing/hostile-html.ts';
import { openDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';

type Type = 'INFO' | 'ACTION_NEEDED' | 'ERROR';

/** The session as the page stores it. */
const held = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { accessToken: string; userId: string } })
        .data,
  );

/** A call of the API with the session of the page, as a back-office job makes it. */
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

/** A small file, which is imported while the call runs. */
async function importProducts(page: Page, name: string, content: string): Promise<void> {
  const { accessToken, userId } = await held(page);
  const response = await page.request.post(`/api/v2/products/${userId}/imports`, {
    headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() },
    multipart: { file: { name, mimeType: 'text/csv', buffer: Buffer.from(content) } },
  });
  baseExpect(response.ok(), await response.text()).toBe(true);
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const dropdown = (page: Page) => page.getByRole('dialog', { name: /^Notifications/ });

test.beforeEach(async ({ page }) => {
  await openDemo(page);
  await api(page, 'POST', '/notifications/{userId}/dismiss', {});
  await page.reload();
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

test('the dropdown has its size and skeleton, shows ten of twelve, marks all as read and links to the page', async ({
  page,
}) => {
  for (let i = 1; i <= 12; i++) await post(page, `Message number ${i}`, 'Words');
  let letGo: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (letGo = resolve));
  const asked: string[] = [];
  await page.route('**/api/v2/notifications/*?*', async (route) => {
    asked.push(new URL(route.request().url()).search);
    await wait;
    await route.continue();
  });
  await page.reload();
  await bell(page).click();
  await expect(dropdown(page).getByRole('status', { name: 'Notifications are loading' })).toBeVisible();
  expect(asked[0]).toBe('?page=0&size=200');
  letGo();
  await expect(dropdown(page).getByRole('listitem')).toHaveCount(10);
  await expect(dropdown(page).getByRole('listitem').first()).toContainText('Message number 12');
  // The dropdown grows while it opens, so wait for its final size.
  const box = () => dropdown(page).evaluate((e) => e.getBoundingClientRect().toJSON() as DOMRect);
  await expect.poll(async () => Math.round((await box()).width)).toBe(387);
  expect(Math.round((await box()).height)).toBeLessThanOrEqual(300);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 12 unread');
  await dropdown(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  // The button is gone with the last unread notification, but the focus is not lost.
  await expect(dropdown(page).getByRole('listitem').first().getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dropdown(page).getByRole('listitem').nth(1).getByRole('button')).toBeFocused();
  await dropdown(page).getByRole('link', { name: 'View All' }).click();
  await expect(page).toHaveURL(/\/notifications$/);
  await expect(dropdown(page)).toBeHidden();
});

test('the page groups similar notifications, filters by type and dismisses one or all, also on a phone', async ({
  page,
}) => {
  for (const file of ['one', 'two']) await importProducts(page, `${file}.csv`, `sku,name\nNEW-${file},New ${file}\n`);
  await post(page, 'Xero did not answer', 'It will be tried again.', 'ERROR');
  for (let i = 1; i <= 3; i++) await post(page, `Report ${i} is ready`, 'Words');
  await page.goto('/notifications');
  const list = page.getByRole('list', { name: 'Notifications', exact: true });
  await list.getByRole('button', { name: /^Unread: Report 3 is ready, and 2 more like it/ }).click();
  await expect(list.getByRole('button', { name: 'Unread: Report 1 is ready' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Error' }).click();
  await expect(page).toHaveURL(/type=ERROR/);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Unread: Xero did not answer' }).click();
  const viewer = page.getByRole('dialog').filter({ hasText: 'It will be tried again.' });
  expect((await viewer.boundingBox())?.width).toBeLessThanOrEqual(680);
  await viewer.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('No notification matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await bell(page).click();
  const narrow = await dropdown(page).boundingBox();
  expect([(narrow?.x ?? -1) >= 0, (narrow?.x ?? 999) + (narrow?.width ?? 999) <= 390]).toEqual([true, true]);
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: '2 imports finished', exact: false }).first().click();
  await list.getByRole('button', { name: 'Unread: Import finished' }).first().click();
  const finished = page.getByRole('dialog').filter({ hasText: 'two.csv: 1 created, 0 updated, 0 skipped.' });
  await finished.getByRole('link', { name: 'Open import' }).click();
  await expect(page).toHaveURL(/\/products\/import\/[\w-]+$/);
  await expect(finished).toBeHidden();
  await expect(page.getByText('two.csv').first()).toBeVisible();

  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Dismiss all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss all' }).click();
  await expect(page.getByRole('heading', { name: 'You are up to date' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await bell(page).click();
  await expect(dropdown(page)).toContainText('You are up to date');
});

test('person, settings and notifications are fetched in parallel', async ({ page }) => {
  const waiting: string[] = [];
  let letGo: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (letGo = resolve));
  // No request is answered until all were sent, so a request that waits for another would never be sent.
  await page.route(
    /\/api\/v2\/(user\/me|users\/[^/]+\/account\/settings|notifications\/[^/?]+\?.*)$/,
    async (route) => {
      waiting.push(new URL(route.request().url()).pathname.split('/').slice(3, 4).join());
      await wait;
      await route.continue();
    },
  );
  await page.reload();
  await expect.poll(() => [...new Set(waiting)].sort()).toEqual(['notifications', 'user', 'users']);
  letGo();
  await expect(bell(page)).toBeVisible();
});

test.describe('a broken connection of the live stream', () => {
  test.use({ allowedErrors: [/net::ERR_/] });
  test('reconnects silently and replays missed events; signing out closes it', async ({ page }) => {
    const lines: string[] = [];
    page.on('request', (request) => request.url().endsWith('/subscribe') && lines.push('open'));
    page.on('requestfailed', (request) => request.url().endsWith('/subscribe') && lines.push('closed'));
    let tries = 0;
    await page.route('**/subscribe', (route) => {
      tries += 1;
      return tries <= 2 ? route.abort('connectionreset') : route.continue();
    });
    await page.reload();
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
  // The sanitiser parses the message in a document of its own, under the same content policy: what the policy refuses
  // there is reported, and never gets into the page. What is left of each message: message-html.screen.test.tsx.
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
