import {
  importInvoiceLines,
  importInvoiceLinesDryRun,
  type LineImport,
} from '@quayside/contracts/invoices/invoice-line-imports';
import { replaceInvoice } from '@quayside/contracts/invoices/invoices';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
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
  unitPrice: '2.5',
  amount: '250.00',
  taxAmount: '0.00',
  account: null,
  internalReference: null,
};
/** The server's response to the pasted block: a line of kettles, and a row with two invalid cells. */
const CHECKED: LineImport = {
  hasHeadings: true,
  columns: [
    { heading: 'SKU', field: 'sku', samples: ['KTL', 'XXX'], numbers: null },
    { heading: 'Name', field: 'name', samples: ['Kettle', 'Lamp'], numbers: null },
    { heading: 'Amount', field: 'amount', samples: ['250.00', 'ten'], numbers: { reading: 'POINT', ambiguous: null } },
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
  openCostTypes: 0,
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
/** Dispatches a paste event on a cell of the sheet, as a browser would. */
async function paste(text: string, into = cell(1, 'name'), own?: string) {
  await expect.element(into).toBeVisible();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  if (own !== undefined) clipboardData.setData('application/x-quayside-lines', own);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
  into.element().dispatchEvent(event);
  return event.defaultPrevented;
}
async function openMenu() {
  await main.getByRole('button', { name: 'More actions for HS-1' }).click();
  await page.getByRole('menuitem', { name: 'Import lines' }).click();
}

describe('a pasted block of cells', () => {
  it('is checked by the server; each invalid cell shows its text and the error, and nothing is added', async () => {
    const { api } = start();
    expect(await paste(BLOCK)).toBe(true);
    await expect.element(row('Lamp')).toMatchTextContent('3The row is too longXXXNo product has this SKU');
    await expect.element(row('Lamp')).toMatchTextContent('tenNot a number');
    await expect.element(row('Kettle')).toMatchTextContent('250.00');
    await expect.element(button('Add 1 line')).toBeDisabled();
    await expect.element(dialog.getByRole('group', { name: 'After the import' })).toMatchTextContent('CNY 370.00');
    expect(api.asked(importInvoiceLinesDryRun).map(({ body }) => body)).toEqual([{ text: BLOCK }]);
    expect(api.asked(importInvoiceLines)).toEqual([]);
    await expectNoSeriousFindings();
  });
  it('asks once what the lines are for where nothing says it, and adds nothing before the answer', async () => {
    const server = startInvoice(invoiceOf([]));
    const { api } = server;
    const costTypeOf = (body: { costType?: LineImport['rows'][number]['line']['costType'] }): LineImport => ({
      ...RIGHT,
      rows: [{ row: 2, line: { ...KETTLES, product: null, costType: body.costType ?? 'FACTORY_INVOICE' }, errors: [] }],
      openCostTypes: body.costType ? 0 : 1,
    });
    api.on(importInvoiceLinesDryRun, ({ body }) => costTypeOf(body));
    api.on(importInvoiceLines, ({ body }) => ({ ...costTypeOf(body), invoice: server.stored() }));
    openInvoice();
    await openMenu();
    await dialog.getByRole('textbox').fill('Name\tAmount\nItem 7\t250.00');
    const question = dialog.getByRole('combobox', { name: 'Nothing says what 1 of these lines is for. It is:' });
    await expect.element(question).toHaveFocus();
    await expect.element(button('Add 1 line')).toBeDisabled();
    await question.selectOptions('Shipping');
    await expect.element(row('Kettle')).toMatchTextContent('Shipping');
    const answered = dialog.getByRole('combobox', { name: 'Lines of which nothing says what they are for are:' });
    await expect.element(answered).toHaveValue('SHIPPING');
    await expect.element(dialog.getByText(/0 of these lines/)).not.toBeInTheDocument();
    await button('Add 1 line').click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(importInvoiceLines)[0]?.body).toMatchObject({ costType: 'SHIPPING' });
  });
  it('shows account and reference if the table has these columns', async () => {
    const named = (heading: string, field: 'account' | 'internalReference') => ({
      ...{ heading, field, samples: [], numbers: null },
    });
    start({
      ...RIGHT,
      columns: [...RIGHT.columns, named('Account', 'account'), named('PO No.', 'internalReference')],
      rows: [{ row: 2, line: { ...KETTLES, account: '5010', internalReference: 'PO-7' }, errors: [] }],
    });
    await paste(BLOCK);
    await expect.element(row('Kettle')).toMatchTextContent('5010PO-7');
    await expect.element(rows.getByRole('columnheader', { name: 'Unit price' })).not.toBeInTheDocument();
  });
  it('that was copied from an invoice keeps its columns, whatever its content looks like', async () => {
    const { api } = start();
    const own = 'HS-1\tFreight\tShipping\t1\t120.50\t120.50\t0.00';
    await paste(own, undefined, 'sku,name,costType,quantity,unitPrice,amount,taxAmount');
    await expect.element(row('Kettle')).toBeVisible();
    expect(api.asked(importInvoiceLinesDryRun)[0]?.body).toEqual({
      text: own,
      columns: ['sku', 'name', 'costType', 'quantity', 'unitPrice', 'amount', 'taxAmount'],
      hasHeadings: false,
    });
  });
  it('whose numbers are read as chosen for an earlier table says so; another choice is sent', async () => {
    const numbers = { reading: 'COMMA' as const, ambiguous: '1.250', by: 'EARLIER_CHOICE' as const };
    const [first, ...others] = CHECKED.columns;
    const { api } = start({ ...CHECKED, columns: first ? [{ ...first, numbers }, ...others] : [] });
    await paste(BLOCK);
    await expect
      .element(dialog.getByText(/^Numbers in this column read as 1\.234,56, as you chose for the last table like this/))
      .toBeVisible();
    await dialog.getByRole('combobox', { name: /^How the numbers in column SKU/ }).selectOptions('1,234.56');
    await expect.poll(() => api.asked(importInvoiceLinesDryRun).at(-1)?.body.decimalMarks?.[0]).toBe('.');
  });
  it('can be added without the invalid rows, and Undo removes the lines again', async () => {
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
  it.each(['{Enter}', '{Control>}{Enter}{/Control}'])(
    'has the focus on its primary button, and is added with %s; Enter never closes it',
    async (keys) => {
      const server = start(RIGHT);
      const release = server.api.hold(importInvoiceLinesDryRun);
      await paste(BLOCK);
      await expect.element(dialog).toBeVisible();
      // The rows are not checked yet.
      await userEvent.keyboard(keys);
      await expect.element(dialog).toBeVisible();
      expect(server.api.asked(importInvoiceLines)).toEqual([]);
      release();
      await expect.element(button('Add 1 line')).toHaveFocus();
      await userEvent.keyboard(keys);
      await expect.element(page.getByText('1 line is added')).toBeVisible();
      expect(server.api.asked(importInvoiceLines)).toHaveLength(1);
    },
  );
  it('shows the unit prices where a column holds them', async () => {
    const [sku, ...others] = RIGHT.columns;
    const price = { heading: 'Price', field: 'unitPrice' as const, samples: ['2.50'], numbers: null };
    start({ ...RIGHT, columns: [...(sku ? [sku] : []), price, ...others] });
    await paste(BLOCK);
    await expect.element(rows.getByRole('columnheader', { name: 'Price' })).toBeVisible();
    await expect.element(row('Kettle')).toMatchTextContent('2.50');
  });
  it('is checked again with other fields for the columns, or without a header row', async () => {
    const { api } = start(RIGHT);
    await paste(BLOCK);
    await column('Name').selectOptions('Amount');
    await expect.poll(() => api.asked(importInvoiceLinesDryRun).at(-1)?.body.columns).toEqual(['sku', 'amount', null]);
    await dialog.getByRole('checkbox', { name: 'The first row has headings' }).click();
    await expect
      .poll(() => api.asked(importInvoiceLinesDryRun).at(-1)?.body)
      .toEqual({ text: BLOCK, hasHeadings: false });
  });
  it('says how the numbers of a column are read, and asks where every one can be read in two ways', async () => {
    const open = (reading: 'OPEN' | 'COMMA'): LineImport => ({
      ...RIGHT,
      columns: RIGHT.columns.map((column) =>
        column.field === 'amount' ? { ...column, numbers: { reading, ambiguous: '6,555' } } : column,
      ),
    });
    const { api } = start();
    api.on(importInvoiceLinesDryRun, ({ body }) => open(body.decimalMarks ? 'COMMA' : 'OPEN'));
    await paste(BLOCK);
    await expect.element(dialog.getByText(/^6,555 can be read in two ways/)).toBeVisible();
    await expect.element(button('Add 1 line')).toBeDisabled();
    await dialog
      .getByRole('combobox', { name: 'How the numbers in column Amount are written' })
      .selectOptions('1.234,56');
    await expect.element(dialog.getByText(/^Numbers in this column read as 1\.234,56/)).toBeVisible();
    await button('Add 1 line').click();
    await expect
      .poll(() => api.asked(importInvoiceLines).at(-1)?.body)
      .toMatchObject({
        decimalMarks: [null, null, ','],
      });
  });
  it('waits for the response, and can be checked again after an error', async () => {
    const { api } = start(RIGHT);
    api.refuse(importInvoiceLinesDryRun, 'imports.unreadable', { message: 'A quote never closes' });
    await paste(BLOCK);
    await expect.element(dialog.getByText(/A quote never closes/)).toBeVisible();
    await expect.element(button('Nothing to add')).toBeDisabled();
    api.on(importInvoiceLinesDryRun, RIGHT);
    await button('Try again').click();
    await expect.element(button('Add 1 line')).toBeEnabled();
  });
  it('stays with the reason when the server refuses the import', async () => {
    const { api } = start(RIGHT);
    api.refuse(importInvoiceLines, 'invoices.closed', { message: 'The invoice was closed meanwhile' });
    await paste(BLOCK);
    await button('Add 1 line').click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The invoice was closed meanwhile');
    await expect.element(button('Add 1 line')).toBeEnabled();
  });
  it('is ordinary text if it contains only one cell', async () => {
    const { api } = start();
    expect(await paste('Sea freight, Ningbo')).toBe(false);
    expect(api.asked(importInvoiceLinesDryRun)).toEqual([]);
    expect(dialog.query()).toBeNull();
  });
});

describe('lines from a file', () => {
  it('are read from a file that is chosen in the menu; another file can be chosen instead', async () => {
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
  it('can also be pasted into the dialog', async () => {
    const { api } = start(RIGHT);
    await openMenu();
    await dialog.getByRole('textbox', { name: 'Or paste a block of cells' }).fill(BLOCK);
    await expect.element(row('Kettle')).toBeVisible();
    expect(api.asked(importInvoiceLinesDryRun)[0]?.body.text).toBe(BLOCK);
  });
});
