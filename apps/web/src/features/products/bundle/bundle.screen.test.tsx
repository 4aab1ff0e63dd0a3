import { type Bundle, getProductBundle, replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aCatalogRow } from '../testing/a-product.ts';
import { renderProductPart, startWithProduct } from '../testing/product-part.tsx';
import { BundleTab } from './bundle-tab.tsx';

const LID = { id: idOf(240), sku: 'LID', name: 'Lid' };
const BOX = { id: idOf(241), sku: 'BOX', name: 'Gift box' };
const WHISK = aCatalogRow({ id: idOf(242), sku: 'WSK', name: 'Whisk', landedCostPerUnit: '0.333333' });
const NEW_CUP = aCatalogRow({ id: idOf(243), sku: 'CUP', name: 'Cup', landedCostPerUnit: null });
const aPart = (product: typeof LID, quantity: number, cost: string | null, isBundle = false) => ({
  productId: product.id,
  product,
  quantity,
  isBundle,
  landedCostPerUnit: cost,
});
const TWO: Bundle = {
  parts: [aPart(LID, 2, '1.5'), aPart(BOX, 1, '2.25', true)],
  landedCostPerUnit: '5.25',
  version: 4,
};
const NONE: Bundle = { parts: [], landedCostPerUnit: null, version: 1 };

