import { previewMeasures } from '@quayside/contracts/costs/cost-reports';
import { getProduct, type Product, replaceProduct } from '@quayside/contracts/products/products';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { NO_LOTS } from '../../testing/lot-changes.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen } from '../../testing/render-app.tsx';
import { paths } from '../../lib/paths.ts';
import { ProductOverview } from './product-overview.tsx';
import { aProduct } from './testing/a-product.ts';
import { renderProductPart, startWithProduct } from './testing/product-part.tsx';

/** 1,200 kettles in one order, with a share of a freight invoice. */
const COSTED = aProduct({
  unitsOrdered: 1200,
  costEntryCount: 2,
  factoryCostPerUnit: '6.289467',
  inboundCostPerUnit: '0.9578',
  landedCostPerUnit: '7.247267',
  landedCostTotal: '8696.72',
  costByCategory: { SHIPPING: '1149.36', FACTORY_INVOICE: '7547.36' },
});
const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const button = (name: string) => main.getByRole('button', { name });
const title = main.getByRole('heading', { name: 'Landed cost per unit' });
const explain = main.getByRole('button', { name: /^Explain/ });

function open(product: Product, { as = 'admin' as Visitor, canExplain = true } = {}) {
  const { api, change } = startWithProduct(product, as);
  api.on(previewMeasures, {
    product: { id: product.id, sku: product.sku, name: product.name },
    now: { weightGrams: '900', volumeCm3: '7500' },
    orders: [],
    lines: [],
    products: [],
    lotChanges: NO_LOTS,
  });
  api.on(replaceProduct, ({ body }) => change({ name: body.name, sku: body.sku }));
  const onExplain = vi.fn<() => void>();
  renderProductPart((shown, own) => (
    <ProductOverview product={shown} {...own} isGone={false} onExplain={canExplain ? onExplain : undefined} />
  ));
  return { api, onExplain };
}

describe('the unit cost of a product', () => {
  it('is an average with its parts, factory first, and is explained after a click', async () => {
    const { onExplain } = open(COSTED);
    await expect.element(main.getByText('Average over all orders, 1,200 units')).toBeVisible();
    const costs = main.getByRole('table', { name: 'Landed cost by category, per unit and of all units' });
    const figures = (name: RegExp) => costs.getByRole('row', { name });
    await expect.element(figures(/^Factory 6\.2895 7,547\.36$/)).toBeVisible();
    await expect.element(figures(/^Shipping 0\.9578 1,149\.36$/)).toBeVisible();
    await expect.element(figures(/^Landed 7\.2473 £8,696\.72$/)).toBeVisible();
    expect(main.getByText('Provisional').query()).toBeNull();
    await expect.element(explain).toHaveAccessibleName(expect.stringContaining('£7.2473'));
    await explain.click();
    expect(onExplain).toHaveBeenCalledOnce();
  });
  it('is plain text if nothing can explain it, and is marked as provisional', async () => {
    open({ ...COSTED, isProvisional: true }, { canExplain: false });
    await expect.element(main.getByText('£7.2473')).toBeVisible();
    await expect.element(main.getByText('Provisional')).toBeVisible();
    expect(explain.query()).toBeNull();
  });
  it('is unknown while costs have no units', async () => {
    open({ ...COSTED, unitsOrdered: 0, landedCostPerUnit: null, factoryCostPerUnit: null, inboundCostPerUnit: null });
    await expect.element(main.getByText('Not known yet')).toBeVisible();
    await expect.element(main.getByText('There are costs, but no ordered units to carry them yet')).toBeVisible();
  });
  it.each([
    ['5.25', '£5.2500', 'The sum of its parts'],
    [null, 'Not known yet', 'A part of it has no unit cost yet'],
  ])('of a bundle whose parts cost %s is %s: %s', async (landedCostPerUnit, figure, meaning) => {
    open(aProduct({ isBundle: true, landedCostPerUnit }));
    await expect.element(main.getByText(figure)).toBeVisible();
    await expect.element(main.getByText(meaning)).toBeVisible();
  });
  it('explains where costs come from while there are none', async () => {
    open(aProduct());
    await expect.element(main.getByText('Costs appear here when an invoice line names this product.')).toBeVisible();
    expect(title.query()).toBeNull();
  });
});

