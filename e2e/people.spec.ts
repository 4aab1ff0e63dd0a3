import type { Page } from '@playwright/test';
import { addAccountUser } from '@quayside/contracts/accounts/people';
import { callAs } from './support/api.ts';
import { PASSWORD, signUp } from './support/demo.ts';
import { verifyAddress } from './support/database.ts';
import { invitationLink } from './support/invitation-link.ts';
import { openScreen } from './support/open-screen.ts';
import { signInAs } from './support/sign-in.ts';
import { PHONE } from './support/steps.ts';
import { expect, test, watch } from './support/test.ts';

const VERAS_PASSWORD = 'quay-heron-41';
const invited = (name: string) => `${name}${Date.now()}@example.test`;

async function inviteViewer(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('First name').fill('Otto');
  await dialog.getByLabel('Last name').fill('Berg');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
}

test('a person is invited, accepts, gets another role while a page is open, and is removed; another rejects, is invited again and revoked', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(120_000);
  const email = invited('vera');
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
  await test.step('the link of the mail leads into the account, as a viewer', async () => {
    await other.goto(await invitationLink(product, email));
    await expect(other.getByRole('heading', { name: 'Join Nora Quint' })).toBeVisible();
    await expect(other.getByText('Nora Quint invites you to the account Nora Quint as a viewer.')).toBeVisible();
    await other.getByLabel('Password', { exact: true }).fill(VERAS_PASSWORD);
    await other.getByLabel('Repeat password').fill(VERAS_PASSWORD);
    await other.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(other).toHaveURL((url) => url.pathname === '/');
    await expect(other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' })).toHaveCount(0);
    await openScreen(other, '/users');
    await expect(other.getByText('The page you were looking for does not exist')).toBeVisible();
    await openScreen(other, '/suppliers?q=ningbo');
    await expect(other.getByRole('button', { name: 'Add supplier' }).first()).toBeDisabled();
  });

  const panel = page.getByRole('complementary', { name: 'Vera Lund' });
  await test.step('another role ends the open session, and signing in again leads back', async () => {
    // The change appears without a reload.
    await expect(row).toContainText('Accepted');
    await row.getByRole('link', { name: 'Vera Lund' }).click();
    await panel.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    const question = page.getByRole('dialog', { name: 'Make Vera Lund an admin?' });
    await expect(question).toContainText('signed out of this account now');
    await question.getByRole('button', { name: 'Make admin' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Your password').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await expect(row).toContainText('Admin');
    await expect(other).toHaveURL(/\/login\?redirect=%2Fsuppliers/);
    await expect(other.getByText('Session logged out, please log in again to continue.')).toBeVisible();
    await signInAs(other, email, VERAS_PASSWORD);
    await expect(other).toHaveURL((url) => url.pathname === '/suppliers' && url.searchParams.get('q') === 'ningbo');
    await expect(other.getByRole('link', { name: 'Add supplier' }).first()).toBeVisible();
  });

  await test.step('who is removed is signed out, and cannot sign in again', async () => {
    await panel.getByRole('button', { name: 'Remove' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Vera Lund from the account?' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(row).toHaveCount(0);
    await expect(other).toHaveURL(/\/login/);
    await signInAs(other, email, VERAS_PASSWORD);
    await expect(other.getByText('Your account invitation is rejected')).toBeVisible();
  });

  await test.step('on a phone a person who rejected is invited again, and the invitation is revoked', async () => {
    const colleague = invited('otto');
    await page.setViewportSize(PHONE);
    await other.setViewportSize(PHONE);
    await inviteViewer(page, colleague);
    const card = page.getByRole('listitem').filter({ hasText: colleague });
    await expect(card).toContainText('Viewer');
    // Open the link in the URL format that mails of earlier releases contain.
    const link = await invitationLink(product, colleague, 'REJECT');
    await other.goto(link.replace('/login/verify/invite/', '/invite/'));
    await expect(other).toHaveURL((url) => url.pathname === link);
    await other.getByRole('button', { name: 'Reject invitation' }).click();
    await expect(other.getByRole('heading', { name: 'Invitation rejected' })).toBeVisible();

    await expect(card).toContainText('Rejected');
    await card.getByRole('link', { name: 'Otto Berg' }).click();
    const sheet = page.getByRole('dialog', { name: 'Otto Berg', exact: true });
    await sheet.getByRole('button', { name: 'Invite again' }).click();
    await expect(sheet.getByRole('button', { name: 'Send again' })).toBeEnabled();
    await sheet.getByRole('button', { name: 'Revoke' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke the invitation of Otto Berg?' });
    await question.getByRole('button', { name: 'Revoke' }).click();
    await expect(sheet).toContainText('Revoked');
  });
  expect(problems.filter((problem) => !/status of 4\d\d/.test(problem))).toEqual([]);
  await context.close();
});
