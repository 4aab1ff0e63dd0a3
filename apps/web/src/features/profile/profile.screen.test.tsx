import { getMe } from '@quayside/contracts/accounts';
import { getUser, replaceUser, type User } from '@quayside/contracts/users';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showLanguage } from '../../i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { refusal } from '../../testing/fake-api.ts';
import { ACCOUNT_ID, aPerson, USER_ID } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const ADA: User = {
  id: USER_ID,
  email: 'ada@crane.example',
  firstName: 'Ada',
  lastName: 'Crane',
  phone: null,
  timeZone: 'Europe/London',
  language: null,
  company: 'Crane Trading',
  isVerified: true,
  accountRoles: [{ name: 'sv-account-admin' }],
  bio: null,
  dateOfBirth: null,
  currentAccountId: ACCOUNT_ID,
  version: 3,
};
const main = page.getByRole('main');
const firstName = main.getByRole('textbox', { name: 'First name' });
const save = main.getByRole('button', { name: /^Save/ });

function startWith(as: 'admin' | 'viewer' = 'admin') {
  const api = startApi({ as });
  let stored = ADA;
  api.on(getUser, () => stored);
  api.on(replaceUser, ({ body }) => {
    stored = { ...stored, firstName: body.firstName, lastName: body.lastName, version: stored.version + 1 };
    return stored;
  });
  return api;
}

describe('the own profile', { timeout: 60_000 }, () => {
  afterEach(() => showLanguage('en'));

  it('is saved with its version, by a viewer too', async () => {
    const api = startWith('viewer');
    renderApp(paths.profile());
    await expect.element(main.getByText('ada@crane.example')).toBeVisible();
    await firstName.fill('Adele');
    await save.click();
    await expect.element(page.getByText('Profile saved')).toBeVisible();
    expect(api.asked(replaceUser).map(({ body }) => [body.firstName, body.lastName, body.version])).toEqual([
      ['Adele', 'Crane', 3],
    ]);
  });
  it('shows that it is on its way', async () => {
    const api = startWith();
    const release = api.hold(getUser);
    renderApp(paths.profile());
    await expect.poll(() => api.asked(getUser)).toHaveLength(1);
    expect(firstName.query()).toBeNull();
    release();
    await expect.element(firstName).toHaveValue('Ada');
  });
  it('that cannot be read can be asked for again', async () => {
    const api = startWith();
    api.refuse(getUser, 'internal');
    renderApp(paths.profile());
    await expect.element(main.getByText('Failed to get profile.')).toBeVisible();
    api.on(getUser, ADA);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(firstName).toHaveValue('Ada');
  });
  it('has a language: the screen speaks it at once, and whenever the person is signed in', async () => {
    const api = startWith();
    const me = { language: null as User['language'] };
    api.on(getMe, () => aPerson(me));
    api.on(replaceUser, ({ body }) => {
      me.language = body.language ?? null;
      return { ...ADA, language: me.language, version: 4 };
    });
    renderApp(paths.profile());
    const language = main.getByRole('combobox', { name: 'Language' });
    await expect.element(language).toHaveAttribute('placeholder', 'Language of the browser');
    await language.click();
    await page.getByRole('option', { name: '简体中文' }).click();
    await save.click();
    await expect.element(main.getByRole('textbox', { name: '名' })).toBeVisible();
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(api.asked(replaceUser).map(({ body }) => body.language)).toEqual(['zh-CN']);
  });
  it('needs a name', async () => {
    const api = startWith();
    renderApp(paths.profile());
    await firstName.fill('');
    await save.click();
    await expect.element(firstName).toHaveAccessibleDescription('This field is required');
    expect(api.asked(replaceUser)).toEqual([]);
  });
  it('shows a refusal at the field, and keeps what was typed', async () => {
    const api = startWith();
    api.on(replaceUser, () => {
      throw refusal('bad_input', { errors: [{ field: 'firstName', code: 'name', message: 'No such name' }] });
    });
    renderApp(paths.profile());
    await firstName.fill('Adele');
    await save.click();
    await expect.element(firstName).toHaveAccessibleDescription('No such name');
    await expect.element(firstName).toHaveValue('Adele');
  });
});
