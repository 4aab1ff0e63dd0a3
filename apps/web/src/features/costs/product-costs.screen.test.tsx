import { type CostHistoryPoint, getProductCostHistory } from '@quayside/contracts/costs/cost-reports';
import { type CostEntry, type Explain, explainProduct, listProductCosts } from '@quayside/contracts/costs/costs';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { aPage } from '../../testing/pages.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { idOf } from '../../testing/person.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import type { ExplainFocus } from './explain/explain-focus.ts';
import { ProductCosts } from './product-costs.tsx';
import { freight } from './testing/an-explanation.ts';
import { explained, storedId } from './testing/stored-explanation.ts';

const [layer] = explained().layers as [Explain['layers'][number]];
const EARLIER = {
  ...layer,
  id: idOf(611),
  number: 'SO-0',
  linePosition: 2,
  date: '2026-09-01',
  perUnit: '8.000000',
  landed: '9600.00',
};
const TWO = explained({ layers: [layer, EARLIER], units: 2400 });
const ENTRY: CostEntry = {
  id: idOf(61),
  product: { id: storedId('p1'), sku: 'HP-KTL-17', name: 'Kettle' },
  invoice: {
    id: storedId('i1'),
    number: 'MOF-88214',
    date: '2026-10-09',
    status: 'OPEN',
    currency: 'USD',
    supplierName: 'Meridian',
  },
  lineId: storedId('l1'),
  linePosition: 1,
  lineName: 'Sea freight',
  costType: 'SHIPPING',
  order: { id: storedId('o1'), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
  packList: null,
  quantity: 1200,
  amount: '1149.36',
  documentAmount: '1503.36',
  perUnit: '0.9578',
  basis: 'CHARGEABLE_WEIGHT',
  isProvisional: false,
  isExcluded: false,
  recordedAt: '2026-10-09T10:00:00Z',
};
const point = (date: string, order: string, perUnit: string): CostHistoryPoint => ({
  productId: storedId('p1'),
  date,
  units: 1200,
  factory: '7547.36',
  inbound: '1149.36',
  landed: '8696.72',
  factoryPerUnit: '6.289467',
  inboundPerUnit: '0.9578',
  perUnit,
  causes: [
    {
      invoice: { id: storedId('i2'), number: 'HS-26-1042', supplierName: 'Ningbo Haosheng' },
      costTypes: ['FACTORY_INVOICE'],
      amount: '7547.36',
    },
  ],
  deliveries: [
    {
      order: {
        id: order === 'SO-1' ? storedId('o1') : idOf(611),
        number: order,
        invoiceNumber: 'HS-26-1042',
        linePosition: order === 'SO-1' ? 1 : 2,
      },
      invoice: { id: storedId('i2'), number: 'HS-26-1042' },
      units: 1200,
      landed: '8696.72',
      perUnit,
      split: null,
    },
  ],
});
/** The first order: 700 of its 1,200 units arrived, and 300 of these were sold in two months. */
const SPLIT = {
  gone: {
    ...{ units: 300, amount: '2174.18' },
    byMonth: [
      { month: '2026-10', units: 100, amount: '724.72' },
      { month: '2026-11', units: 200, amount: '1449.46' },
    ],
  },
  onHand: { units: 400, amount: '2898.90' },
  notArrived: { units: 500, amount: '3623.64' },
  unknownCost: null,
};
const HISTORY = [point('2026-10-12', 'SO-1', '7.247267'), point('2026-09-01', 'SO-0', '8.000000')];

const main = page.getByRole('main');
const landed = main.getByRole('region', { name: 'Landed cost per unit' });
const orders = main.getByRole('table', { name: 'Costs of HP-KTL-17 by order' });
const chart = main.getByRole('group', { name: /^Unit cost by order, / });
const known = main.getByRole('button', { name: /^As known/ });

function open(answer: Explain = TWO) {
  const api = startApi();
  const onExplain = vi.fn<(focus?: ExplainFocus) => void>();
  api.on(explainProduct, answer);
  api.on(getProductCostHistory, aPage(HISTORY));
  api.on(listProductCosts, aPage([ENTRY]));
  api.on(listSuppliers, aPage([]));
  const show = () =>
    renderPart(
      <ProductCosts productId={storedId('p1')} focus={undefined} onExplain={onExplain} />,
      '/products/x/costs',
    );
  return { api, onExplain, show };
}

describe('the costs of a product', () => {
  it('begin with the unit cost, the number of units, the last change, and the breakdown', async () => {
    const { onExplain, show } = open();
    show();
    await expect.element(landed).toMatchTextContent('£7.2473');
    await expect.element(landed).toMatchTextContent('average over 2,400 units in 2 orders');
    const move = landed.getByRole('button', { name: /since HS-26-1042, line 2/ });
    await expect
      .element(move)
      .toMatchTextContent('HS-26-1042, line 1 costs £7.2473 a unit, HS-26-1042, line 2 cost £8.0000.');
    await move.click();
    await landed.getByRole('button', { name: /^Explain Shipping/ }).click();
    await landed.getByRole('button', { name: /^Explain this cost/ }).click();
    expect(onExplain.mock.calls).toEqual([[{ order: storedId('o1') }], [{ category: 'SHIPPING' }], []]);
  });
  it('are explained after pressing the key E', async () => {
    const { onExplain, show } = open();
    show();
    await expect.element(landed).toBeVisible();
    await userEvent.keyboard('e');
    expect(onExplain).toHaveBeenCalledOnce();
  });
  it('list the orders behind the average; a click on an order explains it, and its invoice is a link', async () => {
    const { onExplain, show } = open();
    show();
    const order = orders.getByRole('button', { name: 'Explain HS-26-1042, line 2: 8.0000 GBP per unit' });
    await order.click();
    await orders.getByText('1 Sept 2026').click();
    expect(onExplain.mock.calls).toEqual([[{ order: idOf(611) }], [{ order: idOf(611) }]]);
    await expect
      .element(orders.getByRole('link', { name: 'HS-26-1042, line 1' }))
      .toHaveAttribute('href', paths.invoice(storedId('i2')));
    await expect.element(orders.getByText('Final').first()).toBeVisible();
  });
  it('list costs without an order, and mark provisional costs', async () => {
    const loose = { ...freight, isProvisional: true };
    open(explained({ layerless: { amount: '1149.36', entries: [loose], history: [] }, isProvisional: true })).show();
    const row = orders.getByRole('row', { name: /^Costs without an order/ });
    await expect.element(row).toMatchTextContent('1,149.36Provisional');
    await expect.element(landed.getByText('Provisional')).toBeVisible();
  });
  it('of a bundle are those of its parts', async () => {
    const mug = { id: storedId('p2'), sku: 'MUG', name: 'Mug' };
    const bundle: Explain['bundle'] = {
      landedPerUnit: null,
      parts: [{ product: mug, quantity: 2, landedPerUnit: null, amount: null, isBundle: true }],
    };
    open(explained({ bundle, layers: [], units: 0 })).show();
    const region = main.getByRole('region', { name: 'Landed cost per bundle' });
    await expect.element(region).toMatchTextContent('the sum of 1 part');
    const parts = region.getByRole('table', { name: 'Parts of this bundle' });
    await expect
      .element(parts.getByRole('link', { name: 'MUG' }))
      .toHaveAttribute('href', paths.product('MUG', 'costs'));
    await expect.element(parts.getByText('Not known yet').first()).toBeVisible();
  });
  it('list every entry with the line from which it comes', async () => {
    open().show();
    const grid = main.getByRole('grid', { name: /^Assigned costs/ });
    await expect
      .element(grid.getByRole('link', { name: 'MOF-88214' }))
      .toHaveAttribute('href', paths.invoice(storedId('i1'), storedId('l1')));
  });
  it('say that there are none yet', async () => {
    open(explained({ layers: [], layerless: { amount: '0.00', entries: [], history: [] } })).show();
    await expect.element(main.getByRole('heading', { name: 'No costs yet' })).toBeVisible();
    expect(landed.query()).toBeNull();
  });
  it('show a loading state', async () => {
    const { api, show } = open();
    const release = api.hold(explainProduct);
    show();
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(landed).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const { api, show } = open();
    api.refuse(explainProduct, 'internal');
    show();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(explainProduct, TWO);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(landed).toBeVisible();
  });
});

describe('the costs of a product as they were known on a day', () => {
  it('are requested for that day and named in a banner, which leads back to today', async () => {
    const { api, show } = open();
    show();
    await known.click();
    await page.getByRole('radio', { name: 'As known on a day' }).click();
    await page.getByRole('textbox', { name: 'Day', exact: true }).fill('1 Nov 2026');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(main.getByText('You see these costs as they were known on 1 Nov 2026.')).toBeVisible();
    await expect
      .poll(() => api.asked(explainProduct).map(({ query }) => query))
      .toContainEqual({ asKnownOn: '2026-11-01' });
    await expect.element(known).toMatchTextContent('on 1 Nov 2026');
    await main.getByRole('button', { name: 'Back to today' }).click();
    await expect.element(main.getByText(/^You see these costs/)).not.toBeInTheDocument();
    await expect.element(known).toMatchTextContent('today');
  });
  it('can leave out later orders instead', async () => {
    const { api, show } = open();
    show();
    await known.click();
    await page.getByRole('radio', { name: 'Orders up to a day, as known today' }).click();
    await page.getByRole('textbox', { name: 'Day', exact: true }).fill('1 Nov 2026');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(main.getByText('You see orders dated up to 1 Nov 2026, as known today.')).toBeVisible();
    await expect.poll(() => api.asked(explainProduct).at(-1)?.query).toEqual({ datedBy: '2026-11-01' });
  });
});

describe('the chart of a unit cost', () => {
  const step = (order: string) => chart.getByRole('link', { name: new RegExp(`, ${order}:`) });

  it('has a step for each delivery, which links to its invoice; the arrow keys move between steps', async () => {
    open().show();
    await expect.element(step('HS-26-1042, line 1')).toHaveAttribute('href', paths.invoice(storedId('i2')));
    await expect
      .element(step('HS-26-1042, line 2'))
      .toHaveAccessibleName('1 Sept 2026, HS-26-1042, line 2: 8.0000 GBP per unit. Opens HS-26-1042.');
    (step('HS-26-1042, line 1').element() as SVGAElement).focus();
    await expect.element(chart.getByText('HS-26-1042, line 1 · 1,200 units')).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(step('HS-26-1042, line 2')).toHaveFocus();
    await expect.element(chart.getByText('HS-26-1042, line 2 · 1,200 units')).toBeVisible();
    await userEvent.keyboard('{End}');
    await expect.element(step('HS-26-1042, line 1')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(step('HS-26-1042, line 2')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(chart.getByText('HS-26-1042, line 2 · 1,200 units')).not.toBeInTheDocument();
  });
  it.each([390, 1440])('cuts no figure of twelve digits in a window of %i pixels', async (width) => {
    await page.viewport(width, 844);
    const { api, show } = open();
    const large = [
      point('2026-10-12', 'SO-1', '123456789012.345678'),
      point('2026-09-01', 'SO-0', '123400000000.000000'),
    ];
    api.on(getProductCostHistory, aPage(large));
    show();
    await expect.element(step('HS-26-1042, line 1')).toBeInTheDocument();
    const svg = chart.element().querySelector('svg');
    const texts = [...(svg?.querySelectorAll('text') ?? [])];
    const outer = svg?.getBoundingClientRect();
    const cut = texts
      .filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        return left < (outer?.left ?? 0) - 0.5 || right > (outer?.right ?? 0) + 0.5;
      })
      .map((text) => text.textContent);
    expect([texts.some(({ textContent }) => textContent?.startsWith('123,4')), cut]).toEqual([true, []]);
    await page.viewport(1440, 900);
  });
  it('can be shown as a table, newest first, with what is gone by month, and as an average over time', async () => {
    const { api, show } = open();
    const [first] = HISTORY as [CostHistoryPoint];
    const split = { ...first, deliveries: first.deliveries.map((order) => ({ ...order, split: SPLIT })) };
    api.on(getProductCostHistory, ({ query }) => aPage(query.split ? [split, ...HISTORY.slice(1)] : HISTORY));
    show();
    await main.getByRole('button', { name: 'Show as a table' }).click();
    const table = main.getByRole('table', { name: 'Unit cost by order' });
    await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('12 Oct 2026HS-26-1042, line 11,2007.2473');
    // Only the table asks what of each order is gone.
    expect(api.asked(getProductCostHistory).map(({ query }) => query.split)).toEqual([false, true]);
    await expect
      .element(table.getByRole('row').nth(1))
      .toMatchTextContent(
        /2,174\.18 300 unitsOct 2026 724\.72Nov 2026 1,449\.462,898\.90 400 units3,623\.64 500 units/,
      );
    await expectNoSeriousFindings();
    // Beside other words, a link is not told from them by its colour alone.
    const cause = table.getByRole('row').nth(1).getByRole('link').last();
    await expect.element(cause).toHaveStyle({ textDecorationLine: 'underline' });
    await main.getByText('Average over time').click();
    await expect
      .element(main.getByRole('table', { name: 'Average unit cost over time' }).getByRole('row').nth(2))
      .toMatchTextContent('1 Sept 20261,2008.0000');
  });
  it('offers all deliveries if the chosen period has none', async () => {
    open().show();
    await main.getByRole('button', { name: '12 months' }).click();
    await page.getByRole('textbox', { name: 'From' }).fill('1 Jan 2026');
    await page.getByRole('textbox', { name: 'To' }).fill('1 Feb 2026');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(main.getByText(/^There is no order in this period\./)).toBeVisible();
    await main.getByRole('button', { name: 'Show all' }).click();
    await expect.element(step('HS-26-1042, line 2')).toBeInTheDocument();
  });
  it('says that there are no steps, even if the history fails to load', async () => {
    const { api, show } = open();
    api.refuse(getProductCostHistory, 'internal');
    show();
    await expect.element(main.getByRole('heading', { name: 'No orders to draw yet' })).toBeVisible();
    await expect.element(landed).toBeVisible();
  });
});
