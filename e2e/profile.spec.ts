import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createAesSecrets } from '../apps/server/src/adapters/secrets/aes-secrets.ts';
import { masterKeysOf } from '../apps/server/src/adapters/secrets/master-keys.ts';
import { signUp } from './support/demo.ts';
import { openScreen } from './support/open-screen.ts';
import type { Product } from './support/server.ts';
import { PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const NOT_FOUND = 'The page you were looking for does not exist';
const save = async (page: Page, said: string) => {
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(page.getByText(said).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Save changes/ })).toHaveCount(0);
};

/**
 * The path of the link in a mail about the cost check that ends these mails for the person of the page. Creates its
 * token as the server does, with the key in the server's data folder.
 */
async function unsubscribeLink(page: Page, product: Product): Promise<string> {
  const { userId, accountId } = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { userId: string; accountId: string } })
        .data,
  );
  const secrets = createAesSecrets(await masterKeysOf(join(product.dataDir, 'keys'), []));
  const token = secrets.seal(JSON.stringify([accountId, userId, 'COST_CHECK']), {
    table: 'unwanted_mail',
    column: 'link',
    accountId: '',
    rowId: '',
  });
  return `/unsubscribe/${token}`;
}

test('a person changes profile and company, switches a section off and on, and unsubscribes from mails by their link', async ({
  page,
  context,
  browser,
  product,
}) => {
  await signUp(page);
  await page.goto('/profile');

  await test.step('the toolbar shows a new name at once', async () => {
    await page.getByLabel('First name').fill('Norah');
    await page.getByLabel('Date of birth').fill('29 Feb 1988');
    await page.keyboard.press('Tab');
    await page.getByLabel('About you').fill('Buys kettles.');
    await save(page, 'Profile saved');
    await expect(page.getByRole('button', { name: /^Account menu/ })).toContainText('Norah');
    await page.getByRole('link', { name: 'Company', exact: true }).click();
    await page.getByRole('textbox', { name: /^Company/ }).fill('Quint & Co');
    await save(page, 'Profile saved');
  });

  const tab = await context.newPage();
  await test.step('a second tab loads what was saved', async () => {
    await tab.goto('/profile/company');
    await expect(tab.getByRole('textbox', { name: /^Company/ })).toHaveValue('Quint & Co');
    await openScreen(tab, '/profile');
    await expect(tab.getByLabel('Date of birth')).toHaveValue(/29 Feb 1988/);
    await expect(tab.getByLabel('About you')).toHaveValue('Buys kettles.');
  });

  await test.step('a section that is switched off disappears from open tabs too, and returns', async () => {
    await openScreen(tab, '/suppliers');
    const suppliers = tab.getByRole('heading', { name: 'Suppliers', exact: true });
    await expect(suppliers).toBeVisible();
    await openScreen(page, '/account-settings');
    const section = page.getByRole('switch', { name: 'Suppliers, products, invoices and costs' });
    await section.click();
    await save(page, 'Settings saved');
    await expect(tab.getByText(NOT_FOUND)).toBeVisible();
    const locked = page.getByRole('link', { name: 'Suppliers: Not in your plan' });
    await expect(locked).toHaveAttribute('aria-disabled', 'true');
    await section.click();
    await page.getByRole('button', { name: /^Save changes/ }).click();
    await expect(suppliers).toBeVisible();
  });

  await test.step('the link of a mail unsubscribes without a session, which the open settings show', async () => {
    await openScreen(page, '/profile/notification-settings');
    const wanted = page.getByRole('switch', { name: 'Cost check' });
    await expect(wanted).toBeChecked();
    const stranger = await (await browser.newContext({ baseURL: product.url, viewport: PHONE })).newPage();
    await stranger.goto(await unsubscribeLink(page, product));
    await expect(stranger.getByText('to stop mails about the cost check of Nora Quint')).toBeVisible();
    await expect(wanted).toBeChecked();
    await stranger.getByRole('button', { name: 'Stop these mails' }).click();
    await expect(stranger.getByRole('heading', { name: 'You are unsubscribed from these mails' })).toBeFocused();
    await expect(stranger.getByRole('link', { name: 'Go to sign-in' })).toBeVisible();
    await expect(wanted).not.toBeChecked();
    await stranger.context().close();
  });
});
