import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { faultyImport } from '../apps/server/src/testing/faulty-import.ts';
import { csvCells, csvLine } from './support/csv.ts';
import { signInToDemo, signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
/** Uploads a file on the page of imports and waits for the result of the check. */
async function check(page: Page, name: string, text: string): Promise<void> {
  await openScreen(page, '/products/import');
  await page.getByLabel('Product file', { exact: true }).setInputFiles(file(name, text));
  await expect(page).toHaveURL(/\/products\/import\/[0-9a-f-]{36}/, { timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}
const state = (page: Page, words: string) =>
  expect(page.getByText(`State: ${words}`).first()).toBeAttached({ timeout: 60_000 });
const tile = (page: Page, word: string) =>
  page
    .getByRole('group', { name: /^What (would happen|happened)$/ })
    .getByRole('button', { name: new RegExp(`^${word}`) });

/** Every product of the demo seller from the API, without version and timestamps. */
async function productsOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const login = await fetch('/api/v2/gateway/demo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"as":"viewer"}',
    });
    const token = (await login.json()) as { userId: string; access_token: string };
    const answer = await fetch(`/api/v2/products/${token.userId}?size=9999&sort=sku,asc`, {
      headers: { authorization: `Bearer ${token.access_token}` },
    });
    const { content } = (await answer.json()) as { content: Record<string, unknown>[] };
    return JSON.stringify(content.map(({ version: _v, updatedAt: _u, ...rest }) => rest));
  });
}

