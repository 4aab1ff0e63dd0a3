import { listScopeOptions, previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { bulkPatchInvoiceLines } from '@quayside/contracts/invoices/invoice-lines';
import { replaceInvoice } from '@quayside/contracts/invoices/invoices';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf } from '../../../testing/person.ts';
import { aPreview } from '../testing/a-preview.ts';
import { cell, freightLine, invoiceOf, lineOf, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const bar = main.getByRole('toolbar', { name: 'Selected' });
const tick = (line: number) => main.getByRole('checkbox', { name: `Select line ${line}` });
const all = main.getByRole('checkbox', { name: 'Select all lines' });
const apply = (name: string) => dialog.getByRole('button', { name });
const LINES = [
  lineOf(1, { taxAmount: '20.00' }),
  freightLine(2),
  freightLine(3, { name: 'Customs entry', costType: 'CUSTOMS_AND_DUTIES', basis: 'VALUE', taxAmount: '5.00' }),
];

function open(lines = LINES) {
  const server = startInvoice(invoiceOf(lines));
  server.api.on(previewAllocation, aPreview());
  openInvoice();
  return server;
}
const sent = (server: ReturnType<typeof open>) => server.api.asked(bulkPatchInvoiceLines).map(({ body }) => body.lines);

const COPIED_COLUMNS = 'sku,name,costType,quantity,unitPrice,amount,taxAmount';

describe('selecting lines', () => {
  it('shows their number and total; Escape deselects all', async () => {
    open();
    await tick(1).click();
    await tick(3).click();
    await expect.element(bar.getByRole('status')).toHaveTextContent('2 selectedCNY 620.00');
    await expect.element(all).toBePartiallyChecked();
    await all.click();
    await expect.element(bar.getByRole('status')).toHaveTextContent('3 selectedCNY 740.00');
    await bar.getByRole('button', { name: 'Spread' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(tick(1)).toHaveFocus();
  });
  it('selects a range with Shift, with the mouse and with the arrow keys', async () => {
    open();
    await tick(1).click();
    await tick(3).click({ modifiers: ['Shift'] });
    await expect.element(bar.getByText('3 selected')).toBeVisible();
    await all.click();
    await expect.element(bar).not.toBeInTheDocument();
    await tick(1).click();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.element(bar.getByText('2 selected')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(bar.getByRole('button', { name: 'Cost type' })).toHaveFocus();
  });
  it('is not offered to a viewer', async () => {
    startInvoice(invoiceOf(LINES), 'viewer');
    openInvoice();
    await expect.element(main.getByText('Customs entry')).toBeVisible();
    expect(tick(1).query()).toBeNull();
    expect(all.query()).toBeNull();
  });
});

describe('a change of all selected lines', () => {
  it('of their cost type shows the effect on orders, is stored with one call, and can be undone', async () => {
    const server = open();
    await all.click();
    await bar.getByRole('button', { name: 'Cost type' }).click();
    await page.getByRole('menuitem', { name: 'Customs and duties' }).click();
    await expect.element(dialog.getByText('It becomes Customs and duties.')).toBeVisible();
    const effect = dialog.getByRole('status');
    await expect.element(effect).toMatchTextContent('1 line will be spread over 2 orders by quantity.');
    await expect
      .element(effect)
      .toMatchTextContent('1 line is an order now; it becomes a cost of its product instead.');
    await expect.element(effect).toMatchTextContent('1 line stays as it is.');
    await apply('Change 2 lines').click();
    await expect.element(page.getByText('2 lines are changed')).toBeVisible();
    expect(sent(server)).toEqual([
      [
        { invoiceLineId: idOf(1001), costType: 'CUSTOMS_AND_DUTIES', version: 1 },
        { invoiceLineId: idOf(1002), costType: 'CUSTOMS_AND_DUTIES', version: 1 },
      ],
    ]);
    await expect.element(cell(1, 'cost type')).toHaveValue('CUSTOMS_AND_DUTIES');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(cell(1, 'cost type')).toHaveValue('FACTORY_INVOICE');
    expect(sent(server)[1]).toEqual([
      { invoiceLineId: idOf(1001), costType: 'FACTORY_INVOICE', version: 2 },
      { invoiceLineId: idOf(1002), costType: 'SHIPPING', version: 2 },
    ]);
  });
  it('of their basis leaves out lines with a product', async () => {
    const server = open();
    await all.click();
    await bar.getByRole('button', { name: 'Spread' }).click();
    await expect.element(apply('Nothing to change')).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'Basis' }).click();
    await page.getByRole('option', { name: 'Volume', exact: true }).click();
    await expect
      .element(dialog.getByText('1 line stays as it is: it has a product, or is spread like this already.'))
      .toBeVisible();
    await expect.element(dialog.getByText('2 lines will be spread over 2 orders by quantity.')).toBeVisible();
    await apply('Change 2 lines').click();
    await expect
      .poll(() => sent(server))
      .toEqual([
        [
          { invoiceLineId: idOf(1002), basis: 'VOLUME', version: 1 },
          { invoiceLineId: idOf(1003), basis: 'VOLUME', version: 1 },
        ],
      ]);
  });
  it('that would leave them unassigned says so, and why', async () => {
    const { api } = open();
    api.on(
      previewAllocation,
      aPreview({ shares: [], unassignedReason: 'NO_SCOPE', unassigned: { document: '120.00', account: null } }),
    );
    await tick(2).click();
    await bar.getByRole('button', { name: 'Spread' }).click();
    await dialog.getByRole('combobox', { name: 'Basis' }).click();
    await page.getByRole('option', { name: 'Weight', exact: true }).click();
    await expect.element(dialog.getByText(/^1 line would not be assigned\. It is not known which goods/)).toBeVisible();
  });
  it('that spreads over chosen orders requires at least one', async () => {
    const server = open();
    server.api.on(listScopeOptions, [
      {
        type: 'ORDER',
        id: idOf(1101),
        label: 'SO-1',
        detail: 'Kettle',
        order: { id: idOf(1101), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
      },
    ]);
    await tick(2).click();
    await bar.getByRole('button', { name: 'Spread' }).click();
    await dialog.getByText('Chosen orders').click();
    await expect.element(apply('Nothing to change')).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'Orders, shipments, invoices and products' }).click();
    await page.getByRole('option', { name: /^NB-7001, line 1/ }).click();
    await apply('Change 1 line').click();
    await expect
      .poll(() => sent(server)[0])
      .toEqual([{ invoiceLineId: idOf(1002), scope: [{ type: 'ORDER', id: idOf(1101) }], version: 1 }]);
  });
  it('that excludes them from the costs requires a reason', async () => {
    const server = open();
    await tick(2).click();
    await tick(3).click();
    await bar.getByRole('button', { name: 'Exclude' }).click();
    await expect.element(apply('Change 2 lines')).toBeDisabled();
    await expect
      .element(dialog.getByText('CNY 240.00 on 2 lines will no longer count in the product costs.'))
      .toBeVisible();
    await dialog.getByRole('textbox', { name: 'Why' }).fill('Deposit');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => sent(server)[0])
      .toEqual([
        { invoiceLineId: idOf(1002), isExcludedFromGeneralCostsData: true, exclusionReason: 'Deposit', version: 1 },
        { invoiceLineId: idOf(1003), isExcludedFromGeneralCostsData: true, exclusionReason: 'Deposit', version: 1 },
      ]);
    await expectNoSeriousFindings();
  });
  it('of their tax shows how much tax becomes part of their cost', async () => {
    const server = open();
    await all.click();
    await bar.getByRole('button', { name: 'Tax' }).click();
    await expect.element(dialog.getByText('CNY 25.00 tax on 3 lines will be part of their cost.')).toBeVisible();
    await apply('Change 3 lines').click();
    await expect.poll(() => sent(server)[0]?.map((line) => line.isTaxRecoverable)).toEqual([false, false, false]);
  });
  it('that the server refuses stays open with the reason', async () => {
    const { api } = open();
    api.refuse(bulkPatchInvoiceLines, 'invoices.in_use', { message: 'Line 1 is credited' });
    await tick(1).click();
    await bar.getByRole('button', { name: 'Tax' }).click();
    await apply('Change 1 line').click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Line 1 is credited');
    await expect.element(apply('Change 1 line')).toBeEnabled();
  });
});

