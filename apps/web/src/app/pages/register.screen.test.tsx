import { demoStatus, getAccountSettings, getMe, registerTrial } from '@quayside/contracts/accounts/accounts';
import { invoiceTotals } from '@quayside/contracts/invoices/invoices';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { listViews } from '@quayside/contracts/views';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { personAs, someSettings } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';
import { aToken } from '../../testing/a-token.ts';

const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name });
const password = main.getByLabelText('Password', { exact: true });
const repeat = main.getByLabelText('Repeat password', { exact: true });
const send = main.getByRole('button', { name: 'Start free trial' });

function startWith() {
  const api = startApi({ as: null });
  api.on(demoStatus, { available: false, hasMailbox: false });
  api.on(registerTrial, aToken());
  return api;
}

async function typeAll() {
  await field('First name').fill('Ada');
  await field('Last name').fill('Crane');
  await field('E-mail').fill('ada@crane.example');
  await password.fill('a long sentence');
  await repeat.fill('a long sentence');
}

// These tests fill in many fields, which takes long on a busy machine.
describe('registration', { timeout: 60_000 }, () => {
  it('sends the input without the repeated password, and opens the new account', async () => {
    const api = startWith();
    api.on(getMe, personAs('viewer'));
    // The home screen of an account without the management section makes no calls of its own.
    api.on(getAccountSettings, someSettings({ isManagementSectionEnabled: false, isFeeTrackerActive: false }));
    api.on(invoiceTotals, { count: 0, total: '0.00', unassigned: '0.00', withoutRate: 0 });
    api.on(listNotifications, { ...aPage([]), unread: 0 });
    api.on(listViews, []);
    renderApp(paths.register());
    await typeAll();
    await send.click();
    await expect.element(main.getByRole('heading', { level: 1, name: /Good .*, Ada/ })).toBeVisible();
    // A newcomer sees the words of the drawer, and not only its icons.
    const drawer = page.getByRole('navigation', { name: 'Main' });
    await expect.element(drawer.getByText('Notifications')).toBeVisible();
    const [asked] = api.asked(registerTrial);
    expect(asked?.body).toMatchObject({ firstName: 'Ada', lastName: 'Crane', email: 'ada@crane.example' });
    expect(asked?.body).not.toHaveProperty('repeat');
  });
  it('reports at each field what is missing', async () => {
    const api = startWith();
    renderApp(paths.register());
    await send.click();
    await expect.element(field('First name')).toHaveAccessibleDescription('This field is required');
    await expect.element(field('E-mail')).toHaveAccessibleDescription('E-mail is required');
    await expect.element(password).toHaveAccessibleDescription(/Password is required/);
    expect(api.asked(registerTrial)).toEqual([]);
    await expectNoSeriousFindings('/register');
  });
  it('refuses passwords that differ', async () => {
    const api = startWith();
    renderApp(paths.register());
    await typeAll();
    await repeat.fill('another sentence');
    await send.click();
    await expect.element(repeat).toHaveAccessibleDescription('Password must match');
    expect(api.asked(registerTrial)).toEqual([]);
  });
  it('leads with the keyboard from the password to its repetition, and then to the button that shows both', async () => {
    startWith();
    renderApp(paths.register());
    const top = () => main.getByRole('heading', { level: 1 }).element().getBoundingClientRect().top;
    await password.fill('short');
    const before = top();
    await userEvent.keyboard('{Tab}');
    await expect.element(repeat).toHaveFocus();
    // The error of the field above moves nothing but what is below it.
    await expect.element(password).toBeInvalid();
    expect(top()).toBe(before);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(password).toHaveAttribute('type', 'text');
    await expect.element(repeat).toHaveAttribute('type', 'text');
  });
  it('refuses a short password', async () => {
    const api = startWith();
    renderApp(paths.register());
    await password.fill('short');
    await send.click();
    await expect.element(password).toHaveAccessibleDescription('At least 8 characters');
    await expect.element(password).toBeInvalid();
    expect(api.asked(registerTrial)).toEqual([]);
  });
  it('reports that the address belongs to an account already', async () => {
    const api = startWith();
    api.refuse(registerTrial, 'accounts.email_taken');
    renderApp(paths.register());
    await typeAll();
    await send.click();
    await expect.element(main.getByText('Existing User account.')).toBeVisible();
    await expect.element(field('E-mail')).toHaveValue('ada@crane.example');
  });
  it('shows an error of the server at its field', async () => {
    const api = startWith();
    api.on(registerTrial, () => {
      throw refusal('bad_input', { errors: [{ field: 'password', code: 'common', message: 'Too common' }] });
    });
    renderApp(paths.register());
    await typeAll();
    await send.click();
    await expect.element(password).toHaveAccessibleDescription(/Too common/);
  });
  it('keeps the input when the server cannot be reached', async () => {
    const api = startWith();
    api.cut(registerTrial);
    renderApp(paths.register());
    await typeAll();
    await send.click();
    await expect
      .element(main.getByRole('alert'))
      .toHaveTextContent('Quayside cannot be reached. What you typed is kept; try again in a moment.');
    await expect.element(field('E-mail')).toHaveValue('ada@crane.example');
  });
  it('offers a free trial of 14 days without a card, and links to the sign-in page', async () => {
    startWith();
    renderApp(paths.register());
    await expect.element(main.getByText(/14 days, .*no card/)).toBeVisible();
    await expect.element(send).toBeVisible();
    expect(page.getByRole('navigation', { name: 'Main' }).query()).toBeNull();
    await expect.element(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', paths.login());
  });
});
