import { getUser, patchUser, type User } from '@quayside/contracts/accounts/users';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ACCOUNT_ID, aPerson } from '../../testing/person.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { WelcomeDialog } from './welcome-dialog.tsx';

const { id, email, timeZone, language, accounts, accountRoles, accountUserSettings, isVerified } = aPerson();
const named = (firstName: string, lastName: string): User => ({
  ...{ id, email, timeZone, language, accounts, accountRoles, accountUserSettings, isVerified, firstName, lastName },
  ...{ phone: null, company: null, bio: null, dateOfBirth: null, currentAccountId: ACCOUNT_ID, version: 2 },
});
const dialog = page.getByRole('dialog', { name: 'Welcome to Quayside' });
const save = dialog.getByRole('button', { name: 'Save name' });

function startWith(me = { firstName: '', lastName: '' }) {
  const api = startApi({ me });
  api.on(getUser, named('', ''));
  api.on(patchUser, ({ body }) => named(body.firstName ?? '', body.lastName ?? ''));
  renderPart(<WelcomeDialog />);
  return api;
}

describe('the dialog that asks for a name', () => {
  it('stores both names and closes', async () => {
    const api = startWith();
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Ida');
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Berg');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(patchUser).map(({ body }) => body)).toEqual([{ firstName: 'Ida', lastName: 'Berg' }]);
  });

  it('accepts a single name', async () => {
    const api = startWith();
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Berg');
    await save.click();
    await expect.poll(() => api.asked(patchUser).map(({ body }) => body)).toEqual([{ lastName: 'Berg' }]);
  });

  it('refuses two empty names', async () => {
    const api = startWith();
    await save.click();
    await expect
      .element(dialog.getByRole('textbox', { name: 'First name' }))
      .toHaveAccessibleDescription('Please enter a valid name');
    expect(api.asked(patchUser)).toEqual([]);
  });

  it('is not shown to a person with a name', async () => {
    startWith({ firstName: 'Ada', lastName: '' });
    await expect.poll(() => document.querySelector('main')).not.toBeNull();
    expect(dialog.query()).toBeNull();
  });
});
