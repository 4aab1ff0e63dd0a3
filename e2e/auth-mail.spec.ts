import type { Page } from '@playwright/test';
import { signUp } from './support/demo.ts';
import { PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const FIRST_PASSWORD = 'tide-and-lantern';
const NEW_PASSWORD = 'heron-over-the-quay';

interface MailboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Waits for a mail with this subject to this person, and returns the newest one. */
async function mailTo(page: Page, to: string, subject: string): Promise<MailboxMail> {
  let found: MailboxMail | undefined;
  const read = async (path: string) => (await (await page.request.get(`/api/v2/mailbox${path}`)).json()) as unknown;
  await expect
    .poll(async () => {
      found = ((await read('')) as MailboxMail[]).find((mail) => mail.to === to && mail.subject === subject);
      return found !== undefined;
    })
    .toBe(true);
  return (await read(`/${found?.id}`)) as MailboxMail;
}

/** Finds the URL in a mail that opens a page of the app. */
async function linkIn(page: Page, to: string, subject: string): Promise<string> {
  const { text } = await mailTo(page, to, subject);
  return /https?:\/\/\S+\/login\/\S+/.exec(text)?.[0] ?? 'no link';
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Quint');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
  await page.getByLabel('Repeat password').fill(FIRST_PASSWORD);
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: /sign out|log ?out/i }).click();
  await page.waitForURL((url) => url.pathname === '/login');
}

const toast = (page: Page) => page.getByRole('region', { name: 'E-mail verification' });

test('a person registers, is reminded to verify, verifies by mail, and resets a forgotten password', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const email = `nora${Date.now()}@example.test`;
  await register(page, email);
  await expect(toast(page)).toContainText('Please verify your e-mail address.');

  // The reminder disappears at sign-out and returns after the next sign-in.
  await signOut(page);
  await expect(toast(page)).toHaveCount(0);
  await signIn(page, email, FIRST_PASSWORD);
  const older = await linkIn(page, email, 'Verify your e-mail address');
  await expect(toast(page)).toContainText(`We sent a link to ${email}.`);
  await toast(page).getByRole('button', { name: 'Send again' }).click();
  await expect(toast(page)).toContainText(`We sent another link to ${email}.`);

  // A newer link has replaced the one in the registration mail. The older link, here in the URL format of an earlier
  // release, still opens the page, which reports that the link is no longer valid.
  const mailReader = await context.newPage();
  await mailReader.goto(older.replace('/login/verify/', '/verify/'));
  await expect(mailReader).toHaveURL(older);
  await mailReader.getByRole('button', { name: 'Verify my address' }).click();
  await expect(mailReader.getByRole('heading', { name: 'This link has been used already' })).toBeVisible();

  await expect.poll(() => linkIn(page, email, 'Verify your e-mail address')).not.toBe(older);
  await mailReader.goto(await linkIn(page, email, 'Verify your e-mail address'));
  await expect(toast(page)).toBeVisible();
  await mailReader.getByRole('button', { name: 'Verify my address' }).click();
  await expect(mailReader.getByRole('heading', { name: 'Your address is verified' })).toBeVisible();
  // The other tab is updated without a reload.
  await expect(toast(page)).toHaveCount(0);

  await signOut(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: 'Forgotten password' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('E-mail is required')).toBeVisible();
  await page.getByLabel('E-mail').fill('nora at example');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('E-mail must be valid')).toBeVisible();
  const same = (address: string) => page.getByText(`If ${address} belongs to an account, a link is on its way there.`);
  for (const address of [`nobody-${email}`, email]) {
    await page.getByLabel('E-mail').fill(address);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(same(address)).toBeVisible();
    if (address !== email) await page.getByRole('button', { name: 'Use another address' }).click();
  }

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
  const sent = page.waitForRequest(/reset-forgotten-password$/);
  await press();
  expect((await sent).headers()['authorization']).toBeUndefined();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await mailTo(page, email, 'Your password was changed');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await signIn(page, email, NEW_PASSWORD);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
});

test('a reset link opened while signed in sends no token, and the reset signs this browser out', async ({ page }) => {
  const email = await signUp(page);
  expect((await page.request.post('/api/v2/auth/forgotten-password', { data: { email } })).status()).toBe(204);
  await page.goto(await linkIn(page, email, 'Choose a new password'));
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat password').fill(NEW_PASSWORD);
  const sent = page.waitForRequest(/reset-forgotten-password$/);
  await page.getByRole('button', { name: 'Set new password' }).click();
  expect((await sent).headers()['authorization']).toBeUndefined();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
});
