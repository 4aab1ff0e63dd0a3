import {
  importInvoiceLines,
  importInvoiceLinesDryRun,
  type LineImport,
} from '@quayside/contracts/invoice-line-imports';
import { replaceInvoice } from '@quayside/contracts/invoices';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../../testing/person.ts';
import { cell, freightLine, invoiceOf, KETTLE, lineOf, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const rows = dialog.getByRole('table', { name: 'Rows' });
const row = (text: string) => rows.getByRole('row', { name: new RegExp(text) });
const button = (name: string) => dialog.getByRole('button', { name });
const column = (heading: string) => dialog.getByRole('combobox', { name: `What column ${heading} holds` });

const BLOCK = 'SKU\tName\tAmount\nKTL\tKettle\t250.00\nXXX\tLamp\tten';
const KETTLES = {
  product: { id: KETTLE.id, sku: 'KTL', name: 'Kettle' },
  name: 'Kettle',
  costType: 'FACTORY_INVOICE' as const,
  quantity: '100',
  amount: '250.00',
  taxAmount: '0.00',
};
/** What the server makes of the block: a line of kettles, and a row with two cells that are wrong. */
const CHECKED: LineImport = {
  hasHeadings: true,
  columns: [
    { heading: 'SKU', field: 'sku', samples: ['KTL', 'XXX'] },
    { heading: 'Name', field: 'name', samples: ['Kettle', 'Lamp'] },
    { heading: 'Amount', field: 'amount', samples: ['250.00', 'ten'] },
  ],
  rows: [
    {
      row: 3,
      line: { ...KETTLES, product: null, name: 'Lamp', amount: '0.00' },
      errors: [
        { column: 'sku', value: 'XXX', message: 'No product has this SKU' },
        { column: 'unitPrice', value: 'ten', message: 'Not a number' },
        { column: null, value: '', message: 'The row is too long' },
      ],
    },
    { row: 2, line: KETTLES, errors: [] },
  ],
  counts: { rows: 2, create: 1, fail: 1 },
  amount: '250.00',
  after: { lines: '370.00', difference: '-250.00' },
};
const RIGHT: LineImport = {
  ...CHECKED,
  rows: CHECKED.rows.slice(1),
  counts: { rows: 1, create: 1, fail: 0 },
  after: { lines: '370.00', difference: '0.00' },
};

function start(checked: LineImport = CHECKED) {
  const server = startInvoice(invoiceOf([freightLine(1)]));
  server.api.on(importInvoiceLinesDryRun, checked);
  server.api.on(importInvoiceLines, () => ({
    ...checked,
    invoice: server.change({ lines: [...server.stored().lines, lineOf(2, { order: null, amount: '250.00' })] }),
  }));
  openInvoice();
  return server;
}
/** Pastes into the sheet, as the browser tells it. */
async function paste(text: string, into = cell(1, 'name')) {
  await expect.element(into).toBeVisible();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
  into.element().dispatchEvent(event);
  return event.defaultPrevented;
}
async function openMenu() {
  await main.getByRole('button', { name: 'More actions for HS-1' }).click();
  await page.getByRole('menuitem', { name: 'Import lines' }).click();
}

describe('a block of cells that is pasted into the lines', () => {
  it('is checked by the server: each wrong cell keeps its text and says why, and nothing is added', async () => {
    const { api } = start();
    expect(await paste(BLOCK)).toBe(true);
    await expect.element(row('Lamp')).toMatchTextContent('3The row is too longXXXNo product has this SKU');
    await expect.element(row('Lamp')).toMatchTextContent('tenNot a number');
    await expect.element(row('Kettle')).toMatchTextContent('250.00');
    await expect.element(button('Add 1 line')).toBeDisabled();
    await expect.element(dialog.getByRole('group', { name: 'After the import' })).toMatchTextContent('CNY 370.00');
    expect(api.asked(importInvoiceLinesDryRun).map(({ body }) => body)).toEqual([{ text: BLOCK }]);
    expect(api.asked(importInvoiceLines)).toEqual([]);
  });
  it('is added without the wrong rows when that is chosen, and Undo takes the lines away again', async () => {
    const { api, stored } = start();
    await paste(BLOCK);
    await dialog.getByRole('checkbox', { name: 'Leave out 1 row with errors' }).click();
    await button('Add 1 line').click();
    await expect.element(page.getByText('1 line is added')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(cell(2, 'amount')).toHaveValue('250.00');
    const [sent] = api.asked(importInvoiceLines);
    expect(sent?.body).toEqual({ text: BLOCK, onlyValid: true });
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(cell(2, 'amount')).not.toBeInTheDocument();
    expect(api.asked(replaceInvoice).map(({ body }) => body.lines)).toEqual([[{ invoiceLineId: idOf(1001) }]]);
    expect(stored().lines).toHaveLength(1);
  });
  it('is read otherwise when a column holds something else, or when there are no headings', async () => {
    const { api } = start(RIGHT);
    await paste(BLOCK);
    await column('Name').selectOptions('Amount');
    await expect.poll(() => api.asked(importInvoiceLinesDryRun).at(-1)?.body.columns).toEqual(['sku', 'amount', null]);
    await dialog.getByRole('checkbox', { name: 'The first row has headings' }).click();
    await expect
      .poll(() => api.asked(importInvoiceLinesDryRun).at(-1)?.body)
      .toEqual({ text: BLOCK, hasHeadings: false });
  });
  it('waits for the answer, and asks again when it could not be read', async () => {
    const { api } = start(RIGHT);
    api.refuse(importInvoiceLinesDryRun, 'imports.unreadable', { message: 'A quote never closes' });
    await paste(BLOCK);
    await expect.element(dialog.getByText(/A quote never closes/)).toBeVisible();
    await expect.element(button('Nothing to add')).toBeDisabled();
    api.on(importInvoiceLinesDryRun, RIGHT);
    await button('Try again').click();
    await expect.element(button('Add 1 line')).toBeEnabled();
  });
  it('that the server refuses at last stays, with the reason', async () => {
    const { api } = start(RIGHT);
    api.refuse(importInvoiceLines, 'invoices.closed', { message: 'The invoice was closed meanwhile' });
    await paste(BLOCK);
    await button('Add 1 line').click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The invoice was closed meanwhile');
    await expect.element(button('Add 1 line')).toBeEnabled();
  });
  it('is a text like any other inside one cell', async () => {
    const { api } = start();
    expect(await paste('Sea freight, Ningbo')).toBe(false);
    expect(api.asked(importInvoiceLinesDryRun)).toEqual([]);
    expect(dialog.query()).toBeNull();
  });
});

describe('lines out of a file', () => {
  it('are read from a file that is chosen in the menu, and the way back leads to another one', async () => {
    const { api } = start(RIGHT);
    await openMenu();
    await dialog.getByLabelText('File with lines').upload(new File([BLOCK], 'lines.csv', { type: 'text/csv' }));
    await expect.element(page.getByRole('dialog', { name: 'Lines from lines.csv' })).toBeVisible();
    await expect.element(row('Kettle')).toBeVisible();
    expect(atob(api.asked(importInvoiceLinesDryRun)[0]?.body.base64 ?? '')).toBe(BLOCK);
    await button('Cancel').click();
    await expect.element(page.getByRole('dialog', { name: 'Import lines' })).toBeVisible();
  });
  it('are not read from a file that is no table, or that is too large', async () => {
    const { api } = start();
    await openMenu();
    const input = dialog.getByLabelText('File with lines');
    await input.upload(new File(['x'], 'lines.xlsx'));
    await expect.element(dialog.getByText('Only CSV files are allowed')).toBeVisible();
    await input.upload(new File(['x'.repeat(700_000)], 'lines.csv'));
    await expect.element(dialog.getByText(/^The file is larger than 659 KB\./)).toBeVisible();
    expect(api.asked(importInvoiceLinesDryRun)).toEqual([]);
  });
  it('can be pasted into the dialog as well', async () => {
    const { api } = start(RIGHT);
    await openMenu();
    await dialog.getByRole('textbox', { name: 'Or paste a block of cells' }).fill(BLOCK);
    await expect.element(row('Kettle')).toBeVisible();
    expect(api.asked(importInvoiceLinesDryRun)[0]?.body.text).toBe(BLOCK);
  });
});
