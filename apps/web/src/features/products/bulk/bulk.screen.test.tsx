import { type BulkEdit, bulkEditProducts } from '@quayside/contracts/products/product-bulk-edits';
import { getProductCompleteness } from '@quayside/contracts/products/product-completeness';
import { listProductTags } from '@quayside/contracts/products/product-tags';
import { type CatalogRow, productCatalog, productTotals } from '@quayside/contracts/products/product-lists';
import { listCountries, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, renderPart, startApi } from '../../../testing/render-app.tsx';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { aCatalogRow } from '../testing/a-product.ts';
import { ProductsBulkBar } from './products-bulk-bar.tsx';

const KETTLE = aCatalogRow({ landedCostTotal: '11000.33' });
const LAMP = aCatalogRow({ id: idOf(201), name: 'Lamp', sku: 'LMP', landedCostTotal: '407.80' });
const COUNTS = { selected: 2, change: 2, same: 0, fail: 0 };
const PREVIEW: BulkEdit = {
  operationId: null,
  counts: COUNTS,
  rows: [KETTLE, LAMP].map(({ id, sku, name }) => ({
    id,
    sku,
    name,
    changes: [{ field: 'status', before: 'ACTIVE', after: 'UNDER_REVIEW' }],
  })),
  errors: [],
};
const bar = page.getByRole('toolbar', { name: 'Selected' });
const action = (name: string) => bar.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const choice = (name: string) => dialog.getByRole('combobox', { name, exact: true });
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
const option = (name: string) => page.getByRole('option', { name, exact: true });

interface Opened {
  readonly rows?: readonly CatalogRow[];
  readonly total?: number;
  readonly as?: Visitor;
  readonly preview?: BulkEdit;
  /** Whether all rows that match the filter are selected. */
  readonly isAll?: boolean;
}
const FILTER = { search: 'ket', filter: JSON.stringify([{ field: 'status', op: 'in', values: ['ACTIVE'] }]) };

/** Renders the bar for selected products. `log` records the calls of the bar's callbacks. */
function open({
  rows = [KETTLE, LAMP],
  total = rows.length,
  as = 'admin',
  preview = PREVIEW,
  isAll = false,
}: Opened = {}) {
  const api = startApi({ as });
  const log: string[] = [];
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(listSuppliers, aPage([aSupplier()]));
  api.on(listProductTags, [{ value: 'summer', label: 'summer' }]);
  api.on(productTotals, {
    count: 1200,
    unitsOrdered: 0,
    factoryCostTotal: '0.00',
    inboundCostTotal: '0.00',
    landedCostTotal: '99000.00',
  });
  api.on(bulkEditProducts, ({ query }) => (query.dryRun ? preview : { ...preview, operationId: idOf(900) }));
  renderPart(
    <ProductsBulkBar
      rows={rows}
      reach={{ isAll, total, filter: FILTER, chooseAll: () => log.push('all') }}
      onClear={() => log.push('clear')}
    />,
  );
  return { api, log };
}
type Api = ReturnType<typeof open>['api'];
const stored = (api: Api) => api.asked(bulkEditProducts).flatMap(({ query, body }) => (query.dryRun ? [] : [body]));
const lastChanges = (api: Api) => api.asked(bulkEditProducts).at(-1)?.body.changes;
async function choose(name: string, value: string) {
  await choice(name).click();
  await option(value).click();
}

