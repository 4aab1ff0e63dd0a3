import { getProductCompleteness } from '@quayside/contracts/products/product-completeness';
import { listProductGroups, listProductTags } from '@quayside/contracts/products/product-tags';
import { patchProductRows } from '@quayside/contracts/products/product-bulk-edits';
import { type CatalogRow, productCatalog, productTotals } from '@quayside/contracts/products/product-lists';
import { getProduct } from '@quayside/contracts/products/products';
import { listBrands } from '@quayside/contracts/products/product-options';
import { listProductImports } from '@quayside/contracts/products/product-imports';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { renderPart, startApi } from '../../../testing/render-app.tsx';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { aCatalogRow, aProduct } from '../testing/a-product.ts';
import { anImport } from '../testing/an-import.ts';
import { ProductListPage } from '../product-list.page.tsx';

const KETTLE = aCatalogRow({
  status: 'TOP_SELLER',
  tags: ['winter', 'gift'],
  channel: ['AMAZON_DE', 'SHOPIFY'],
  countryOfOrigin: 'CN',
  shippingMethod: 'SEA',
  factoryCostPerUnit: '4.5',
  inboundCostPerUnit: '1.25',
  landedCostPerUnit: '5.75',
  landedCostTotal: '6900.00',
  costEntryCount: 3,
  unitsOrdered: 1200,
  isProvisional: true,
  isBundle: true,
  variantCount: 2,
  supplier: [
    { id: idOf(100), companyName: 'Ningbo Haosheng', localName: null },
    { id: idOf(101), companyName: 'Lanting', localName: null },
  ],
});
const LAMP = aCatalogRow({
  id: idOf(201),
  name: 'Lamp',
  sku: 'LMP',
  brand: null,
  parentId: idOf(200),
  parentSku: 'KTL',
  hasWeight: false,
  hasVolume: false,
  costEntryCount: 1,
  supplier: [],
});
const main = page.getByRole('main');
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });
/** The current element of a cell, by the SKU of its row and the id of its column. */
const cellElement = (sku: string, column: string) => {
  const row = [...document.querySelectorAll('[role="row"][row-id]')].find((one) => one.textContent?.includes(sku));
  const found = row?.querySelector(`[col-id="${column}"]`);
  if (!found) throw new Error(`no cell ${column} of ${sku}`);
  return found;
};
const cell = (sku: string, column: string) => page.elementLocator(cellElement(sku, column));
const textOf = (sku: string, column: string) => () => cellElement(sku, column).textContent?.trim();
const list = (columns: string) => `${paths.products()}?cols=${columns}&sort=sku`;

/**
 * Opens the table with a fake server that stores rows. The ids of the products that were explained are added to
 * `explained`.
 */
async function open(columns: string, { as = 'admin' as Visitor, rows = [KETTLE, LAMP] as readonly CatalogRow[] } = {}) {
  const api = startApi({ as });
  let stored = rows;
  const explained: string[] = [];
  api.on(productCatalog, () => aPage(stored));
  api.on(productTotals, {
    count: rows.length,
    unitsOrdered: 1200,
    factoryCostTotal: '5400.00',
    inboundCostTotal: '1500.00',
    landedCostTotal: '6900.00',
  });
  api.on(getProductCompleteness, { products: rows.length, gaps: [] });
  api.on(listBrands, [{ value: 'Crane', label: 'Crane' }]);
  api.on(listProductGroups, []);
  api.on(getProduct, ({ params }) => aProduct(stored.find(({ id }) => id === params.id)));
  api.on(patchProductRows, ({ body }) => {
    const changed = body.rows.map(({ id, version, ...patch }) => ({
      ...(stored.find((row) => row.id === id) ?? KETTLE),
      ...(patch as Partial<CatalogRow>),
      version: (version ?? 0) + 1,
    }));
    stored = stored.map((row) => changed.find(({ id }) => id === row.id) ?? row);
    return { operationId: null, rows: changed };
  });
  renderPart(
    <ProductListPage
      renderExplain={(id, close) => (
        <aside aria-label="Explained">
          <p>{explained.push(id) && id}</p>
          <button type="button" onClick={close}>
            Close it
          </button>
        </aside>
      )}
    />,
    list(columns),
  );
  await expect.element(main.getByText(rows[0]?.name ?? '').first()).toBeVisible();
  return { api, explained };
}
const sent = (api: Awaited<ReturnType<typeof open>>['api']) => api.asked(patchProductRows).map(({ body }) => body.rows);
async function type(sku: string, column: string, text: string) {
  await cell(sku, column).dblClick();
  await userEvent.keyboard(`{Control>}a{/Control}${text}{Enter}`);
}

afterEach(() => page.viewport(1440, 900));