describe('selected lines', () => {
  it('are deleted with one call after a confirmation; Undo creates them again at their positions', async () => {
    const { api, stored } = open();
    await tick(2).click();
    await tick(3).click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Delete 2 lines?' })).toBeVisible();
    await apply('Delete 2 lines').click();
    await expect.element(page.getByText('2 lines are deleted')).toBeVisible();
    expect(api.asked(replaceInvoice)[0]?.body.lines).toEqual([{ invoiceLineId: idOf(1001) }]);
    await expect.element(cell(2, 'name')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(cell(3, 'name')).toHaveValue('Customs entry');
    expect(stored().lines.map(({ name }) => name)).toEqual(['Kettle', 'Sea freight', 'Customs entry']);
    expect(api.asked(replaceInvoice)[1]?.body.lines[2]).toMatchObject({ name: 'Customs entry', basis: 'VALUE' });
  });
  it('are not deleted if they have orders or credits; the reason names them', async () => {
    open([lineOf(1), freightLine(2, { credited: { amount: '5.00', taxAmount: '0.00', quantity: '0' } })]);
    await tick(1).click();
    await expect
      .element(bar.getByRole('note', { name: '1 of them is an order: line 1. Set its quantity to 0 first.' }))
      .toBeVisible();
    await tick(1).click();
    await tick(2).click();
    await expect
      .element(bar.getByRole('note', { name: '1 of them is credited by a credit note. Delete the credit first.' }))
      .toBeVisible();
    await expect.element(bar.getByRole('button', { name: 'Delete' })).toBeDisabled();
  });
  it('are copied as cells of a spreadsheet', async () => {
    open();
    await tick(2).click();
    const copied = new DataTransfer();
    const copy = new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: copied });
    tick(2).element().dispatchEvent(copy);
    expect(copied.getData('text/plain')).toContain('Sea freight');
    expect(copied.getData('application/x-quayside-lines')).toBe(COPIED_COLUMNS);
    expect(copy.defaultPrevented).toBe(true);
    // The button copies the same. What the browser does with it is read before any other listener can.
    const [set, write] = [vi.spyOn(DataTransfer.prototype, 'setData'), vi.spyOn(navigator.clipboard, 'writeText')];
    await bar.getByRole('button', { name: 'Copy' }).click();
    await expect.element(page.getByText('1 line is copied')).toBeVisible();
    expect(set.mock.calls).toEqual([
      ['text/plain', copied.getData('text/plain')],
      ['application/x-quayside-lines', COPIED_COLUMNS],
    ]);
    expect(write).not.toHaveBeenCalled();
  });
  it('are copied as text if the browser does not allow data of our own', async () => {
    vi.spyOn(document, 'execCommand').mockReturnValue(false);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    open();
    await tick(2).click();
    await bar.getByRole('button', { name: 'Copy' }).click();
    await expect.element(page.getByText('1 line is copied')).toBeVisible();
    expect(write.mock.calls[0]?.[0]).toContain('Sea freight');
  });
});
