import {
  getStockMethod,
  previewStockMethod,
  setStockMethod,
  type StockMethodPreview,
  type StockMethodState,
} from '@quayside/contracts/stock/stock-method';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { stockMethodPath } from '../../../lib/stock-paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const preview = main.getByRole('button', { name: 'Preview the moving average' });
const aState = (over: Partial<StockMethodState> = {}): StockMethodState => ({ method: 'FIFO', change: null, ...over });
const aPreview = (over: Partial<StockMethodPreview> = {}): StockMethodPreview => ({
  method: 'AVERAGE',
  accountCurrency: 'GBP',
  products: 1,
  months: [
    { month: '2026-10', before: '6450.00', after: '6450.05', change: '0.05' },
    { month: '2026-11', before: '1161.00', after: '1051.26', change: '-109.74' },
  ],
  gone: { before: '7611.00', after: '7501.31', change: '-109.69' },
  onHand: { before: '3511.50', after: '3621.19', change: '109.69' },
  largest: [
    {
      product: { id: idOf(960), sku: 'KETTLE', name: 'Kettle' },
      gone: { before: '7611.00', after: '7501.31', change: '-109.69' },
      onHand: { before: '3511.50', after: '3621.19', change: '109.69' },
    },
  ],
  ...over,
});

afterEach(() => page.viewport(1440, 900));

describe('the method of valuation', () => {
  it('is previewed by month before it is changed, and shows how many products follow', async () => {
    const api = startApi();
    let state = aState();
    api.on(getStockMethod, () => state);
    api.on(previewStockMethod, aPreview());
    api.on(setStockMethod, ({ body }) => {
      const change = { id: idOf(961), from: 'FIFO', to: body.method, products: 40, done: 10 } as const;
      state = aState({ method: body.method, change: { ...change, startedAt: '2026-11-20T09:00:00Z', endedAt: null } });
      return state;
    });
    renderScreen(stockMethodPath());
    await expect.element(main.getByText(/^Units leave in the order in which their lots arrived/)).toBeVisible();
    await expect.element(main.getByText('In use')).toBeVisible();
    await expectNoSeriousFindings('/orders-shipments/stock/method');
    await preview.click();
    await expect.element(dialog.getByRole('row', { name: 'Nov 2026 1,161.00 1,051.26 −109.74' })).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: 'On hand 3,511.50 3,621.19 109.69' })).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: 'KETTLE 3,511.50 3,621.19 109.69' })).toBeInTheDocument();
    await dialog.getByRole('button', { name: 'Use the moving average' }).click();
    await expect.element(main.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    await expect.element(main.getByText('10 of 40 products')).toBeVisible();
    expect(api.asked(setStockMethod).map(({ body }) => body)).toEqual([{ method: 'AVERAGE' }]);
    const change = state.change && { ...state.change, done: 40, endedAt: '2026-11-20T09:01:00Z' };
    state = aState({ method: 'AVERAGE', change });
    api.tellChanged('stock-method');
    await expect.element(main.getByText('10 of 40 products')).not.toBeInTheDocument();
    await expect.element(main.getByRole('button', { name: 'Preview first in, first out' })).toBeEnabled();
  });

  it('keeps its buttons in view on a phone and at 200 % zoom', async () => {
    await page.viewport(390, 500);
    const api = startApi();
    const months = Array.from({ length: 24 }, (_, i) => ({
      month: `202${5 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
      ...{ before: '123456789012.34', after: '123456789013.34', change: '1.00' },
    }));
    api.on(getStockMethod, aState());
    api.on(previewStockMethod, aPreview({ months }));
    renderScreen(stockMethodPath());
    await preview.click();
    await expect.element(dialog.getByText('123,456,789,012.34').first()).toBeInTheDocument();
    const action = await dialog.getByRole('button', { name: 'Use the moving average' }).findElement();
    await expect.poll(() => action.getBoundingClientRect().bottom).toBeLessThanOrEqual(500);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  it('is seen by viewers, who cannot change it', async () => {
    const api = startApi({ as: 'viewer' });
    api.on(getStockMethod, aState());
    renderScreen(stockMethodPath());
    await expect.element(preview).toBeDisabled();
  });

  it('says when nothing would change, and what failed', async () => {
    const api = startApi();
    api.refuse(getStockMethod, 'internal');
    renderScreen(stockMethodPath());
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(getStockMethod, aState());
    await main.getByRole('button', { name: 'Try again' }).click();
    const none = { before: '0.00', after: '0.00', change: '0.00' };
    api.on(previewStockMethod, aPreview({ products: 0, months: [], gone: none, onHand: none, largest: [] }));
    api.refuse(setStockMethod, 'unavailable');
    await preview.click();
    await expect.element(dialog.getByText('Nothing would change.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Use the moving average' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
  });
});
