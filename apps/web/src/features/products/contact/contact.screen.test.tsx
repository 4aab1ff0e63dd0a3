import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import type { SupplierTerms } from '@quayside/contracts/products/products';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import type { Visitor } from '../../../testing/person.ts';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { aProduct } from '../testing/a-product.ts';
import { LANTING, renderProductPart, startWithProduct } from '../testing/product-part.tsx';
import { ContactTab } from './contact-tab.tsx';

const NINGBO: SupplierTerms = {
  id: '01930000-0000-7000-8000-000000000100',
  supplierId: '01930000-0000-7000-8000-000000000100',
  companyName: 'Ningbo Haosheng',
  localName: '宁波豪盛',
  price: '4.6',
  currency: 'CNY',
  minimumOrder: 1500,
  leadTime: 35,
  supplierSku: 'HS-K100',
};
const SECOND: SupplierTerms = {
  id: LANTING.id,
  supplierId: LANTING.id,
  companyName: 'Lanting',
  localName: null,
  price: null,
  currency: null,
  minimumOrder: null,
  leadTime: null,
  supplierSku: null,
};
const table = page.getByRole('table', { name: 'Suppliers of Kettle' });
const names = () =>
  table
    .getByRole('link')
    .all()
    .map((link) => link.element().textContent);
