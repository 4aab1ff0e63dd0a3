import { demoStatus, getMe, logout } from '@quayside/contracts/accounts/accounts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setOnboarding } from '../../lib/kept/kept-state.ts';
import { storePerson } from '../../lib/session/kept-person.ts';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { aPerson, someSettings, type Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const menu = page.getByRole('banner').getByRole('button', { name: /^Account menu/ });
const entry = (name: string | RegExp) => page.getByRole('menuitem', { name });
const dialog = page.getByRole('dialog');
const stored = (name: string) => JSON.parse(localStorage.getItem(`quayside.${name}`) ?? '{}').data as unknown;

/** Opens a screen that makes no calls of its own. */
async function open(as: Visitor = 'admin') {
  const api = startApi({ as });
  renderApp(paths.listBusiness());
  await expect.element(menu).toBeVisible();
  return api;
}

describe('the user menu', () => {
  it('shows the name, the account and the role of the person', async () => {
    await open('viewer');
    await menu.click();
    await expect.element(entry(/Ada Crane/)).toMatchTextContent('ada@crane.example');
    await expect.element(page.getByText('Crane Trading · Viewer')).toBeVisible();
    await expect.element(entry(/Ada Crane/)).toHaveAttribute('href', paths.profile());
    await expectNoSeriousFindings();
  });
  it('switches to the dark theme and back, and stores the choice', async () => {
    await open();
    const theme = () => document.documentElement.dataset['mantineColorScheme'];
    await menu.click();
    await entry(/^Dark/).click();
    await expect.poll(theme).toBe('dark');
    expect(stored('app')).toMatchObject({ theme: 'dark', darkMode: true });
    await entry(/^Dark/).click();
    await expect.poll(theme).toBe('light');
  });
  it('signs out, deletes the stored data of the person, and shows the sign-in page', async () => {
    const api = await open();
    setOnboarding({ shown: false, minimised: true });
    await expect.poll(() => [stored('auth'), stored('user'), stored('account-settings')]).not.toContain(undefined);
    api.on(logout, undefined);
    api.on(demoStatus, { available: false, hasMailbox: false });
    await menu.click();
    await entry('Sign out').click();
    await expect.poll(() => window.location.pathname).toBe(paths.login());
    expect(window.location.search).toBe('');
    expect(api.asked(logout)).toHaveLength(1);
    expect([stored('auth'), stored('user'), stored('account-settings')]).toEqual([undefined, undefined, undefined]);
    // The next person who signs in sees the panel with the first steps again.
    expect(stored('app')).toMatchObject({ onboarding: { shown: true, minimised: true } });
  });
});

describe('the toolbar', () => {
  it('has a logo that links to the home screen', async () => {
    await open();
    const logo = page.getByRole('banner').getByRole('link', { name: 'Quayside, home' });
    await expect.element(logo).toHaveAttribute('href', paths.home());
  });
  it('is hidden, like the drawer, until the person is loaded', async () => {
    const api = startApi();
    const release = api.hold(getMe);
    renderApp(paths.listBusiness());
    await expect.element(page.getByRole('status', { name: 'Opening Quayside' })).toBeVisible();
    expect(page.getByRole('banner').query()).toBeNull();
    expect(page.getByRole('navigation').query()).toBeNull();
    release();
    await expect.element(page.getByRole('banner')).toBeVisible();
  });
  it('is shown at once if this browser has stored the person', async () => {
    const api = startApi();
    storePerson(aPerson({ firstName: 'Nora' }), someSettings());
    const release = api.hold(getMe);
    renderApp(paths.listBusiness());
    await expect.element(menu).toMatchTextContent(/Nora/);
    release();
    await expect.element(menu).toMatchTextContent(/Ada/);
  });
});

describe('the list of shortcuts', () => {
  it('opens with a question mark, and closes with Escape', async () => {
    await open();
    await userEvent.keyboard('?');
    await expect.element(dialog.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expect.element(dialog.getByText('Go to invoices')).toBeVisible();
    await expectNoSeriousFindings();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('omits the sections that are switched off', async () => {
    startApi({ settings: { isManagementSectionEnabled: false } });
    renderApp(paths.listBusiness());
    await expect.element(menu).toBeVisible();
    await userEvent.keyboard('?');
    await expect.element(dialog.getByText('Go to the dashboard')).toBeVisible();
    expect(dialog.getByText('Go to suppliers').query()).toBeNull();
  });
});
