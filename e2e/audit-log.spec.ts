import { addSupplier } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';

test('an admin sees live who changed what, with old and new values, and opens an entry by keyboard', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/account-settings');
  await page.getByLabel('Account name').fill('Quint & Daughters');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: /^Save changes/ })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Audit log' }).click();
  await expect(page).toHaveURL(/\/audit-log/);
  const row = page.getByRole('row').filter({ hasText: 'Changed the settings' });
  await expect(row).toContainText('Nora Quint');
  await expect(row).toContainText('Account name: Nora Quint → Quint & Daughters');
  await row.getByRole('link', { name: 'Changed the settings' }).focus();
  await page.keyboard.press('Enter');
  const changes = page
    .getByRole('complementary', { name: 'Changed the settings' })
    .getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText('Account name');
  await expect(changes).toContainText('Nora Quint');
  await expect(changes).toContainText('Quint & Daughters');
  await page.keyboard.press('Escape');
  await expect(changes).toBeHidden();

  // A change that is made elsewhere appears in the list without a reload.
  await addSupplier(page, { name: 'Ningbo Haosheng', currency: 'CNY' });
  await expect(page.getByRole('row').filter({ hasText: 'Created a supplier' })).toContainText('Ningbo Haosheng');
  await page.getByPlaceholder('SKU, name, number, file').fill('haosheng');
  await expect(row).toHaveCount(0);
  await page
    .getByRole('row')
    .filter({ hasText: 'Created a supplier' })
    .getByRole('link', { name: 'Ningbo Haosheng' })
    .click();
  await expect(page).toHaveURL(/\/suppliers\/[0-9a-f-]+\/overview$/);
});
