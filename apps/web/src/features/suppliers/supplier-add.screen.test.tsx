import {
  createSupplier,
  findSupplierDuplicates,
  getSupplier,
  listCountries,
} from '@quayside/contracts/suppliers/suppliers';
import { getSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';
import { aSupplier } from './testing/a-supplier.ts';
import { noBankDetails } from './testing/bank-details.ts';

const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const submit = main.getByRole('button', { name: 'Add supplier' });

function open(as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(findSupplierDuplicates, []);
  renderScreen(paths.supplierAdd());
  return api;
}

describe('a new supplier', () => {
  it('starts empty, with the focus in its first field', async () => {
    open();
    await expect.element(main.getByRole('heading', { level: 1, name: 'Add supplier' })).toBeVisible();
    await expect.element(field('Company name')).toHaveValue('');
    await expect.element(field('Company name')).toHaveFocus();
    await expect.element(main.getByText('No terms agreed.')).toBeVisible();
  });
  it('is stored as typed, and its page opens', async () => {
    const api = open();
    const stored = aSupplier({ companyName: 'Haosheng', email: 'a@haosheng.example' });
    api.on(createSupplier, stored);
    api.on(getSupplier, stored);
    api.on(getSupplierBankDetails, noBankDetails());
    await field('Company name').fill('Haosheng');
    await field('E-mail').fill('a@haosheng.example');
    await expect.element(main.getByText('2 unsaved changes')).toBeVisible();
    await submit.click();
    await expect.element(main.getByRole('heading', { level: 1, name: 'Haosheng' })).toHaveFocus();
    expect(window.location.pathname).toBe(paths.supplier(stored.id));
    expect(api.asked(createSupplier)).toHaveLength(1);
    expect(api.asked(createSupplier)[0]?.body).toMatchObject({
      companyName: 'Haosheng',
      email: 'a@haosheng.example',
      city: null,
    });
  });
  it('is not sent without a name', async () => {
    const api = open();
    await submit.click();
    await expect.element(field('Company name')).toBeInvalid();
    await expect.element(field('Company name')).toHaveAccessibleDescription('This field is required');
    expect(api.asked(createSupplier)).toEqual([]);
  });
  it('says what failed when the server gives no reason', async () => {
    const api = open();
    api.refuse(createSupplier, 'internal');
    await field('Company name').fill('Haosheng');
    await submit.click();
    await expect.element(main.getByText('An error occured trying to create supplier')).toBeVisible();
  });
  it('is not sent if the payment terms do not add up to 100 %', async () => {
    const api = open();
    await field('Company name').fill('Haosheng');
    await main.getByRole('button', { name: 'Add an instalment' }).click();
    await expect.element(main.getByText('Adds up to 100 %')).toBeVisible();
    await main.getByLabelText('Instalment 1, per cent', { exact: true }).fill('30');
    await expect.element(main.getByText('70 % are missing')).toBeVisible();
    await submit.click();
    await expect.element(main.getByText('1 field needs attention')).toBeVisible();
    expect(api.asked(createSupplier)).toEqual([]);
    await main.getByLabelText('Instalment 1, per cent', { exact: true }).click();
    await expect.element(page.getByRole('option', { name: '50' })).toBeVisible();
    await expectNoSeriousFindings('/suppliers/add');
  });
  it('keeps the input when the server refuses a field', async () => {
    const api = open();
    api.on(createSupplier, () => {
      throw refusal('bad_input', { errors: [{ field: 'email', code: 'field.email', message: 'No such address' }] });
    });
    await field('Company name').fill('Haosheng');
    await field('E-mail').fill('a@haosheng.example');
    await submit.click();
    await expect.element(field('E-mail')).toBeInvalid();
    await expect.element(field('E-mail')).toHaveAccessibleDescription(/No such address/);
    await expect.element(field('Company name')).toHaveValue('Haosheng');
    expect(window.location.pathname).toBe(paths.supplierAdd());
  });
  it('is compared with existing suppliers while it is typed; a duplicate does not prevent saving', async () => {
    const api = open();
    const known = { id: idOf(101), companyName: 'Haosheng Ltd', localName: null, archivedAt: null };
    api.on(findSupplierDuplicates, [{ supplier: known, reasons: ['NAME', 'EMAIL'] }]);
    await field('Company name').fill('Haosheng');
    const note = main.getByRole('list', { name: 'Suppliers that may be the same company' });
    await expect
      .element(note.getByRole('link', { name: 'Haosheng Ltd' }))
      .toHaveAttribute('href', paths.supplier(known.id, 'overview'));
    await expect.element(note.getByText('(same name, e-mail)')).toBeVisible();
    expect(api.asked(findSupplierDuplicates).at(-1)?.query).toEqual({ companyName: 'Haosheng' });
    await expect.element(submit).toBeEnabled();
    await expectNoSeriousFindings();
  });
  it('cannot be added by a viewer, with the reason', async () => {
    open('viewer');
    await expect.element(main.getByText(/may read this, but not change it/).first()).toBeVisible();
    await expect.element(submit).toBeDisabled();
    await expect.element(field('Company name')).toHaveAttribute('readonly');
  });
});
