import { getMe, type Me } from '@quayside/contracts/accounts/accounts';
import { type Account, actOnInvitation, patchUser } from '@quayside/contracts/accounts/users';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { aPerson, idOf } from '../../testing/person.ts';
import { refusal } from '../../testing/fake-api.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';
import { typeAtOnce } from '../../testing/type-at-once.ts';

const OWN = aPerson().accounts;
/** Accounts that the person belongs to and that other people own. */
const others = (count: number): Account[] =>
  Array.from({ length: count }, (_, i) => anAccount(i, `Harbour ${String(i + 1).padStart(2, '0')}`));
const anAccount = (i: number, name: string, invitationStatus: 'ACCEPTED' | 'INVITED' = 'ACCEPTED'): Account => ({
  ...{ id: idOf(200 + i), name, isCurrent: false, accountTier: null, tierExpiryDate: null },
  currentAccountUser: { invitationStatus },
});
const INVITED = [anAccount(50, 'Oakmere Outdoors', 'INVITED'), anAccount(51, 'Quillon Pets', 'INVITED')];

const menu = page.getByRole('button', { name: /^Account menu/ });
const entry = (name: string | RegExp) => page.getByRole('menuitem', { name });
const dialog = page.getByRole('dialog', { name: /^Switch account/ });
const filter = dialog.getByRole('textbox', { name: 'Filter by name' });
const respondTo = (name: string) => dialog.getByRole('button', { name: `Respond to the invitation of ${name}` });
const invitation = page.getByRole('dialog', { name: 'User Not Accepted' });

/** Opens a screen that makes no calls of its own. The fake server drops an account once its invitation is answered. */
function startWith(accounts: readonly Account[]) {
  const api = startApi();
  let me: Me = aPerson({ accounts: [...OWN, ...accounts] });
  api.on(getMe, () => me);
  api.on(actOnInvitation, ({ params }) => {
    me = { ...me, accounts: me.accounts.filter((account) => account.id !== params.accountId) };
    return { isActive: true, isVerified: false };
  });
  renderApp('/list-my-business');
  return api;
}
const openMenu = async () => {
  await menu.click();
  await expect.element(entry('Sign out')).toBeVisible();
};
const openDialog = async () => {
  await openMenu();
  await entry('Available Accounts').click();
  await expect.element(dialog).toBeVisible();
};

afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1440, 900);
});

describe('the user menu with accounts', () => {
  it('links to profile and notification settings, and offers no switch with a single account', async () => {
    startWith([]);
    await openMenu();
    await expect.element(entry(/ada@crane\.example/)).toHaveAttribute('href', '/profile');
    await expect.element(entry('Notification settings')).toHaveAttribute('href', '/profile/notification-settings');
    expect(entry('Available Accounts').query()).toBeNull();
  });

  it('lists up to five accounts in a submenu, with the current one disabled', async () => {
    startWith(others(4));
    await openMenu();
    await entry('Available Accounts').hover();
    const submenu = page.getByRole('menu', { name: 'Available Accounts' });
    await expect.element(submenu.getByRole('menuitem', { name: 'Harbour 04' })).toBeEnabled();
    await expect.element(submenu.getByRole('menuitem', { name: /^Crane Trading/ })).toHaveAttribute('data-disabled');
    await expectNoSeriousFindings();
  });

  it('lists up to five accounts inline on a phone, with the current one disabled', async () => {
    await page.viewport(390, 844);
    startWith(others(1));
    await openMenu();
    const group = page.getByRole('group', { name: 'Available Accounts' });
    await expect.element(group.getByRole('menuitem', { name: 'Harbour 01' })).toBeEnabled();
    await expect.element(group.getByRole('menuitem', { name: /^Crane Trading/ })).toHaveAttribute('data-disabled');
  });
});

