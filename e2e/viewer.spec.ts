import { signInToDemo } from './support/demo.ts';
import { openInvoice } from './support/steps.ts';
import { expect, test } from './support/test.ts';

// The fake API already fails a screen test in which a viewer makes a call that the role does not allow. This test
// covers the real server.
test('a viewer reads an invoice with its document and its history, and the server refuses nothing', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await signInToDemo(page, 'viewer');
  await openInvoice(page, 'HS-1187');
  await expect(page.getByRole('region', { name: 'Document HS-1187.pdf' }).getByText('HS-1187').first()).toBeVisible();
  await expect(page.getByText('Your role in this account may read this, but not change it.').first()).toBeVisible();
  await expect(page.getByLabel('Line 1, amount')).toHaveCount(0);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('complementary', { name: 'History' })).toContainText('Maya Okafor');
  expect(refused).toEqual([]);
});