const field = (name: string, supplier = 'Lanting') =>
  page.getByRole('textbox', { name: `${name}, ${supplier}`, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

function open(suppliers: readonly SupplierTerms[] = [NINGBO], as: Visitor = 'admin') {
  const { api, change } = startWithProduct(aProduct({ supplier: [...suppliers], suppliers: [...suppliers] }), as);
  api.on(replaceProductSuppliers, ({ body }) =>
    change({
      suppliers: body.suppliers.map(({ supplierId, ...terms }) => ({
        ...(supplierId === NINGBO.id ? NINGBO : SECOND),
        price: terms.price ?? null,
        currency: terms.currency ?? null,
        minimumOrder: terms.minimumOrder ?? null,
        leadTime: terms.leadTime ?? null,
        supplierSku: terms.supplierSku ?? null,
      })),
    }),
  );
  renderProductPart((product, own) => <ContactTab product={product} {...own} />);
  return { api, change };
}
const sent = (api: ReturnType<typeof open>['api']) => api.asked(replaceProductSuppliers).map(({ body }) => body);

afterEach(() => page.viewport(1440, 900));

describe('the suppliers of a product', () => {
  it('are shown in order with their terms; the first is the usual one', async () => {
    open([NINGBO, SECOND]);
    await expect.element(table).toBeVisible();
    expect(names()).toEqual(['Ningbo Haosheng 宁波豪盛', 'Lanting']);
    const first = table.getByRole('row').nth(1);
    await expect.element(first.getByText('Usual')).toBeVisible();
    expect(table.getByText('Usual').all()).toHaveLength(1);
    const ningbo = 'Ningbo Haosheng 宁波豪盛';
    await expect.element(field('Price of a unit', ningbo)).toHaveValue('4.6');
    await expect.element(field('Minimum order', ningbo)).toHaveValue('1,500');
    await expect.element(field('Lead time', ningbo)).toHaveValue('35 days');
    await expect.element(field('Their item number', ningbo)).toHaveValue('HS-K100');
    await expect.element(field('Lead time')).toHaveAttribute('placeholder', 'as supplier');
  });
  it('are shown with address, e-mail and telephone', async () => {
    const { api } = startWithProduct(aProduct({ supplier: [NINGBO], suppliers: [NINGBO] }));
    const reached = {
      addressLine1: '8 Harbour Road',
      postCode: '315000',
      city: 'Ningbo',
      email: 'sales@haosheng.example',
    };
    api.on(listSuppliers, aPage([aSupplier({ id: NINGBO.supplierId, ...reached, telephone: '+86 574 8700-1' })]));
    renderProductPart((product, own) => <ContactTab product={product} {...own} />);
    const contact = page.getByRole('list', { name: 'How to reach them' }).getByRole('listitem');
    for (const line of ['8 Harbour Road', '315000 Ningbo']) await expect.element(contact.getByText(line)).toBeVisible();
    const link = (name: string) => contact.getByRole('link', { name });
    await expect.element(link('sales@haosheng.example')).toHaveAttribute('href', 'mailto:sales@haosheng.example');
    await expect.element(link('+86 574 8700-1')).toHaveAttribute('href', 'tel:+8657487001');
    await expectNoSeriousFindings();
  });
  it('are read-only for a viewer, with the reason', async () => {
    open([NINGBO, SECOND], 'viewer');
    await expect.element(page.getByText(/may read this, but not change it/)).toBeVisible();
    await expect
      .element(table.getByRole('row', { name: /^Ningbo Haosheng 宁波豪盛 ?Usual 4\.6 CNY 1,500 35 days HS-K100$/ }))
      .toBeVisible();
    await expect.element(table.getByRole('row', { name: 'Lanting – – – as supplier –' })).toBeVisible();
    expect(page.getByRole('textbox').query()).toBeNull();
    expect(page.getByRole('combobox', { name: 'Add a supplier' }).query()).toBeNull();
    expect(table.getByRole('button').query()).toBeNull();
  });
  it('are requested while there are none', async () => {
    const { api } = open([]);
    await expect.element(page.getByRole('heading', { name: 'No supplier yet' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Add a supplier' }).fill('Lant');
    await page.getByRole('option', { name: 'Lanting' }).click();
    await button('Save changes').click();
    await expect.poll(() => sent(api)).toMatchObject([{ suppliers: [{ supplierId: LANTING.id }], version: 1 }]);
  });
  it('cannot be added if the list of suppliers fails to load', async () => {
    const { api } = startWithProduct(aProduct({ supplier: [], suppliers: [] }));
    api.refuse(listSuppliers, 'unavailable');
    renderProductPart((product, own) => <ContactTab product={product} {...own} />);
    await page.getByRole('combobox', { name: 'Add a supplier' }).click();
    await expect.element(page.getByText('The suppliers could not be loaded.')).toBeVisible();
  });
  it('fit a phone with all fields', async () => {
    await page.viewport(390, 844);
    open([NINGBO]);
    await expect.element(field('Price of a unit', 'Ningbo Haosheng 宁波豪盛')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('the terms of a supplier', () => {
  it('are stored in their order, exactly as typed', async () => {
    const { api } = open([NINGBO]);
    await page.getByRole('combobox', { name: 'Add a supplier' }).fill('Lant');
    await page.getByRole('option', { name: 'Lanting' }).click();
    await field('Price of a unit').fill('3,456789');
    await field('Minimum order').fill('500');
    await field('Lead time').fill('20');
    await field('Their item number').fill('LT-77');
    await button('Move Lanting up').click();
    await expect.element(page.getByText('Lanting is now number 1 of 2')).toBeInTheDocument();
    await expect.element(button('Move Lanting down')).toHaveFocus();
    await button('Save changes').click();
    await expect.element(page.getByText('Suppliers of Kettle saved')).toBeVisible();
    expect(sent(api)).toEqual([
      {
        suppliers: [
          {
            supplierId: LANTING.id,
            price: '3.456789',
            // The form proposes the currency of the supplier's invoices.
            currency: 'GBP',
            minimumOrder: 500,
            leadTime: 20,
            supplierSku: 'LT-77',
          },
          {
            supplierId: NINGBO.id,
            price: '4.6',
            currency: 'CNY',
            minimumOrder: 1500,
            leadTime: 35,
            supplierSku: 'HS-K100',
          },
        ],
        version: 1,
      },
    ]);
    expect(names()[0]).toBe('Lanting');
    expect(button('Save changes').query()).toBeNull();
  });
  it('accept another currency, found by its name', async () => {
    const { api } = open([NINGBO]);
    const currency = page.getByRole('combobox', { name: /^Currency/ });
    await currency.fill('us dollar');
    await page.getByRole('option', { name: /^USD/ }).click();
    await expect.element(currency).toHaveValue('USD');
    await button('Save changes').click();
    await expect.poll(() => sent(api)[0]?.suppliers[0]?.currency).toBe('USD');
  });
  it('are not sent if they are invalid; the field shows the error', async () => {
    const { api } = open([NINGBO]);
    const price = field('Price of a unit', 'Ningbo Haosheng 宁波豪盛');
    await price.fill('a few');
    await button('Save changes').click();
    await expect.element(price).toHaveAccessibleDescription('Enter a price such as 3.45');
    expect(sent(api)).toEqual([]);
    await button('Discard').click();
    await expect.element(price).toHaveValue('4.6');
    await expect.element(price).toBeValid();
  });
  it('show an error of the server at its field', async () => {
    const { api } = open([NINGBO, SECOND]);
    api.on(replaceProductSuppliers, () => {
      throw refusal('bad_input', {
        errors: [{ field: 'body.suppliers.1.minimumOrder', code: 'field.min', message: 'Too few for them' }],
      });
    });
    await field('Minimum order').fill('2');
    await button('Save changes').click();
    await expect.element(field('Minimum order')).toHaveAccessibleDescription('Too few for them');
    await expect.element(field('Minimum order')).toHaveValue('2');
    await field('Minimum order').fill('20');
    await expect.element(field('Minimum order')).toBeValid();
  });
  it('are removed together with the supplier; the last supplier stays', async () => {
    const { api } = open([NINGBO, SECOND]);
    await button('Remove Ningbo Haosheng 宁波豪盛').click();
    await expect.element(button('Remove Lanting')).toBeDisabled();
    await expect.element(page.getByRole('note', { name: 'At least one supplier is required' })).toBeVisible();
    await button('Save changes').click();
    await expect.poll(() => sent(api)[0]?.suppliers.map(({ supplierId }) => supplierId)).toEqual([LANTING.id]);
  });
  it('are compared with the version that somebody else has stored', async () => {
    const { api } = open([NINGBO]);
    api.refuse(replaceProductSuppliers, 'conflict_version', {
      current: aProduct({ suppliers: [{ ...NINGBO, price: '5' }], version: 2 }),
    });
    await field('Price of a unit', 'Ningbo Haosheng 宁波豪盛').fill('4');
    await button('Save changes').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody changed this while you were editing' });
    await expect.element(dialog.getByText('Ningbo Haosheng 宁波豪盛 4 CNY, from 1500, 35 days')).toBeVisible();
    await expect.element(dialog.getByText('Ningbo Haosheng 宁波豪盛 5 CNY, from 1500, 35 days')).toBeVisible();
  });
});
