import type { Page } from '@playwright/test';
import { signInToDemo } from './support/demo.ts';
import { OUTSIDE } from './support/server.ts';
import { openInvoice } from './support/steps.ts';
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

// The fake API already fails a screen test in which a viewer makes a call that the role does not allow, and frames an
// outside page without the policy of the server. This test covers the real server.
test('a viewer reads an invoice, and opens survey and chat in frames that cannot navigate the page', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await page.route('https://forms.example.com/**', (route) =>
    route.fulfill({ status: 302, headers: { location: 'https://elsewhere.example.com/' } }),
  );
  const asked = await answerOutside(page);
  await signInToDemo(page, 'viewer');
  await openInvoice(page, 'HS-1187');
  const invoice = page.url();

  await test.step('the invoice has its document and its history, and the server refuses nothing', async () => {
    const document = page.getByRole('region', { name: 'Document HS-1187.pdf' });
    await expect(document.getByText('HS-1187').first()).toBeVisible();
    await expect(page.getByText('Your role in this account may read this, but not change it.').first()).toBeVisible();
    await expect(page.getByLabel('Line 1, amount')).toHaveCount(0);
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('complementary', { name: 'History' })).toContainText('Maya Okafor');
    expect(refused).toEqual([]);
  });

  await test.step('a survey that redirects to another site is blocked, and can be loaded again', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Report An Issue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report An Issue' });
    await expect(dialog.getByRole('alert')).toContainText('redirects to another site');
    await page.unroute('https://forms.example.com/**');
    expect(asked).toEqual([]);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.frameLocator('iframe').getByText('This is forms.example.com')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  });

  const drawer = page.getByRole('navigation', { name: 'Main' });
  await test.step('the chat is started for the person, in a frame', async () => {
    await drawer.getByRole('button', { name: 'Chat with support' }).click();
    const chat = page.getByRole('region', { name: 'Chat with support' });
    await expect(chat.frameLocator('iframe').getByText('This is chat.example.com')).toBeVisible();
    const started = new URL(asked.find((url) => url.includes('chat.example.com')) ?? '');
    expect(started.searchParams.get('who')).toMatch(/^[\da-f-]{36}$/);
    expect(started.searchParams.get('mail')).toBe('tom@harbourandpine.example');
    await chat.getByRole('button', { name: 'Close' }).click();
    await expect(chat).toBeHidden();
    expect(page.url()).toBe(invoice);
  });

  await test.step('other sites of the installation are opened in tabs of their own', async () => {
    await drawer.getByRole('button', { name: 'Resources' }).click();
    const opened = page.waitForEvent('popup');
    await drawer.getByRole('link', { name: 'Community (opens in a new tab)' }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(OUTSIDE.COMMUNITY_URL);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
  });
});