test('of 1,000 rows exactly the 137 faulty ones are reported; after correction they are imported, and everything is undone', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signInToDemo(page);
  await openScreen(page, '/products/import');
  const before = await productsOf(page);
  const existing = (JSON.parse(before) as { sku: string }[]).slice(0, 34).map(({ sku }) => sku);
  // Most rows are new; a few change products of the demo seller, so that the undo has values to restore.
  const planted = faultyImport({ rows: 1_000 - existing.length, faults: 137, supplier: 'Ningbo Haosheng Houseware' });
  const columns = csvCells(planted.text.slice(0, planted.text.indexOf('\r\n')))[0] ?? [];
  const changed = existing.map((sku, n) =>
    csvLine(columns.map((column) => ({ sku, name: `Planted ${n}`, status: 'INACTIVE' })[column] ?? '')),
  );
  const text = `${planted.text}${changed.join('\r\n')}\r\n`;

  await test.step('exactly the faulty rows are reported', async () => {
    await check(page, 'planted.csv', text);
    await state(page, 'Waiting for you');
    await expect(tile(page, 'All rows')).toHaveText(/1,000$/);
    await expect(tile(page, 'New')).toHaveText(/829$/);
    await expect(tile(page, 'Changed')).toHaveText(/34$/);
    await expect(tile(page, 'With errors')).toHaveText(/137$/);
    await page.getByRole('button', { name: 'Show cell by cell' }).click();
    await page.getByRole('button', { name: 'Show all 137' }).click();
    const errors = page.getByRole('region', { name: '137 errors' }).getByRole('row');
    await expect(errors).toHaveCount(138);
    const found = await errors.evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );
    expect(found).toEqual(
      planted.faults.map(({ row, column, value, reason }) => [
        row.toLocaleString('en-GB'),
        column,
        value || 'empty',
        reason,
      ]),
    );
    await page.getByText('All rows or none').click();
    await expect(page.getByRole('button', { name: /^Add 829 and change 34 products/ })).toBeDisabled();
  });

  await test.step('the tiles show the rows that they count', async () => {
    await tile(page, 'Changed').click();
    const table = page.getByRole('table', { name: 'Rows of the file' });
    await expect(table.getByRole('row')).toHaveCount(35);
    await expect(table).toContainText(existing[0] ?? '');
    await tile(page, 'With errors').click();
    await expect(table).toContainText('Every row needs a SKU');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('51–100 of 137')).toBeVisible();
  });

  const mended = await test.step('the error file contains the faulty rows and is corrected', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download error file' }).click();
    const path = await (await download).path();
    const [header = [], ...wrong] = csvCells(readFileSync(path, 'utf8'));
    expect(wrong).toHaveLength(137);
    expect(header).toEqual(expect.arrayContaining(columns));
    const right = wrong.map((cells, n) => {
      const whole = planted.wrong[n]?.mended ?? [];
      return cells.map((cell, at) => whole[columns.indexOf(header[at] ?? '')] ?? cell);
    });
    return `${[header, ...right].map(csvLine).join('\r\n')}\r\n`;
  });

  const first = await test.step('only the valid rows are imported', async () => {
    await page.getByText('Good rows in, the others kept aside').click();
    await page.getByRole('button', { name: /^Add 829 and change 34 products/ }).click();
    await state(page, 'Imported');
    await expect(page.getByText('829 new, 34 changed, 137 with errors.')).toBeVisible();
    return page.url();
  });

  const second = await test.step('the corrected rows are imported on their own', async () => {
    await page.getByLabel('Product file', { exact: true }).setInputFiles(file('mended.csv', mended));
    await expect(page.getByRole('heading', { level: 1, name: 'mended.csv' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Every row can be imported.')).toBeVisible();
    await page.getByRole('button', { name: /^Add 137 products/ }).click();
    await state(page, 'Imported');
    return page.url();
  });

  await test.step('both imports are undone, and every product is as before', async () => {
    for (const [url, words] of [
      [second, '137 products deleted'],
      [first, '829 products deleted, 34 restored'],
    ] as const) {
      await openScreen(page, url);
      await page.getByRole('button', { name: 'Undo import' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
      await state(page, 'Undone');
      await expect(page.getByText(words)).toBeVisible();
    }
    expect(await productsOf(page)).toBe(before);
  });
});

const WRONG = 'sku,name,weight (g)\nKEY-1,Mug,300\nKEY-2,Jar,heavy\n';

test('a file is imported and undone with the keyboard only', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page);
  await openScreen(page, '/products/import');
  const tabTo = async (name: RegExp, role: 'button' | 'radio' = 'button') => {
    const target = page.getByRole(role, { name }).first();
    await expect(target).toBeAttached();
    for (let n = 0; n < 80; n++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${name}`);
  };
  // Wait for the file chooser before pressing the button, because the browser takes a moment to report it.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(/^Choose a file/);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(file('keys.csv', WRONG));
  await state(page, 'Waiting for you');
  await tabTo(/^With errors/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Rows of the file' })).toContainText('KEY-2');
  // The valid rows are the default. A person who wants all rows or none sees that this file then cannot be imported.
  await tabTo(/^Good rows in/, 'radio');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Add 1 product/ })).toBeDisabled();
  await page.keyboard.press('ArrowLeft');
  await tabTo(/^Add 1 product/);
  await page.keyboard.press('Enter');
  await state(page, 'Imported');
  await tabTo(/^Undo import/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Undo import' })).toBeFocused();
  await page.keyboard.press('Enter');
  await state(page, 'Undone');
});

test('the import of a large file continues while the page is reloaded or left, and can be declined after the check', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signUp(page);
  const rows = Array.from({ length: 21_000 }, (_, i) => `BIG-${i},Big ${i}`);
  await check(page, 'big.csv', `sku,name\n${rows.join('\n')}\n`);
  await page.reload();
  await state(page, 'Waiting for you');
  await expect(tile(page, 'New')).toHaveText(/21,000$/);
  await openScreen(page, '/products');
  await openScreen(page, '/products/import');
  await expect(page.getByRole('table', { name: 'Recent imports' })).toContainText('21,000 new');
  await page.getByRole('link', { name: 'big.csv' }).click();
  await page.getByRole('button', { name: 'Do not import' }).click();
  await state(page, 'Cancelled');
});
