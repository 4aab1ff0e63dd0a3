import { getNewVariant } from '@quayside/contracts/products/product-variants';
import { listProductGroups, listProductTags } from '@quayside/contracts/products/product-tags';
import { createProduct, getProduct } from '@quayside/contracts/products/products';
import { listBrands } from '@quayside/contracts/products/product-options';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { listCountries, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';
import { aSupplier } from '../suppliers/testing/a-supplier.ts';
import { aProduct } from './testing/a-product.ts';

const PARENT = { id: idOf(210), sku: 'KTL-0', name: 'Kettle' };
const {
  id: _,
  version: __,
  createdAt: ___,
  updatedAt: ____,
  ...DRAFT
} = aProduct({
  name: 'Kettle',
  sku: 'KTL-1',
  parentId: PARENT.id,
  parent: PARENT,
});
const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const button = (name: string) => main.getByRole('button', { name });

function startWith(as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(listSuppliers, aPage([aSupplier()]));
  api.on(listProducts, aPage([]));
  for (const suggestions of [listBrands, listProductGroups, listProductTags]) api.on(suggestions, []);
  return api;
}

describe('a new product', () => {
  it('starts empty, with the focus in the name', async () => {
    startWith();
    renderScreen(paths.productAdd());
    await expect.element(main.getByRole('heading', { level: 1, name: 'Add product' })).toBeVisible();
    await expect.element(field('Name')).toHaveValue('');
    await expect.element(field('Name')).toHaveFocus();
    await expect.element(main.getByRole('link', { name: 'Import many products instead' })).toBeVisible();
  });
  it('is not sent without a name, a SKU and a supplier', async () => {
    const api = startWith();
    renderScreen(paths.productAdd());
    await button('Add product').click();
    await expect.element(field('Name')).toHaveAccessibleDescription('This field is required');
    await expect.element(field('SKU')).toHaveAccessibleDescription('This field is required');
    await expect.element(main.getByText('1 field needs attention')).toBeVisible();
    expect(api.asked(createProduct)).toEqual([]);
  });
  it('keeps the input when its SKU is in use, and says so at the field', async () => {
    const api = startWith();
    api.on(createProduct, () => {
      throw refusal('products.sku_taken', { errors: [{ field: 'sku', code: 'taken', message: 'SKU must be unique' }] });
    });
    renderScreen(paths.productAdd());
    await field('Name').fill('Twin');
    await field('SKU').fill('ktl-1');
    await main.getByRole('combobox', { name: 'Suppliers' }).click();
    await page.getByRole('option').first().click();
    await userEvent.keyboard('{Escape}');
    await button('Add product').click();
    await expect.element(field('SKU')).toHaveAccessibleDescription(/SKU must be unique/);
    await expect.element(field('Name')).toHaveValue('Twin');
  });
  it('cannot be added by a viewer, with the reason', async () => {
    startWith('viewer');
    renderScreen(paths.productAdd());
    await expect.element(main.getByText(/may read this, but not change it/).first()).toBeVisible();
    await expect.element(button('Add product')).toBeDisabled();
    await expect.element(field('Name')).toHaveAttribute('readonly');
    // No field looks as if it could be filled in.
    const backgrounds = ['Name', 'Brand', 'Group', 'Suppliers', 'Other SKUs'].map((name) => {
      const input = main.getByLabelText(name, { exact: true }).first().element();
      return getComputedStyle(input.closest('.mantine-Input-input') ?? input).backgroundColor;
    });
    expect(new Set(backgrounds).size).toBe(1);
  });
  it('is accessible in both themes, even with errors', async () => {
    startWith();
    renderScreen(paths.productAdd());
    await button('Add product').click();
    await expect.element(field('SKU')).toBeInvalid();
    await expectNoSeriousFindings('/products/add');
  });
});

describe('a new variant', () => {
  const PATH = paths.productAdd(PARENT.id);
  it('starts as a copy of its parent, and is stored as its variant', async () => {
    const api = startWith();
    const stored = aProduct({ id: idOf(211), name: 'Red kettle', sku: 'KTL-1' });
    api.on(getNewVariant, DRAFT);
    api.on(createProduct, stored);
    api.on(listProducts, aPage([stored]));
    api.on(getProduct, stored);
    renderScreen(PATH);
    await expect.element(field('SKU')).toHaveValue('KTL-1');
    await field('Name').fill('Red kettle');
    await button('Add variant').click();
    await expect.element(main.getByRole('heading', { level: 1, name: 'Red kettle' })).toBeVisible();
    expect(api.asked(createProduct).map(({ body }) => body)).toMatchObject([
      { name: 'Red kettle', sku: 'KTL-1', parentId: PARENT.id, supplierIds: [idOf(100)], length: '20' },
    ]);
  });
  it('keeps the input when its SKU is in use', async () => {
    const api = startWith();
    api.on(getNewVariant, DRAFT);
    api.on(createProduct, () => {
      throw refusal('products.sku_taken', { errors: [{ field: 'sku', code: 'taken', message: 'KTL-1 is taken' }] });
    });
    renderScreen(PATH);
    await field('Name').fill('Red kettle');
    await button('Add variant').click();
    await expect.element(field('SKU')).toHaveAccessibleDescription(/KTL-1 is taken/);
    await expect.element(field('Name')).toHaveValue('Red kettle');
  });
  it('shows a loading state while its copy loads', async () => {
    const api = startWith();
    api.on(getNewVariant, DRAFT);
    const release = api.hold(getNewVariant);
    renderScreen(PATH);
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(button('Add variant').query()).toBeNull();
    release();
    await expect.element(field('SKU')).toHaveValue('KTL-1');
  });
  it('can be loaded again when loading its copy failed', async () => {
    const api = startWith();
    api.refuse(getNewVariant, 'internal');
    renderScreen(PATH);
    await expect.element(main.getByText('An error occured trying to get product.')).toBeVisible();
    api.on(getNewVariant, DRAFT);
    await button('Try again').click();
    await expect.element(field('SKU')).toHaveValue('KTL-1');
  });
});
