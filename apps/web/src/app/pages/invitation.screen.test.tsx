import { authenticate, demoStatus } from '@quayside/contracts/accounts/accounts';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { answerInvitation, readInvitation } from '@quayside/contracts/accounts/people';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { ACCOUNT_ID, idOf, USER_ID } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const INVITATION: ResponseOf<typeof readInvitation> = {
  accountName: 'Crane Trading',
  invitedBy: 'Ada Crane',
  email: 'ida@crane.example',
  firstName: 'Ida',
  lastName: 'Crane',
  roles: ['sv-account-viewer'],
  needsSignIn: false,
};
const main = page.getByRole('main');
const heading = (name: string) => main.getByRole('heading', { level: 1, name });
const button = (name: string) => main.getByRole('button', { name });
const link = (name: string) => main.getByRole('link', { name });
const password = main.getByLabelText('Password', { exact: true });

function startWith(invitation = INVITATION) {
  const api = startApi({ as: null });
  api.on(demoStatus, { available: false, hasMailbox: false });
  api.on(readInvitation, invitation);
  return api;
}
const open = (action = 'ACCEPT') => renderApp(paths.invitation(USER_ID, ACCOUNT_ID, 'qs_mail', action));

describe('an invitation for somebody without a password', () => {
  it('says who invites whom to which account, and is accepted by choosing a password', async () => {
    const api = startWith();
    api.on(answerInvitation, { isActive: true, isVerified: true });
    api.refuse(authenticate, 'unavailable');
    open();
    await expect.element(heading('Join Crane Trading')).toBeVisible();
    await expect
      .element(main.getByText(/^Ada Crane invites you to the account Crane Trading as a viewer\./))
      .toBeVisible();
    await password.fill('a long sentence');
    await main.getByLabelText('Repeat password', { exact: true }).fill('a long sentence');
    await button('Accept and sign in').click();
    await expect
      .poll(() => api.asked(answerInvitation).map(({ params, body }) => [params, body]))
      .toEqual([
        [
          { userId: USER_ID, accountId: ACCOUNT_ID },
          { invitationAction: 'ACCEPT', verificationToken: 'qs_mail', password: 'a long sentence' },
        ],
      ]);
    await expect.element(button('Sign in')).toBeVisible();
  });
  it('is not accepted if the two passwords differ', async () => {
    const api = startWith();
    open();
    await password.fill('a long sentence');
    await button('Accept and sign in').click();
    await expect
      .element(main.getByLabelText('Repeat password', { exact: true }))
      .toHaveAccessibleDescription('Password must match');
    expect(api.asked(answerInvitation)).toEqual([]);
    await expectNoSeriousFindings('/login/verify/invite/:userId/:accountId/:verificationToken/:invitationAction');
  });
  it('is rejected after a confirmation', async () => {
    const api = startWith();
    api.on(answerInvitation, { isActive: false, isVerified: false });
    open('REJECT');
    await expect.element(link('Accept instead')).toBeVisible();
    await expectNoSeriousFindings();
    await button('Reject invitation').click();
    await expect.element(heading('Invitation rejected')).toBeVisible();
    expect(api.asked(answerInvitation).map(({ body }) => body)).toEqual([
      { invitationAction: 'REJECT', verificationToken: 'qs_mail' },
    ]);
  });
  it('shows a loading state', async () => {
    const release = startWith().hold(readInvitation);
    open();
    await expect.element(main.getByRole('status', { name: 'Opening the invitation' })).toBeVisible();
    release();
    await expect.element(heading('Join Crane Trading')).toBeVisible();
  });
  it('that can no longer be answered says why', async () => {
    const api = startWith();
    api.refuse(readInvitation, 'people.invitation_used', { message: 'The invitation was answered already.' });
    open();
    await expect.element(heading('This invitation cannot be used')).toBeVisible();
    await expect.element(main.getByRole('alert')).toHaveTextContent('The invitation was answered already.');
    await expect.element(link('Go to sign-in')).toHaveAttribute('href', paths.login());
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(readInvitation, 'internal');
    open();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(readInvitation, INVITATION);
    await button('Try again').click();
    await expect.element(heading('Join Crane Trading')).toBeVisible();
  });
  it('leads to the sign-in page if the person has a password by now', async () => {
    startWith({ ...INVITATION, needsSignIn: true });
    open();
    await expect.element(heading('Sign in to answer')).toBeVisible();
    await expect
      .element(link('Sign in'))
      .toHaveAttribute('href', paths.invitationOfUser(USER_ID, ACCOUNT_ID, 'ACCEPT'));
  });
});

describe('an invitation for somebody with a password', () => {
  it('requires a sign-in first', async () => {
    startWith();
    renderApp(paths.invitationOfUser(USER_ID, ACCOUNT_ID, 'ACCEPT'));
    await expect.element(main.getByText('Sign in to answer the invitation.')).toBeVisible();
    await expect.element(button('Sign in')).toBeVisible();
    await expectNoSeriousFindings('/login/verify/invite/user/:userId/:accountId/:invitationAction');
  });
  it('cannot be answered by another person who is signed in', async () => {
    startApi().on(demoStatus, { available: false, hasMailbox: false });
    renderApp(`/login/${idOf(99)}/${ACCOUNT_ID}/ACCEPT`);
    await expect.element(main.getByRole('heading', { name: 'This invitation is for somebody else' })).toBeVisible();
    await expect.element(button('Sign out and use the other address')).toBeVisible();
    await expectNoSeriousFindings('/login/:userId/:accountId/:invitationAction');
  });
});
