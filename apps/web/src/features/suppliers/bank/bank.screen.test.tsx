import { prove } from '@quayside/contracts/accounts/second-factor';
import {
  getSupplierBankDetails,
  putSupplierBankDetails,
  removeSupplierBankDetails,
  revealSupplierBankDetails,
} from '@quayside/contracts/suppliers/supplier-bank';
import { findSupplierDuplicates, getSupplier, listCountries } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import type { Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aSupplier } from '../testing/a-supplier.ts';
import { noBankDetails, someBankDetails } from '../testing/bank-details.ts';

const NINGBO = aSupplier();
const MASKED = someBankDetails();
const WHOLE = someBankDetails({
  details: MASKED.details && { ...MASKED.details, accountNumber: '62220987654321' },
  isMasked: false,
});
const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string) => main.getByRole('button', { name });
const inDialog = (name: string) => dialog.getByRole('textbox', { name: new RegExp(`^${name}`) });

function startWith(bank = MASKED, as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listCountries, []);
  api.on(findSupplierDuplicates, []);
  api.on(getSupplier, NINGBO);
  api.on(getSupplierBankDetails, bank);
  return api;
}
const open = () => renderScreen(paths.supplier(NINGBO.id));

describe('bank details of a supplier', () => {
  it('are shown with masking dots, and with who changed them', async () => {
    startWith();
    open();
    await expect.element(main.getByText('•••• 4321')).toBeVisible();
    await expect.element(main.getByText(/^Changed .* by Ada Crane$/)).toBeVisible();
    const history = main.getByRole('list', { name: 'History of bank details' });
    await expect.element(history.getByText(/Changed by Ada Crane/).first()).toBeVisible();
  });
  it('show neither dots nor an empty state while they load', async () => {
    const release = startWith().hold(getSupplierBankDetails);
    open();
    await expect.element(main.getByRole('heading', { name: 'Bank details' })).toBeVisible();
    expect(main.getByText('No bank details are stored.').query()).toBeNull();
    release();
    await expect.element(main.getByText('•••• 4321')).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(getSupplierBankDetails, 'internal');
    open();
    await expect.element(main.getByText('An error occured trying to get bank details.')).toBeVisible();
    api.on(getSupplierBankDetails, MASKED);
    await button('Try again').click();
    await expect.element(main.getByText('•••• 4321')).toBeVisible();
  });
  it('are unmasked by an admin, until they are masked again', async () => {
    const api = startWith();
    api.on(revealSupplierBankDetails, WHOLE);
    open();
    await button('Reveal').click();
    await expect.element(main.getByText('62220987654321')).toBeVisible();
    await expect.element(main.getByText(/^Hides again in \d+ seconds?\.$/)).toBeVisible();
    await button('Hide').click();
    await expect.element(main.getByText('•••• 4321')).toBeVisible();
    expect(main.getByText('62220987654321').query()).toBeNull();
  });
  it('stay masked when the server does not reveal them', async () => {
    const api = startWith();
    api.refuse(revealSupplierBankDetails, 'unavailable');
    open();
    await button('Reveal').click();
    await expect.element(page.getByText(/The database does not answer/)).toBeVisible();
    await expect.element(main.getByText('•••• 4321')).toBeVisible();
  });
  it('cannot be revealed, changed or removed by a viewer', async () => {
    startWith(MASKED, 'viewer');
    open();
    await expect.element(button('Reveal')).toBeDisabled();
    await expect.element(button('Change')).toBeDisabled();
    await expect.element(button('Remove')).toBeDisabled();
  });
  it('require the password before they are revealed, and report a wrong one', async () => {
    const api = startWith();
    api.refuse(revealSupplierBankDetails, 'proof_required');
    api.on(prove, () => {
      throw refusal('accounts.wrong_password', {
        errors: [{ field: 'password', code: 'wrong', message: 'This is not your password.' }],
      });
    });
    open();
    await button('Reveal').click();
    await dialog.getByLabelText('Your password', { exact: true }).fill('not my password');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('This is not your password.')).toBeVisible();
    expect(api.asked(prove).map(({ body }) => body)).toEqual([{ password: 'not my password' }]);
    await expect.element(main.getByText('•••• 4321')).toBeInTheDocument();
    await expectNoSeriousFindings();
  });
});

describe('an edit of bank details', () => {
  it('adds the details if none were stored', async () => {
    const api = startWith(noBankDetails());
    api.on(putSupplierBankDetails, MASKED);
    open();
    await expect.element(main.getByText('No bank details are stored.')).toBeVisible();
    await button('Add bank details').click();
    await inDialog('Beneficiary').fill('Ningbo Haosheng');
    await inDialog('Account number or IBAN').fill('62220987654321');
    api.on(getSupplierBankDetails, MASKED);
    await dialog.getByRole('button', { name: 'Save bank details' }).click();
    await expect.element(main.getByText('•••• 4321')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(putSupplierBankDetails).map(({ body }) => body)).toMatchObject([
      { beneficiary: 'Ningbo Haosheng', accountNumber: '62220987654321', currency: 'CNY' },
    ]);
  });
  it('never stores the masking dots: the number must be typed again', async () => {
    const api = startWith();
    open();
    await button('Change').click();
    await expect.element(inDialog('Beneficiary')).toHaveValue('Ningbo Haosheng');
    await expect.element(inDialog('Account number or IBAN')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Save bank details' }).click();
    await expect.element(inDialog('Account number or IBAN')).toBeInvalid();
    expect(api.asked(putSupplierBankDetails)).toEqual([]);
  });
  it('stays in the dialog when the server refuses a field', async () => {
    const api = startWith();
    api.on(putSupplierBankDetails, () => {
      throw refusal('bad_input', { errors: [{ field: 'swift', code: 'unknown', message: 'No bank has this code' }] });
    });
    open();
    await button('Change').click();
    await inDialog('Account number or IBAN').fill('62220987654321');
    await dialog.getByRole('button', { name: 'Save bank details' }).click();
    await expect.element(inDialog('SWIFT code')).toHaveAccessibleDescription(/No bank has this code/);
    await expect.element(inDialog('Account number or IBAN')).toHaveValue('62220987654321');
    await expectNoSeriousFindings();
  });
  it('removes the details after a confirmation', async () => {
    const api = startWith();
    api.on(removeSupplierBankDetails, noBankDetails());
    open();
    await button('Remove').click();
    api.on(getSupplierBankDetails, noBankDetails());
    await dialog.getByRole('button', { name: 'Remove bank details' }).click();
    await expect.element(main.getByText('No bank details are stored.')).toBeVisible();
    expect(api.asked(removeSupplierBankDetails)).toHaveLength(1);
  });
});
