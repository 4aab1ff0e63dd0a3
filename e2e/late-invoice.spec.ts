import type { Page } from '@playwright/test';
import { addInvoice, settleInvoice } from './support/arrange.ts';
import { signInToDemo } from './support/demo.ts';
import { yesterday } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

// The number of the invoice for the goods of a summer delivery to the demo seller: 500 fans, and 400 and 300 chargers.
// The invoice is already closed.
const GOODS = 'LT-3390';
const LATE_INVOICE = 'MOF-L-77';
const FAN = '/products/HP-FAN-01/costs';

const landed = (page: Page) => page.getByRole('region', { name: 'Landed cost per unit' });
const explain = (page: Page) => page.getByRole('complementary', { name: 'Explain this unit cost' });

/** The unit cost at the top of the costs of a product. */
async function unitCost(page: Page): Promise<string> {
  const text = await landed(page)
    .getByText(/^£\d+\.\d{4}/)
    .first()
    .innerText();
  return /\d+\.\d{4}/.exec(text)?.[0] ?? text;
}

/** Adds ten-thousandths of a pound to a displayed unit cost. Uses integers, so that the result is exact. */
const plus = (unit: string, ten_thousandths: number): string =>
  ((Number(unit.replace('.', '')) + ten_thousandths) / 10_000).toFixed(4);

test('a late invoice restates closed costs, with before and after exact to the cent', async ({ page }) => {
  test.setTimeout(240_000);
  await signInToDemo(page);
  await openScreen(page, FAN);
  const before = await unitCost(page);
  // 900.00 over 1,200 units is 0.75 for each unit.
  const after = plus(before, 7_500);

  const path = await test.step('an invoice for a delivery that was closed long ago is entered and paired', async () => {
    const path = await addInvoice(page, {
      supplier: 'Meridian Ocean Freight',
      number: LATE_INVOICE,
      total: '1125.00',
      rate: '0.8',
      paired: [GOODS],
      lines: [{ name: 'Container detention', costType: 'SHIPPING', quantity: 1, amount: '1125' }],
    });
    await openScreen(page, path);
    await page.getByRole('button', { name: /^How the cost of line 1 is spread/ }).click();
    await page.getByRole('combobox', { name: 'Basis' }).click();
    await page.getByRole('option', { name: 'Quantity', exact: true }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    const shares = page.getByRole('table', { name: 'Shares of line 1' });
    await expect(shares.getByRole('row', { name: /HP-FAN-01/ })).toContainText('375.00');
    await expect(shares.getByRole('row', { name: /HP-FAN-01/ })).toContainText('0.7500');
    return path;
  });

  await settleInvoice(page, path);

  await test.step('the unit cost of the fan has risen, and its explanation names the invoice', async () => {
    await openScreen(page, FAN);
    await expect(landed(page)).toContainText(`£${after}`);
    await page.getByRole('button', { name: 'Explain this cost' }).click();
    await expect(explain(page)).toContainText(`£${after}`);
    await expect(explain(page).getByRole('button', { name: new RegExp(LATE_INVOICE) })).toContainText('375.00');
    await expect(explain(page)).toContainText('All lines of all 4 documents add up');
    await expect(explain(page)).toContainText('the same to the cent');
  });

  await test.step('costs as known yesterday do not include the invoice; those of today do', async () => {
    await page.getByRole('button', { name: 'As known today' }).click();
    await page.getByRole('radio', { name: /^As known on a day/ }).check();
    await page.getByRole('textbox', { name: 'Day', exact: true }).fill(yesterday());
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(landed(page)).toContainText(`£${before}`);
    await expect(explain(page)).toContainText(`£${before}`);
    await expect(explain(page).getByRole('button', { name: new RegExp(LATE_INVOICE) })).toHaveCount(0);
    await explain(page).getByRole('button', { name: 'Back to today' }).click();
    await expect(landed(page)).toContainText(`£${after}`);
    await explain(page).getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the invoice links to everything that it restated', async () => {
    await openScreen(page, path);
    await page.getByRole('button', { name: `More actions for ${LATE_INVOICE}` }).click();
    await page.getByRole('menuitem', { name: 'Costs it restated' }).click();
    await expect(page.getByText(`What ${LATE_INVOICE} changed.`)).toBeVisible();
    await expect(sum(page, 'Orders')).toHaveText('3');
    await expect(sum(page, 'Products')).toHaveText('3');
    await expect(sum(page, 'Change')).toHaveText('+£900.00');
    await expect(page.getByRole('button', { name: /^Only \+900\.00 \w{3} \d\d$/ })).toHaveCount(1);
    await expect(page.getByRole('button', { name: new RegExp(`^Only ${LATE_INVOICE} .*\\+900\\.00$`) })).toBeVisible();
    for (const [sku, change] of [
      ['HP-FAN-01', '+375.00'],
      ['HP-USB-01', '+300.00'],
      ['HP-USB-02', '+225.00'],
    ] as const)
      await expect(restated(page, sku)).toContainText(change);
    await expect(restated(page, 'HP-FAN-01').getByTitle(`${before} before`)).toBeVisible();
    await expect(restated(page, 'HP-FAN-01')).toContainText(after);
    await expect(restated(page, 'HP-FAN-01').getByRole('link', { name: LATE_INVOICE })).toHaveAttribute('href', path);
  });
});

const sum = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) }) })
    .getByRole('definition');

/**
 * The row of a product in the list of restated orders. AG Grid renders it as two elements with the same row id, one for
 * pinned and one for scrolling cells.
 */
const restated = (page: Page, sku: string) => page.getByRole('grid').getByRole('row').filter({ hasText: sku });
