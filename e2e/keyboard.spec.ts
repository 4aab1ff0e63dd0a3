import type { Locator, Page } from '@playwright/test';
import { signUp } from './support/demo.ts';
import { verifyAddress } from './support/database.ts';
import { invitationLink } from './support/invitation-link.ts';
import { expect, test } from './support/test.ts';

/** Presses Tab until the element has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((e) => e === document.activeElement);
  for (let i = 0; i < 40 && !(await isThere()); i += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('signing in, inviting somebody and changing a role work with the keyboard only, and the focus is never lost', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(120_000);
  const email = await signUp(page);
  await verifyAddress(product, email);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('tide-and-lantern');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }));
  await page.keyboard.press('Enter');
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await tabTo(page, invite);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await expect(dialog.getByLabel('E-mail')).toBeFocused();
  const colleague = `vera${Date.now()}@example.test`;
  for (const words of [colleague, 'Vera', 'Lund']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Tab');
  }
  await tabTo(page, dialog.getByRole('button', { name: 'Send invitation' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(invite).toBeFocused();

  const other = await browser.newPage({ baseURL: product.url });
  await other.goto(await invitationLink(product, colleague));
  await expect(other.getByLabel('Password', { exact: true })).toBeFocused();
  await other.keyboard.type('quay-heron-41');
  await tabTo(other, other.getByLabel('Repeat password'));
  await other.keyboard.type('quay-heron-41');
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL((url) => url.pathname === '/');
  await other.close();

  const cell = page.getByRole('gridcell', { name: 'Vera Lund' });
  await expect(page.getByRole('row').filter({ hasText: colleague })).toContainText('Accepted');
  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('vera');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await tabTo(page, cell);
  await page.keyboard.press('Enter');
  const role = page.getByRole('complementary', { name: 'Vera Lund' }).getByRole('combobox', { name: 'Role' });
  await tabTo(page, role);
  await page.keyboard.press('Enter');
  // One press of the up key is usually enough. Two are needed if the list opened before the selected role was
  // highlighted.
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('option', { name: 'Admin' })).toHaveAttribute('data-combobox-selected', 'true', {
      timeout: 500,
    });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('dialog', { name: 'Make Vera Lund an admin?' }).getByRole('button', { name: 'Make admin' }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(proof.getByLabel('Your password')).toBeFocused();
  await page.keyboard.type('tide-and-lantern');
  await page.keyboard.press('Enter');
  await expect(role).toHaveValue('Admin');
  await expect(role).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cell).toBeFocused();
});
