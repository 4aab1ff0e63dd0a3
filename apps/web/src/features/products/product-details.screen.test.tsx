import { listProductGroups, listProductTags } from '@quayside/contracts/products/product-tags';
import { deleteProduct, getProduct, replaceProduct } from '@quayside/contracts/products/products';
import { listBrands } from '@quayside/contracts/products/product-options';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { listCountries, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';
import { aSupplier } from '../suppliers/testing/a-supplier.ts';
import { aProduct } from './testing/a-product.ts';

const KETTLE = aProduct();
const PATH = paths.product(KETTLE.sku);
const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const title = (name: string) => main.getByRole('heading', { level: 1, name });
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const button = (name: string) => main.getByRole('button', { name });
const openMenu = () => button('More actions').click();
const menuItem = (name: string) => page.getByRole('menuitem', { name });

/** Starts a fake server that stores changes of the product. */
function startWith(as: Visitor = 'admin') {
  const api = startApi({ as });
  let stored = KETTLE;
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(listSuppliers, aPage([aSupplier()]));
  api.on(listProducts, () => aPage([stored]));
  for (const suggestions of [listBrands, listProductGroups, listProductTags]) api.on(suggestions, []);
  api.on(getProduct, () => stored);
  api.on(replaceProduct, ({ body }) => (stored = { ...stored, name: body.name, version: stored.version + 1 }));
  return api;
}

describe('the page of a product', () => {
  it('shows its fields, and finds it by its SKU', async () => {
    const api = startWith();
    renderScreen(PATH);
    await expect.element(title('Kettle')).toBeVisible();
    await expect.element(field('SKU')).toHaveValue('KTL');
    await expect.element(main.getByRole('heading', { name: 'No costs yet' })).toBeVisible();
    expect(api.asked(listProducts)[0]?.query.sku).toBe('KTL');
  });
  it('shows a loading state', async () => {
    const release = startWith().hold(getProduct);
    renderScreen(PATH);
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(title('Kettle')).toBeVisible();
  });
  it('says that no product has this SKU, with a link to the list', async () => {
    startWith().on(listProducts, aPage([]));
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { name: 'Error, product not found' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Go to products' })).toHaveAttribute('href', '/products');
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(getProduct, 'internal');
    renderScreen(PATH);
    await expect.element(main.getByText('An error occured trying to get product.')).toBeVisible();
    api.on(getProduct, KETTLE);
    await button('Try again').click();
    await expect.element(title('Kettle')).toBeVisible();
  });
  it('is read-only for a viewer, with the reason', async () => {
    startWith('viewer');
    renderScreen(PATH);
    await expect.element(main.getByText(/may read this, but not change it/).first()).toBeVisible();
    await expect.element(field('SKU')).toHaveAttribute('readonly');
    await openMenu();
    for (const name of ['Archive', 'Delete']) await expect.element(menuItem(name)).toBeDisabled();
  });
  it('stores a change with the version that was loaded', async () => {
    const api = startWith();
    renderScreen(PATH);
    await field('Name').fill('Red kettle');
    await button('Save changes').click();
    await expect.element(title('Red kettle')).toBeVisible();
    expect(api.asked(replaceProduct).map(({ body }) => [body.name, body.sku, body.version])).toEqual([
      ['Red kettle', 'KTL', 1],
    ]);
  });
  it('shows the invoice that prevents the product from being deleted', async () => {
    const api = startWith();
    api.refuse(deleteProduct, 'products.in_use', { uses: [{ type: 'INVOICE', id: idOf(10), label: 'HS-1' }] });
    renderScreen(PATH);
    await openMenu();
    await menuItem('Delete').click();
    await dialog.getByRole('button', { name: 'Delete product' }).click();
    const used = page.getByRole('dialog', { name: 'This is still used' });
    await expect.element(used.getByRole('link', { name: 'HS-1' })).toHaveAttribute('href', paths.invoice(idOf(10)));
  });
});
