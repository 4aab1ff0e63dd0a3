import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';

const OUTSIDE = ['/login', '/register', '/no-such-page'];
const INSIDE = [
  '/',
  '/suppliers',
  '/suppliers/add',
  '/products',
  '/products/add',
  '/products/import',
  '/products/HP-KTL-01',
  '/invoices-purchase-orders/invoices',
  '/invoices/add',
  '/transactions/assigned-costs',
  '/account-settings',
  '/no-such-page',
];

/** Serious and critical findings of axe, as sentences. The dark theme is the same page in other colours, so colours are what is looked at. */
async function findings(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (colorScheme === 'dark' ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe).analyze();
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((n) => n.target.join(' '))
          .slice(0, 3)
          .join(' | ')}`,
    );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the screens for strangers have no serious finding', async ({ page }) => {
      for (const path of OUTSIDE) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        expect.soft(await findings(page, colorScheme), path).toEqual([]);
      }
    });

    test('every screen of the demo seller, an invoice and the explain panel have no serious finding', async ({ page }) => {
      test.setTimeout(240_000);
      await openDemo(page);
      for (const path of INSIDE) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        // The live stream never lets the network rest, so the skeletons are what is waited for.
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        expect.soft(await findings(page, colorScheme), path).toEqual([]);
      }
      await page.goto('/invoices-purchase-orders/invoices');
      await page.getByRole('link', { name: 'MOF-88251' }).click();
      await expect(page.getByRole('heading', { name: 'MOF-88251' })).toBeVisible();
      expect.soft(await findings(page, colorScheme), 'an invoice').toEqual([]);
      await page.goto('/products');
      await page
        .getByRole('row')
        .filter({ hasText: 'HP-BRD-01' })
        .getByRole('button', { name: /\d\.\d{4}/ })
        .click();
      await expect(page.getByText(/add up/)).toBeVisible();
      expect.soft(await findings(page, colorScheme), 'the explain panel').toEqual([]);
    });
  });
}
