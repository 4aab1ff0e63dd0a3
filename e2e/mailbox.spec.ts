import { sendTestMail } from './support/mail.ts';
import { expect, test } from './support/test.ts';

const SUBJECT = 'Mails from Quayside reach you';

test('the local mailbox opens from sign-in, shows new mails without a reload, in both formats, and their buttons work', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page).toHaveTitle(/Quayside/);
  await page.getByRole('link', { name: 'Mailbox' }).click();
  await expect(page.getByRole('heading', { name: 'Mailbox' })).toBeVisible();
  // Other mails may arrive meanwhile: the demo seller's story causes one.
  const mails = page.getByRole('navigation', { name: 'Mails' }).getByRole('link', { name: SUBJECT });
  const stored = (await (await page.request.get('/api/v2/mailbox')).json()) as { subject: string }[];
  const before = stored.filter(({ subject }) => subject === SUBJECT).length;
  await sendTestMail(page, 'viewer');
  await expect(mails).toHaveCount(before + 1);
  await page.getByRole('link', { name: SUBJECT }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/mailbox\?mail=/);
  const pane = page.getByRole('region', { name: SUBJECT });
  await expect(pane).toContainText('To tom@harbourandpine.example');
  const mail = page.frameLocator('iframe');
  await expect(mail.getByRole('heading', { name: SUBJECT })).toBeVisible();
  const opened = page.waitForEvent('popup');
  await mail.getByRole('link', { name: 'Open Quayside' }).click();
  await expect((await opened).getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await pane.getByText('Plain text').click();
  await expect(page.getByRole('region', { name: 'Text of the mail' })).toContainText(
    'You asked for this test. There is nothing to do.',
  );
});
