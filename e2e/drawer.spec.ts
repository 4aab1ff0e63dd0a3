import type { Page } from '@playwright/test';
import { findingsInBothThemes } from './support/axe.ts';
import { openDemo, openEmpty, signInToDemo, signUp } from './support/demo.ts';
import { type Product, startProduct } from './support/server.ts';
import { PHONE } from './support/steps.ts';
import { expect, test as base } from './support/test.ts';

const NOT_FOUND = 'The page you were looking for does not exist';
const OUTSIDE = {
  SUPPORT_EMAIL: 'help@example.com',
  COMMUNITY_URL: 'https://community.example.com/start',
  REIMBURSEMENT_URL: 'https://money.example.com/',
  FUNDING_URL: 'https://lend.example.com/quote',
  REPORT_ISSUE_URL: 'https://forms.example.com/f/1',
  CHAT_URL: 'https://chat.example.com/box?who={id}&name={name}&mail={email}',
};

/** A product with outside links configured. */
const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const product = await startProduct({ env: OUTSIDE });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Stubs the outside sites: each responds with its own address. Answers the list of requests. */
async function answerOutside(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route('https://*.example.com/**', async (route) => {
    const { host } = new URL(route.request().url());
    asked.push(route.request().url());
    // What a hostile page in a frame could try on the page around it.
    const attack =
      '<script>if (top !== self) try { top.location = "https://lend.example.com/taken" } catch {}</script>';
    await route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>${host}</title><h1>This is ${host}</h1>${attack}`,
    });
  });
  return asked;
}

test.use({ allowedErrors: [/Unsafe attempt to initiate navigation/] });

test('the drawer has its groups, resources link inside and outside, support is a mail link, survey and chat open in frames', async ({
  page,
}) => {
  const asked = await answerOutside(page);
  const email = await openEmpty(page);
  const drawer = page.getByRole('navigation', { name: 'Main' });
  // The drawer starts as a row of icons; the person's choice is stored.
  await drawer.getByRole('button', { name: 'Expand' }).click();
  await expect(drawer.getByRole('link').first()).toHaveAccessibleName('Dashboard');
  await expect(drawer.getByRole('link', { name: 'Funding' })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Resources' }).click();
  await page.reload();
  await expect(drawer.getByRole('link')).toHaveText([
    ...[
      'Dashboard',
      'Community',
      'Funding',
      'Smart tariff classifier',
      'Reimbursement',
      'Bookkeeper',
      'List my business',
    ],
    ...[
      'Suppliers',
      'Products',
      'Invoices',
      'Assigned costs',
      'Profile',
      'Notifications',
      'Users',
      'Audit log',
      'Support',
      'Settings',
    ],
  ]);
  await expect(drawer.getByRole('link', { name: 'Support, by mail to help@example.com' })).toHaveAttribute(
    'href',
    'mailto:help@example.com',
  );

  for (const [name, address] of [
    ['Community', OUTSIDE.COMMUNITY_URL],
    ['Reimbursement', OUTSIDE.REIMBURSEMENT_URL],
  ] as const) {
    const link = drawer.getByRole('link', { name: `${name} (opens in a new tab)` });
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    const opened = page.waitForEvent('popup');
    await link.click();
    const tab = await opened;
    await expect(tab).toHaveURL(address);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
  }
  for (const [name, path, title, outside] of [
    ['Funding', '/funding', 'Funding', 'Look for funding'],
    ['Smart tariff classifier', '/smart-tariff-classifications', 'Smart tariff classifier', 'Write a mail'],
    ['Bookkeeper', '/find-a-Bookkeeper', 'Find a bookkeeper', 'Write a mail'],
    ['List my business', '/list-my-business', 'List my business', 'Write a mail'],
  ] as const) {
    await drawer.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: outside })).toHaveAttribute(
      'href',
      outside === 'Write a mail' ? /^mailto:help@example\.com\?/ : OUTSIDE.FUNDING_URL,
    );
    await expect(drawer.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  }
  expect(asked.filter((url) => /forms|chat|lend/.test(url))).toEqual([]);

  await page.getByRole('banner').getByRole('button', { name: 'Report An Issue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report An Issue' });
  await expect(dialog.frameLocator('iframe').getByText('This is forms.example.com')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    OUTSIDE.REPORT_ISSUE_URL,
  );
  expect(await findingsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);

  await drawer.getByRole('button', { name: 'Chat with support' }).click();
  const chat = page.getByRole('region', { name: 'Chat with support' });
  await expect(chat.frameLocator('iframe').getByText('This is chat.example.com')).toBeVisible();
  const started = new URL(asked.find((url) => url.includes('chat.example.com')) ?? '');
  expect(started.searchParams.get('who')).toMatch(/^[\da-f-]{36}$/);
  expect(await findingsInBothThemes(page)).toEqual([]);
  expect([started.searchParams.get('name'), started.searchParams.get('mail')]).toEqual(['Nora Quint', email]);
  await chat.getByRole('button', { name: 'Close' }).click();
  await expect(chat).toBeHidden();
  await expect(page).toHaveURL(/\/list-my-business$/);
});

test('sections that are switched off are hidden or locked in the drawer, and their screens are not found', async ({
  page,
}) => {
  await answerOutside(page);
  await signUp(page);
  await page.goto('/account-settings');
  for (const name of ['Suppliers, products, invoices and costs', 'Resources'])
    await page.getByRole('switch', { name }).click();
  await page.getByRole('button', { name: /^Save changes/ }).click();
  const drawer = page.getByRole('navigation', { name: 'Main' });
  await expect(drawer.getByRole('button', { name: 'Resources' })).toHaveCount(0);
  for (const name of ['Suppliers', 'Products', 'Invoices', 'Assigned costs'])
    await expect(drawer.getByRole('link', { name: `${name}: Not in your plan` })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  await expect(drawer.getByLabel('Management: Not in your plan')).toBeVisible();
  // Marketplaces and the fee tracker are on, but their screens do not exist, so home stays the dashboard.
  for (const path of [
    '/suppliers',
    '/transactions',
    '/funding',
    '/FIND-A-bookkeeper',
    '/fee-tracker-pro',
    '/analytics',
    '/user-management',
  ]) {
    await page.goto(path);
    await expect(page.getByText(NOT_FOUND), path).toBeVisible();
    await expect(drawer).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByText('switched off in this account')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText('Go to the dashboard')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Go to suppliers')).toHaveCount(0);
});

test('the shell renders only once the person is loaded, and visitors without a session see public pages only', async ({
  page,
}) => {
  for (const path of [
    '/',
    '/products/HP-KTL-01',
    '/find-a-Bookkeeper',
    '/integrations/connected',
    '/purchase-order/draft',
    '/user-management',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(
      new RegExp(`/login${path === '/' ? '$' : `\\?redirect=${encodeURIComponent(path)}$`}`),
    );
    await expect(page.getByRole('banner')).toHaveCount(0);
  }
  await signInToDemo(page, 'viewer');
  const { promise: known, resolve: tell } = Promise.withResolvers<void>();
  await page.route('**/user/me', async (route) => {
    await known;
    await route.continue();
  });
  // A browser with a stored person would not wait for the server.
  await page.addInitScript(() => localStorage.removeItem('quayside.user'));
  const settings = page.waitForResponse(/\/account\/settings$/);
  await page.goto('/find-a-bookkeeper');
  await settings;
  await expect(page.getByRole('status', { name: 'Opening Quayside' })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  tell();
  await expect(page.getByRole('heading', { name: 'Find a bookkeeper' })).toBeVisible();
  // Only an admin can invite one.
  await expect(page.getByRole('main').getByRole('link', { name: /^Invite them/ })).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
});

test('on a phone the logo links to home, and the drawer has survey, support and resources', async ({ page }) => {
  await answerOutside(page);
  await page.setViewportSize(PHONE);
  await signInToDemo(page, 'viewer');
  await page.goto('/list-my-business');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('button', { name: 'Resources' }).click();
  await expect(drawer.getByRole('link', { name: 'Funding' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: /^Support/ })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Collapse' })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Report An Issue' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Report An Issue' }).frameLocator('iframe').getByText('This is forms.example.com'),
  ).toBeVisible();
  await page.getByRole('dialog', { name: 'Report An Issue' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Quayside, home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test.describe('a form that redirects to another site', () => {
  test.use({
    allowedErrors: [
      /Unsafe attempt to initiate navigation|content policy: frame-src refused|violates the following Content Security Policy directive: "frame-src/,
    ],
  });
  test('is blocked with an explanation and a link that opens it in a new tab', async ({ page }) => {
    await page.route('https://forms.example.com/**', (route) =>
      route.fulfill({ status: 302, headers: { location: 'https://elsewhere.example.com/' } }),
    );
    await openDemo(page, 'viewer');
    await page.getByRole('banner').getByRole('button', { name: 'Report An Issue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report An Issue' });
    await expect(dialog.getByRole('alert')).toContainText('redirects to another site');
    await expect(dialog.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
      'href',
      OUTSIDE.REPORT_ISSUE_URL,
    );
    await page.unroute('https://forms.example.com/**');
    await answerOutside(page);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.frameLocator('iframe').getByText('This is forms.example.com')).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
  });
});
