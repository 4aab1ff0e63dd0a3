import { exportStock } from '@quayside/contracts/exports';
import { getStockTotals, listStock, type StockRow } from '@quayside/contracts/stock/stock';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { stockPath } from '../../../lib/stock-paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutWords } from '../../../testing/cut-words.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aStock } from '../testing/a-stock.ts';

const main = page.getByRole('main');
const row = (name: RegExp) => main.getByRole('row', { name });
const JAR = aStock({ productId: idOf(201), sku: 'JAR', name: 'Glass jar', onHand: 0, waiting: 3, value: '0.00' });

function startWith(rows: StockRow[] = [aStock(), JAR], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listStock, ({ query }) =>
    aPage(query.on === undefined ? rows : [aStock({ onOrder: null, inTransit: null, onHand: 100, value: '1290.00' })]),
  );
  api.on(getStockTotals, ({ query }) => ({
    ...{ count: rows.length, onOrder: query.on ? null : 200, packed: 0, inTransit: 60, missing: 4, onHand: 310 },
    ...{ waiting: 3, unknown: 0, value: query.on ? '1290.00' : '3511.50', factoryValue: '3100.00' },
  }));
  return api;
}
afterEach(() => page.viewport(1440, 900));

describe('the list of stock', () => {
  it('shows what is on its way, on hand and what it is worth, with the sums of the filter', async () => {
    const api = startWith();
    renderScreen(stockPath());
    await expect.element(row(/KTL/)).toMatchTextContent(/Kettle.*100.*–.*60.*4.*310.*11\.3274.*3,511\.50/);
    await expect.element(row(/^Total, 2/)).toMatchTextContent(/200.*310.*3,511\.50/);
    await expect
      .element(main.getByRole('link', { name: 'KTL' }))
      .toHaveAttribute('href', paths.product('KTL', 'stock'));
    expect(api.asked(listStock)[0]?.query.sort).toEqual([{ field: 'sku', direction: 'asc' }]);
    await expectNoSeriousFindings('/orders-shipments/stock');
  });
  it('shows beside what is on hand of how much no cost is known', async () => {
    startWith([aStock({ onHand: 395, unknown: 85 })]);
    renderScreen(stockPath());
    await expect.element(row(/KTL/)).toMatchTextContent(/395.*85.*11\.3274/);
    await expect.poll(cutWords).toEqual([]);
  });
  it('shows the end of a day, for which what is on its way is not known, and goes back to now', async () => {
    const api = startWith();
    renderScreen(`${stockPath()}?on=2026-10-31`);
    await expect.element(row(/KTL/)).toMatchTextContent(/Kettle.*–.*100.*1,290\.00/);
    await expect.element(main.getByText(/What is on its way is known for today only/)).toBeVisible();
    expect(api.asked(getStockTotals).at(-1)?.query.on).toBe('2026-10-31');
    await main.getByRole('button', { name: 'Now' }).click();
    await expect.element(row(/KTL/)).toMatchTextContent(/3,511\.50/);
    expect(window.location.search).not.toContain('on=');
  });
  it('takes a typed day into the address', async () => {
    const api = startWith();
    renderScreen(stockPath());
    await main.getByRole('textbox', { name: 'At the end of' }).fill('2026-10-30');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.asked(listStock).at(-1)?.query.on).toBe('2026-10-30');
    expect(window.location.search).toContain('on=2026-10-30');
  });
  it('shows what was known on an earlier day, of its end or of a day before, and exports that', async () => {
    const api = startWith();
    api.on(exportStock, new Blob(['SKU']));
    renderScreen(`${stockPath()}?known=2026-10-30`);
    await expect.element(main.getByText(/recorded by the end of 30 Oct 2026, at the costs that were/)).toBeVisible();
    await expect.poll(() => api.asked(listStock).at(-1)?.query).toMatchObject({ asKnownOn: '2026-10-30' });
    expect(api.asked(listStock).at(-1)?.query.on).toBeUndefined();
    await main.getByRole('textbox', { name: 'At the end of' }).fill('2026-10-15');
    await userEvent.keyboard('{Enter}');
    const both = { on: '2026-10-15', asKnownOn: '2026-10-30' };
    await expect.poll(() => api.asked(getStockTotals).at(-1)?.query).toMatchObject(both);
    await expectNoSeriousFindings();
    await main.getByRole('button', { name: /^Export/ }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).first().click();
    await expect.poll(() => api.asked(exportStock).at(-1)?.query).toMatchObject(both);
    await main.getByRole('button', { name: 'Now' }).click();
    await expect.poll(() => window.location.search).not.toMatch(/on=|known=/);
  });
  it('says of a day without stock that nothing was known to be there', async () => {
    const api = startWith([]);
    api.on(listStock, aPage([]));
    renderScreen(`${stockPath()}?known=2026-10-30`);
    await expect.element(main.getByRole('heading', { name: 'No stock at that time' })).toBeVisible();
  });
  it('shows no row before the response arrives, and an error with a retry', async () => {
    const api = startWith();
    const release = api.hold(listStock);
    renderScreen(stockPath());
    await expect.poll(() => api.asked(listStock)).toHaveLength(1);
    expect(row(/KTL/).query()).toBeNull();
    api.refuse(listStock, 'internal');
    release();
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  it('explains itself while it is empty, and a viewer reads it', async () => {
    startWith([], 'viewer');
    renderScreen(stockPath());
    await expect.element(main.getByRole('heading', { name: 'No stock yet' })).toBeVisible();
  });
  it('does not exist for an account without orders and shipping', async () => {
    const api = startApi({ settings: { isOrdersAndShippingEnabled: false } });
    renderScreen(stockPath());
    await expect.element(page.getByRole('heading', { name: /not found|does not exist|cannot find/i })).toBeVisible();
    expect(api.asked(listStock)).toHaveLength(0);
  });
  it('is refetched when another tab changes stock', async () => {
    const api = startWith();
    renderScreen(stockPath());
    await expect.element(row(/KTL/)).toBeVisible();
    api.on(listStock, aPage([aStock({ onHand: 311 })]));
    api.tellChanged('stock');
    await expect.element(row(/KTL/)).toMatchTextContent(/311/);
  });
  it('fits a phone as cards', async () => {
    await page.viewport(390, 844);
    startWith();
    renderScreen(stockPath());
    await expect.element(main.getByText('Kettle').first()).toBeVisible();
    await expect.element(main.getByText('£3,511.50', { exact: true })).toBeVisible();
  });
  it('exports the day that is shown', async () => {
    const api = startWith();
    api.on(exportStock, new Blob(['SKU']));
    renderScreen(`${stockPath()}?on=2026-10-31`);
    await expect.element(row(/KTL/)).toBeVisible();
    await main.getByRole('button', { name: /^Export/ }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).first().click();
    await expect.poll(() => api.asked(exportStock).at(-1)?.query.on).toBe('2026-10-31');
  });
});
