import { triggerVerifyEmail } from '@quayside/contracts/accounts/auth';
import { exportAccountUsers } from '@quayside/contracts/exports';
import {
  type AccountUser,
  addAccountUser,
  listAccountUsers,
  removeAccountUser,
  resendInvitation,
  updateAccountUserRoles,
} from '@quayside/contracts/accounts/people';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, USER_ID } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';

const ADA: AccountUser = {
  id: USER_ID,
  email: 'ada@crane.example',
  firstName: 'Ada',
  lastName: 'Crane',
  roles: ['sv-account-admin'],
  invitationStatus: 'ACCEPTED',
  isOwner: true,
  isYou: true,
  isLastAdmin: true,
  invitedAt: null,
  lastSeenAt: '2026-11-16T09:00:00Z',
  version: 1,
};
const BEN: AccountUser = {
  ...ADA,
  id: idOf(31),
  email: 'ben@crane.example',
  firstName: 'Ben',
  roles: ['sv-account-viewer'],
  isOwner: false,
  isYou: false,
  isLastAdmin: false,
  version: 4,
};
const IDA: AccountUser = {
  ...BEN,
  id: idOf(32),
  email: 'ida@crane.example',
  firstName: 'Ida',
  invitationStatus: 'INVITED',
};
const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(people = [ADA, BEN, IDA]) {
  const api = startApi();
  api.on(listAccountUsers, aPage(people));
  return api;
}

describe('the people of the account', { timeout: 60_000 }, () => {
  it('can be exported to a file', async () => {
    const api = startWith();
    api.on(exportAccountUsers, new File(['PK'], 'users.xlsx'));
    renderScreen(paths.users());
    await main.getByRole('button', { name: 'Export users' }).click();
    await page.getByRole('menuitem', { name: /^XLSX/ }).click();
    await expect.element(page.getByText('users.xlsx is in your downloads')).toBeVisible();
    expect(api.asked(exportAccountUsers)[0]?.query).toMatchObject({
      format: 'xlsx',
      columns: ['firstName', 'lastName', 'email', 'role', 'invitationStatus', 'invitedAt', 'lastSeenAt'],
    });
  });
  it('are shown with role and status', async () => {
    startWith();
    renderScreen(paths.users());
    await expect.element(rowOf('Ben Crane')).toHaveAccessibleName(expect.stringContaining('Viewer'));
    await expect.element(rowOf('Ida Crane')).toHaveAccessibleName(expect.stringContaining('Invited'));
    await expect.element(main.getByText('3 users')).toBeVisible();
    await expectNoSeriousFindings('/users');
  });
  it('are not shown before the response arrives', async () => {
    const api = startWith();
    const release = api.hold(listAccountUsers);
    renderScreen(paths.users());
    await expect.poll(() => api.asked(listAccountUsers).length).toBeGreaterThan(0);
    expect(rowOf('Ben Crane').query()).toBeNull();
    release();
    await expect.element(rowOf('Ben Crane')).toBeVisible();
  });
  it('are a single person at first, who gets a hint whom to invite', async () => {
    startWith([ADA]);
    renderScreen(paths.users());
    await expect.element(main.getByText(/You are the only member/)).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(listAccountUsers, 'internal');
    renderScreen(paths.users());
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listAccountUsers, aPage([ADA, BEN]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('Ben Crane')).toBeVisible();
  });
  it('are not shown to a viewer', async () => {
    startApi({ as: 'viewer' });
    renderScreen(paths.users());
    await expect
      .element(main.getByRole('heading', { name: 'The page you were looking for does not exist' }))
      .toBeVisible();
  });
});

