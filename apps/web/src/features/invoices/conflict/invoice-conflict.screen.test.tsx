import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { type HistoryEntry, listInvoiceHistory, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { cell, freightLine, invoiceOf, lineOf, MUG, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog', { name: 'Somebody changed this while you were editing' });
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const INVOICE = invoiceOf([lineOf(1), freightLine(2)]);
const TOM = { id: idOf(77), name: 'Tom Lindqvist' };
const ADA = { id: idOf(1), name: 'Ada Crane' };
/** The history after a change that somebody has made some seconds ago. */
const changedBy = (who: HistoryEntry['who'], secondsAgo: number, change: HistoryEntry['changes'][number]) =>
  aPage([
    {
      id: idOf(900),
      at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
      who,
      action: change.line ? 'invoice-line.changed' : 'invoice.changed',
      changes: [change],
    },
  ]);
const start = (invoice = INVOICE) => {
  const server = startInvoice(invoice);
  server.api.on(listInvoiceHistory, aPage([]));
  return server;
};

/** Makes the server refuse the next change of line 1, because somebody else has stored these values in the meantime. */
function overtakeLine(server: ReturnType<typeof startInvoice>) {
  const { api, stored, changeLine } = server;
  const current = { ...changeLine(idOf(1001), { quantity: '80', name: 'Kettle, red' }), version: 5 };
  let isFirst = true;
  api.on(patchInvoiceLine, ({ params, body }) => {
    if (isFirst) {
      isFirst = false;
      throw refusal('conflict_version', { current });
    }
    const line = { ...current, ...changeLine(params.id, body), version: 6 };
    return { line, invoice: stored() };
  });
}

describe('a conflict in a line', () => {
  it('shows both versions, and saves the own version over the stored one', async () => {
    const server = start();
    openInvoice();
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
    overtakeLine(server);
    await cell(1, 'quantity').fill('150');
    await userEvent.tab();
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByText('150', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('80', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .poll(() => server.api.asked(patchInvoiceLine).map(({ body }) => [body.quantity, body.version]))
      .toEqual([
        ['150', 1],
        ['150', 5],
      ]);
    await expect.element(cell(1, 'quantity')).toHaveValue('150');
    await expect.element(cell(1, 'name')).toHaveValue('Kettle, red');
  });
  it('keeps the stored version when that is chosen', async () => {
    const server = start();
    openInvoice();
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
    overtakeLine(server);
    await cell(1, 'quantity').fill('150');
    await userEvent.tab();
    await dialog.getByRole('radio', { name: 'Qty: Use theirs' }).click();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(cell(1, 'quantity')).toHaveValue('80');
    expect(server.api.asked(patchInvoiceLine)).toHaveLength(1);
  });
  it('names products by their SKU', async () => {
    const server = start();
    openInvoice();
    await cell(1, 'product').fill('mu');
    await expect.element(page.getByRole('option', { name: 'MUG Mug' })).toBeVisible();
    server.api.on(patchInvoiceLine, () => {
      throw refusal('conflict_version', { current: { ...lineOf(1), product: null, version: 5 } });
    });
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText(MUG.sku, { exact: true })).toBeVisible();
  });
});

describe('a conflict', () => {
  it('says who has changed the value, and when, and shows the newest one', async () => {
    const server = start();
    const line = { id: idOf(1001), position: 1 };
    server.api.on(listInvoiceHistory, changedBy(TOM, 10, { line, field: 'quantity', from: '100', to: '80' }));
    renderScreen(paths.invoice(idOf(10)));
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
    overtakeLine(server);
    await cell(1, 'quantity').fill('150');
    await userEvent.tab();
    await expect.element(dialog.getByText(/Changed by Tom Lindqvist, 1\d s ago\./)).toBeVisible();
    await expect.element(dialog.getByRole('columnheader', { name: /^Tom Lindqvist/ })).toBeVisible();
    // Each change has a newer version; the dialog opened with version 5.
    for (const quantity of ['82', '84', '86', '88', '90']) server.changeLine(idOf(1001), { quantity });
    server.api.tellChanged('invoices', [idOf(10)]);
    await expect.element(dialog.getByText('90', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('80', { exact: true })).not.toBeInTheDocument();
  });
});

describe('a value that somebody else has overwritten', () => {
  const overwrite = async (who: HistoryEntry['who']) => {
    const server = start();
    renderScreen(paths.invoice(idOf(10)));
    await cell(1, 'quantity').fill('133');
    await userEvent.tab();
    await expect.poll(() => server.api.asked(patchInvoiceLine)).toHaveLength(1);
    const line = { id: idOf(1001), position: 1 };
    server.api.on(listInvoiceHistory, changedBy(who, 5, { line, field: 'quantity', from: '133', to: '13' }));
    server.changeLine(idOf(1001), { quantity: '13' });
    server.api.tellChanged('invoices', [idOf(10)]);
    await expect.element(cell(1, 'quantity')).toHaveValue('13');
    return server;
  };

  it('is told with both values, who it was and when, until the person dismisses it', async () => {
    await overwrite(TOM);
    const note = main.getByText(
      /^Tom Lindqvist has changed what you saved here, \d+ s ago: Line 1, Qty from 133 to 13\.$/,
    );
    await expect.element(note).toBeVisible();
    await main.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(note).not.toBeInTheDocument();
  });
  it('is not told if the person has changed it in another tab', async () => {
    const server = await overwrite(ADA);
    await expect.poll(() => server.api.asked(listInvoiceHistory).length).toBeGreaterThan(0);
    expect(main.getByText(/has changed what you saved here/).query()).toBeNull();
  });
});

describe('a conflict in the header', () => {
  it('shows dates and totals of both versions, and keeps the chosen ones', async () => {
    const { api, change } = start();
    openInvoice();
    await expect.element(field('Date')).toHaveValue('16 Nov 2026');
    const { lines: _, ...current } = change({ date: '2026-11-10' });
    let isFirst = true;
    api.on(updateInvoiceBasic, ({ body }) => {
      if (isFirst) {
        isFirst = false;
        throw refusal('conflict_version', { current });
      }
      return change({ date: body.date ?? '' });
    });
    await field('Date').fill('3 Nov 2026');
    await userEvent.tab();
    await expect.element(dialog.getByText('3 Nov 2026')).toBeVisible();
    await expect.element(dialog.getByText('10 Nov 2026')).toBeVisible();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await expect
      .poll(() => api.asked(updateInvoiceBasic).map(({ body }) => [body.date, body.version]))
      .toEqual([
        ['2026-11-03', 1],
        ['2026-11-03', 2],
      ]);
    await expect.element(field('Date')).toHaveValue('3 Nov 2026');
  });
  it('is reported when a change arrives for a field that is being typed', async () => {
    const { api, change } = start();
    renderScreen(paths.invoice(idOf(10)));
    await field('Invoice total').fill('12.345');
    change({ total: '700.00' });
    api.tellChanged('invoices', [idOf(10)]);
    await expect.element(main.getByText(/CNY 700\.00/).first()).toBeVisible();
    await expect.element(field('Invoice total')).toHaveValue('12.345');
  });
});
