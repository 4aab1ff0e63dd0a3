import { prove } from '@quayside/contracts/accounts/second-factor';
import { getSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import {
  deleteSupplier,
  findSupplierDuplicates,
  getSupplier,
  listCountries,
  listSuppliers,
  mergeSuppliers,
  patchSupplier,
  type Supplier,
  supplierTotals,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';
import { aSupplier } from './testing/a-supplier.ts';
import { noBankDetails, someBankDetails } from './testing/bank-details.ts';
import { NOTHING_OWED } from '../../testing/nothing-owed.ts';

const NINGBO = aSupplier();
const PATH = paths.supplier(NINGBO.id);
const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const title = (name: string) => main.getByRole('heading', { level: 1, name });
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const button = (name: string) => main.getByRole('button', { name });
const openMenu = () => button('More actions').click();
const menuItem = (name: string) => page.getByRole('menuitem', { name });

/** Starts a fake server that stores changes of the supplier. */
function startWith(supplier = NINGBO, as: Visitor = 'admin') {
  const api = startApi({ as });
  let stored: Supplier = supplier;
  const keep = (over: Partial<Supplier>) => (stored = { ...stored, ...over, version: stored.version + 1 });
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(findSupplierDuplicates, []);
  api.on(getSupplierBankDetails, noBankDetails());
  api.on(getSupplier, () => stored);
  api.on(updateSupplier, ({ body }) => keep({ companyName: body.companyName, city: body.city ?? null }));
  api.on(patchSupplier, ({ body }) => keep({ archivedAt: body.archivedAt }));
  return api;
}

describe('the page of a supplier', () => {
  it('shows its fields and the records that use it', async () => {
    startWith();
    renderScreen(PATH);
    await expect.element(title('Ningbo Haosheng')).toBeVisible();
    await expect.element(field('Local name')).toHaveValue('宁波豪盛');
    await expect.element(field('City')).toHaveValue('Ningbo');
    await expect.element(main.getByRole('combobox', { name: /^Currency/ })).toHaveValue('CNY, Chinese yuan');
    await expect.element(main.getByRole('link', { name: '3' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: '5' })).toBeVisible();
  });
  it('shows a loading state', async () => {
    const release = startWith().hold(getSupplier);
    renderScreen(PATH);
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(title('Ningbo Haosheng')).toBeVisible();
  });
  it('says that the supplier does not exist, with a link to the list', async () => {
    startWith().refuse(getSupplier, 'not_found');
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { name: 'Error, supplier not found' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Go to suppliers' })).toHaveAttribute('href', '/suppliers');
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(getSupplier, 'internal');
    renderScreen(PATH);
    await expect.element(main.getByText('An error occured trying to get supplier.')).toBeVisible();
    api.on(getSupplier, NINGBO);
    await button('Try again').click();
    await expect.element(field('City')).toHaveValue('Ningbo');
  });
  it('is read-only for a viewer, with the reason', async () => {
    startWith(NINGBO, 'viewer');
    renderScreen(PATH);
    await expect.element(main.getByText(/may read this, but not change it/).first()).toBeVisible();
    await expect.element(field('City')).toHaveAttribute('readonly');
    await expect.element(main.getByRole('combobox', { name: /^Currency/ })).toBeDisabled();
    await openMenu();
    for (const name of ['Archive', 'Delete']) await expect.element(menuItem(name)).toBeDisabled();
  });
  it('is accessible in both themes', async () => {
    const api = startWith(
      aSupplier({
        paymentTerms: [
          { percent: '30', event: 'ORDER', months: 0, days: 0, monthEnd: null },
          { percent: '70', event: 'SHIPPING', months: 0, days: 14, monthEnd: null },
        ],
        leadTimes: [{ shippingMethod: 'SEA', production: 30, transit: 35, checkIn: 7 }],
      }),
    );
    const other = { id: idOf(102), companyName: 'Haosheng Ltd', localName: null, archivedAt: null };
    api.on(findSupplierDuplicates, [{ supplier: other, reasons: ['TELEPHONE'] }]);
    api.on(getSupplierBankDetails, someBankDetails());
    renderScreen(PATH);
    await expect.element(main.getByText('•••• 4321')).toBeVisible();
    await expect.element(button('Merge Haosheng Ltd')).toBeVisible();
    await expectNoSeriousFindings('/suppliers/:id');
  });
});

describe('the tolerances of a supplier', () => {
  const tolerances = { pricePercent: '2.00', priceAmount: '12.50', currency: 'USD', quantityPercent: '0.00' };
  it('are stored; an amount that is not changed keeps its currency, and a new one has that of the supplier', async () => {
    const api = startWith(aSupplier({ tolerances }));
    renderScreen(PATH);
    await expect.element(main.getByText(/^For purchase orders in USD\./)).toBeVisible();
    await field('Price tolerance in %').fill('1,5');
    await field('Quantity tolerance in %').fill('3');
    await field('Price tolerance per line').fill('20');
    await expect.element(main.getByText(/^For purchase orders in CNY\./)).toBeVisible();
    await button('Save changes').click();
    await expect
      .poll(() => api.asked(updateSupplier).at(-1)?.body.tolerances)
      .toEqual({ pricePercent: '1.5', priceAmount: '20.00', quantityPercent: '3' });
  });
  it('are per cents from 0 to 100', async () => {
    const api = startWith(aSupplier({ tolerances }));
    renderScreen(PATH);
    await field('Price tolerance in %').fill('101');
    await button('Save changes').click();
    await expect.element(main.getByText('From 0 to 100, with up to 2 decimals')).toBeVisible();
    expect(api.asked(updateSupplier)).toEqual([]);
  });
});

describe('a change of a supplier', () => {
  it('is stored with the version that was loaded', async () => {
    const api = startWith();
    renderScreen(PATH);
    await field('Company name').fill('Haosheng');
    await expect.element(main.getByText('1 unsaved change')).toBeVisible();
    await button('Save changes').click();
    await expect.element(title('Haosheng')).toBeVisible();
    await expect.element(button('Save changes')).not.toBeInTheDocument();
    expect(api.asked(updateSupplier).map(({ body }) => [body.companyName, body.city, body.version])).toEqual([
      ['Haosheng', 'Ningbo', 1],
    ]);
  });
  it('is reset with Discard, and nothing is sent', async () => {
    const api = startWith();
    renderScreen(PATH);
    await field('City').fill('Shanghai');
    await button('Discard').click();
    await expect.element(field('City')).toHaveValue('Ningbo');
    expect(api.asked(updateSupplier)).toEqual([]);
  });
  it('shows an error at its field, and keeps the input', async () => {
    const api = startWith();
    api.on(updateSupplier, () => {
      throw refusal('bad_input', { errors: [{ field: 'city', code: 'too_long', message: 'No such city' }] });
    });
    renderScreen(PATH);
    await field('City').fill('Atlantis');
    await button('Save changes').click();
    await expect.element(field('City')).toHaveAccessibleDescription(/No such city/);
    await expect.element(field('City')).toHaveValue('Atlantis');
  });
  it('is compared field by field with the version that somebody else has stored', async () => {
    const api = startWith();
    api.refuse(updateSupplier, 'conflict_version', { current: aSupplier({ city: 'Shanghai', version: 2 }) });
    renderScreen(PATH);
    await field('City').fill('Hangzhou');
    await button('Save changes').click();
    await expect
      .element(page.getByRole('dialog', { name: 'Somebody changed this while you were editing' }))
      .toBeVisible();
    await expect.element(dialog.getByText('Hangzhou')).toBeVisible();
    await expect.element(dialog.getByText('Shanghai')).toBeVisible();
  });
});

describe('a supplier that is no longer needed', () => {
  it('is archived after a confirmation, and can be restored', async () => {
    const api = startWith();
    renderScreen(PATH);
    await openMenu();
    await menuItem('Archive').click();
    await expect.element(page.getByText('3 invoices keep this supplier. New orders cannot use it.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Archive supplier' }).click();
    await expect.element(main.getByText(/^This supplier is archived\. Invoices and products keep it/)).toBeVisible();
    await button('Restore').click();
    await openMenu();
    await expect.element(menuItem('Archive')).toBeVisible();
    expect(api.asked(patchSupplier).map(({ body }) => body.archivedAt === null)).toEqual([false, true]);
  });
  it('is deleted after a confirmation, and the list is shown', async () => {
    const api = startWith();
    api.on(deleteSupplier, undefined);
    api.on(listSuppliers, aPage([]));
    api.on(supplierTotals, { count: 0, ...NOTHING_OWED });
    // A deleted supplier is never fetched again in the same tab, so use an id that no other test uses.
    const gone = aSupplier({ id: idOf(109) });
    api.on(getSupplier, gone);
    renderScreen(paths.supplier(gone.id));
    await openMenu();
    await menuItem('Delete').click();
    await dialog.getByRole('button', { name: 'Delete supplier' }).click();
    await expect.element(main.getByRole('heading', { name: 'No suppliers yet' })).toBeVisible();
    expect(api.asked(deleteSupplier).map(({ params, headers }) => [params.id, headers.get('If-Match')])).toEqual([
      [gone.id, expect.stringContaining('1')],
    ]);
  });
  it('is not deleted while an invoice uses it: the invoice is shown, and archiving is offered', async () => {
    const api = startWith();
    api.refuse(deleteSupplier, 'suppliers.in_use', { uses: [{ type: 'INVOICE', id: idOf(10), label: 'HS-1' }] });
    renderScreen(PATH);
    await openMenu();
    await menuItem('Delete').click();
    await dialog.getByRole('button', { name: 'Delete supplier' }).click();
    const used = page.getByRole('dialog', { name: 'This is still used' });
    await expect.element(used.getByRole('link', { name: 'HS-1' })).toHaveAttribute('href', paths.invoice(idOf(10)));
    await used.getByRole('button', { name: 'Archive supplier' }).click();
    await expect.element(button('Restore')).toBeVisible();
  });
});

describe('two suppliers that are the same company', () => {
  const OTHER = { id: idOf(102), companyName: 'Haosheng Ltd', localName: null, archivedAt: null };
  function startWithTwo(as: Visitor = 'admin') {
    const api = startWith(NINGBO, as);
    api.on(findSupplierDuplicates, [{ supplier: OTHER, reasons: ['TELEPHONE'] }]);
    api.on(mergeSuppliers, ({ query }) => ({
      operationId: query.dryRun ? null : idOf(900),
      supplier: NINGBO,
      moved: { invoices: 2, products: 1 },
      filled: ['xeroId'],
    }));
    return api;
  }
  const merge = button('Merge Haosheng Ltd');

  it('are merged after a preview of what is moved', async () => {
    const api = startWithTwo();
    renderScreen(PATH);
    await merge.click();
    const preview = page.getByRole('region', { name: 'What the merge does' });
    await expect.element(preview.getByText('2 invoices, 1 product')).toBeVisible();
    await expect.element(preview.getByText('Xero contact ID')).toBeVisible();
    await expect.element(dialog.getByText(/^Haosheng Ltd is deleted/)).toBeVisible();
    await expectNoSeriousFindings();
    await dialog.getByRole('button', { name: 'Merge suppliers' }).click();
    await expect.element(page.getByText('Haosheng Ltd is part of Ningbo Haosheng now')).toBeVisible();
    const sent = api.asked(mergeSuppliers).filter(({ query }) => !query.dryRun);
    expect(sent.map(({ params, body }) => [params.id, body.supplierId])).toEqual([[NINGBO.id, OTHER.id]]);
  });
  it('are merged only after the password if bank details are moved', async () => {
    const api = startWithTwo();
    let isProven = false;
    api.on(prove, () => {
      isProven = true;
      return { provedUntil: '2026-11-23T12:00:00Z' };
    });
    api.on(mergeSuppliers, ({ query }) => {
      if (!query.dryRun && !isProven) throw refusal('proof_required');
      const operationId = query.dryRun ? null : idOf(900);
      return { operationId, supplier: NINGBO, moved: { invoices: 0, products: 0 }, filled: ['bankDetails'] };
    });
    renderScreen(PATH);
    await merge.click();
    await expect.element(page.getByRole('region', { name: 'What the merge does' })).toMatchTextContent('Bank details');
    await dialog.getByRole('button', { name: 'Merge suppliers' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabelText('Your password', { exact: true }).fill('tide-and-lantern');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Haosheng Ltd is part of Ningbo Haosheng now')).toBeVisible();
    expect(api.asked(prove).map(({ body }) => body)).toEqual([{ password: 'tide-and-lantern' }]);
  });
  it('are not merged while there is unsaved input', async () => {
    startWithTwo();
    renderScreen(PATH);
    await expect.element(merge).toBeEnabled();
    await field('City').fill('Shanghai');
    await expect.element(merge).toBeDisabled();
  });
  it('cannot be merged by a viewer', async () => {
    startWithTwo('viewer');
    renderScreen(PATH);
    await expect.element(merge).toBeDisabled();
  });
});
