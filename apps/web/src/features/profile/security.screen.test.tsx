import { changeEmail, changePassword } from '@quayside/contracts/accounts/auth';
import { endOtherSessions, listSessions, type OwnSession } from '@quayside/contracts/accounts/own-settings';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  type SecondFactor,
  turnOffSecondFactor,
} from '@quayside/contracts/accounts/second-factor';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { idOf } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';

const HERE: OwnSession = {
  id: idOf(91),
  browser: 'Firefox',
  system: 'Windows',
  ip: '198.51.100.7',
  createdAt: '2026-11-16T09:00:00Z',
  lastUsedAt: '2026-11-20T09:00:00Z',
  isCurrent: true,
};
const PHONE: OwnSession = { ...HERE, id: idOf(92), browser: 'Safari', system: 'iPhone', isCurrent: false };
const OFF: SecondFactor = { isOn: false, since: null, recoveryCodesLeft: 0, requiredBy: [] };
const FEW: SecondFactor = { ...OFF, isOn: true, since: '2026-11-01T09:00:00Z', recoveryCodesLeft: 2 };
const main = page.getByRole('main');
const button = (name: string) => main.getByRole('button', { name });
const sessions = main.getByRole('list', { name: 'Where you are signed in' });
const password = (name: string) => main.getByLabelText(name, { exact: true });

function open({ kept = [HERE, PHONE], factor = OFF } = {}) {
  const api = startApi();
  api.on(listSessions, kept);
  api.on(getSecondFactor, factor);
  return { api, show: () => renderScreen(paths.profile('security')) };
}

afterEach(() => page.viewport(1440, 900));