describe('a row of the list of products', () => {
  it('shows the kind of product, its costs and what is missing', async () => {
    await open('name.sku.status.unitsOrdered.factoryCostPerUnit.inboundCostPerUnit.landedCostPerUnit.supplier.gaps');
    await expect.element(rowOf('Kettle')).toBeVisible();
    await expect.poll(textOf('KTL', 'name')).toBe('Kettle2, 2 variants');
    await expect.element(rowOf('Kettle').getByRole('img', { name: 'Bundle' })).toBeVisible();
    await expect.poll(textOf('KTL', 'status')).toBe('Status: Top seller');
    await expect.poll(textOf('KTL', 'unitsOrdered')).toBe('1,2001,200 units');
    await expect.poll(textOf('KTL', 'factoryCostPerUnit')).toBe('4.50004.5000 GBP per unit');
    const kettle = rowOf('Kettle');
    await expect.element(kettle.getByRole('img', { name: 'Provisional' })).toBeVisible();
    await expect.poll(textOf('KTL', 'supplier')).toBe('Ningbo Haosheng +1');
    const lamp = rowOf('Lamp');
    await expect.element(lamp.getByTitle('variant of KTL')).toBeVisible();
    await expect.poll(textOf('LMP', 'gaps')).toBe('No weight, size, supplier');
    // Nobody ordered it, so nothing waits for what is missing.
    expect(lamp.getByTitle(/freight of its orders may not reach it/).query()).toBeNull();
    await expect.element(main.getByText('2 products · £6,900.00 landed cost')).toBeVisible();
  });
  it('shows measures with units, and lists as text', async () => {
    await open('name.sku.tags.channel.shippingMethod.countryOfOrigin.length.dimensionUnit.weight.weightUnit');
    await expect.poll(textOf('KTL', 'channel')).toBe('Amazon DEShopify');
    await expect.poll(textOf('KTL', 'tags')).toBe('wintergift');
    await expect.poll(textOf('KTL', 'shippingMethod')).toBe('Sea');
    await expect.poll(textOf('KTL', 'length')).toBe('20cm20 centimetres');
    await expect.poll(textOf('KTL', 'weight')).toBe('900g900 grams');
    await expect.element(cell('KTL', 'countryOfOrigin').getByTitle('China')).toBeVisible();
    await expect.poll(textOf('LMP', 'shippingMethod')).toBe('–');
  });
  it('explains its landed cost after a click, and after pressing the key e', async () => {
    const { explained } = await open('name.sku.landedCostPerUnit');
    const panel = page.getByRole('complementary', { name: 'Explained' });
    await main.getByRole('button', { name: 'Explain 5.7500 GBP per unit of Kettle' }).click();
    await expect.element(panel.getByText(KETTLE.id)).toBeVisible();
    await panel.getByRole('button', { name: 'Close it' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await cell('LMP', 'sku').click();
    // On a name cell, letters are shortcuts; on other cells, they start an edit.
    await userEvent.keyboard('{ArrowLeft}e');
    await expect.element(panel.getByText(LAMP.id)).toBeVisible();
    expect(new Set(explained)).toEqual(new Set([KETTLE.id, LAMP.id]));
  });
  it('opens its preview with Space, with facts and links', async () => {
    await open('name.sku.brand');
    await cell('KTL', 'sku').click();
    await userEvent.keyboard(' ');
    const preview = page.getByRole('complementary');
    await expect.element(preview.getByText('20 × 15 × 25 cm')).toBeVisible();
    await expect.element(preview.getByText('Amazon DE, Shopify')).toBeVisible();
    await expect.element(preview.getByText('£6,900.00')).toBeVisible();
    await expect
      .element(preview.getByRole('link', { name: 'Open product' }))
      .toHaveAttribute('href', paths.product('KTL'));
    await expect
      .element(preview.getByRole('link', { name: 'Costs' }))
      .toHaveAttribute('href', paths.product('KTL', 'costs'));
    await expectNoSeriousFindings();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(preview.getByText('LMP')).toBeVisible();
    expect(preview.getByRole('button', { name: 'Explain' }).query()).toBeNull();
  });
  it('is a card with a link on a phone', async () => {
    await page.viewport(390, 844);
    await open('name.sku');
    await expect
      .element(main.getByRole('link', { name: /Kettle/ }))
      .toHaveAttribute('href', paths.product('KTL', 'costs'));
    await expect.element(main.getByRole('button', { name: 'Explain' })).toBeVisible();
    expect(page.getByRole('checkbox').query()).toBeNull();
    expect(page.getByRole('grid').query()).toBeNull();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('a cell of the list of products', () => {
  const COLUMNS = 'name.sku.brand.status.weight.tags.channel.countryOfOrigin.shippingMethod';

  it('accepts numbers, text, lists and countries in the usual spellings', async () => {
    const { api } = await open(COLUMNS);
    await type('KTL', 'weight', '1,250.50');
    await expect.poll(textOf('KTL', 'weight')).toBe('1,250.5g1250.5 grams');
    await type('KTL', 'tags', 'winter, new');
    await expect.poll(textOf('KTL', 'tags')).toBe('winternew');
    await type('KTL', 'countryOfOrigin', 'vn');
    await expect.poll(textOf('KTL', 'countryOfOrigin')).toBe('VN');
    await type('KTL', 'channel', 'amazon uk, Shopify');
    await expect.poll(textOf('KTL', 'channel')).toBe('Amazon UKShopify');
    expect(sent(api)).toEqual([
      [{ id: KETTLE.id, version: 1, weight: '1250.5' }],
      [{ id: KETTLE.id, version: 2, tags: ['winter', 'new'] }],
      [{ id: KETTLE.id, version: 3, countryOfOrigin: 'VN' }],
      [{ id: KETTLE.id, version: 4, channel: ['AMAZON_UK', 'SHOPIFY'] }],
    ]);
  });
  it.each([
    ['weight', 'heavy', /Enter a number/],
    ['channel', 'Bazaar', /There is no channel Bazaar/],
    ['countryOfOrigin', 'nowhere', /./],
  ])('in the column %s refuses %s with a reason, and sends nothing', async (column, text, reason) => {
    const { api } = await open(COLUMNS);
    await type('KTL', column, text);
    await expect.element(cell('KTL', column)).toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByRole('tooltip').getByText(reason)).toBeVisible();
    expect(sent(api)).toEqual([]);
  });
  it('is selected together with its neighbours with Shift and the arrow keys, even beside a refused one', async () => {
    await open(COLUMNS);
    await type('KTL', 'weight', 'heavy');
    await expect.element(cell('KTL', 'weight')).toHaveAttribute('aria-invalid', 'true');
    await cell('KTL', 'brand').click();
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    await expect.poll(() => page.getByRole('gridcell', { selected: true }).all()).toHaveLength(4);
    await expectNoSeriousFindings();
  });
  it('cannot be edited by a viewer, with the reason', async () => {
    const { api } = await open(COLUMNS, { as: 'viewer' });
    await cell('KTL', 'brand').dblClick();
    await expect.element(page.getByText(/may read this, but not change it/).last()).toBeVisible();
    expect(page.getByRole('textbox', { name: 'Brand of KTL' }).query()).toBeNull();
    expect(sent(api)).toEqual([]);
  });
});

describe('the filters of the list of products', () => {
  it('offer the stored suppliers, brands, groups, tags and imports', async () => {
    const { api } = await open('name.sku');
    api.on(listSuppliers, aPage([aSupplier()]));
    api.on(listProductTags, [{ value: 'gift', label: 'gift' }]);
    api.on(listProductImports, aPage([anImport({ state: 'IMPORTED' })]));
    const choose = async (filter: string, option: RegExp) => {
      await main.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('menuitem', { name: filter, exact: true }).click();
      await page.getByRole('checkbox', { name: option }).click();
      await userEvent.keyboard('{Escape}');
    };
    await choose('Supplier', /Ningbo Haosheng/);
    await choose('Tag', /gift/);
    await choose('Import', /^kettles\.csv, 16 Nov 2026/);
    await expect
      .poll(() => api.asked(productCatalog).at(-1)?.query.filter)
      .toEqual([
        { field: 'supplier', op: 'in', values: [idOf(100)] },
        { field: 'tag', op: 'in', values: ['gift'] },
        { field: 'import', op: 'in', values: [anImport().id] },
      ]);
    // The filter offers only imports that created or changed products.
    expect(api.asked(listProductImports)[0]?.query.filter).toEqual([
      { field: 'state', op: 'in', values: ['IMPORTED', 'UNDONE'] },
    ]);
  });
});

describe('the line about missing measures', () => {
  const gap = { gap: 'WEIGHT' as const, products: 1, blockedLines: 0, blockedInvoices: [] };

  it('does not move the table when it arrives', async () => {
    const api = startApi();
    api.on(productCatalog, aPage([KETTLE]));
    api.on(productTotals, {
      count: 1,
      unitsOrdered: 0,
      factoryCostTotal: '0.00',
      inboundCostTotal: '0.00',
      landedCostTotal: '0.00',
    });
    api.on(getProductCompleteness, { products: 1, gaps: [gap] });
    const release = api.hold(getProductCompleteness);
    renderPart(<ProductListPage />, list('name.sku'));
    await expect.element(rowOf('KTL')).toBeVisible();
    const top = () => main.getByRole('searchbox').element().getBoundingClientRect().top;
    const before = top();
    release();
    await expect.element(main.getByText('1 product lacks a weight')).toBeVisible();
    expect(top()).toBe(before);
  });
  it('says that none is left after the last weight is entered, and leads back to the previous list', async () => {
    const { api } = await open('name.sku.weight', { rows: [LAMP] });
    api.on(getProductCompleteness, () => ({ products: 2, gaps: sent(api).length === 0 ? [gap] : [] }));
    void queryClient.invalidateQueries({ queryKey: ['products'] });
    await main.getByRole('link', { name: '1 product lacks a weight' }).click();
    await expect.element(main.getByText('1 product without a weight.')).toBeVisible();
    await type('LMP', 'weight', '310');
    await expect.poll(textOf('LMP', 'weight')).toBe('310g310 grams');
    void queryClient.invalidateQueries({ queryKey: ['products'] });
    await expect.element(main.getByText('Every product has a weight now.')).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Back to all products' }))
      .toHaveAttribute('href', list('name.sku.weight'));
  });
});