describe('the dialog of more than five accounts', () => {
  it('shows fifteen of them per page, and filters them by name', async () => {
    startWith(others(17));
    await openDialog();
    await expect.element(dialog.getByText('1–15 of 18')).toBeVisible();
    await filter.fill('CRANE');
    await expect.element(dialog.getByText('1–1 of 1')).toBeVisible();
    await expect.element(dialog.getByText('Active', { exact: true })).toBeVisible();
    await expect.poll(() => dialog.getByRole('button', { name: /^Switch to/ }).elements()).toEqual([]);
    await filter.fill('zzz');
    await expect.element(dialog.getByText('No account has “zzz” in its name.')).toBeVisible();
  });

  it('shows at most 2000 of them under All', async () => {
    startWith(others(2005));
    await openDialog();
    await dialog.getByRole('button', { name: 'Rows per page: 15' }).click();
    await entry('All').click();
    await expect.element(dialog.getByText(/^1–2,?000 of 2,?006$/)).toBeVisible();
  });

  it('applies the filter half a second after the last keystroke', async () => {
    startWith(others(17));
    await openDialog();
    await expect.element(dialog.getByText('1–15 of 18')).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const field = filter.element();
    typeAtOnce(field, 'CRA');
    await vi.advanceTimersByTimeAsync(400);
    typeAtOnce(field, 'CRANE');
    await vi.advanceTimersByTimeAsync(490);
    // A look that waits would advance the clock.
    expect(dialog.getByText('1–15 of 18').elements()).toHaveLength(1);
    // On a busy machine, React may start the debounce timer late, so advance the clock until the filter applies.
    await vi.waitFor(() => {
      vi.advanceTimersByTime(20);
      expect(dialog.getByText('1–1 of 1').elements()).toHaveLength(1);
    });
  });

  it('switches only to an account that the person chooses, and shows no message after a failure', async () => {
    const api = startWith(others(6));
    api.on(patchUser, () => {
      throw refusal('unavailable');
    });
    await openDialog();
    await dialog.getByRole('button', { name: 'Switch to Harbour 02' }).click();
    await expect.poll(() => api.asked(patchUser).map(({ body }) => body)).toEqual([{ currentAccountId: idOf(201) }]);
    await expect.element(dialog.getByRole('button', { name: 'Switch to Harbour 02' })).toBeEnabled();
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(window.location.pathname).toBe('/list-my-business');
  });

  it('asks about an invitation, and is not closed by a click outside', async () => {
    const api = startWith([...others(5), ...INVITED]);
    await openDialog();
    await expectNoSeriousFindings();
    await respondTo('Quillon Pets').click();
    await expect.element(invitation).toBeVisible();
    await expectNoSeriousFindings();
    expect(invitation.element().getBoundingClientRect().width).toBe(500);
    await page.elementLocator(document.body).click({ position: { x: 20, y: 450 } });
    await expect.element(invitation).not.toBeInTheDocument();
    expect(api.asked(actOnInvitation)).toEqual([]);
  });

  it('removes an account whose invitation was declined', async () => {
    const api = startWith([...others(5), ...INVITED]);
    await openDialog();
    await respondTo('Quillon Pets').click();
    await invitation.getByRole('button', { name: 'Reject' }).click();
    await expect.element(respondTo('Oakmere Outdoors')).toBeVisible();
    await expect.element(respondTo('Quillon Pets')).not.toBeInTheDocument();
    await expect.element(invitation).not.toBeInTheDocument();
    expect(api.asked(actOnInvitation).map(({ params }) => params)).toEqual([
      expect.objectContaining({ accountId: idOf(251), invitationAction: 'REJECT' }),
    ]);
  });

  it('requires a verified address first, and stays in the current account', async () => {
    const api = startWith([...others(5), ...INVITED]);
    await openDialog();
    await respondTo('Quillon Pets').click();
    await invitation.getByRole('button', { name: 'Accept' }).click();
    await expect.element(page.getByRole('status').filter({ hasText: /verif/i })).toBeVisible();
    await expect.element(invitation).not.toBeInTheDocument();
    expect(api.asked(patchUser)).toEqual([]);
  });

  it('shows cards on a phone, and fits its width', async () => {
    await page.viewport(390, 844);
    startWith([...others(5), ...INVITED]);
    await openDialog();
    await expect.element(respondTo('Oakmere Outdoors')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