describe('the bar of selected products', () => {
  it('shows their number and their total cost', async () => {
    open();
    await expect.element(bar.getByText('2 selected')).toBeVisible();
    await expect.element(bar.getByText('£11,408.13 landed')).toBeVisible();
    expect(bar.getByRole('button', { name: /^Select all/ }).query()).toBeNull();
  });
  it('offers to select all matching rows, and omits a total cost of zero', async () => {
    const { log } = open({ rows: [aCatalogRow()], total: 1200 });
    await bar.getByRole('button', { name: 'Select all 1,200' }).click();
    expect(log).toEqual(['all']);
    expect(bar.getByText(/landed/).query()).toBeNull();
  });
  it('counts all matching rows on the server, and changes them by their filter', async () => {
    const { api } = open({ isAll: true, total: 999 });
    await expect.element(bar.getByText('1,200 selected')).toBeVisible();
    await expect.element(bar.getByText('£99,000.00 landed')).toBeVisible();
    await action('Archive').click();
    await button('See what changes').click();
    await expect
      .poll(() => api.asked(bulkEditProducts)[0]?.body)
      .toEqual({
        selection: { search: 'ket', filter: [{ field: 'status', op: 'in', values: ['ACTIVE'] }] },
        changes: { archived: true },
      });
  });
  it('lets a viewer change nothing, and shows the reason', async () => {
    open({ as: 'viewer' });
    for (const name of ['Edit fields', 'Tag', 'Archive']) await expect.element(action(name)).toBeDisabled();
    await expect.element(bar.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
  });
});

describe('an edit of many products', () => {
  it('is previewed, stored once, and undone with Undo', async () => {
    const { api, log } = open();
    api.on(undoOperation, { restored: 2, keptCount: 0, kept: [] });
    await action('Edit fields').click();
    await expect.element(page.getByRole('dialog', { name: 'Edit 2 products' })).toBeVisible();
    await expect.element(button('See what changes')).toBeDisabled();
    await choose('Status', 'Under review');
    await button('See what changes').click();
    await expect.element(dialog.getByText('2 products change')).toBeVisible();
    await expect
      .element(dialog.getByRole('row', { name: 'LMP Lamp Status Active becomes Under review' }))
      .toBeVisible();
    expect(stored(api)).toEqual([]);
    await button('Change 2 products').click();
    await expect.element(page.getByText('2 products changed.')).toBeVisible();
    expect(log).toEqual(['clear']);
    expect(stored(api)).toEqual([{ selection: { ids: [KETTLE.id, LAMP.id] }, changes: { status: 'UNDER_REVIEW' } }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('2 products are as they were.')).toBeVisible();
    expect(api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(900)]);
  });
  it('sends every chosen field, clears fields on request, and sends nothing else', async () => {
    const { api } = open();
    await action('Edit fields').click();
    await field('Brand').fill('Nordlicht');
    await dialog.getByRole('button', { name: 'Clear Group' }).click();
    await expect.element(field('Group')).toHaveAttribute('placeholder', 'Clear');
    await field('Supplier lead time').fill('30');
    await choose('Shipping method', 'Clear');
    await choose('Country of origin', 'China');
    await choose('Add channels', 'Amazon DE');
    await userEvent.keyboard('{Escape}');
    await choose('Remove suppliers', 'Ningbo Haosheng 宁波豪盛');
    await userEvent.keyboard('{Escape}');
    await choose('Remove tags', 'summer');
    await button('See what changes').click();
    await expect
      .poll(() => lastChanges(api))
      .toEqual({
        brand: 'Nordlicht',
        group: null,
        supplierLeadTime: 30,
        shippingMethod: null,
        countryOfOrigin: 'CN',
        addChannels: ['AMAZON_DE'],
        removeSupplierIds: [idOf(100)],
        removeTags: ['summer'],
      });
  });
  it('omits a field that is set to unchanged again', async () => {
    const { api } = open();
    await action('Edit fields').click();
    await dialog.getByRole('button', { name: 'Clear Brand' }).click();
    await field('Group').fill('Kitchen');
    await dialog.getByRole('button', { name: 'Keep Brand' }).click();
    await choose('Status', 'Inactive');
    await choose('Status', 'No change');
    await button('See what changes').click();
    await expect.poll(() => lastChanges(api)).toEqual({ group: 'Kitchen' });
  });
  it('with an invalid value cannot be previewed', async () => {
    const { api } = open();
    await action('Edit fields').click();
    await field('Supplier lead time').fill('many');
    await expect.element(button('See what changes')).toBeDisabled();
    await field('Supplier lead time').fill('40');
    await expect.element(button('See what changes')).toBeEnabled();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => lastChanges(api)).toEqual({ supplierLeadTime: 40 });
    await expectNoSeriousFindings();
  });
  it('adds typed tags, and keeps the choices when going back from the preview', async () => {
    const { api } = open();
    await action('Tag').click();
    await expect.element(page.getByRole('dialog', { name: 'Tags of 2 products' })).toBeVisible();
    expect(choice('Status').query()).toBeNull();
    await choice('Add tags').fill('winter');
    await userEvent.keyboard('{Enter}');
    await button('See what changes').click();
    await expect.element(button('Change 2 products')).toHaveFocus();
    await button('Back').click();
    await expect.element(dialog.getByText('winter')).toBeVisible();
    await button('See what changes').click();
    await button('Change 2 products').click();
    await expect.poll(() => stored(api).map(({ changes }) => changes)).toEqual([{ addTags: ['winter'] }]);
  });
  it('lists rows that cannot change or are equal already, and counts the remaining ones', async () => {
    open({
      preview: {
        ...PREVIEW,
        counts: { selected: 1200, change: 1190, same: 7, fail: 3 },
        errors: [{ id: idOf(205), sku: 'POT', field: 'suppliers', message: 'At least one supplier is required' }],
      },
    });
    await action('Archive').click();
    await button('See what changes').click();
    const counts = dialog.getByRole('status');
    await expect.element(counts).toHaveTextContent('1,190 products change7 have this value already3 cannot be changed');
    await expect
      .element(dialog.getByRole('row', { name: 'POT Suppliers At least one supplier is required' }))
      .toBeVisible();
    await expect.element(dialog.getByText('The first 2 of 1,190 are listed.')).toBeVisible();
    await expect.element(dialog.getByText('Products that cannot be changed stay as they are.')).toBeVisible();
    await expectNoSeriousFindings();
  });
  it('without any effect cannot be applied', async () => {
    open({ preview: { ...PREVIEW, counts: { selected: 2, change: 0, same: 2, fail: 0 }, rows: [] } });
    await action('Archive').click();
    await button('See what changes').click();
    await expect.element(button('Change 0 products')).toBeDisabled();
    await expect.element(dialog.getByText('2 have this value already')).toBeVisible();
  });
  it('shows a failure in the dialog, and is retried with the same idempotency key', async () => {
    const { api } = open();
    await action('Archive').click();
    await expect.element(dialog.getByText(/^They no longer appear in lists/)).toBeVisible();
    await button('See what changes').click();
    await expect.element(button('Change 2 products')).toBeVisible();
    api.refuse(bulkEditProducts, 'unavailable', { message: 'The database is restarting' });
    await button('Change 2 products').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The database is restarting');
    api.on(bulkEditProducts, { ...PREVIEW, operationId: idOf(901) });
    await button('Change 2 products').click();
    await expect.element(page.getByText('2 products changed.')).toBeVisible();
    const keys = api
      .asked(bulkEditProducts)
      .flatMap(({ query, headers }) => (query.dryRun ? [] : [headers.get('Idempotency-Key')]));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
  it('says that no product is selected, if none is left', async () => {
    const { api } = open();
    api.refuse(bulkEditProducts, 'bad_input', {
      errors: [{ field: 'selection.ids', code: 'field.some_product', message: 'Please select at least one product' }],
    });
    await action('Archive').click();
    await button('See what changes').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Please select at least one product');
  });
  it('names the products that Undo could not change back', async () => {
    const { api } = open();
    api.on(undoOperation, {
      restored: 1,
      keptCount: 1,
      kept: [{ id: KETTLE.id, label: 'KTL', reason: 'EDITED' }],
    });
    await action('Archive').click();
    await button('See what changes').click();
    await button('Change 2 products').click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .element(page.getByText('1 product is as it was. 1 was not restored: KTL (edited since).'))
      .toBeVisible();
  });
  it('can restore archived products', async () => {
    const gone = aCatalogRow({ archivedAt: '2026-11-01T09:00:00Z' });
    const { api } = open({ rows: [gone] });
    await action('Restore').click();
    await expect.element(page.getByRole('dialog', { name: 'Bring 1 product back?' })).toBeVisible();
    await button('See what changes').click();
    await expect.poll(() => lastChanges(api)).toEqual({ archived: false });
  });
});

describe('the selection in the list of products', () => {
  it('is cleared by an edit, and the list is refetched', async () => {
    const api = startApi();
    api.on(productCatalog, aPage([KETTLE, LAMP]));
    api.on(productTotals, {
      count: 2,
      unitsOrdered: 0,
      factoryCostTotal: '0.00',
      inboundCostTotal: '0.00',
      landedCostTotal: '0.00',
    });
    api.on(getProductCompleteness, { products: 2, gaps: [] });
    api.on(bulkEditProducts, { ...PREVIEW, operationId: idOf(902) });
    renderScreen(paths.products());
    const lamp = page.getByRole('row', { name: /Lamp/ });
    await lamp.getByRole('checkbox').click();
    await action('Archive').click();
    await button('See what changes').click();
    await button('Change 2 products').click();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(lamp.getByRole('checkbox')).not.toBeChecked();
    await expect.poll(() => api.asked(productCatalog).length).toBeGreaterThan(1);
    expect(api.asked(bulkEditProducts)[0]?.body.selection).toEqual({ ids: [LAMP.id] });
  });
});
