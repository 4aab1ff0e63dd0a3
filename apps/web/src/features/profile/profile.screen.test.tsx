import { getMe } from '@quayside/contracts/accounts/accounts';
import { getUser, patchUser, replaceUser, type User } from '@quayside/contracts/accounts/users';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showLanguage } from '../../i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { ACCOUNT_ID, aPerson, USER_ID } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';

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
  accounts: [],
  currentAccountId: ACCOUNT_ID,
  accountUserSettings: null,
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
  afterEach(async () => {
    await showLanguage('en');
    await page.viewport(1440, 900);
  });

  it('is saved with its version, by a viewer too', async () => {
    const api = startWith('viewer');
    renderScreen(paths.profile());
    await expect.element(main.getByText('ada@crane.example')).toBeVisible();
    await firstName.fill('Adele');
    await save.click();
    await expect.element(page.getByText('Profile saved')).toBeVisible();
    expect(api.asked(replaceUser).map(({ body }) => [body.firstName, body.lastName, body.version])).toEqual([
      ['Adele', 'Crane', 3],
    ]);
  });
  it('shows a loading state', async () => {
    const api = startWith();
    const release = api.hold(getUser);
    renderScreen(paths.profile());
    await expect.poll(() => api.asked(getUser)).toHaveLength(1);
    expect(firstName.query()).toBeNull();
    release();
    await expect.element(firstName).toHaveValue('Ada');
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(getUser, 'internal');
    renderScreen(paths.profile());
    await expect.element(main.getByText('An error occured trying to get profile.')).toBeVisible();
    api.on(getUser, ADA);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(firstName).toHaveValue('Ada');
  });
  it('has a language, which applies at once and after each sign-in', async () => {
    const api = startWith();
    const me = { language: null as User['language'] };
    api.on(getMe, () => aPerson(me));
    api.on(replaceUser, ({ body }) => {
      me.language = body.language ?? null;
      return { ...ADA, language: me.language, version: 4 };
    });
    renderScreen(paths.profile());
    const language = main.getByRole('combobox', { name: 'Language' });
    await expect.element(language).toHaveAttribute('placeholder', 'Language of the browser');
    await language.click();
    await page.getByRole('option', { name: '简体中文' }).click();
    await save.click();
    await expect.element(main.getByRole('textbox', { name: '名' })).toBeVisible();
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(api.asked(replaceUser).map(({ body }) => body.language)).toEqual(['zh-CN']);
  });
  it('says with the documented words that a save failed for which the server gives no reason', async () => {
    const api = startWith();
    api.refuse(replaceUser, 'internal');
    renderScreen(paths.profile());
    await firstName.fill('Grace');
    await save.click();
    await expect.element(main.getByRole('alert')).toHaveTextContent('An error occured trying to update profile');
    await expect.element(firstName).toHaveValue('Grace');
  });
  it('requires a name', async () => {
    const api = startWith();
    renderScreen(paths.profile());
    await firstName.fill('');
    await save.click();
    await expect.element(firstName).toHaveAccessibleDescription('This field is required');
    expect(api.asked(replaceUser)).toEqual([]);
  });
  it('reports errors at their fields', async () => {
    const api = startWith();
    renderScreen(paths.profile());
    await firstName.fill(' ');
    await main.getByLabelText(/^Telephone/).fill('call me');
    await main.getByLabelText(/^Date of birth/).fill('1 Jan 2999');
    await userEvent.tab();
    await userEvent.keyboard('{Control>}s{/Control}');
    for (const wrong of ['a valid name', 'Telephone number must be valid', 'The date of birth must be in the past'])
      await expect.element(main.getByText(new RegExp(wrong))).toBeVisible();
    expect(api.asked(replaceUser)).toEqual([]);
  });
  it.each([paths.profile(), paths.profile('company')])('fits a phone at %s', async (path) => {
    await page.viewport(390, 844);
    startWith();
    renderScreen(path);
    await expect.element(main.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect.element(main.getByRole('textbox').first()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
  it('shows an error of the server at its field, and keeps the input', async () => {
    const api = startWith();
    api.on(replaceUser, () => {
      throw refusal('bad_input', { errors: [{ field: 'firstName', code: 'name', message: 'No such name' }] });
    });
    renderScreen(paths.profile());
    await firstName.fill('Adele');
    await save.click();
    await expect.element(firstName).toHaveAccessibleDescription('No such name');
    await expect.element(firstName).toHaveValue('Adele');
  });
  it('is accessible in both themes', async () => {
    startWith();
    renderScreen(paths.profile());
    await expect.element(firstName).toHaveValue('Ada');
    await expectNoSeriousFindings('/profile');
  });
});

describe('the company page of the profile', () => {
  const company = main.getByRole('textbox', { name: /^Company/ });

  it('shows the company and the account that is open', async () => {
    startWith();
    renderScreen(paths.profile('company'));
    await expect.element(company).toHaveValue('Crane Trading');
    await expect.element(main.getByText('Europe/London')).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Settings of this account' }))
      .toHaveAttribute('href', paths.accountSettings());
    await expectNoSeriousFindings('/profile/company');
  });
  it('shows a loading state, and can be loaded again after an error', async () => {
    const api = startWith();
    const release = api.hold(getUser);
    renderScreen(paths.profile('company'));
    await expect.element(main.getByText('Europe/London')).toBeVisible();
    expect(company.query()).toBeNull();
    api.refuse(getUser, 'internal');
    release();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(getUser, ADA);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(company).toHaveValue('Crane Trading');
  });
  it('is saved on its own, with its version', async () => {
    const api = startWith();
    api.on(patchUser, ({ body }) => ({ ...ADA, company: body.company ?? null, version: 4 }));
    renderScreen(paths.profile('company'));
    await company.fill('Crane & Sons');
    await save.click();
    await expect.element(page.getByText('Profile saved')).toBeVisible();
    expect(api.asked(patchUser).map(({ body }) => body)).toEqual([{ company: 'Crane & Sons', version: 3 }]);
  });
});
