import { openDemo } from './support/demo.ts';
import { openInvoice } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test('a visitor without a session at /notifications signs in and returns to the requested page', async ({ page }) => {
  await page.goto('/notifications');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByRole('button', { name: 'Open the demo seller' }).click();
  await expect(page).toHaveURL(/\/notifications$/);
});

// The fake API already fails a screen test in which a viewer makes a call that the role does not allow. This test
// covers the real server.
test('a viewer reads an invoice with its document and its history, and the server refuses nothing', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await openDemo(page, 'viewer');
  await openInvoice(page, 'HS-1187');
  await expect(page.getByRole('region', { name: 'Document HS-1187.pdf' }).getByText('HS-1187').first()).toBeVisible();
  await expect(page.getByText('Your role in this account may read this, but not change it.').first()).toBeVisible();
  await expect(page.getByLabel('Line 1, amount')).toHaveCount(0);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('complementary', { name: 'History' })).toContainText('Maya Okafor');
  expect(refused).toEqual([]);
});
