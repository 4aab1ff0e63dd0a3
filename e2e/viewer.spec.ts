import type { Locator, Page } from '@playwright/test';
import { openDemo } from './support/demo.ts';
import { openInvoice } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const REASON = 'Your role in this account may read this, but not change it.';

/** Expects a disabled button with its reason in the tooltip. */
async function expectDenied(control: Locator): Promise<void> {
  await expect(control).toBeDisabled();
  await expect(control.locator('xpath=ancestor::*[@role="note"][1]')).toHaveAccessibleName(REASON);
}

/** Opens a document of the list beside it. */
async function openDocument(page: Page, name: string): Promise<void> {
  await page.goto('/invoices-purchase-orders/documents');
  await page.getByRole('button', { name: `Show ${name}` }).click();
}

test('a viewer can read everything and is offered no changes', async ({ page, baseURL }) => {
  // The sign-in page offers the admin only, so the viewer signs in through the API.
  await page.goto('/login');
  const token = await page.evaluate(
    async () =>
      (
        await fetch('/api/v2/gateway/demo', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"as":"viewer"}',
        })
      ).json() as Promise<{
        userId: string;
        access_token: string;
      }>,
  );
  const api = (path: string, init: RequestInit = {}) =>
    fetch(`${baseURL}/api/v2${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json', ...init.headers },
    });
  expect((await api(`/suppliers/${token.userId}`)).status).toBe(200);
  expect((await api(`/suppliers/${token.userId}`, { method: 'POST', body: '{"companyName":"x"}' })).status).toBe(403);
});

for (const path of [
  '/products/HP-KTL-01',
  '/transactions/restatements',
  '/invoices-purchase-orders/documents',
  '/notifications',
])
  test(`a visitor without a session at ${path} signs in and returns to the requested page`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await page.getByRole('button', { name: 'Open the demo seller' }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });

test('a viewer can open every screen of documents and costs, and every disabled action says why', async ({ page }) => {
  test.setTimeout(120_000);
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await openDemo(page, 'viewer');

  await test.step('the dashboard shows what is left to do, without actions', async () => {
    await expect(page.getByRole('heading', { name: 'Left to do' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'unassigned costs' }).getByRole('link')).toHaveText(
      'Show',
    );
  });

  await test.step('documents and the invoices that they belong to', async () => {
    await openDocument(page, 'scan-0214.pdf');
    await expect(page.getByRole('region', { name: 'Document scan-0214.pdf' }).getByText('YL-0863')).toBeVisible();
    await expectDenied(page.getByRole('button', { name: 'Upload documents' }));
    await expectDenied(page.getByRole('button', { name: 'Delete' }));
    await page.getByRole('link', { name: 'Find its invoice' }).click();
    await expect(page.getByRole('list', { name: 'Why YL-0863' })).toContainText('Number YL-0863');
    await expectDenied(page.getByRole('button', { name: 'Attach to YL-0863' }));
    await expectDenied(page.getByRole('button', { name: 'Create an invoice from it' }));
  });

  await test.step('an invoice with its document, its history and its status actions', async () => {
    await openInvoice(page, 'HS-1187');
    await expect(page.getByRole('region', { name: 'Document HS-1187.pdf' }).getByText('HS-1187').first()).toBeVisible();
    await expect(page.getByText(REASON).first()).toBeVisible();
    await expect(page.getByLabel('Line 1, amount')).toHaveCount(0);
    await expectDenied(page.getByRole('main').getByRole('button', { name: /^Close invoice/ }));
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('complementary', { name: 'History' })).toContainText('Maya Okafor');
    await page.getByRole('button', { name: 'More actions for HS-1187' }).click();
    for (const name of ['Replace document', 'Import lines', 'Credit this invoice', 'Archive', 'Delete invoice'])
      await expect(page.getByRole('menuitem', { name })).toBeDisabled();
    await page.keyboard.press('Escape');
  });

  await test.step('the parts of a bundle, and orders with earlier measures', async () => {
    await page.goto('/products/HP-SET-01/bundle');
    await expect(page.getByRole('table', { name: /^Parts of/ })).toContainText('HP-MUG-01');
    await expect(page.getByText(REASON).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove HP-/ })).toHaveCount(0);
    await page.goto('/products/HP-KTL-01');
    await expectDenied(page.getByRole('button', { name: 'See what would change' }));
  });

  await test.step('reconciliation, restatements and the explanation of a cost', async () => {
    await page.goto('/transactions/reconciliation');
    await expect(page.getByText('Adds up', { exact: true }).first()).toBeVisible();
    await page.goto('/transactions/restatements');
    await expect(page.getByRole('button', { name: /^Only MOF-88317/ })).toBeVisible();
    await page.goto('/products/HP-SPK-01/costs');
    await page.getByRole('button', { name: 'Explain this cost' }).click();
    await expect(page.getByRole('complementary', { name: 'Explain this unit cost' })).toContainText('add up');
  });
  expect(refused, 'the interface never asks for what it is refused').toEqual([]);
});
