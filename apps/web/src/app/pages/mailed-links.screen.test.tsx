import { demoStatus } from '@quayside/contracts/accounts/accounts';
import { proveNewAddressByClick, resetForgottenPassword, verifyUserByClick } from '@quayside/contracts/accounts/auth';
import { getSubscription, type Subscription, unsubscribe } from '@quayside/contracts/notifications/notification-mails';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { USER_ID } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const LINK = `${USER_ID}/qs_mail`;
const main = page.getByRole('main');
const heading = (name: string) => main.getByRole('heading', { level: 1, name });
const button = (name: string) => main.getByRole('button', { name });
const link = (name: string) => main.getByRole('link', { name });

function startWith() {
  const api = startApi({ as: null });
  api.on(demoStatus, { available: false, hasMailbox: true });
  return api;
}

describe('the link to choose a new password', () => {
  const password = main.getByLabelText('New password', { exact: true });
  const repeat = main.getByLabelText('Repeat password', { exact: true });
  async function choose(text: string, again = text) {
    renderApp(`/login/new-password/${LINK}`);
    await password.fill(text);
    await repeat.fill(again);
    await button('Set new password').click();
  }

  it('sets the password and leads to the sign-in page', async () => {
    const api = startWith();
    api.on(resetForgottenPassword, undefined);
    await choose('a long sentence');
    await expect.element(heading('Your new password is set')).toHaveFocus();
    await expect.element(link('Go to sign-in')).toHaveAttribute('href', paths.login());
    expect(api.asked(resetForgottenPassword).map(({ params, body }) => [params.userId, body])).toEqual([
      [USER_ID, { password: 'a long sentence', verificationToken: 'qs_mail', userId: USER_ID }],
    ]);
  });
  it('sets nothing if the two passwords differ', async () => {
    const api = startWith();
    await choose('a long sentence', 'another sentence');
    await expect.element(repeat).toHaveAccessibleDescription('Password must match');
    expect(api.asked(resetForgottenPassword)).toEqual([]);
    await expectNoSeriousFindings('/login/new-password/:userId/:verificationToken');
  });
  it.each([
    ['accounts.link_used', 'This link has been used already'],
    ['accounts.link_expired', 'This link has expired'],
    ['accounts.link_unknown', 'This link does not work'],
  ] as const)('refused with %s says: %s, and offers a new link', async (code, title) => {
    startWith().refuse(resetForgottenPassword, code);
    await choose('a long sentence');
    await expect.element(heading(title)).toBeVisible();
    await expect.element(link('Request a new link')).toHaveAttribute('href', paths.loginReset());
  });
  it('can be used again after a failure', async () => {
    startWith().refuse(resetForgottenPassword, 'internal');
    await choose('a long sentence');
    await expect.element(main.getByRole('alert')).toBeVisible();
    await expect.element(password).toHaveValue('a long sentence');
    await expect.element(button('Set new password')).toBeEnabled();
  });
});

describe('the link that verifies an e-mail address', () => {
  const open = () => renderApp(`/login/verify/${LINK}`);

  it('verifies only after a click on its button', async () => {
    const api = startWith();
    api.on(verifyUserByClick, { isVerified: true });
    open();
    await expect.element(heading('Verify your e-mail address')).toBeVisible();
    expect(api.asked(verifyUserByClick)).toEqual([]);
    await expectNoSeriousFindings('/login/verify/:userId/:verificationToken');
    await button('Verify my address').click();
    await expect.element(heading('Your address is verified')).toBeVisible();
    await expect.element(link('Go to sign-in')).toHaveAttribute('href', paths.login());
  });
  it('that was already used says so', async () => {
    startWith().refuse(verifyUserByClick, 'accounts.link_used');
    open();
    await button('Verify my address').click();
    await expect.element(heading('This link has been used already')).toBeVisible();
  });
  it('can be used again after a failure', async () => {
    startWith().refuse(verifyUserByClick, 'internal');
    open();
    await button('Verify my address').click();
    await expect.element(main.getByRole('alert')).toBeVisible();
    await expect.element(button('Verify my address')).toBeEnabled();
  });
});

describe('the link that confirms a new e-mail address', () => {
  it('changes the address after a click on its button', async () => {
    const api = startWith();
    api.on(proveNewAddressByClick, { email: 'ada@new.example' });
    renderApp(`/login/new-address/${LINK}`);
    await expect.element(heading('Confirm your new e-mail address')).toBeVisible();
    await expectNoSeriousFindings('/login/new-address/:userId/:verificationToken');
    await button('Use this address').click();
    await expect.element(main.getByText('From now on you sign in with ada@new.example.')).toBeVisible();
    expect(api.asked(proveNewAddressByClick).map(({ params }) => params)).toEqual([
      { userId: USER_ID, verificationToken: 'qs_mail' },
    ]);
  });
});

describe('the unsubscribe link', () => {
  const WANTED: Subscription = { kind: 'COST_CHECK', accountName: 'Crane Trading', isWanted: true };
  const open = () => renderApp('/unsubscribe/v1.mail');

  it('names the mails, and unsubscribes only after a click on its button', async () => {
    const api = startWith();
    api.on(getSubscription, WANTED);
    api.on(unsubscribe, { ...WANTED, isWanted: false });
    open();
    await expect
      .element(main.getByText(/^Press the button to stop mails about the cost check of Crane Trading\./))
      .toBeVisible();
    expect(api.asked(unsubscribe)).toEqual([]);
    await expectNoSeriousFindings('/unsubscribe/:token');
    await button('Stop these mails').click();
    await expect.element(heading('You are unsubscribed from these mails')).toBeVisible();
    await expect
      .element(main.getByText('You no longer receive mails about the cost check of Crane Trading.'))
      .toBeVisible();
    expect(api.asked(unsubscribe).map(({ params }) => params.token)).toEqual(['v1.mail']);
  });
  it('shows a loading state', async () => {
    const api = startWith();
    api.on(getSubscription, WANTED);
    const release = api.hold(getSubscription);
    open();
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(button('Stop these mails')).toBeVisible();
  });
  it('with an unknown token says so', async () => {
    startWith().refuse(getSubscription, 'not_found');
    open();
    await expect.element(heading('This link does not work')).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(getSubscription, 'internal');
    open();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(getSubscription, { ...WANTED, accountName: null });
    await button('Try again').click();
    await expect.element(main.getByText(/the cost check of all of your accounts\./)).toBeVisible();
  });
});
