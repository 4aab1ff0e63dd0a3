import type { Page } from '@playwright/test';
import { signInToDemo } from './support/demo.ts';
import { lineCell, moveInvoice, openInvoice, yesterday } from './support/steps.ts';
import { expect, test } from './support/test.ts';

// The haulage invoice for the demo seller's first kettles: 100.00, allocated to three orders in equal shares. It was
// closed months ago.
const NUMBER = 'TH-30918';

const restated = (page: Page, sku: string) => page.getByRole('grid').getByRole('row').filter({ hasText: sku });

test('a closed invoice is re-opened, corrected and closed: costs follow, and restatement and history show it', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInToDemo(page);
  await openInvoice(page, NUMBER);

  await test.step('a re-opened invoice is corrected, and cannot be closed while its total differs', async () => {
    await moveInvoice(page, 'reopen');
    await lineCell(page, 1, 'amount').fill('130');
    await lineCell(page, 1, 'amount').press('Tab');
    const close = page.getByRole('main').getByRole('button', { name: /^Close invoice/ });
    await expect(close).toBeDisabled();
    await page.getByRole('textbox', { name: 'Invoice total' }).fill('130');
    await page.getByRole('textbox', { name: 'Invoice total' }).press('Tab');
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await expect(close).toBeEnabled();
  });

  await test.step('what was paid keeps its amount, and the difference is one more payment at once', async () => {
    await page.getByRole('link', { name: 'Schedule payment' }).click();
    const payments = page.getByRole('listitem').filter({ hasText: /Details of payment \d/ });
    await expect(payments).toHaveCount(2);
    await expect(payments.nth(0)).toContainText('GBP 100.00');
    await expect(payments.nth(0).getByText('Paid', { exact: true })).toBeVisible();
    await expect(payments.nth(1)).toContainText('GBP 30.00');
    await page.getByRole('link', { name: /^Line items/ }).click();
  });

  await test.step('closed again', () => moveInvoice(page, 'close'));

  await test.step('the history names who did what, newest first', async () => {
    await page.getByRole('button', { name: 'History' }).click();
    const entries = page.getByRole('complementary', { name: 'History' }).getByRole('listitem');
    await expect(entries.nth(0)).toContainText('Closed the invoice');
    const total = entries.filter({ hasText: 'Invoice total' }).first();
    await expect(total).toContainText('GBP 100.00 → GBP 130.00');
    const line = entries.filter({ hasText: 'Changed line 1' }).first();
    await expect(line).toContainText('Line 1, Amount');
    await expect(line).toContainText('GBP 100.00 → GBP 130.00');
    const reopened = entries.filter({ hasText: 'Re-opened the invoice' });
    await expect(reopened).toHaveCount(1);
    for (const entry of [entries.nth(0), total, line, reopened]) await expect(entry).toContainText('Maya Okafor');
  });

  await test.step('the restatement since yesterday is the correction alone: ten pounds on each of three orders', async () => {
    await page.getByRole('button', { name: `More actions for ${NUMBER}` }).click();
    await page.getByRole('menuitem', { name: 'Costs it restated' }).click();
    await page.getByRole('button', { name: /^Known on/ }).click();
    await page.getByRole('textbox', { name: 'What was known on', exact: true }).fill(yesterday());
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('button', { name: new RegExp(`^Only ${NUMBER} .*\\+30\\.00$`) })).toBeVisible();
    for (const sku of ['HP-KTL-01', 'HP-KTL-02', 'HP-KTL-03'])
      await expect(restated(page, sku)).toContainText('+10.00');
  });
});
