import type { Page } from '@playwright/test';
import { addAccountUser } from '@quayside/contracts/people';
import { callAs } from './support/api.ts';
import { signUp } from './support/demo.ts';
import { verifyAddress } from './support/database.ts';
import { invitationLink } from './support/invitation-link.ts';
import { openScreen } from './support/open-screen.ts';
import { expect, test, watch } from './support/test.ts';

const PASSWORD = 'quay-heron-41';
const address = () => `vera${Date.now()}@example.test`;

/** Proves the password of the registered person, which is required to make somebody an admin. */
async function proveIt(page: Page): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Your password').fill('tide-and-lantern');
  await proof.getByRole('button', { name: 'Continue' }).click();
}

async function inviteAdmin(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('First name').fill('Vera');
  await dialog.getByLabel('Last name').fill('Lund');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await proveIt(page);
  await expect(dialog).toBeHidden();
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a person is invited, accepts, gets another role while a page is open, and is removed', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(120_000);
  const email = address();
  await verifyAddress(product, await signUp(page));
  await callAs(page, addAccountUser, {
    body: { email, firstName: 'Vera', lastName: 'Lund', roles: ['sv-account-viewer'] },
  });
  await page.goto('/users');
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Invited');

  const context = await browser.newContext({ baseURL: product.url });
  const problems: string[] = [];
  await watch(context, (problem) => problems.push(problem));
  const other = await context.newPage();
  await other.goto(await invitationLink(product, email));
  await expect(other.getByRole('heading', { name: 'Join Nora Quint' })).toBeVisible();
  await expect(other.getByText('Nora Quint invites you to the account Nora Quint as a viewer.')).toBeVisible();
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByLabel('Repeat password').fill(PASSWORD);
  await other.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(other).toHaveURL((url) => url.pathname === '/');
  await expect(other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' })).toHaveCount(0);
  await openScreen(other, '/users');
  await expect(other.getByText('The page you were looking for does not exist')).toBeVisible();
  await openScreen(other, '/suppliers?q=ningbo');
  await expect(other.getByRole('button', { name: 'Add supplier' }).first()).toBeDisabled();

  // The change appears without a reload.
  await expect(row).toContainText('Accepted');
  await row.getByRole('link', { name: 'Vera Lund' }).click();
  const panel = page.getByRole('complementary', { name: 'Vera Lund' });
  await panel.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  const question = page.getByRole('dialog', { name: 'Make Vera Lund an admin?' });
  await expect(question).toContainText('signed out of this account now');
  await question.getByRole('button', { name: 'Make admin' }).click();
  await proveIt(page);
  await expect(row).toContainText('Admin');

  await expect(other).toHaveURL(/\/login\?redirect=%2Fsuppliers/);
  await expect(other.getByText('Session logged out, please log in again to continue.')).toBeVisible();
  await signInAs(other, email);
  await expect(other).toHaveURL((url) => url.pathname === '/suppliers' && url.searchParams.get('q') === 'ningbo');
  await expect(other.getByRole('link', { name: 'Add supplier' }).first()).toBeVisible();

  await panel.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Vera Lund from the account?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(row).toHaveCount(0);
  await expect(other).toHaveURL(/\/login/);
  await signInAs(other, email);
  await expect(other.getByText('Your account invitation is rejected')).toBeVisible();
  expect(problems.filter((problem) => !/status of 4\d\d/.test(problem))).toEqual([]);
  await context.close();
});

test('on a phone a person who rejected is invited again, and the invitation is revoked', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(120_000);
  const email = address();
  await page.setViewportSize({ width: 390, height: 844 });
  await verifyAddress(product, await signUp(page));
  await page.goto('/users');
  await inviteAdmin(page, email);
  const card = page.getByRole('listitem').filter({ hasText: email });
  await expect(card).toContainText('Admin');

  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  const other = await context.newPage();
  // Open the link in the URL format that mails of earlier releases contain.
  const link = await invitationLink(product, email, 'REJECT');
  await other.goto(link.replace('/login/verify/invite/', '/invite/'));
  await expect(other).toHaveURL((url) => url.pathname === link);
  await other.getByRole('button', { name: 'Reject invitation' }).click();
  await expect(other.getByRole('heading', { name: 'Invitation rejected' })).toBeVisible();

  await expect(card).toContainText('Rejected');
  await card.getByRole('link', { name: 'Vera Lund' }).click();
  const sheet = page.getByRole('dialog', { name: 'Vera Lund', exact: true });
  await sheet.getByRole('button', { name: 'Invite again' }).click();
  await expect(sheet.getByRole('button', { name: 'Send again' })).toBeEnabled();
  const second = await invitationLink(product, email);
  await sheet.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke the invitation of Vera Lund?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(sheet).toContainText('Revoked');
  await other.goto(second);
  await expect(other.getByText('This invitation is not valid any more. Ask for a new one.')).toBeVisible();
  await context.close();
});
