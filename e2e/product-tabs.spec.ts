import type { Page } from '@playwright/test';
import { signInToDemo } from './support/demo.ts';
import { dropOn, PICTURE } from './support/files.ts';
import { expectToFitPhone } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const TABS = [
  'Overview',
  'Costs',
  'Changelog',
  'Variants',
  'Contact details',
  'Product packaging',
  'Case packaging',
  'Bundle',
];

/** Opens the page of a product and returns the product's name. */
async function openProduct(page: Page, sku: string): Promise<string> {
  await page.goto(`/products/${sku}`);
  await expect(page.getByRole('button', { name: 'Copy SKU' })).toBeVisible();
  return page.getByRole('heading', { level: 1 }).innerText();
}
const sku = 'HP-BRD-01';

test('the eight tabs of a product have their order and URLs, and are reachable by keyboard', async ({ page }) => {
  await signInToDemo(page);
  const name = await openProduct(page, sku);
  const bar = page.getByRole('navigation', { name });
  expect((await bar.getByRole('link').allInnerTexts()).map((text) => text.replace(/\s*\d+$/, ''))).toEqual(TABS);
  await bar.getByRole('link').first().focus();
  for (const _ of TABS.slice(1)) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/products/${sku}/bundle`);
  await expect(bar.getByRole('link', { name: 'Bundle' })).toHaveAttribute('aria-current', 'page');
  await expect(bar.getByRole('link', { name: 'Bundle' })).toBeInViewport();
  await page.reload();
  await expect(bar.getByRole('link', { name: 'Bundle' })).toHaveAttribute('aria-current', 'page');
  await expectToFitPhone(page);
  await page.reload();
  await expect(bar.getByRole('link', { name: 'Bundle' })).toBeInViewport();
});

test('a picture is dropped, shown, removed and restored', async ({ page }) => {
  await signInToDemo(page);
  const name = await openProduct(page, sku);
  const picture = page.getByRole('img', { name: `Picture of ${name}` });
  await dropOn(page, page.getByRole('heading', { name: 'Picture' }), [PICTURE]);
  await expect(picture).toBeVisible();
  await page.reload();
  await expect(picture).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(picture).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(picture).toBeVisible();
});
