import { demoStatus } from '@quayside/contracts/accounts/accounts';
import { forgottenPassword } from '@quayside/contracts/accounts/auth';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showLanguage } from '../../i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const main = page.getByRole('main');
const email = main.getByRole('textbox', { name: 'E-mail' });
const send = main.getByRole('button', { name: 'Send the link' });

function startWith() {
  const api = startApi({ as: null });
  api.on(demoStatus, { available: false, hasMailbox: false });
  api.on(forgottenPassword, undefined);
  return api;
}

describe('the page of a forgotten password', () => {
  afterEach(() => showLanguage('en'));

  it('requests a link, and does not reveal whether the address is known', async () => {
    const api = startWith();
    renderApp(paths.loginReset());
    await email.fill('ada@crane.example');
    await send.click();
    await expect.element(main.getByRole('heading', { name: 'Check your mail' })).toHaveFocus();
    await expect.element(main.getByText(/If ada@crane.example belongs to an account/)).toBeVisible();
    expect(api.asked(forgottenPassword).map(({ body }) => body)).toEqual([{ email: 'ada@crane.example' }]);
  });
  it('accepts another address afterwards', async () => {
    startWith();
    renderApp(paths.loginReset());
    await email.fill('ada@crane.example');
    await send.click();
    await main.getByRole('button', { name: 'Use another address' }).click();
    await expect.element(email).toHaveValue('');
  });
  it('reports an invalid address, and sends nothing', async () => {
    const api = startWith();
    renderApp(paths.loginReset());
    await send.click();
    await expect.element(email).toHaveAccessibleDescription('E-mail is required');
    await email.fill('ada');
    await send.click();
    await expect.element(email).toHaveAccessibleDescription('E-mail must be valid');
    expect(api.asked(forgottenPassword)).toEqual([]);
    await expectNoSeriousFindings('/login/reset');
  });
  it('reports too many attempts, and keeps the address', async () => {
    const api = startWith();
    api.refuse(forgottenPassword, 'too_many');
    renderApp(paths.loginReset());
    await email.fill('ada@crane.example');
    await send.click();
    await expect.element(main.getByRole('alert')).toHaveTextContent('Too many attempts. Wait a little and try again.');
    await expect.element(email).toHaveValue('ada@crane.example');
  });
  it('links to the sign-in page', async () => {
    startWith();
    renderApp(paths.loginReset());
    await expect.element(main.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', paths.login());
  });
  it('is translated into Chinese', async () => {
    startWith();
    await showLanguage('zh-CN');
    renderApp(paths.loginReset());
    await expect.element(main.getByRole('heading', { name: '忘记密码' })).toBeVisible();
    await main.getByRole('textbox', { name: '电子邮件' }).fill('ada@crane.example');
    await main.getByRole('button', { name: '发送链接' }).click();
    await expect.element(main.getByRole('heading', { name: '请查看您的邮箱' })).toBeVisible();
    await expect.element(main.getByText(/如果 ada@crane.example 对应某个账户/)).toBeVisible();
  });
});
