import { type CostHistoryPoint, getProductCostHistory, previewMeasures } from '@quayside/contracts/costs/cost-reports';
import { explainProduct, listProductCosts } from '@quayside/contracts/costs/costs';
import { getProductBundle } from '@quayside/contracts/products/product-bundles';
import { getProductChangelog, listChangelogSources } from '@quayside/contracts/products/product-changelog';
import {
  getProductInventory,
  getProductReceivedOrders,
  getStockBalances,
} from '@quayside/contracts/stock/product-stock';
import { listProductVariants } from '@quayside/contracts/products/product-variants';
import { listStockMovements } from '@quayside/contracts/stock/stock-movements';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { explained, storedId } from '../../features/costs/testing/stored-explanation.ts';
import { aCatalogRow, aProduct } from '../../features/products/testing/a-product.ts';
import { startWithProduct } from '../../features/products/testing/product-part.tsx';
import { aLot, anInventory } from '../../features/shipments/testing/a-stock.ts';
import { paths, type ProductTab } from '../../lib/paths.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { aPage } from '../../testing/pages.ts';
import { NO_LOTS } from '../../testing/lot-changes.ts';
import { idOf, USER_ID } from '../../testing/person.ts';
import { renderApp } from '../../testing/render-app.tsx';

const COSTS = {
  unitsOrdered: 1200,
  costEntryCount: 2,
  factoryCostTotal: '7547.36',
  inboundCostTotal: '1149.36',
  landedCostTotal: '8696.72',
  factoryCostPerUnit: '6.289467',
  inboundCostPerUnit: '0.9578',
  landedCostPerUnit: '7.247267',
  costPerUnit: '7.247267',
  costByCategory: { FACTORY_INVOICE: '7547.36', SHIPPING: '1149.36' },
  isProvisional: true,
};
const RED = aCatalogRow({ ...COSTS, id: idOf(220), sku: 'KTL-RED', name: 'Red kettle', parentId: idOf(200) });
const BOX = { length: '20', width: '15', height: '25', weight: '1300' };
const KETTLE = aProduct({
  ...COSTS,
  variantCount: 1,
  variants: [RED],
  packagingWeight: '400',
  productPackaging: { ...BOX, units: 1 },
  casePackaging: { length: '60', width: '45', height: '40', weight: '16200', unitsPerCase: 12 },
});
const LID = { id: idOf(240), sku: 'LID', name: 'Lid' };
const DELIVERY: CostHistoryPoint = {
  productId: storedId('p1'),
  date: '2026-10-12',
  units: 1200,
  factory: '7547.36',
  inbound: '1149.36',
  landed: '8696.72',
  factoryPerUnit: '6.289467',
  inboundPerUnit: '0.9578',
  perUnit: '7.247267',
  causes: [],
  deliveries: [
    {
      order: { id: storedId('o1'), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
      invoice: { id: storedId('i2'), number: 'HS-26-1042' },
      units: 1200,
      landed: '8696.72',
      perUnit: '7.247267',
      split: null,
    },
  ],
};
const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });

