import { listRestatements, type Restatement, restatementTotals } from '@quayside/contracts/costs/cost-reports';
import { getInvoice, listInvoices } from '@quayside/contracts/invoices/invoices';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutWords } from '../../../testing/cut-words.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, renderPart, startApi } from '../../../testing/render-app.tsx';
import { invoiceOf, lineOf } from '../../invoices/testing/start-invoice.tsx';
import { aCatalogRow } from '../../products/testing/a-product.ts';
import { RestatementsPage } from './restatements.page.tsx';

const cause = (n: number, change: string): Restatement['causes'][number] => ({
  invoice: { id: idOf(20 + n), number: `MOF-${n}`, supplierName: 'Meridian', date: '2026-11-02' },
  costTypes: ['SHIPPING'],
  change,
  recordedAt: '2026-11-10T10:00:00Z',
  recordedBy: { id: idOf(1), name: 'Ada Crane' },
});
const FAN: Restatement = {
  order: { id: idOf(31), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
  product: { id: idOf(32), sku: 'FAN', name: 'Fan' },
  date: '2026-08-03',
  month: '2026-08',
  unitsBefore: 500,
  unitsAfter: 480,
  before: '1000.00',
  after: '1375.00',
  change: '375.00',
  perUnitBefore: '2.000000',
  perUnitAfter: '2.864583',
  gone: { change: '120.00', byMonth: [{ month: '2026-09', change: '120.00' }] },
  left: '255.00',
  causes: [cause(1, '300.00'), cause(2, '50.00'), cause(3, '25.00')],
};
const LOOSE: Restatement = { ...FAN, order: null, date: null, month: null, product: { ...FAN.product, sku: 'USB' } };
const TOTALS = {
  from: '2026-10-31',
  to: '2026-11-23',
  count: 2,
  products: 2,
  before: '1000.00',
  after: '1375.00',
  change: '375.00',
  gone: { change: '120.00', byMonth: [{ month: '2026-09', change: '120.00' }] },
  left: '255.00',
  moved: { change: '-34.00', byMonth: [{ month: '2026-10', change: '-34.00' }] },
  byMonth: [
    { month: '2026-08', orders: 1, change: '400.00' },
    { month: '2026-09', orders: 1, change: '-25.00' },
    { month: null, orders: 0, change: '5.00' },
  ],
  byInvoice: [1, 2, 3, 4, 5, 6, 7].map((n) => {
    const { invoice, change } = cause(n, `${800 - n}.00`);
    return { invoice, orders: n, change };
  }),
};
const main = page.getByRole('main');
const row = (sku: string) => main.getByRole('row', { name: new RegExp(sku) });
const button = (name: string | RegExp) => main.getByRole('button', { name });

function open(query = '', as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(restatementTotals, TOTALS);
  api.on(listRestatements, aPage([FAN, LOOSE]));
  api.on(listInvoices, aPage([invoiceOf([lineOf(1)])]));
  api.on(getInvoice, ({ params }) => invoiceOf([lineOf(1)], { id: params.id }));
  return { api, show: () => renderPart(<RestatementsPage />, `${paths.restatements()}${query}`) };
}

describe('the restatements', () => {
  it('say what movements of earlier days changed that were recorded since, by month', async () => {
    open().show();
    const name = 'Movements of earlier days, recorded since';
    await expect.element(main.getByRole('heading', { name })).toBeVisible();
    await expect.element(main.getByRole('definition').filter({ hasText: '34.00' })).toMatchTextContent(/[-−]34\.00/);
  });

  it('say how much fell on units that are gone, by month, and what is left', async () => {
    open().show();
    await expect.element(main.getByRole('heading', { name: 'On units that were sold or are gone' })).toBeVisible();
    const ofMonth = main.getByRole('definition').filter({ hasText: '+120.00' });
    await expect.element(ofMonth).toBeVisible();
    await expect.element(main.getByRole('definition').filter({ hasText: '+255.00' })).toBeVisible();
    await expect.element(row('FAN').getByTitle('Sep 26: +120.00\nOn hand, or not arrived: +255.00')).toBeVisible();
  });

  it('show each order before and after, and the invoices behind the change, largest first', async () => {
    open().show();
    await expect.element(row('FAN')).toMatchTextContent('500 → 480');
    await expect.element(row('FAN')).toMatchTextContent('1,000.001,375.00+375.00');
    await expect
      .element(row('FAN').getByRole('link', { name: 'MOF-1' }))
      .toHaveAttribute('title', expect.stringMatching(/^Shipping: \+£300\.00, recorded .* by Ada Crane$/));
    await expect
      .element(row('FAN').getByText('+2', { exact: true }))
      .toHaveAttribute('title', expect.stringMatching(/^MOF-2: .*\nMOF-3: /));
    await expect.element(row('USB').getByText('No order')).toBeVisible();
  });
  it('show headings, figures and the first invoice whole at 1440 px, and 0.00 where nothing of an order is gone', async () => {
    await page.viewport(1440, 900);
    const { api } = open();
    const none = { gone: { change: '0.00', byMonth: [] }, left: '4000.00' };
    const long = { ...cause(1, '300.00'), invoice: { ...cause(1, '300.00').invoice, number: 'MOF-88302' } };
    const order = { id: idOf(31), number: 'SO-1', invoiceNumber: 'HS-1187', linePosition: 1 };
    const large = { before: '36406.15', after: '40406.15', change: '4000.00', unitsBefore: 1008, unitsAfter: 1008 };
    api.on(
      listRestatements,
      aPage([
        { ...FAN, ...large, ...none, order, causes: [long, cause(2, '1.00')] },
        { ...LOOSE, ...none },
      ]),
    );
    renderScreen(paths.restatements());
    await expect.element(row('FAN')).toMatchTextContent('+4,000.000.00');
    await expect.element(row('FAN').getByTitle('2.0000 before')).toBeVisible();
    // What of a cost without an order is gone is not known.
    await expect.element(row('USB')).toMatchTextContent('+375.00–');
    await expect.poll(cutWords).toEqual([]);
    await expect.element(row('FAN').getByRole('link', { name: 'MOF-88302' })).toBeInViewport({ ratio: 1 });
  });
  it('show the number of orders and products, and the total change', async () => {
    open().show();
    const sums = main.getByRole('definition');
    await expect.element(sums.nth(0)).toHaveTextContent('2');
    await expect.element(sums.nth(2)).toMatchTextContent('£1,000.00 → £1,375.00');
    await expect.element(sums.nth(3)).toHaveTextContent('+£375.00');
  });
  it('are limited to a month by a click, and no longer after a second click', async () => {
    const { api, show } = open();
    show();
    const august = button(/^Only \+400\.00 Aug 26$/);
    await august.click();
    await expect.element(august).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => api.asked(listRestatements).at(-1)?.query.filter)
      .toEqual([{ field: 'month', op: 'in', values: ['2026-08'] }]);
    await august.click();
    await expect.element(august).toHaveAttribute('aria-pressed', 'false');
    expect(window.location.search).not.toContain('month');
    await expect.element(main.getByText('Without an order')).toBeVisible();
    expect(button(/Without an order/).query()).toBeNull();
  });
  it('are limited to an invoice by a click; invoices beyond the sixth are shown on demand', async () => {
    const { api, show } = open();
    show();
    await expect.element(button(/^Only MOF-6 Meridian/)).toBeVisible();
    expect(button(/^Only MOF-7/).query()).toBeNull();
    await button('1 more invoice').click();
    await button(/^Only MOF-7 Meridian\s*7 orders\s*\+793\.00$/).click();
    await expect
      .poll(() => api.asked(listRestatements).at(-1)?.query.filter)
      .toEqual([{ field: 'invoice', op: 'in', values: [idOf(27)] }]);
  });
  it('compare the two chosen days', async () => {
    const { api, show } = open();
    show();
    await button(/^Known on/).click();
    await page.getByRole('textbox', { name: 'What was known on', exact: true }).fill('1 Nov 2026');
    await page.getByRole('textbox', { name: 'Against what was known on' }).fill('9 Nov 2026');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => api.asked(listRestatements).at(-1)?.query)
      .toMatchObject({ from: '2026-11-01', to: '2026-11-09' });
    await expect.element(button(/^Known on.*1 Nov 2026 → 9 Nov 2026/)).toBeVisible();
  });
  it('start on the day before a chosen invoice was added', async () => {
    const { api, show } = open();
    show();
    await button(/^Known on/).click();
    await page.getByRole('combobox', { name: 'Since an invoice' }).click();
    await page.getByRole('option', { name: 'HS-1 · Ningbo Haosheng · 16 Nov 2026' }).click();
    // The comparison starts on the day before HS-1 was added, which is 16 November.
    await expect.poll(() => api.asked(listRestatements).at(-1)?.query.from).toBe('2026-11-15');
  });
  it('of a single invoice start on the day before it was added, and say so', async () => {
    const { api, show } = open(`?f.invoice.in=${idOf(10)}`);
    const release = api.hold(getInvoice);
    show();
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(api.asked(restatementTotals)).toEqual([]);
    release();
    await expect.element(main.getByText('What HS-1 changed.')).toBeVisible();
    expect(api.asked(restatementTotals)[0]?.query.from).toBe('2026-11-15');
    await button('Show all invoices').click();
    await expect.element(main.getByText('What HS-1 changed.')).not.toBeInTheDocument();
  });
  it('name the days between which nothing was restated', async () => {
    const { api, show } = open('?from=2026-11-01&to=2026-11-09');
    api.on(restatementTotals, { ...TOTALS, count: 0, byMonth: [], byInvoice: [] });
    show();
    await expect.element(main.getByRole('heading', { name: 'Nothing was restated' })).toBeVisible();
    await expect.element(main.getByText('No cost known on 1 Nov 2026 had changed by 9 Nov 2026.')).toBeVisible();
  });
  it('are filtered by product; discontinued products are offered on request', async () => {
    const { api, show } = open();
    const fan = aCatalogRow({ id: idOf(32), sku: 'FAN', name: 'Fan' });
    const lamp = aCatalogRow({ id: idOf(33), sku: 'LAMP', name: 'Lamp', status: 'DISCONTINUED' });
    api.on(listProducts, aPage([fan, lamp]));
    show();
    await button('Filter').click();
    await page.getByRole('menuitem', { name: 'Product' }).click();
    const editor = page.getByRole('dialog', { name: 'Product' });
    await expect.element(editor.getByRole('checkbox', { name: 'FAN Fan' })).toBeVisible();
    expect(editor.getByRole('checkbox', { name: 'LAMP Lamp' }).query()).toBeNull();
    await editor.getByRole('button', { name: 'Show discontinued' }).click();
    await editor.getByRole('checkbox', { name: 'LAMP Lamp' }).click();
    await expect
      .poll(() => api.asked(listRestatements).at(-1)?.query.filter)
      .toEqual([{ field: 'product', op: 'in', values: [lamp.id] }]);
  });
  it('can be read by a viewer', async () => {
    open('', 'viewer').show();
    await expect.element(row('FAN')).toMatchTextContent('500 → 480');
    await expect.element(button(/^Only MOF-1/)).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const { api, show } = open();
    api.refuse(restatementTotals, 'internal');
    show();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(restatementTotals, TOTALS);
    await button('Try again').click();
    await expect.element(row('FAN')).toBeVisible();
  });
  it('are accessible in both themes', async () => {
    open();
    renderScreen(paths.restatements());
    await expect.element(row('FAN')).toBeVisible();
    await expectNoSeriousFindings('/transactions/restatements');
  });
});