describe('the security page', () => {
  it('shows where the person is signed in, and how many recovery codes are left', async () => {
    open({ factor: FEW }).show();
    await expect.element(sessions.getByRole('listitem').nth(0)).toMatchTextContent(/^Firefox on Windows This browser/);
    await expect.element(sessions.getByRole('listitem').nth(1)).toMatchTextContent(/^Safari on iPhone/);
    await expect.element(main.getByText(/2 recovery codes are left\./)).toBeVisible();
    await expect.element(main.getByText('Make new recovery codes before you run out of them.')).toBeVisible();
    await expectNoSeriousFindings('/profile/security');
  });
  it('fits a phone', async () => {
    await page.viewport(390, 844);
    open().show();
    await expect.element(sessions.getByRole('listitem').nth(1)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
  it('ends all other sessions after a confirmation', async () => {
    const { api, show } = open();
    api.on(endOtherSessions, { ended: 1 });
    show();
    await button('End all others').click();
    api.on(listSessions, [HERE]);
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
    await expect.element(page.getByText('1 session ended')).toBeVisible();
    await expect.element(main.getByText('You are not signed in anywhere else.')).toBeVisible();
    expect(api.asked(endOtherSessions)).toHaveLength(1);
  });
  it('reports a wrong current password at its field', async () => {
    const { api, show } = open();
    api.on(changePassword, () => {
      throw refusal('accounts.wrong_password', {
        errors: [{ field: 'currentPassword', code: 'wrong', message: 'This is not your password.' }],
      });
    });
    show();
    await password('Current password').fill('not my password');
    await password('New password').fill('a long sentence');
    await password('Repeat password').fill('a long sentence');
    await button('Change password').click();
    await expect.element(password('Current password')).toHaveAccessibleDescription(/This is not your password\./);
    expect(api.asked(changePassword).map(({ body }) => body)).toEqual([
      { currentPassword: 'not my password', newPassword: 'a long sentence' },
    ]);
  });
  it('does not let the person turn off a second factor that an account requires', async () => {
    open({ factor: { ...FEW, recoveryCodesLeft: 8, requiredBy: ['Crane Trading'] } }).show();
    await expect.element(main.getByText(/because Crane Trading requires it/)).toBeVisible();
    await expect.element(button('Turn off')).toBeDisabled();
  });
  it('turns the second factor off after a confirmation', async () => {
    const { api, show } = open({ factor: FEW });
    api.on(turnOffSecondFactor, undefined);
    show();
    await button('Turn off').click();
    api.on(getSecondFactor, OFF);
    await page
      .getByRole('dialog', { name: 'Turn the second factor off?' })
      .getByRole('button', { name: 'Turn off' })
      .click();
    await expect.element(button('Set up')).toBeVisible();
    expect(api.asked(turnOffSecondFactor)).toHaveLength(1);
  });
  it('shows a loading state, and an error', async () => {
    const { api, show } = open();
    const release = api.hold(listSessions);
    show();
    await expect.element(button('Set up')).toBeVisible();
    expect(sessions.query()).toBeNull();
    api.refuse(listSessions, 'internal');
    release();
    await expect.element(main.getByText('Failed to get sessions.')).toBeVisible();
    api.on(listSessions, [HERE, PHONE]);
    await button('Try again').click();
    await expect.element(sessions).toBeVisible();
  });
});

describe('the set-up of a second factor', () => {
  const CODES = Array.from({ length: 10 }, (_, n) => `abcd-${1000 + n}`);
  const dialog = page.getByRole('dialog');
  const code = dialog.getByRole('textbox', { name: 'The code that the app shows now' });
  function openSetUp() {
    const { api, show } = open();
    api.on(beginSecondFactor, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Quayside?secret=JBSWY3DPEHPK3PXP' });
    api.on(confirmSecondFactor, { recoveryCodes: CODES });
    show();
    return api;
  }

  it('shows the key, accepts the first code, and shows the recovery codes once', async () => {
    const api = openSetUp();
    await button('Set up').click();
    await expect.element(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expect.element(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await expectNoSeriousFindings();
    await code.fill('123456');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = dialog.getByRole('list', { name: 'Your recovery codes' });
    await expect.poll(() => codes.getByRole('listitem').all()).toHaveLength(10);
    await expectNoSeriousFindings();
    api.on(getSecondFactor, { ...FEW, recoveryCodesLeft: 10 });
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await expect.element(main.getByText(/10 recovery codes are left\./)).toBeVisible();
    expect(api.asked(confirmSecondFactor).map(({ body }) => body)).toEqual([{ code: '123456' }]);
  });
  it('reports a wrong code at its field, and stays open', async () => {
    const api = openSetUp();
    api.on(confirmSecondFactor, () => {
      throw refusal('accounts.wrong_code', {
        errors: [{ field: 'code', code: 'wrong', message: 'This code is not right.' }],
      });
    });
    await button('Set up').click();
    await code.fill('123456');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect.element(code).toHaveAccessibleDescription(/This code is not right\./);
    expect(dialog.getByRole('list').query()).toBeNull();
  });
  it('can be started again after an error', async () => {
    const api = openSetUp();
    api.refuse(beginSecondFactor, 'internal');
    await button('Set up').click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    api.on(beginSecondFactor, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Quayside?secret=JBSWY3DPEHPK3PXP' });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(code).toBeVisible();
  });
  it('closes when the person cancels the dialog that asks for the password', async () => {
    const api = openSetUp();
    api.refuse(beginSecondFactor, 'proof_required');
    await button('Set up').click();
    await expect.element(dialog.getByLabelText('Your password', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('Set up')).toBeEnabled();
  });
});

describe('changing the e-mail address', () => {
  it('is requested, and waits until the link in the mail is opened', async () => {
    const { api, show } = open();
    api.on(changeEmail, { pendingEmail: 'ada@new.example' });
    show();
    await expect.element(main.getByText('You sign in with ada@crane.example.')).toBeVisible();
    const email = main.getByRole('textbox', { name: 'New e-mail address' });
    await email.fill('ada@new.example');
    await button('Change address').click();
    await expect.element(main.getByText(/^A link is on its way to ada@new\.example\./)).toBeVisible();
    await expect.element(email).toHaveValue('');
    expect(api.asked(changeEmail).map(({ body }) => body)).toEqual([{ email: 'ada@new.example' }]);
  });
});
