import type { Page } from '@playwright/test';
import { openEmpty } from './support/demo.ts';
import { OUTSIDE } from './support/server.ts';
import { expect, test } from './support/test.ts';

/**
 * Stubs the external sites: each responds with a page that shows its host name. Returns the list of requested URLs, to
 * which later requests are added.
 */
async function answerOutside(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route('https://*.example.com/**', async (route) => {
    const { host } = new URL(route.request().url());
    asked.push(route.request().url());
    // A script with which a hostile page in a frame tries to navigate the top-level page.
    const attack =
      '<script>if (top !== self) try { top.location = "https://lend.example.com/taken" } catch {}</script>';
    await route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>${host}</title><h1>This is ${host}</h1>${attack}`,
    });
  });
  return asked;
}

const blocked = [
  'Unsafe attempt to initiate navigation',
  'content policy: frame-src refused',
  'violates the following Content Security Policy directive: "frame-src',
];
// Use a single pattern, because Playwright would read a list of two patterns as a value and its options.
test.use({ allowedErrors: [new RegExp(blocked.join('|'))] });

test('survey and chat open in frames that cannot navigate the page, and a survey that redirects to another site is blocked', async ({
  page,
}) => {
  await page.route('https://forms.example.com/**', (route) =>
    route.fulfill({ status: 302, headers: { location: 'https://elsewhere.example.com/' } }),
  );
  const asked = await answerOutside(page);
  const email = await openEmpty(page);
  await page.getByRole('banner').getByRole('button', { name: 'Report An Issue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report An Issue' });
  await expect(dialog.getByRole('alert')).toContainText('redirects to another site');
  await expect(dialog.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    OUTSIDE.REPORT_ISSUE_URL,
  );
  await page.unroute('https://forms.example.com/**');
  expect(asked).toEqual([]);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.frameLocator('iframe').getByText('This is forms.example.com')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);

  const drawer = page.getByRole('navigation', { name: 'Main' });
  await drawer.getByRole('button', { name: 'Chat with support' }).click();
  const chat = page.getByRole('region', { name: 'Chat with support' });
  await expect(chat.frameLocator('iframe').getByText('This is chat.example.com')).toBeVisible();
  const started = new URL(asked.find((url) => url.includes('chat.example.com')) ?? '');
  expect(started.searchParams.get('who')).toMatch(/^[\da-f-]{36}$/);
  expect([started.searchParams.get('name'), started.searchParams.get('mail')]).toEqual(['Nora Quint', email]);
  await chat.getByRole('button', { name: 'Close' }).click();
  await expect(chat).toBeHidden();
  await expect(page).toHaveURL(/\/$/);

  // The other external URLs of the installation are links in the drawer.
  await drawer.getByRole('button', { name: 'Resources' }).click();
  await expect(drawer.getByRole('link', { name: 'Support, by mail to help@example.com' })).toBeVisible();
  const opened = page.waitForEvent('popup');
  await drawer.getByRole('link', { name: 'Community (opens in a new tab)' }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(OUTSIDE.COMMUNITY_URL);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
});
