import type { Page } from '@playwright/test';
import { choose } from './steps.ts';

/** Opens the demo seller from the sign-in page: Maya is its admin, Tom its viewer. */
export async function openDemo(page: Page, as: 'admin' | 'viewer' = 'admin'): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: as === 'admin' ? 'Open the demo seller' : 'Look as a viewer' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** A new person with an empty account in pounds, and their address. */
export async function registerEmpty(page: Page): Promise<string> {
  const email = `nora${Date.now()}@example.test`;
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Quint');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('tide-and-lantern');
  await page.getByLabel('Repeat password').fill('tide-and-lantern');
  await choose(page, 'Currency of your costs', 'GBP');
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('button', { name: 'Hide until the next sign-in' }).click();
  return email;
}
