import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createInvoice, getInvoice, listInvoices } from '@quayside/contracts/invoices/invoices';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { aPreview } from '../testing/a-preview.ts';
import { freightLine, invoiceOf, lineOf, NINGBO, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog', { name: 'Credit HS-1' });
const create = dialog.getByRole('button', { name: 'Create credit note' });
const amount = (line: number) => dialog.getByRole('textbox', { name: `Line ${line}, amount` });
const quantity = (line: number) => dialog.getByRole('textbox', { name: `Line ${line}, quantity` });

/**
 * The lines of the invoice: 100 kettles for 500.00, of which 20 are already credited; freight; and mugs, which are
 * fully credited.
 */
const LINES = [
  lineOf(1, { credited: { amount: '100.00', taxAmount: '0.00', quantity: '20' } }),
  freightLine(2),
  lineOf(3, { name: 'Mug', credited: { amount: '500.00', taxAmount: '0.00', quantity: '100' } }),
];
const OPEN = invoiceOf(LINES, { status: 'OPEN' });
const CREDIT = invoiceOf([lineOf(1, { order: null, amount: '-80.00' })], {
  id: idOf(90),
  invoiceNumber: 'CN-1',
  kind: 'CREDIT_NOTE',
});

async function openDialog() {
  const server = startInvoice(OPEN);
  openInvoice();
  await main.getByRole('button', { name: 'More actions for HS-1' }).click();
  await page.getByRole('menuitem', { name: 'Credit this invoice' }).click();
  await expect.element(dialog).toBeVisible();
  return server;
}

describe('crediting an invoice', () => {
  afterEach(() => page.viewport(1440, 900));

  it('starts with everything that is left of each line', async () => {
    await openDialog();
    await expect.element(amount(1)).toHaveValue('400.00');
    await expect.element(quantity(1)).toHaveValue('80');
    await expect.element(amount(2)).toHaveValue('120.00');
    expect(quantity(2).query()).toBeNull();
    await expect.element(dialog.getByText('Nothing left to credit')).toBeVisible();
    await expect.element(dialog.getByText('CNY 520.00')).toBeVisible();
    await expect.element(create).toBeEnabled();
  });
  it('creates a credit note with the lines that have an amount, and opens it', async () => {
    const { api } = await openDialog();
    api.on(createInvoice, CREDIT);
    api.on(getInvoice, CREDIT);
    await dialog.getByRole('button', { name: 'None' }).click();
    await expect.element(create).toBeDisabled();
    await amount(1).fill('7*10+10');
    await quantity(1).fill('16');
    await expect.element(dialog.getByText('CNY 80.00')).toBeVisible();
    await create.click();
    await expect.element(page.getByText('CN-1 credits HS-1')).toBeVisible();
    expect(window.location.pathname).toBe(paths.invoice(idOf(90)));
    const [sent] = api.asked(createInvoice);
    expect(sent?.body).toEqual({
      creditsInvoiceId: idOf(10),
      creditLines: [{ invoiceLineId: idOf(1001), amount: '80.00', quantity: '16' }],
    });
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });
  it('is limited to what is left, in money and in units', async () => {
    await openDialog();
    await amount(1).fill('400.01');
    await expect.element(dialog.getByText('Only 400.00 is left')).toBeVisible();
    await quantity(1).fill('81');
    await expect.element(dialog.getByText('Only 80 is left')).toBeVisible();
    await expectNoSeriousFindings();
    await expect.element(create).toBeDisabled();
    await dialog.getByRole('button', { name: 'Everything that is left' }).click();
    await expect.element(amount(1)).toHaveValue('400.00');
    await expect.element(create).toBeEnabled();
  });
  it('refuses a negative amount', async () => {
    await openDialog();
    await amount(2).fill('-1');
    await expect.element(dialog.getByText('Enter an amount of 0 or more')).toBeVisible();
    await expect.element(create).toBeDisabled();
  });
  it('keeps the input when the server refuses, and shows the reason', async () => {
    const { api } = await openDialog();
    api.refuse(createInvoice, 'bad_input', { message: 'Line 1 was credited meanwhile' });
    await amount(1).fill('80');
    await create.click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(amount(1)).toHaveValue('80.00');
    await expect.element(create).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(window.location.pathname).toBe(paths.invoice(idOf(10)));
  });
  it('fits a phone', async () => {
    await page.viewport(390, 844);
    await openDialog();
    await expect.element(amount(1)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const box = amount(1).element().getBoundingClientRect();
    expect([box.left >= 0, box.right <= 390]).toEqual([true, true]);
  });
  it('is not offered for a credit note, nor before an invoice is confirmed', async () => {
    startInvoice(invoiceOf(LINES));
    openInvoice();
    await main.getByRole('button', { name: 'More actions for HS-1' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Import lines' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Credit this invoice' }).query()).toBeNull();
  });
});

describe('the credited line of a line of a credit note', () => {
  const CREDITED = invoiceOf([lineOf(1), freightLine(2)], { id: idOf(80), invoiceNumber: 'HS-0', status: 'CLOSED' });
  const LOOSE = freightLine(1, { amount: '-20.00' });
  const note = (line = LOOSE) => invoiceOf([line], { kind: 'CREDIT_NOTE', total: null });
  const choice = (name: string) => main.getByRole('combobox', { name });

  function start(line = LOOSE) {
    const server = startInvoice(note(line));
    server.api.on(previewAllocation, aPreview());
    server.api.on(listInvoices, aPage([CREDITED]));
    server.api.on(getInvoice, ({ params }) => (params.id === CREDITED.id ? CREDITED : server.stored()));
    server.api.on(patchInvoiceLine, ({ body }) => {
      const creditsLine = body.creditsLineId
        ? { invoiceId: CREDITED.id, invoiceNumber: 'HS-0', lineId: body.creditsLineId, position: 2 }
        : null;
      const changed = server.changeLine(line.invoiceLineId, { creditsLine });
      return { line: changed, invoice: server.stored() };
    });
    openInvoice();
    return server;
  }

  it('is chosen from the invoices with the same supplier and currency, then from their lines', async () => {
    const { api } = start();
    await expect.element(main.getByText(/^Does not name the line that it credits\./)).toBeVisible();
    await main.getByRole('button', { name: 'Choose the line' }).click();
    await choice('Credits a line of').click();
    await page.getByRole('option', { name: 'HS-0, 16 Nov' }).click();
    expect(api.asked(listInvoices)[0]?.query.filter).toEqual([
      { field: 'kind', op: 'in', values: ['INVOICE'] },
      { field: 'currency', op: 'in', values: ['CNY'] },
      { field: 'supplier', op: 'in', values: [NINGBO.id] },
    ]);
    await choice('Line').click();
    await page.getByRole('option', { name: /^2\. +Sea freight, CNY 120\.00$/ }).click();
    await expect
      .poll(() => api.asked(patchInvoiceLine).map(({ body }) => body))
      .toEqual([{ creditsLineId: idOf(1002), version: 1 }]);
    await expect.element(main.getByRole('link', { name: 'line 2 of HS-0' })).toBeVisible();
    await expect
      .element(main.getByText(/^A credit takes back from the orders that the credited line went to/))
      .toBeVisible();
  });
  it('can be removed again', async () => {
    const creditsLine = { invoiceId: CREDITED.id, invoiceNumber: 'HS-0', lineId: idOf(1002), position: 2 };
    const { api } = start(freightLine(1, { amount: '-20.00', creditsLine }));
    await main.getByRole('button', { name: /^How the cost of line 1 is spread/ }).click();
    await expect.element(choice('Credits a line of')).toHaveValue('HS-0, 16 Nov');
    await main.getByRole('button', { name: 'Credits no line' }).click();
    await expect.poll(() => api.asked(patchInvoiceLine).map(({ body }) => body.creditsLineId)).toEqual([null]);
    await expect.element(main.getByRole('combobox', { name: 'Basis' })).toBeVisible();
  });
  it('shows an error at its field', async () => {
    const { api } = start();
    await main.getByRole('button', { name: 'Choose the line' }).click();
    await choice('Credits a line of').click();
    await page.getByRole('option', { name: /^HS-0/ }).click();
    api.refuse(patchInvoiceLine, 'invoices.in_use', { message: 'Nothing is left of that line' });
    await choice('Line').click();
    await page.getByRole('option', { name: /^2\./ }).click();
    await expect.element(main.getByText(/Nothing is left of that line/)).toBeVisible();
  });
  it('cannot be chosen if the lines of the invoice fail to load', async () => {
    const { api } = start();
    await main.getByRole('button', { name: 'Choose the line' }).click();
    api.refuse(getInvoice, 'internal');
    await choice('Credits a line of').click();
    await page.getByRole('option', { name: /^HS-0/ }).click();
    await expect.element(main.getByText('The lines of that invoice could not be loaded')).toBeVisible();
  });
});
