import { findingsInBothThemes, seriousFindings } from './support/axe.ts';
import { signInToDemo } from './support/demo.ts';
import { sendTestMail } from './support/mail.ts';
import { openInvoice } from './support/steps.ts';
import { expect, test } from './support/test.ts';

// The screen tests check every screen with axe on a fake API (apps/web/src/testing/axe.ts). These tests repeat the
// check with the real server, the built style sheets and the content security policy; payments.spec.ts does so for a
// grid.

// Start in the light theme, so that axe never measures a colour during a transition between the themes.
test.use({ colorScheme: 'light' });

test('axe finds nothing serious in a mail of the local mailbox and around it, in both themes', async ({ page }) => {
  await sendTestMail(page, 'admin');
  await page.goto('/mailbox');
  const source = await page.locator('iframe').getAttribute('src');
  // The frame of the mail allows no scripts, so axe cannot run inside. Check the page without the frame, and then the
  // mail as a page of its own.
  await page.getByText('Plain text').click();
  await expect(page.getByRole('region', { name: 'Text of the mail' })).toBeVisible();
  expect.soft(await findingsInBothThemes(page), 'the page').toEqual([]);
  const mail = await page.request.get(source ?? '');
  await page.goto('about:blank');
  await page.setContent(await mail.text());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await seriousFindings(page), `the mail in the ${colorScheme} theme`).toEqual([]);
  }
});

test('axe finds nothing serious in an invoice beside its document, in which a value is marked', async ({ page }) => {
  await signInToDemo(page);
  await openInvoice(page, 'HS-1187');
  await expect(page.getByRole('region', { name: 'Document HS-1187.pdf' }).getByText('HP-KTL-01')).toBeVisible();
  await page.getByLabel('Line 1, amount').focus();
  await expect(page.locator('[data-mark]').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await findingsInBothThemes(page)).toEqual([]);
});
