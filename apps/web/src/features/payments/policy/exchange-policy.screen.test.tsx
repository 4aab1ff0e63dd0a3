import {
  type ExchangePolicyPreview,
  type ExchangePolicyState,
  getExchangePolicy,
  previewExchangePolicy,
  setExchangePolicy,
} from '@quayside/contracts/payments/exchange-policy';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const preview = main.getByRole('button', { name: 'Preview the rates of payments' });
const aState = (over: Partial<ExchangePolicyState> = {}): ExchangePolicyState => ({
  policy: 'INVOICE_RATE',
  change: null,
  ...over,
});
const aPreview = (over: Partial<ExchangePolicyPreview> = {}): ExchangePolicyPreview => ({
  policy: 'PAID_RATE',
  accountCurrency: 'GBP',
  invoices: 1,
  orders: 3,
  months: ['2026-09', '2026-10', '2026-11'],
  change: '26.90',
  largest: [
    {
      invoice: { id: idOf(960), number: 'HS-1187', date: '2026-11-01', status: 'CLOSED' },
      currency: 'CNY',
      rateBefore: '0.1075',
      rateAfter: '0.1076963504',
      before: '14727.50',
      after: '14754.40',
      change: '26.90',
    },
  ],
  ...over,
});

afterEach(() => page.viewport(1440, 900));

describe('the exchange policy', () => {
  it('can be changed at 200 % zoom, where the buttons stay in view below the invoices', async () => {
    await page.viewport(720, 450);
    const api = startApi();
    const [largest] = aPreview().largest;
    const rows = Array.from({ length: 12 }, (_, i) => ({
      ...largest,
      invoice: { ...largest?.invoice, id: idOf(970 + i) },
    }));
    api.on(getExchangePolicy, aState());
    api.on(previewExchangePolicy, aPreview({ invoices: 12, largest: rows as ExchangePolicyPreview['largest'] }));
    renderScreen('/exchange-policy');
    await preview.click();
    await expect.element(dialog.getByRole('row').nth(11)).toBeInTheDocument();
    const action = await dialog.getByRole('button', { name: 'Use the rates of payments' }).findElement();
    await expect.poll(() => action.getBoundingClientRect().bottom).toBeLessThanOrEqual(450);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(720);
  });

  it('is previewed before it is changed, and shows how far costs are', async () => {
    const api = startApi();
    let state = aState();
    api.on(getExchangePolicy, () => state);
    api.on(previewExchangePolicy, aPreview());
    api.on(setExchangePolicy, ({ body }) => {
      const change = { id: idOf(961), from: 'INVOICE_RATE', to: body.policy, invoices: 300, done: 120 } as const;
      state = aState({ policy: body.policy, change: { ...change, startedAt: '2026-11-20T09:00:00Z', endedAt: null } });
      return state;
    });
    renderScreen('/exchange-policy');
    await expect.element(main.getByText(/^Costs use the rate of the invoice/)).toBeVisible();
    await expect.element(main.getByText('In use')).toBeVisible();
    await expectNoSeriousFindings('/exchange-policy');
    await preview.click();
    await expect
      .element(dialog.getByText(/costs of 1 invoice with 3 supplier orders of 3 months from .* together by £26\.90/))
      .toBeVisible();
    await expect
      .element(dialog.getByRole('row', { name: /HS-1187 .* 0\.1076963504 14,727\.50 14,754\.40/ }))
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Use the rates of payments' }).click();
    await expect.element(main.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    await expect.element(main.getByText('120 of 300 invoices')).toBeVisible();
    expect(api.asked(setExchangePolicy).map(({ body }) => body)).toEqual([{ policy: 'PAID_RATE' }]);
    const change = state.change && { ...state.change, done: 300, endedAt: '2026-11-20T09:01:00Z' };
    state = aState({ policy: 'PAID_RATE', change });
    api.tellChanged('exchange-policy');
    await expect.element(main.getByText('120 of 300 invoices')).not.toBeInTheDocument();
    await expect.element(main.getByRole('button', { name: 'Preview the rates of invoices' })).toBeEnabled();
  });

  it('is seen by viewers, who cannot change it, also on a phone', async () => {
    await page.viewport(390, 844);
    const api = startApi({ as: 'viewer' });
    api.on(getExchangePolicy, aState({ policy: 'PAID_RATE' }));
    renderScreen('/exchange-policy');
    await expect.element(main.getByText(/^Costs use the rate at which the invoice was paid/)).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Preview the rates of invoices' })).toBeDisabled();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  it('says when nothing would change, and what failed', async () => {
    const api = startApi();
    api.refuse(getExchangePolicy, 'internal');
    renderScreen('/exchange-policy');
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(getExchangePolicy, aState());
    await main.getByRole('button', { name: 'Try again' }).click();
    api.on(previewExchangePolicy, aPreview({ invoices: 0, orders: 0, months: [], change: '0.00', largest: [] }));
    api.refuse(setExchangePolicy, 'unavailable');
    await preview.click();
    await expect.element(dialog.getByText(/^No cost would change/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Use the rates of payments' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
  });
});
