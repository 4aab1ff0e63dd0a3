import { patchInvoiceLine } from '@quayside/contracts/invoice-lines';
import { updateInvoiceBasic } from '@quayside/contracts/invoices';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { refusal } from '../../testing/fake-api.ts';
import { idOf } from '../../testing/person.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { cell, freightLine, invoiceOf, lineOf, MUG, openInvoice, startInvoice } from './testing/start-invoice.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog', { name: 'Somebody changed this while you were editing' });
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const INVOICE = invoiceOf([lineOf(1), freightLine(2)]);

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
    const server = startInvoice(INVOICE);
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
    const server = startInvoice(INVOICE);
    openInvoice();
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
    overtakeLine(server);
    await cell(1, 'quantity').fill('150');
    await userEvent.tab();
    await dialog.getByRole('radio', { name: 'Qty: Take theirs' }).click();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(cell(1, 'quantity')).toHaveValue('80');
    expect(server.api.asked(patchInvoiceLine)).toHaveLength(1);
  });
  it('names products by their SKU', async () => {
    const server = startInvoice(INVOICE);
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

describe('a conflict in the header', () => {
  it('shows dates and totals of both versions, and keeps the chosen ones', async () => {
    const { api, change } = startInvoice(INVOICE);
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
    const { api, change } = startInvoice(INVOICE);
    renderApp(paths.invoice(idOf(10)));
    await field('Invoice total').fill('12.345');
    change({ total: '700.00' });
    api.tellChanged('invoices', [idOf(10)]);
    await expect.element(main.getByText(/CNY 700\.00/).first()).toBeVisible();
    await expect.element(field('Invoice total')).toHaveValue('12.345');
  });
});