describe('an invitation', { timeout: 60_000 }, () => {
  const invite = async () => {
    await main.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('ida@crane.example');
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Ida');
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Crane');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
  };

  it('is for a viewer by default', async () => {
    const api = startWith([ADA, BEN]);
    api.on(addAccountUser, IDA);
    renderScreen(paths.users());
    await invite();
    await expect.element(page.getByText('Invitation sent to ida@crane.example')).toBeVisible();
    expect(api.asked(addAccountUser).map(({ body }) => body)).toEqual([
      { email: 'ida@crane.example', firstName: 'Ida', lastName: 'Crane', roles: ['sv-account-viewer'] },
    ]);
  });
  it('shows an error at the field, and stays open', async () => {
    const api = startWith([ADA, BEN]);
    api.on(addAccountUser, () => {
      throw refusal('bad_input', { errors: [{ field: 'email', code: 'member', message: 'Is here already' }] });
    });
    renderScreen(paths.users());
    await invite();
    const email = dialog.getByRole('textbox', { name: 'E-mail' });
    await expect.element(email).toHaveAccessibleDescription('Is here already');
    await expect.element(email).toHaveValue('ida@crane.example');
    await expectNoSeriousFindings();
  });
  it('is refused to a person whose own address is not verified, with the button that sends the mail', async () => {
    const api = startWith([ADA, BEN]);
    api.refuse(addAccountUser, 'accounts.address_unverified', { message: 'Your own address is not verified' });
    api.on(triggerVerifyEmail, { isVerified: false });
    renderScreen(paths.users());
    await invite();
    const note = dialog.getByRole('alert');
    await expect.element(note).toMatchTextContent(/Your own address is not verified/);
    await note.getByRole('button', { name: 'Send the verification mail' }).click();
    await expect.element(note.getByRole('status')).toMatchTextContent(/^We sent another link to /);
    expect(api.asked(triggerVerifyEmail)).toHaveLength(1);
    await expectNoSeriousFindings();
  });
  it('is not sent again by a person whose own address is not verified, and the panel says why', async () => {
    const api = startWith();
    api.refuse(resendInvitation, 'accounts.address_unverified', { message: 'Your own address is not verified' });
    renderScreen(paths.users(IDA.id));
    await page.getByRole('button', { name: 'Send again' }).click();
    const note = page.getByRole('alert').filter({ hasText: 'Your own address is not verified' });
    await expect.element(note.getByRole('button', { name: 'Send the verification mail' })).toBeVisible();
  });
  it('is sent again from the panel of the person', async () => {
    const api = startWith();
    api.on(resendInvitation, IDA);
    renderScreen(paths.users(IDA.id));
    await expectNoSeriousFindings();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('Invitation sent to ida@crane.example')).toBeVisible();
    expect(api.asked(resendInvitation).map(({ params }) => params.updateUserId)).toEqual([IDA.id]);
  });
});

describe('a person of the account', { timeout: 60_000 }, () => {
  it('becomes an admin after a confirmation', async () => {
    const api = startWith();
    api.on(updateAccountUserRoles, { ...BEN, roles: ['sv-account-admin'], version: 5 });
    renderScreen(paths.users(BEN.id));
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    await expectNoSeriousFindings();
    await dialog.getByRole('button', { name: 'Make admin' }).click();
    await expect.element(page.getByText('Ben Crane is an admin now')).toBeVisible();
    expect(api.asked(updateAccountUserRoles).map(({ params, body }) => [params.updateUserId, body])).toEqual([
      [BEN.id, { roles: ['sv-account-admin'], version: 4 }],
    ]);
  });
  it('is removed only after a confirmation', async () => {
    const api = startWith();
    api.on(removeAccountUser, undefined);
    renderScreen(paths.users(BEN.id));
    await page.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(api.asked(removeAccountUser)).toEqual([]);
    await page.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect.element(page.getByText('Ben Crane was removed')).toBeVisible();
    expect(
      api.asked(removeAccountUser).map(({ params, headers }) => [params.deleteUserId, headers.get('If-Match')]),
    ).toEqual([[BEN.id, '"4"']]);
  });
  it('who owns the account cannot lose role and membership', async () => {
    startWith();
    renderScreen(paths.users(ADA.id));
    await expect.element(page.getByRole('combobox', { name: 'Role' })).toBeDisabled();
    await expect
      .element(page.getByText('The owner of an account always stays in it as an admin.').first())
      .toBeVisible();
  });
});
