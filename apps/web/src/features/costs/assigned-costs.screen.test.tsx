import { type CostEntry, costTotals, listCosts } from '@quayside/contracts/costs/costs';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { cutFields } from '../../testing/cut-fields.ts';
import { cutFigures } from '../../testing/cut-figures.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';

const FREIGHT: CostEntry = {
  id: idOf(61),
  product: { id: idOf(12), sku: 'KTL', name: 'Kettle' },
  invoice: {
    id: idOf(10),
    number: 'MOF-88214',
    date: '2026-10-09',
    status: 'OPEN',
    currency: 'USD',
    supplierName: 'Meridian',
  },
  lineId: idOf(11),
  linePosition: 1,
  lineName: 'Sea freight',
  costType: 'SHIPPING',
  order: { id: idOf(13), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
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
const LEFT_OUT: CostEntry = {
  ...FREIGHT,
  id: idOf(62),
  product: { id: idOf(22), sku: 'MUG', name: 'Mug' },
  order: null,
  isExcluded: true,
};
const main = page.getByRole('main');
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(entries = [FREIGHT, LEFT_OUT], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listCosts, aPage(entries));
  api.on(costTotals, { count: entries.length, amount: '1149.36', excludedAmount: '1149.36' });
  return api;
}

describe('the assigned costs', { timeout: 60_000 }, () => {
  it('lead to their product and to their invoice on a phone, with links that a finger hits', async () => {
    await page.viewport(390, 844);
    try {
      startWith([FREIGHT]);
      renderScreen(paths.assignedCosts());
      const invoice = main.getByRole('link', { name: 'MOF-88214' });
      await expect.element(invoice).toBeVisible();
      for (const link of [invoice, main.getByRole('link', { name: /KTL/ })])
        expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(24);
      const { left, top, width, height } = invoice.element().getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 4, top + height / 2);
      expect(hit?.closest('a')?.getAttribute('href')).toBe(paths.invoice(idOf(10), idOf(11)));
    } finally {
      await page.viewport(1440, 900);
    }
  });
  it('cut neither amounts of twelve digits, in rows and totals, nor the state of a cost', async () => {
    await page.viewport(1280, 720);
    const large = { amount: '123456789012.34', perUnit: '123456789012.345678', isProvisional: true };
    const api = startWith([{ ...FREIGHT, ...large }, LEFT_OUT]);
    api.on(costTotals, { count: 2, amount: '987654321098.76', excludedAmount: '123456789012.34' });
    renderScreen(paths.assignedCosts());
    await expect.element(rowOf('KTL')).toMatchTextContent(/123,456,789,012\.34/);
    await expect.element(rowOf('Total, 2 rows')).toMatchTextContent(/987,654,321,098\.76/);
    main.element().querySelector('.ag-grid-viewport')?.scrollTo({ left: 10_000 });
    await expect.element(rowOf('Total, 2 rows')).toMatchTextContent(/123,456,789,012\.34 excluded/);
    await expect.poll(cutFigures).toEqual([]);
    const word = main.getByText('Provisional', { exact: true }).element();
    const chip = word.closest('.ag-cell')?.getBoundingClientRect();
    expect(word.getBoundingClientRect().right).toBeLessThanOrEqual(chip?.right ?? 0);
    expect(word.scrollWidth).toBeLessThanOrEqual(word.clientWidth || word.scrollWidth);
    await page.viewport(1440, 900);
  });
  it('have room for all their columns at 1440 pixels, the state included', async () => {
    startWith();
    renderScreen(paths.assignedCosts());
    await expect.element(rowOf('KTL')).toBeVisible();
    expect(cutFields(main.element())).toEqual([]);
    const grid = main.element().querySelector('.ag-grid-viewport');
    await expect.poll(() => (grid?.scrollWidth ?? 0) - (grid?.clientWidth ?? 0)).toBe(0);
  });
  it('name the pack list that carries a cost, with links to its order and its plan', async () => {
    const plan = { id: idOf(900), number: 'SP-0001' };
    startWith([{ ...FREIGHT, packList: { id: idOf(700), number: 'PL-0001', plan } }]);
    renderScreen(paths.assignedCosts());
    const row = rowOf('KTL');
    await expect.element(row.getByRole('link', { name: 'PL-0001' })).toHaveAttribute('href', paths.order(idOf(13)));
    await expect
      .element(row.getByRole('link', { name: 'SP-0001' }))
      .toHaveAttribute('href', paths.shipmentPlan(plan.id));
    await expect.poll(cutFigures).toEqual([]);
  });
  it('show what each product carries, with links to product and invoice line', async () => {
    startWith();
    renderScreen(paths.assignedCosts());
    const row = rowOf('KTL');
    await expect.element(row.getByText('1,149.36')).toBeVisible();
    await expect.element(row.getByText('0.9578')).toBeVisible();
    await expect
      .element(row.getByRole('link', { name: 'KTL Kettle' }))
      .toHaveAttribute('href', paths.product('KTL', 'costs'));
    await expect
      .element(row.getByRole('link', { name: 'MOF-88214' }))
      .toHaveAttribute('href', paths.invoice(idOf(10), idOf(11)));
    await expect.element(row.getByText('Final')).toBeVisible();
    await expect.element(main.getByText('2 costs')).toBeVisible();
    await expectNoSeriousFindings('/transactions/assigned-costs');
  });
  it('mark excluded costs, and costs without an order', async () => {
    startWith();
    renderScreen(paths.assignedCosts());
    await expect.element(rowOf('MUG').getByText('Excluded')).toBeVisible();
    await expect.element(rowOf('MUG').getByText('No order')).toBeVisible();
    await expect.element(main.getByText('1,149.36 excluded')).toBeVisible();
  });
  it('show no row before the response arrives', async () => {
    const api = startWith();
    const release = api.hold(listCosts);
    renderScreen(paths.assignedCosts());
    await expect.poll(() => api.asked(listCosts)).toHaveLength(1);
    expect(rowOf('KTL').query()).toBeNull();
    release();
    await expect.element(rowOf('KTL')).toBeVisible();
  });
  it('link to the invoices while there are none', async () => {
    startWith([]);
    renderScreen(paths.assignedCosts());
    await expect.element(main.getByRole('heading', { name: 'No costs yet' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Go to invoices' })).toHaveAttribute('href', paths.invoices());
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(listCosts, 'internal');
    renderScreen(paths.assignedCosts());
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listCosts, aPage([FREIGHT]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('KTL')).toBeVisible();
  });
  it('are shown to viewers too', async () => {
    startWith([FREIGHT], 'viewer');
    renderScreen(paths.assignedCosts());
    await expect.element(rowOf('KTL')).toBeVisible();
  });
  it('are refetched when a cost changes', async () => {
    const api = startWith([FREIGHT]);
    renderScreen(paths.assignedCosts());
    await expect.element(rowOf('KTL')).toBeVisible();
    api.on(listCosts, aPage([LEFT_OUT]));
    api.tellChanged('costs');
    await expect.element(rowOf('MUG')).toBeVisible();
    expect(rowOf('KTL').query()).toBeNull();
  });
});
