import type { Page } from '@playwright/test';
import { openDemo, signInToDemo } from './support/demo.ts';
import { dropOn, PICTURE } from './support/files.ts';
import { choose, expectToFitPhone } from './support/steps.ts';
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

const tab = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
/** Opens a tab of a product; answers its name. */
async function openProduct(page: Page, sku: string, tabName = ''): Promise<string> {
  await page.goto(`/products/${sku}${tabName && `/${tabName}`}`);
  await expect(page.getByRole('button', { name: 'Copy SKU' })).toBeVisible();
  return heading(page).innerText();
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const save = async (page: Page) => {
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(page.getByRole('button', { name: /^Save changes/ })).toBeHidden();
};
const change = (page: Page, field: string, from: string, to: string) =>
  page
    .getByRole('table', { name: /^Changes of/ })
    .getByRole('row')
    .filter({ hasText: field })
    .filter({ hasText: from })
    .filter({ hasText: to });

const sku = 'HP-BRD-01';

test('a product has its eight tabs in their order, each with an address, reached by keyboard', async ({ page }) => {
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

test('a change can be put back, also over a newer one, and that taken back again', async ({ page }) => {
  await signInToDemo(page);
  const name = await openProduct(page, sku);
  for (const next of [`${name} two`, `${name} three`]) {
    await page.getByLabel('Name', { exact: true }).fill(next);
    await save(page);
    await expect(heading(page)).toHaveText(next);
  }
  await tab(page, 'Changelog').click();
  await change(page, 'Name', `${name} two`, `${name} three`)
    .getByRole('button', { name: /^Put back/ })
    .click();
  await expect(heading(page)).toHaveText(`${name} two`);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(heading(page)).toHaveText(`${name} three`);

  // The first change: the name was changed again since, which is asked about.
  const oldest = change(page, 'Name', name, `${name} two`).last();
  await oldest.getByRole('button', { name: /^Put back/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Name was changed again since' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page)).toHaveText(`${name} three`);
  await oldest.getByRole('button', { name: /^Put back/ }).click();
  await dialog.getByRole('button', { name: 'Put back anyway' }).click();
  await expect(heading(page)).toHaveText(name);

  // Searched and filtered, in the address.
  await page.getByLabel('Search values').fill('no such value');
  await expect(page.getByText('No change matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByLabel('Field', { exact: true }).first().click();
  await page.getByRole('option', { name: 'SKU', exact: true }).click();
  await expect(page).toHaveURL(/field=sku/);
  await expect(page.getByRole('table', { name: /^Changes of/ }).getByRole('button')).toHaveCount(0);
  await expect(page.getByText('1 change, newest first')).toBeVisible();
  await expectToFitPhone(page);
  await expect(page.getByText('1 change, newest first')).toBeVisible();
});

test('a picture is dropped, shown, removed and brought back', async ({ page }) => {
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
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
  await expect(page.getByText(/no\.png could not be read as a picture/)).toBeVisible();
  await expectToFitPhone(page);
  await expect(picture).toBeVisible();
});

test('a variant starts as a copy, has its own page, and is listed with its parent', async ({ page }) => {
  await signInToDemo(page);
  const name = await openProduct(page, sku, 'variants');
  await page.getByRole('main').getByRole('link', { name: 'Add variant' }).click();
  await expect(page.getByLabel('SKU', { exact: true })).toHaveValue(`${sku}-V1`);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await page.getByLabel('Name', { exact: true }).fill(`${name}, green`);
  await page.getByRole('button', { name: /^Add variant/ }).click();
  await expect(heading(page)).toHaveText(`${name}, green`);
  await expect(page.getByText('A variant of', { exact: false }).first()).toContainText(sku);
  await page.getByRole('link', { name: new RegExp(`^${sku} · `) }).click();
  const table = page.getByRole('table', { name: `Variants of ${name}` });
  await expect(table.getByRole('link', { name: `${sku}-V1` })).toBeVisible();
  await expect(tab(page, 'Variants')).toHaveText(/1$/);
  await expectToFitPhone(page);
  await expect(page.getByRole('main').getByRole('link', { name: `${sku}-V1` })).toBeVisible();
});

test('suppliers have their terms and their order', async ({ page }) => {
  await signInToDemo(page);
  await page.goto(`/products/${sku}/contact-details`);
  const table = page.getByRole('table', { name: /^Suppliers of/ });
  const first = await table.getByRole('link').first().innerText();
  await expect(page.getByRole('button', { name: `Remove ${first}` })).toBeDisabled();
  const added = page.getByRole('combobox', { name: 'Add a supplier' });
  await added.fill('Meridian');
  await page.getByRole('option', { name: /Meridian/ }).click();
  const second = await table.getByRole('link').nth(1).innerText();
  await page.getByLabel(`Price of a unit, ${second}`).fill('3,456789');
  await choose(page, `Currency, ${second}`, 'CNY');
  await page.getByLabel(`Minimum order, ${second}`).fill('500');
  await page.getByLabel(`Lead time, ${second}`).fill('35');
  await page.getByLabel(`Their item number, ${second}`).fill('YW-0077');
  await page.getByRole('button', { name: `Move ${second} up` }).click();
  await save(page);
  await page.reload();
  await expect(table.getByRole('link').first()).toHaveText(second);
  await expect(page.getByLabel(`Price of a unit, ${second}`)).toHaveValue('3.456789');
  await expect(page.getByLabel(`Currency, ${second}`).first()).toHaveValue('CNY');
  await expect(page.getByLabel(`Minimum order, ${second}`)).toHaveValue('500');
  await expect(page.getByLabel(`Lead time, ${second}`)).toHaveValue('35 days');
  await expect(page.getByLabel(`Their item number, ${second}`)).toHaveValue('YW-0077');

  // A price needs its currency; what the server would refuse is said at the field.
  await page.getByLabel(`Price of a unit, ${second}`).fill('a few');
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(page.getByText('Enter a price such as 3.45')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: `Remove ${second}` }).click();
  await save(page);
  await expect(table.getByRole('link')).toHaveText([first]);
  await expectToFitPhone(page);
  await expect(page.getByLabel(/^Price of a unit/)).toBeVisible();
});

test('packaging says what it comes to, and when a case cannot be right', async ({ page }) => {
  await signInToDemo(page);
  await page.goto(`/products/${sku}/product-packaging`);
  for (const [field, value] of [
    ['Length', '20'],
    ['Width', '15'],
    ['Height', '20'],
    ['Gross weight', '1300'],
  ] as const)
    await page.getByLabel(new RegExp(`^${field}`)).fill(value);
  await expect(page.getByText('6,000 cm³', { exact: true })).toBeVisible();
  await save(page);
  await tab(page, 'Case packaging').click();
  for (const [field, value] of [
    ['Length', '60'],
    ['Width', '45'],
    ['Height', '40'],
    ['Gross weight', '15000'],
    ['Units per case', '12'],
  ] as const)
    await page.getByLabel(new RegExp(`^${field}`)).fill(value);
  await expect(page.getByText('12 units weigh 15.6 kg, but the case has 15 kg.')).toBeVisible();
  await page.getByLabel(/^Gross weight/).fill('16200');
  await expect(page.getByText('It matches its contents: 12 units weigh 15.6 kg.')).toBeVisible();
  await expect(page.getByText('1.35 kg')).toBeVisible();
  await save(page);
  await page.reload();
  await expect(page.getByLabel(/^Units per case/)).toHaveValue('12');
  // What a unit weighs for freight is now its part of the case.
  await page.goto(`/products/${sku}`);
  await expect(page.getByText('its part of the case').first()).toBeVisible();
  await expectToFitPhone(page);
  await page.goto(`/products/${sku}/case-packaging`);
  await expect(page.getByLabel(/^Units per case/)).toHaveValue('12');
  await expectToFitPhone(page);
});

test('a viewer reads every tab and every import, and each action that is not theirs says why', async ({ page }) => {
  await openDemo(page, 'viewer');
  const denied = async (name: string | RegExp) => {
    const control = page.getByRole('button', { name }).first();
    await expect(control).toBeDisabled();
    await expect(control.locator('xpath=ancestor::*[@role="note"][1]')).toHaveAccessibleName(/may read this/);
  };
  await openProduct(page, 'HP-KTL-01', 'changelog');
  await denied(/^Put back/);
  await tab(page, 'Contact details').click();
  await expect(page.getByRole('table', { name: /^Suppliers of/ })).toContainText('HS-K100-B');
  await expect(page.getByRole('combobox', { name: 'Add a supplier' })).toHaveCount(0);
  await tab(page, 'Case packaging').click();
  await expect(page.getByLabel(/^Units per case/)).not.toBeEditable();
  await tab(page, 'Overview').click();
  await denied('Replace');
  await page.goto('/products/import');
  await denied('Choose a file');
  await page.getByRole('link', { name: 'harbour-and-pine.csv' }).click();
  // Its months are long over, so there is nothing to undo either.
  await expect(page.getByText('harbour-and-pine.csv').first()).toBeVisible();
});