const table = page.getByRole('table', { name: 'Parts of Kettle' });
const quantity = (sku: string) => page.getByRole('textbox', { name: `Quantity of ${sku}` });
const picker = page.getByRole('combobox', { name: 'Add a part' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sumRow = (figure: string) => table.getByRole('row', { name: new RegExp(`^One bundle.* ${figure}`) });

function prepare(bundle: Bundle = TWO, as: Visitor = 'admin') {
  const { api } = startWithProduct(undefined, as);
  let stored = bundle;
  api.on(getProductBundle, () => stored);
  api.on(replaceProductBundle, ({ body }) => {
    stored = { ...stored, parts: stored.parts.slice(0, body.parts.length), version: stored.version + 1 };
    return stored;
  });
  api.on(listProducts, ({ query }) =>
    aPage(query.sku === undefined ? [WHISK, NEW_CUP, aCatalogRow(LID)] : [aCatalogRow()]),
  );
  return api;
}
const show = () => renderProductPart((product) => <BundleTab product={product} />);
function open(...args: Parameters<typeof prepare>) {
  const api = prepare(...args);
  show();
  return api;
}
const sent = (api: ReturnType<typeof prepare>) => api.asked(replaceProductBundle).map(({ body }) => body);

afterEach(() => page.viewport(1440, 900));

describe('the parts of a bundle', () => {
  it('are listed with quantity and cost, and add up', async () => {
    open();
    await expect.element(table.getByRole('row', { name: /^LID Lid .*1\.5000 3\.0000/ })).toBeVisible();
    await expect.element(table.getByRole('row', { name: /^BOX Gift box .*Bundle.* 2\.2500 2\.2500/ })).toBeVisible();
    await expect.element(quantity('LID')).toHaveValue('2');
    await expect.element(sumRow('£5.2500')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'LID' }))
      .toHaveAttribute('href', paths.product('LID', 'costs'));
    await expect
      .element(page.getByRole('link', { name: 'BOX' }))
      .toHaveAttribute('href', paths.product('BOX', 'bundle'));
  });
  it('have a loading state, and an explanation if there are none', async () => {
    const api = prepare(NONE);
    const release = api.hold(getProductBundle);
    show();
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(page.getByRole('heading', { name: 'Not a bundle' })).toBeVisible();
    await expect.element(page.getByText(/^Add the products that it consists of/)).toBeVisible();
    await expect.element(picker).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = prepare();
    api.refuse(getProductBundle, 'internal');
    show();
    await expect.element(page.getByText('An error occured trying to get bundle.')).toBeVisible();
    api.on(getProductBundle, TWO);
    await button('Try again').click();
    await expect.element(sumRow('£5.2500')).toBeVisible();
  });
  it('are read-only for a viewer, with the reason', async () => {
    open(TWO, 'viewer');
    await expect.element(page.getByText(/may read this, but not change it/)).toBeVisible();
    await expect.element(table.getByRole('row', { name: /^LID Lid 2 1\.5000 3\.0000$/ })).toBeVisible();
    expect(page.getByRole('textbox').query()).toBeNull();
    expect(picker.query()).toBeNull();
    expect(table.getByRole('button').query()).toBeNull();
  });
  it('show a new cost of a part that was changed elsewhere', async () => {
    const api = prepare();
    renderScreen(paths.product('KTL', 'bundle'));
    await expect.element(sumRow('£5.2500')).toBeVisible();
    api.on(getProductBundle, { ...TWO, parts: [aPart(LID, 2, '2')], landedCostPerUnit: '4' });
    api.tellChanged('products', [LID.id]);
    await expect.element(sumRow('£4.0000')).toBeVisible();
  });
  it('are chosen among products that are not discontinued, or among all on request', async () => {
    const api = open(NONE);
    api.on(listProducts, ({ query }) =>
      aPage([WHISK, ...(query.discontinued ? [{ ...NEW_CUP, status: 'DISCONTINUED' as const }] : [])]),
    );
    await picker.click();
    const list = page.getByRole('listbox');
    await expect.element(list.getByRole('option', { name: /^WSK/ })).toBeVisible();
    expect(list.getByRole('option', { name: /^CUP/ }).query()).toBeNull();
    await list.getByRole('option', { name: 'Show discontinued' }).click();
    await list.getByRole('option', { name: /^CUP Cup ?Discontinued/ }).click();
    await expect.element(quantity('CUP')).toBeVisible();
  });
  it('fit a phone', async () => {
    await page.viewport(390, 844);
    open();
    await expect.element(quantity('LID')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('a changed bundle', () => {
  it('shows its cost during the edit, and is stored with its version', async () => {
    const api = open();
    await quantity('LID').fill('3');
    await expect.element(sumRow('£6.7500')).toBeVisible();
    await button('Remove BOX').click();
    await expect.element(sumRow('£4.5000')).toBeVisible();
    await button('Save changes').click();
    await expect.element(page.getByText('Parts of Kettle saved')).toBeVisible();
    expect(sent(api)).toEqual([{ parts: [{ productId: LID.id, quantity: 3 }], version: 4 }]);
  });
  it('gets a part by name; the search omits the bundle itself and its parts', async () => {
    const api = open();
    await picker.fill('whi');
    await expect.poll(() => api.asked(listProducts).at(-1)?.query.search).toBe('whi');
    await expect.element(page.getByRole('option', { name: /^CUP/ })).toBeVisible();
    expect(page.getByRole('option', { name: /^LID/ }).query()).toBeNull();
    await page.getByRole('option', { name: /^WSK/ }).click();
    await expect.element(quantity('WSK')).toHaveValue('1');
    await expect.element(sumRow('£5.5833')).toBeVisible();
    await quantity('WSK').fill('3');
    await button('Save changes').click();
    await expect.poll(() => sent(api)[0]?.parts.at(-1)).toEqual({ productId: WHISK.id, quantity: 3 });
  });
  it('has an unknown cost while the cost of a part is unknown, and names that part', async () => {
    open();
    await picker.click();
    await page.getByRole('option', { name: /^CUP/ }).click();
    await expect.element(sumRow('Not known yet')).toBeVisible();
    await expect.element(page.getByText('Not known, because CUP has no unit cost yet.')).toBeVisible();
    await button('Remove CUP').click();
    await expect.element(sumRow('£5.2500')).toBeVisible();
  });
  it('is not sent without a quantity, which is reported at the part', async () => {
    const api = open();
    await quantity('LID').fill('');
    await expect.element(sumRow('Not known yet')).toBeVisible();
    await button('Save changes').click();
    await expect.element(quantity('LID')).toBeInvalid();
    await expect.element(quantity('LID')).toHaveAccessibleDescription(/\w/);
    await expect.element(quantity('BOX')).toBeValid();
    expect(sent(api)).toEqual([]);
    await button('Discard').click();
    await expect.element(quantity('LID')).toHaveValue('2');
    await expect.element(quantity('LID')).toBeValid();
  });
  it('shows an error at the part that would make the bundle contain itself', async () => {
    const api = open();
    api.on(replaceProductBundle, () => {
      throw refusal('products.bundle_loop', {
        errors: [{ field: 'body.parts.1.productId', code: 'loop', message: 'BOX contains KTL' }],
      });
    });
    await quantity('BOX').fill('2');
    await button('Save changes').click();
    await expect.element(quantity('BOX')).toHaveAccessibleDescription('BOX contains KTL');
    await expect.element(quantity('LID')).toBeValid();
    await quantity('BOX').fill('1');
    await expect.element(quantity('BOX')).toBeValid();
  });
  it('is compared with the version that somebody else has stored', async () => {
    const api = open();
    api.refuse(replaceProductBundle, 'conflict_version', {
      current: { ...TWO, parts: [aPart(LID, 7, '1.5')], version: 5 },
    });
    await quantity('LID').fill('3');
    await button('Save changes').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody changed this while you were editing' });
    await expect.element(dialog.getByText('3 × LID, 1 × BOX')).toBeVisible();
    await expect.element(dialog.getByText('7 × LID')).toBeVisible();
  });
  it('reports that the search for products failed', async () => {
    const api = open();
    await expect.element(picker).toBeVisible();
    api.refuse(listProducts, 'unavailable');
    await picker.click();
    await expect.element(page.getByText('The products could not be loaded.')).toBeVisible();
  });
});
