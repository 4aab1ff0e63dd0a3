import type { Locator, Page } from '@playwright/test';
import { addInvoice, addSupplier } from './support/arrange.ts';
import { findingsInBothThemes } from './support/axe.ts';
import { signUp } from './support/demo.ts';
import { PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const FACTORY = 'Jingdezhen Pottery';
const rowOf = (page: Page, name: RegExp): Locator => page.getByRole('grid').getByRole('row', { name });
const totals = (page: Page) => page.getByRole('region', { name: 'What is open, by due day' });

/** Adds an invoice of the factory with one line, at 0.1 pounds per yuan. */
const addBill = (page: Page, number: string, total: string) =>
  addInvoice(page, {
    ...{ supplier: FACTORY, number, total, rate: '0.1' },
    lines: [{ name: 'Moulds', costType: 'OTHER', quantity: 1, amount: total }],
  });

test('bills in another currency are scheduled, and one is paid on a phone', async ({ page, context }) => {
  test.setTimeout(240_000);
  await signUp(page);
  await addSupplier(page, { name: FACTORY, currency: 'CNY' });
  const invoice = await addBill(page, 'JP-1', '1000.00');
  for (const number of ['JP-2', 'JP-3']) await addBill(page, number, '500.00');

  await test.step('the payments of an invoice are typed: 30 and 70 %', async () => {
    await openScreen(page, `${invoice}?tab=schedule`);
    await page.getByRole('button', { name: 'Type a schedule' }).click();
    await page.getByLabel('Share of payment 1').fill('30');
    await page.getByLabel('Share of payment 1').press('Tab');
    await page.getByRole('button', { name: 'Add payment' }).click();
    await expect(page.getByText('Adds up to the total')).toBeVisible();
    await page.getByRole('button', { name: /^Save schedule/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '70 %' })).toContainText('CNY 700.00');
  });

  await test.step('the others are scheduled by terms, all at once', async () => {
    await openScreen(page, '/transactions/bills');
    for (const name of [/JP-2/, /JP-3/]) await rowOf(page, name).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Schedule by terms' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'See what changes' }).click();
    await dialog.getByRole('button', { name: 'Schedule 2 bills' }).click();
    await expect(rowOf(page, /JP-2/)).toContainText('0 of 1 paid');
    expect(await findingsInBothThemes(page)).toEqual([]);
  });

  const other = await context.newPage();
  await openScreen(other, '/transactions/payables');
  await expect(totals(other)).toContainText('£200.00');

  await test.step('one is paid on a phone', async () => {
    await page.setViewportSize(PHONE);
    await openScreen(page, '/transactions/payables');
    const card = page.getByRole('listitem').filter({ hasText: 'JP-3' });
    await card.getByRole('button', { name: 'Mark paid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark paid, £50.00' }).click();
    await expect(card).toHaveCount(0);
    await expect(totals(other)).toContainText('£150.00');
  });
});
