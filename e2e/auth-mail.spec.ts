import type { Page } from '@playwright/test';
import { PASSWORD } from './support/demo.ts';
import { signInAs, signOut } from './support/sign-in.ts';
import { PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const NEW_PASSWORD = 'heron-over-the-quay';
const VERIFY = 'Verify your e-mail address';

interface MailboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
const readMailbox = async (page: Page, path = ''): Promise<unknown> =>
  (await page.request.get(`/api/v2/mailbox${path}`)).json();

/** Waits for a mail with this subject to this person, and returns the newest one. */
async function mailTo(page: Page, to: string, subject: string): Promise<MailboxMail> {
  let found: MailboxMail | undefined;
  await expect
    .poll(async () => {
      found = ((await readMailbox(page)) as MailboxMail[]).find((mail) => mail.to === to && mail.subject === subject);
      return found !== undefined;
    })
    .toBe(true);
  return (await readMailbox(page, `/${found?.id}`)) as MailboxMail;
}

/** Finds the URL in a mail that opens a page of the app. */
async function linkIn(page: Page, to: string, subject: string): Promise<string> {
  const { text } = await mailTo(page, to, subject);
  return /https?:\/\/\S+\/login\/\S+/.exec(text)?.[0] ?? 'no link';
}

const isHome = (url: URL) => url.pathname === '/';
const toast = (page: Page) => page.getByRole('region', { name: 'E-mail verification' });

test('a person registers, is reminded to verify, verifies by mail, and resets a forgotten password', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const email = `nora${Date.now()}@example.test`;

  await test.step('a registered person is reminded to verify, until sign-out and after the next sign-in', async () => {
    await page.goto('/register');
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('Quint');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Start free trial' }).click();
    await page.waitForURL(isHome);
    await expect(toast(page)).toContainText('Please verify your e-mail address.');
    await signOut(page);
    await expect(toast(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Mailbox' })).toHaveAttribute('href', '/mailbox');
    await signInAs(page, email);
    await expect(toast(page)).toContainText(`We sent a link to ${email}.`);
  });

  const reader = await context.newPage();
  await test.step('another link reaches the open mailbox; the button of the mail verifies', async () => {
    await reader.goto('/mailbox');
    const mails = reader.getByRole('navigation', { name: 'Mails' }).getByRole('link', { name: VERIFY });
    const stored = (await readMailbox(page)) as MailboxMail[];
    const before = stored.filter(({ subject }) => subject === VERIFY).length;
    await expect(mails).toHaveCount(before);
    await toast(page).getByRole('button', { name: 'Send again' }).click();
    await expect(toast(page)).toContainText(`We sent another link to ${email}.`);
    await expect(mails).toHaveCount(before + 1);
    await mails.first().focus();
    await reader.keyboard.press('Enter');
    await expect(reader).toHaveURL(/\/mailbox\?mail=/);
    await expect(reader.getByRole('region', { name: VERIFY })).toContainText(`To ${email}`);
    const opened = reader.waitForEvent('popup');
    await reader.frameLocator('iframe').getByRole('link', { name: 'Verify my address' }).click();
    const mailed = await opened;
    await expect(toast(page)).toBeVisible();
    await mailed.getByRole('button', { name: 'Verify my address' }).click();
    await expect(mailed.getByRole('heading', { name: 'Your address is verified' })).toBeVisible();
    // The other tab is updated without a reload.
    await expect(toast(page)).toHaveCount(0);
    await mailed.close();
    await reader.close();
  });

  await test.step('on a phone a link is requested for a forgotten password', async () => {
    await signOut(page);
    await page.setViewportSize(PHONE);
    await page.getByRole('link', { name: 'Forgotten password' }).click();
    const send = page.getByRole('button', { name: 'Send the link' });
    await send.click();
    await expect(page.getByText('E-mail is required')).toBeVisible();
    await page.getByLabel('E-mail').fill('nora at example');
    await send.click();
    await expect(page.getByText('E-mail must be valid')).toBeVisible();
    await page.getByLabel('E-mail').fill(email);
    await send.click();
    await expect(page.getByText(`If ${email} belongs to an account, a link is on its way there.`)).toBeVisible();
  });

  await test.step('its link, here in the URL format of an earlier release, sets a new password', async () => {
    const link = await linkIn(page, email, 'Choose a new password');
    await page.goto(link.replace('/login/new-password/', '/newPassword/'));
    await expect(page).toHaveURL(link);
    const press = () => page.getByRole('button', { name: 'Set new password' }).click();
    await press();
    await expect(page.getByText('Password is required')).toBeVisible();
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Repeat password').fill('something else');
    await press();
    await expect(page.getByText('Password must match')).toBeVisible();
    await page.getByLabel('Repeat password').fill(NEW_PASSWORD);
    await press();
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
    await mailTo(page, email, 'Your password was changed');
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await signInAs(page, email, NEW_PASSWORD);
    await page.waitForURL(isHome);
  });
});
