import { authenticate, demoStatus, getAccountSettings, getMe, openDemo } from '@quayside/contracts/accounts/accounts';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { listViews } from '@quayside/contracts/views';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showLanguage } from '../../i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session/session-store.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { personAs, someSettings } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';
import { aToken } from '../../testing/a-token.ts';

/** The URL of the sign-in page, with a return path to a page that makes no calls of its own. */
const PATH = paths.login(paths.onboarding());
const main = page.getByRole('main');
const email = main.getByRole('textbox', { name: 'E-mail' });
const password = main.getByLabelText('Password', { exact: true });
const signIn = main.getByRole('button', { name: 'Sign in' });
const inside = main.getByRole('heading', { name: 'An admin has to set up this account' });

function startWith({ hasDemo = false } = {}) {
  const api = startApi({ as: null });
  api.on(demoStatus, { available: hasDemo, hasMailbox: false });
  api.on(authenticate, aToken());
  api.on(getMe, personAs('viewer'));
  api.on(getAccountSettings, someSettings());
  api.on(listNotifications, { ...aPage([]), unread: 0 });
  api.on(listViews, []);
  return api;
}

async function typeAndSend() {
  await email.fill('ada@crane.example');
  await password.fill('a long sentence');
  await signIn.click();
}

describe('the sign-in page', () => {
  it('signs in and opens the requested page', async () => {
    const api = startWith();
    renderApp(PATH);
    await expect.element(main.getByText('You will return to the page you asked for.')).toBeVisible();
    await typeAndSend();
    await expect.element(inside).toBeVisible();
    expect(api.asked(authenticate).map(({ body }) => body)).toEqual([
      { userName: 'ada@crane.example', password: 'a long sentence' },
    ]);
  });
  it.each([
    '/products/HP-KTL-01',
    '/transactions/restatements',
    '/invoices-purchase-orders/documents',
    '/notifications',
  ])('is shown to a visitor without a session who opens %s', async (path) => {
    const api = startWith({ hasDemo: true });
    // An earlier test may have signed out. After a sign-out, the sign-in page returns to the dashboard and not to the
    // requested page, so let the session expire instead.
    session.start(aToken());
    session.end('expired');
    renderApp(path);
    await expect.element(signIn).toBeVisible();
    expect(window.location.pathname).toBe('/login');
    expect(new URLSearchParams(window.location.search).get('redirect')).toBe(path);
    expect(api.asked(getMe)).toEqual([]);
  });
  it('keeps the button busy until the response arrives', async () => {
    const api = startWith();
    const release = api.hold(authenticate);
    renderApp(PATH);
    await typeAndSend();
    await expect.element(signIn).toBeDisabled();
    release();
    await expect.element(inside).toBeVisible();
  });
  it('reports missing input at each field, and sends nothing', async () => {
    const api = startWith();
    renderApp(PATH);
    await signIn.click();
    await expect.element(email).toHaveAccessibleDescription('E-mail is required');
    await expect.element(password).toHaveAccessibleDescription('Password is required');
    expect(api.asked(authenticate)).toEqual([]);
    await expectNoSeriousFindings('/login');
  });
  it('shows the same message for a wrong password and an unknown address', async () => {
    const api = startWith();
    api.refuse(authenticate, 'wrong_credentials');
    renderApp(PATH);
    await typeAndSend();
    await expect
      .element(main.getByRole('alert'))
      .toHaveTextContent('The username or password entered are incorrect, or the account is inactive.');
    await expect.element(email).toHaveValue('ada@crane.example');
  });
  it.each([
    ['too_many', 'Too many attempts. Wait a little and try again.'],
    ['not_activated', 'Your account has not been activated, please contact us'],
  ] as const)('reports the refusal %s in words', async (code, words) => {
    const api = startWith();
    api.refuse(authenticate, code);
    renderApp(PATH);
    await typeAndSend();
    await expect.element(main.getByRole('alert')).toHaveTextContent(words);
  });
  it('keeps the input when the server cannot be reached', async () => {
    const api = startWith();
    api.cut(authenticate);
    renderApp(PATH);
    await typeAndSend();
    await expect
      .element(main.getByRole('alert'))
      .toHaveTextContent('Quayside cannot be reached. What you typed is kept; try again in a moment.');
    await expect.element(password).toHaveValue('a long sentence');
  });
  it('links to registration and to the password reset', async () => {
    startWith();
    renderApp(PATH);
    const trial = main.getByRole('link', { name: 'Start a free 14-day trial' });
    await expect.element(trial).toHaveAttribute('href', paths.register());
    const forgotten = main.getByRole('link', { name: 'Forgotten password' });
    await expect.element(forgotten).toHaveAttribute('href', paths.loginReset());
  });
  it('is outside the shell, and opens instead of a page that needs a session', async () => {
    startWith();
    // Other tests end with a sign-out, after which the sign-in page does not return to the requested page. Let the
    // session expire instead.
    session.start(aToken());
    session.end('expired');
    renderApp(paths.login());
    await expect.element(signIn).toBeVisible();
    expect(page.getByRole('banner').query()).toBeNull();
    expect(page.getByRole('navigation', { name: 'Main' }).query()).toBeNull();
    for (const path of ['/find-a-Bookkeeper', '/user-management', '/']) {
      window.history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
      const back = path === '/' ? '' : `?redirect=${encodeURIComponent(path)}`;
      await expect.poll(() => window.location.pathname + window.location.search).toBe(`/login${back}`);
    }
  });
});