describe('the form of a product', () => {
  it('is reset with Discard', async () => {
    const { api } = open(aProduct());
    await field('Name').fill('Red kettle');
    await expect.element(main.getByText('1 unsaved change')).toBeVisible();
    await button('Discard').click();
    await expect.element(field('Name')).toHaveValue('Kettle');
    expect(api.asked(replaceProduct)).toEqual([]);
  });
  it('has another URL after another SKU was stored', async () => {
    const { api, change } = startWithProduct();
    api.on(replaceProduct, ({ body }) => change({ sku: body.sku }));
    renderScreen(paths.product('KTL'));
    await field('SKU').fill('KTL-2');
    await button('Save changes').click();
    await expect.poll(() => window.location.pathname).toBe(paths.product('KTL-2'));
    await expect.element(field('SKU')).toHaveValue('KTL-2');
    expect(api.asked(getProduct).length).toBeGreaterThan(0);
  });
  it('keeps the input when the SKU is in use', async () => {
    const { api } = open(aProduct());
    api.on(replaceProduct, () => {
      throw refusal('products.sku_taken', { errors: [{ field: 'sku', code: 'taken', message: 'MUG is taken' }] });
    });
    await field('SKU').fill('MUG');
    await button('Save changes').click();
    await expect.element(field('SKU')).toHaveAccessibleDescription(/MUG is taken/);
    await expect.element(field('SKU')).toHaveValue('MUG');
  });
  it('is stored without a supplier if the product was imported without one; the gap is a chip', async () => {
    const { api } = open(aProduct({ supplier: [], suppliers: [] }));
    await expect.element(main.getByText('No supplier', { exact: true })).toBeVisible();
    await field('Name').fill('Red kettle');
    await button('Save changes').click();
    await expect.poll(() => api.asked(replaceProduct).at(-1)?.body).toMatchObject({ name: 'Red kettle' });
    expect(api.asked(replaceProduct).at(-1)?.body).not.toHaveProperty('supplierIds');
  });
  it('refuses a mistyped barcode, and names the product with the same one', async () => {
    const { api } = open(
      aProduct({ barcode: '4006381333931', sameBarcode: [{ id: idOf(7), sku: 'MUG', name: 'Mug' }] }),
    );
    await expect.element(main.getByText(/^Another product has this barcode:/)).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'MUG · Mug' })).toHaveAttribute('href', paths.product('MUG'));
    await field('Barcode').fill('4006381333932');
    expect(main.getByText(/^Another product has this barcode:/).query()).toBeNull();
    await button('Save changes').click();
    await expect.element(field('Barcode')).toHaveAccessibleDescription(/The last digit does not fit the others/);
    expect(api.asked(replaceProduct)).toEqual([]);
    await field('Barcode').fill('0 36000 29145-2');
    await button('Save changes').click();
    await expect.poll(() => api.asked(replaceProduct).at(-1)?.body).toMatchObject({ barcode: '036000291452' });
  });
  it('is compared with the version that somebody else has stored, with the labels of the form', async () => {
    const { api } = open(aProduct());
    const theirs = aProduct({ status: 'INACTIVE', weight: '950', name: 'Blue kettle', version: 2 });
    api.refuse(replaceProduct, 'conflict_version', { current: theirs });
    await field('Name').fill('Red kettle');
    await button('Save changes').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody changed this while you were editing' });
    await expect.element(dialog.getByRole('row', { name: /^Name .*Red kettle.*Blue kettle/ })).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: /^Status .*Inactive/ })).toBeVisible();
  });
  it('is read-only for a viewer', async () => {
    open(COSTED, { as: 'viewer' });
    await expect.element(main.getByText(/may read this, but not change it/).first()).toBeVisible();
    await expect.element(field('Name')).toHaveAttribute('readonly');
    await expect.element(main.getByText('£7.2473')).toBeVisible();
    expect(button('Save changes').query()).toBeNull();
  });
});

describe('the record of a product', () => {
  it('has its orders, their invoices, and the days of the first and the last', async () => {
    const stats = { invoiceCount: 1, orderCount: 12, firstOrderDate: '2026-03-02', lastOrderDate: '2026-11-18' };
    open(aProduct({ stats }));
    await expect.element(main.getByText('12 orders on 1 invoice')).toBeVisible();
    await expect.element(main.getByText('2 Mar 2026')).toBeVisible();
    await expect.element(main.getByText('18 Nov 2026')).toBeVisible();
  });
  it('says that it was never ordered', async () => {
    open(aProduct());
    await expect.element(main.getByText('Never', { exact: true })).toBeVisible();
    expect(main.getByText('First order').query()).toBeNull();
  });
});