/** Opens the page of a kettle with costs, a variant and all measures. One of its orders still has older measures. */
function open(tab?: ProductTab) {
  const { api } = startWithProduct(KETTLE);
  api.on(previewMeasures, {
    product: { id: KETTLE.id, sku: 'KTL', name: 'Kettle' },
    now: { weightGrams: '1300', volumeCm3: '7500' },
    orders: [
      {
        order: { id: idOf(401), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
        date: '2026-10-01',
        units: 1200,
        copied: { weightGrams: '1200', volumeCm3: '7500' },
        invoice: { id: idOf(11), number: 'HS-1' },
      },
    ],
    lines: [],
    products: [],
    lotChanges: NO_LOTS,
  });
  api.on(explainProduct, explained({ isProvisional: true }));
  const earlier = DELIVERY.deliveries.map((delivery) => ({
    ...delivery,
    order: { id: storedId('o2'), number: 'SO-0', invoiceNumber: 'NB-7001', linePosition: 0 },
  }));
  api.on(
    getProductCostHistory,
    aPage([DELIVERY, { ...DELIVERY, date: '2026-09-01', perUnit: '8.000000', deliveries: earlier }]),
  );
  api.on(listProductCosts, aPage([]));
  api.on(listProductVariants, [RED]);
  api.on(listChangelogSources, [{ value: 'USER', label: 'by hand' }]);
  api.on(
    getProductChangelog,
    aPage([
      {
        id: idOf(300),
        productId: KETTLE.id,
        source: 'USER',
        field: 'name',
        oldValue: 'Kettle two',
        newValue: 'Kettle',
        oldUnit: null,
        newUnit: null,
        changedBy: { id: USER_ID, name: 'Ada Crane' },
        changedAt: '2026-11-16T09:00:00Z',
        canRevert: true,
        noRevert: null,
        isCurrent: true,
      },
    ]),
  );
  api.on(getProductBundle, {
    parts: [{ productId: LID.id, product: LID, quantity: 2, isBundle: false, landedCostPerUnit: '1.5' }],
    landedCostPerUnit: '3',
    version: 4,
  });
  api.on(getProductInventory, anInventory([aLot()]));
  api.on(getStockBalances, { places: [], points: [] });
  api.on(getProductReceivedOrders, aPage([]));
  api.on(listStockMovements, aPage([]));
  renderApp(paths.product('KTL', tab));
  return api;
}

describe('the tabs of a product', () => {
  const tabs = page.getByRole('navigation', { name: 'Kettle' }).getByRole('link');
  const bundle = page.getByRole('navigation', { name: 'Kettle' }).getByRole('link', { name: 'Bundle' });

  it('are nine in their order, and are reachable by keyboard', async () => {
    open();
    await expect
      .poll(() => tabs.elements().map(({ textContent }) => textContent.replace(/\s*\d+$/, '')))
      .toEqual([
        'Overview',
        'Costs',
        'Stock',
        'Changelog',
        'Variants',
        'Contact details',
        'Product packaging',
        'Case packaging',
        'Bundle',
      ]);
    (tabs.first().element() as HTMLElement).focus();
    await userEvent.keyboard(`${'{Tab}'.repeat(8)}{Enter}`);
    await expect.poll(() => location.pathname).toBe('/products/KTL/bundle');
    await expect.element(bundle).toHaveAttribute('aria-current', 'page');
  });
  it('show the open one on a phone as well, where nothing is wider than the screen', async () => {
    await page.viewport(390, 844);
    open('bundle');
    await expect.element(bundle).toHaveAttribute('aria-current', 'page');
    await expect.element(bundle).toBeInViewport();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await page.viewport(1440, 900);
  });
});

describe('the page of a product in both themes', () => {
  it('has an accessible overview, with its unit cost and the panel that explains it', async () => {
    open();
    await expect.element(field('SKU')).toHaveValue('KTL');
    await expect.element(main.getByText('1 order still uses 1.20 kg.')).toBeVisible();
    await main.getByRole('button', { name: /^Explain £7\.2473/ }).click();
    const panel = page.getByRole('complementary', { name: 'Explain this unit cost' });
    await expect.element(panel.getByText('£8,696.72 ÷ 1,200')).toBeVisible();
    await expectNoSeriousFindings('/products/:sku');
  });
  it.each([
    [1440, 900],
    [390, 844],
  ])('covers neither the total nor the buttons that save with a toast, at %i × %i', async (width, height) => {
    await page.viewport(width, height);
    open();
    await field('Name').fill('Copper kettle');
    const top = (of: Element) => of.getBoundingClientRect().top;
    const toasted = async (words: string) => {
      toast('success', words, { scope: 'global' });
      const shown = page.getByRole('status').filter({ hasText: words });
      await expect.element(shown).toBeVisible();
      return shown.element().closest('[class*="toast"]') ?? shown.element();
    };
    const save = page.getByRole('region', { name: 'Save changes' });
    const first = await toasted('One');
    await expect.poll(() => first.getBoundingClientRect().bottom - top(save.element())).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: /^Explain £7\.2473/ }).click();
    const total = page.getByText('Total', { exact: true }).last();
    await expect.element(total).toBeVisible();
    const second = await toasted('Two');
    await expect.poll(() => second.getBoundingClientRect().bottom - top(total.element())).toBeLessThanOrEqual(0);
    await page.viewport(1440, 900);
  });
  it('has accessible costs', async () => {
    open('costs');
    await expect.element(main.getByRole('region', { name: 'Landed cost per unit' })).toMatchTextContent('£7.2473');
    await expect.element(main.getByRole('group', { name: /^Unit cost by order/ })).toBeVisible();
    await expectNoSeriousFindings('/products/:sku/costs');
  });
  it('has accessible stock', async () => {
    open('stock');
    await expect.element(main.getByRole('table', { name: 'Lots' })).toBeVisible();
    await expectNoSeriousFindings('/products/:sku/stock');
  });
  it('has an accessible changelog', async () => {
    open('changelog');
    await expect.element(main.getByRole('button', { name: /^Put back/ })).toBeVisible();
    await expectNoSeriousFindings('/products/:sku/changelog');
  });
  it('has accessible variants', async () => {
    open('variants');
    await expect.element(main.getByRole('link', { name: 'KTL-RED' })).toBeVisible();
    await expectNoSeriousFindings('/products/:sku/variants');
  });
  it('has accessible contact details', async () => {
    open('contact-details');
    await expect.element(main.getByRole('table', { name: 'Suppliers of Kettle' })).toBeVisible();
    await expectNoSeriousFindings('/products/:sku/contact-details');
  });
  it('has accessible measures of its packed unit', async () => {
    open('product-packaging');
    await expect.element(field('Length')).toHaveValue('20');
    await expectNoSeriousFindings('/products/:sku/product-packaging');
  });
  it('has accessible measures of its case', async () => {
    open('case-packaging');
    await expect.element(field('Units per case')).toHaveValue('12');
    await expectNoSeriousFindings('/products/:sku/case-packaging');
  });
  it('has accessible parts', async () => {
    open('bundle');
    await expect.element(main.getByRole('link', { name: 'LID' })).toBeVisible();
    await expectNoSeriousFindings('/products/:sku/bundle');
  });
});
