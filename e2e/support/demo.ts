import type { Page } from '@playwright/test';

/** Opens the demo seller from the sign-in page: Maya is its admin, Tom its viewer. */
export async function openDemo(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Open the demo seller' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** A new person with an empty account in pounds. */
export async function registerEmpty(page: Page): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Quint');
  await page.getByLabel('E-mail').fill(`nora${Date.now()}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('tide-and-lantern');
  await page.getByLabel('Repeat password').fill('tide-and-lantern');
  const currency = page
    .getByRole('combobox', { name: 'Currency of your costs' })
    .or(page.getByRole('textbox', { name: 'Currency of your costs' }))
    .first();
  await currency.click();
  await currency.fill('GBP');
  await page.getByRole('option', { name: 'GBP' }).first().click();
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}
