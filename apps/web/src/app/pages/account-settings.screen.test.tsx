import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { prove } from '@quayside/contracts/accounts/second-factor';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { someSettings } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const main = page.getByRole('main');
const name = main.getByRole('textbox', { name: 'Account name' });
const days = main.getByRole('textbox', { name: 'Days after closing' });
const toggle = (label: string) => main.getByRole('switch', { name: label });
const save = main.getByRole('button', { name: /^Save/ });

/** Starts a fake server that stores each change of the settings and responds with the stored settings. */
function startWith(settings = someSettings()) {
  const api = startApi({ settings });
  let stored = settings;
  api.on(updateAccountSettings, ({ body }) => {
    const { costDataSheetUrl = null, productInventorySheetUrl = null } = body;
    stored = someSettings({
      ...stored,
      accountName: body.accountName,
      isResourcesEnabled: body.isResourcesEnabled ?? stored.isResourcesEnabled,
      archiveAfterDays: body.archiveAfterDays ?? stored.archiveAfterDays,
      isArchiveWhenClosedEnabled: body.isArchiveWhenClosedEnabled ?? stored.isArchiveWhenClosedEnabled,
      costDataSheetUrl,
      productInventorySheetUrl,
      version: stored.version + 1,
    });
    return stored;
  });
  return api;
}

// These tests fill in many fields, which takes long on a busy machine.
describe('the settings of the account', { timeout: 60_000 }, () => {
  afterEach(() => page.viewport(1440, 900));

  it('show the stored values', async () => {
    startWith(someSettings({ isResourcesEnabled: false, isArchiveWhenClosedEnabled: true, archiveAfterDays: 30 }));
    renderApp(paths.accountSettings());
    await expect.element(name).toHaveValue('Crane Trading');
    await expect.element(main.getByRole('combobox', { name: 'Currency' })).toHaveValue('GBP, Pound sterling');
    await expect.element(days).toHaveValue('30 days');
    await expect.element(toggle('Resources')).not.toBeChecked();
    await expect.element(toggle('Suppliers, products, invoices and costs')).toBeChecked();
    await expectNoSeriousFindings('/account-settings');
  });
  it('fit a phone', async () => {
    await page.viewport(390, 844);
    startWith();
    renderApp(paths.accountSettings());
    await expect.element(name).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
  it('are saved with their version', async () => {
    const api = startWith();
    renderApp(paths.accountSettings());
    await name.fill('Crane & Sons');
    await toggle('Resources').click();
    await save.click();
    await expect.element(page.getByText('Settings saved')).toBeVisible();
    expect(api.asked(updateAccountSettings).at(-1)?.body).toMatchObject({
      accountName: 'Crane & Sons',
      isResourcesEnabled: false,
      version: 1,
    });
    await expect.element(name).toHaveValue('Crane & Sons');
  });
  it('are shown only if something obeys them, and all others keep their stored values', async () => {
    const stored = { costDataSheetUrl: 'https://sheets.example/costs', isSubscriptionEmailEnabled: true };
    const api = startWith(someSettings(stored));
    renderApp(paths.accountSettings());
    await toggle('An invoice was uploaded').click();
    await expect.element(toggle('A payment is due')).toBeVisible();
    for (const label of ['Fee tracker', 'Marketplaces', 'The subscription changed'])
      expect(toggle(label).query()).toBeNull();
    expect(main.getByRole('textbox', { name: /sheet/ }).query()).toBeNull();
    await save.click();
    await expect.element(page.getByText('Settings saved')).toBeVisible();
    expect(api.asked(updateAccountSettings).at(-1)?.body).toMatchObject({
      ...stored,
      isInvoiceUploadedEmailEnabled: !someSettings().isInvoiceUploadedEmailEnabled,
    });
  });
  it('report a failure, and keep the input', async () => {
    const api = startWith();
    api.refuse(updateAccountSettings, 'internal');
    renderApp(paths.accountSettings());
    await name.fill('Crane & Sons');
    await save.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('An error occured trying to update settings');
    await expect.element(name).toHaveValue('Crane & Sons');
  });
  it('require a name', async () => {
    const api = startWith();
    renderApp(paths.accountSettings());
    await name.fill('');
    await save.click();
    await expect.element(name).toHaveAccessibleDescription('This field is required');
    expect(api.asked(updateAccountSettings)).toEqual([]);
  });
  it('do not let the currency change once costs are stored', async () => {
    startWith(someSettings({ canChangeCurrency: false }));
    renderApp(paths.accountSettings());
    const currency = main.getByRole('combobox', { name: 'Currency' });
    await expect.element(currency).toBeDisabled();
    await expect.element(currency).toHaveAccessibleDescription('Fixed, because costs are stored in it.');
  });
  it('ask for a number of days only if closed invoices are archived', async () => {
    startWith();
    renderApp(paths.accountSettings());
    await expect.element(days).toBeDisabled();
    await toggle('Archive closed invoices, purchase orders and shipment plans').click();
    await expect.element(days).toBeEnabled();
  });
  it('show an error of the server at the field, and keep the input', async () => {
    const api = startWith();
    api.on(updateAccountSettings, () => {
      throw refusal('bad_input', { errors: [{ field: 'accountName', code: 'taken', message: 'Another one, please' }] });
    });
    renderApp(paths.accountSettings());
    await name.fill('Crane & Sons');
    await save.click();
    await expect.element(name).toHaveAccessibleDescription('Another one, please');
    await expect.element(name).toHaveValue('Crane & Sons');
  });
  it('explain why a second factor cannot be required of everybody', async () => {
    const api = startWith();
    api.refuse(updateAccountSettings, 'accounts.own_second_factor_first', { message: 'Set up your own first' });
    renderApp(paths.accountSettings());
    await toggle('Require a second factor from every member').click();
    await save.click();
    await expect.element(main.getByText('Set up your own first')).toBeVisible();
  });
  it('require a second factor of everybody only after the password, and keep the input meanwhile', async () => {
    const api = startWith();
    let isProven = false;
    api.on(prove, () => {
      isProven = true;
      return { provedUntil: '2026-11-23T12:00:00Z' };
    });
    api.on(updateAccountSettings, ({ body }) => {
      if (!isProven) throw refusal('proof_required');
      return someSettings({
        accountName: body.accountName,
        isSecondFactorRequired: body.isSecondFactorRequired === true,
      });
    });
    renderApp(paths.accountSettings());
    await name.fill('Crane & Sons');
    await toggle('Require a second factor from every member').click();
    await save.click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabelText('Your password', { exact: true }).fill('tide-and-lantern');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Settings saved')).toBeVisible();
    await expect.element(toggle('Require a second factor from every member')).toBeChecked();
    await expect.element(name).toHaveValue('Crane & Sons');
  });
  it('are not accessible to a viewer', async () => {
    startApi({ as: 'viewer' });
    renderApp(paths.accountSettings());
    await expect
      .element(main.getByRole('heading', { name: 'The page you were looking for does not exist' }))
      .toBeVisible();
    expect(name.query()).toBeNull();
  });
});