describe('the second step of the sign-in', () => {
  function startWithSecondFactor() {
    const api = startWith();
    api.on(authenticate, ({ body }) => {
      if (body.code === undefined) throw refusal('second_factor_required');
      if (body.code !== '123456') throw refusal('accounts.wrong_code');
      return aToken();
    });
    return api;
  }
  const code = main.getByRole('textbox', { name: 'Code' });

  it('asks for the code, and sends it together with the password', async () => {
    const api = startWithSecondFactor();
    renderApp(PATH);
    await typeAndSend();
    await expect.element(main.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expectNoSeriousFindings();
    await code.fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(inside).toBeVisible();
    expect(api.asked(authenticate).at(-1)?.body).toEqual({
      userName: 'ada@crane.example',
      password: 'a long sentence',
      code: '123456',
    });
  });
  it('reports a wrong code, and accepts another one', async () => {
    startWithSecondFactor();
    renderApp(PATH);
    await typeAndSend();
    await code.fill('000000');
    await signIn.click();
    await expect.element(main.getByText(/This code is not right/)).toBeVisible();
    await code.fill('123456');
    await signIn.click();
    await expect.element(inside).toBeVisible();
  });
  it('accepts a recovery code instead, and can return to the password', async () => {
    startWithSecondFactor();
    renderApp(PATH);
    await typeAndSend();
    await main.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect.element(main.getByRole('textbox', { name: 'Recovery code' })).toHaveFocus();
    await main.getByRole('button', { name: 'Back to the password' }).click();
    await expect.element(password).toBeVisible();
  });
});

describe('the demo seller', () => {
  it('can be opened as a viewer, on the requested page', async () => {
    const api = startWith({ hasDemo: true });
    api.on(openDemo, aToken());
    renderApp(PATH);
    await main.getByRole('button', { name: 'Open it as a viewer' }).click();
    await expect.element(inside).toBeVisible();
    expect(api.asked(openDemo).map(({ body }) => body.as)).toEqual(['viewer']);
  });
  it('shows the reason when it cannot be opened', async () => {
    const api = startWith({ hasDemo: true });
    api.refuse(openDemo, 'too_many');
    renderApp(PATH);
    await main.getByRole('button', { name: 'Open the demo seller' }).click();
    await expect.element(main.getByRole('alert')).toHaveTextContent('Too many attempts. Wait a little and try again.');
  });
  it('is not offered if the installation has none', async () => {
    const api = startWith();
    renderApp(PATH);
    await expect.element(signIn).toBeVisible();
    await expect.poll(() => api.asked(demoStatus)).toHaveLength(1);
    expect(main.getByRole('button', { name: 'Open the demo seller' }).query()).toBeNull();
  });
});

describe('the sign-in page in Chinese', () => {
  afterEach(() => showLanguage('en'));

  it('shows Chinese strings and errors', async () => {
    const api = startWith();
    api.refuse(authenticate, 'wrong_credentials');
    await showLanguage('zh-CN');
    renderApp(PATH);
    await expect.element(main.getByRole('heading', { name: '登录' })).toBeVisible();
    const send = main.getByRole('button', { name: '登录' });
    await send.click();
    const address = main.getByRole('textbox', { name: '电子邮件' });
    await expect.element(address).toHaveAccessibleDescription('请填写电子邮件地址');
    await address.fill('ada@crane.example');
    await main.getByLabelText('密码', { exact: true }).fill('a long sentence');
    await send.click();
    await expect.element(main.getByRole('alert')).toHaveTextContent('输入的用户名或密码不正确，或账户未激活。');
    expect(document.documentElement.lang).toBe('zh-CN');
  });
  it('can be switched to Chinese and back to English, each under its own name', async () => {
    startWith();
    renderApp(PATH);
    await main.getByRole('button', { name: '简体中文' }).click();
    await expect.element(main.getByRole('heading', { name: '登录' })).toBeVisible();
    await main.getByRole('button', { name: 'English' }).click();
    await expect.element(main.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});
