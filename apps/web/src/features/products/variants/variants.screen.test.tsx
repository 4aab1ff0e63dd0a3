import { listProductVariants } from '@quayside/contracts/products/product-variants';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { type Product, replaceProduct } from '@quayside/contracts/products/products';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aCatalogRow, aProduct } from '../testing/a-product.ts';
import { renderProductPart, startWithProduct } from '../testing/product-part.tsx';
import { VariantsTab } from './variants-tab.tsx';

const RED = aCatalogRow({
  id: idOf(220),
  sku: 'KTL-RED',
  name: 'Red kettle',
  status: 'INACTIVE',
  parentId: idOf(200),
  unitsOrdered: 1200,
  factoryCostPerUnit: '4.5',
  inboundCostPerUnit: '1.25',
  landedCostPerUnit: '5.75',
});
const PARENT = { id: idOf(210), sku: 'KTL-0', name: 'All kettles' };
const table = page.getByRole('table', { name: 'Variants of Kettle' });
const link = (name: string) => page.getByRole('link', { name });

function prepare(product: Product = aProduct(), as: Visitor = 'admin') {
  const { api } = startWithProduct(product, as);
  api.on(listProductVariants, [RED]);
  return api;
}
const show = () => renderProductPart((product) => <VariantsTab product={product} />);

afterEach(() => page.viewport(1440, 900));

describe('the variants of a product', () => {
  it('are listed with status, units and cost, and link to their pages', async () => {
    prepare();
    show();
    await expect
      .element(table.getByRole('row', { name: /^KTL-RED Red kettle .*Inactive 1,200 4\.5000 1\.2500 5\.7500/ }))
      .toBeVisible();
    await expect.element(link('KTL-RED')).toHaveAttribute('href', paths.product('KTL-RED'));
    await expect.element(link('Add variant')).toHaveAttribute('href', paths.productAdd(idOf(200)));
  });
  it('have a loading state, and an explanation if there are none', async () => {
    const api = prepare();
    api.on(listProductVariants, []);
    const release = api.hold(listProductVariants);
    show();
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(page.getByRole('heading', { name: 'No variants' })).toBeVisible();
    await expect.element(link('Add variant')).toHaveAttribute('href', paths.productAdd(idOf(200)));
  });
  it('can be loaded again after an error', async () => {
    const api = prepare();
    api.refuse(listProductVariants, 'internal');
    show();
    await expect.element(page.getByText('Failed to get variants.')).toBeVisible();
    api.on(listProductVariants, [RED]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(link('KTL-RED')).toBeVisible();
  });
  it('show changes by others', async () => {
    const api = prepare();
    renderScreen(paths.product('KTL', 'variants'));
    await expect.element(link('KTL-RED')).toBeVisible();
    api.on(listProductVariants, [RED, { ...RED, id: idOf(221), sku: 'KTL-BLUE' }]);
    api.tellChanged('products', [idOf(221)]);
    await expect.element(link('KTL-BLUE')).toBeVisible();
  });
  it('cannot be added by a viewer, with the reason', async () => {
    prepare(aProduct(), 'viewer');
    show();
    await expect.element(page.getByRole('button', { name: 'Add variant' })).toBeDisabled();
    await expect.element(page.getByRole('note', { name: /may read this, but not change it/ })).toBeVisible();
  });
  it('fit a phone', async () => {
    await page.viewport(390, 844);
    prepare();
    show();
    await expect.element(link('KTL-RED')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('a variant', () => {
  it('shows its parent instead of variants, and offers to add another variant of that parent', async () => {
    const api = prepare(aProduct({ parent: PARENT, parentId: PARENT.id }));
    show();
    await expect.element(page.getByRole('heading', { name: 'A variant of All kettles' })).toBeVisible();
    await expect.element(link('Go to KTL-0')).toHaveAttribute('href', paths.product('KTL-0', 'variants'));
    await expect.element(link('Add another variant')).toHaveAttribute('href', paths.productAdd(PARENT.id));
    expect(api.asked(listProductVariants)).toEqual([]);
  });
  it('names its parent above the form; another parent can be found by SKU or name', async () => {
    const kettle = aProduct({ parent: PARENT, parentId: PARENT.id });
    const api = prepare(kettle);
    const other = aCatalogRow({ id: idOf(230), sku: 'POT-0', name: 'All pots' });
    api.on(listProducts, ({ query }) =>
      query.sku === undefined ? aPage([other, RED, aCatalogRow()]) : aPage([aCatalogRow()]),
    );
    api.on(replaceProduct, { ...kettle, parentId: other.id, parent: other, version: 2 });
    renderScreen(paths.product('KTL'));
    await expect.element(link('KTL-0 · All kettles')).toHaveAttribute('href', paths.product('KTL-0', 'variants'));
    const field = page.getByRole('combobox', { name: /^Variant of/ });
    await expect.element(field).toHaveValue('KTL-0 · All kettles');
    await field.fill('pot');
    await expect.poll(() => api.asked(listProducts).at(-1)?.query.search).toBe('pot');
    const option = page.getByRole('option', { name: 'POT-0 · All pots' });
    await expect.element(option).toBeVisible();
    // Neither the product itself nor another variant can be a parent.
    expect(page.getByRole('option', { name: /^KTL(-RED)? · / }).query()).toBeNull();
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('POT-0 · All pots');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(link('POT-0 · All pots')).toBeVisible();
    expect(api.asked(replaceProduct).map(({ body }) => body.parentId)).toEqual([other.id]);
  });
});
