import { previewCreditNote } from '@quayside/contracts/payments/credits';
import { getInvoiceDocument, replaceInvoiceUpload } from '@quayside/contracts/invoices/invoice-documents';
import {
  archiveInvoice,
  closeInvoice,
  confirmInvoice,
  reopenInvoice,
  unarchiveInvoice,
} from '@quayside/contracts/invoices/invoice-moves';
import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import {
  deleteInvoice,
  getInvoice,
  type InvoiceWithLines,
  listInvoiceUses,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { cell, freightLine, invoiceOf, lineOf, openInvoice, startInvoice } from '../testing/start-invoice.tsx';
import { rememberList } from './neighbours.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string | RegExp) => main.getByRole('button', { name });
const WORKING = invoiceOf([lineOf(1)]);
const OPEN = invoiceOf([lineOf(1)], { status: 'OPEN' });
const CLOSED: InvoiceWithLines = {
  ...invoiceOf([lineOf(1)], { status: 'CLOSED' }),
  can: { ...WORKING.can, edit: { allowed: false, reason: 'Closed invoices are read only' } },
};
const DOCUMENT = {
  id: idOf(70),
  fileName: 'freight.docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  size: 2048,
  uploadedAt: '2026-11-16T09:00:00Z',
};

function open(invoice = WORKING, { as, query = '' }: { as?: Visitor; query?: string } = {}) {
  const server = startInvoice(invoice, as);
  openInvoice(query);
  return server;
}
async function openMenu() {
  await button('More actions for HS-1').click();
  await expect.element(page.getByRole('menu')).toBeVisible();
}
const menuItem = (name: string) => page.getByRole('menuitem', { name });

describe('the next step of an invoice', () => {
  it('is to confirm it; the dialog names the rate that will be frozen', async () => {
    const { api, change } = open(invoiceOf([lineOf(1)], { rate: '0.125' }));
    api.on(confirmInvoice, () => change({ status: 'OPEN' }));
    await button(/^Confirm/).click();
    await expect.element(dialog.getByText(/^The rate is frozen at 8\S* CNY per GBP/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Confirm invoice' }).click();
    await expect.element(page.getByText('HS-1 is confirmed')).toBeVisible();
    await expect.element(main.getByText('Status: Open')).toBeInTheDocument();
    await expect.element(button(/^Close invoice/)).toBeEnabled();
    expect(api.asked(confirmInvoice).map(({ params, body }) => [params.id, body.version])).toEqual([[idOf(10), 1]]);
  });
  it('is to confirm it; the dialog says once more what is odd about it, and refuses nothing', async () => {
    const warnings = [
      { code: 'RATE_FAR' as const, message: 'The rate is far off' },
      { code: 'SAME_NUMBER' as const, message: 'Invoice HS-01 has the same number' },
    ];
    const { api, change } = open(invoiceOf([lineOf(1)], { warnings }));
    api.on(confirmInvoice, () => change({ status: 'OPEN' }));
    await expect.element(main.getByText('The rate is far off.')).toBeVisible();
    await button(/^Confirm/).click();
    await expect.element(dialog.getByText('The rate is far off.')).toBeVisible();
    await expect.element(dialog.getByText('Invoice HS-01 has the same number.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Confirm invoice' }).click();
    await expect.element(page.getByText('HS-1 is confirmed')).toBeVisible();
  });
  it('of a credit note names the payments on which it is used, and can keep all of it as a credit', async () => {
    const { api, change } = open(invoiceOf([lineOf(1)], { kind: 'CREDIT_NOTE' }));
    const use = { paymentId: idOf(501), invoiceId: idOf(11), number: 'HS-2', position: 2, open: '40.00' };
    api.on(previewCreditNote, {
      invoiceId: idOf(10),
      currency: 'CNY',
      amount: '50.00',
      uses: [{ ...use, amount: '40.00' }],
      rest: '10.00',
    });
    api.on(confirmInvoice, () => change({ status: 'OPEN' }));
    await button(/^Confirm/).click();
    await expect.element(dialog.getByText('CNY 40.00 is used on HS-2, payment 2.')).toBeVisible();
    await expect.element(dialog.getByText('CNY 10.00 is kept as a credit of the supplier.')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Keep all of it as a credit' }).click();
    await expect.element(dialog.getByText('CNY 50.00 is kept as a credit of the supplier.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Confirm invoice' }).click();
    await expect.poll(() => api.asked(confirmInvoice).map(({ body }) => body.keepAsCredit)).toEqual([true]);
  });
  it('of a credit note is not confirmed unless it is known where its amount goes', async () => {
    const { api } = open(invoiceOf([lineOf(1)], { kind: 'CREDIT_NOTE' }));
    api.refuse(previewCreditNote, 'internal');
    await button(/^Confirm/).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('An error occured trying to get invoice');
    expect(dialog.query()).toBeNull();
    api.refuse(previewCreditNote, 'payments.no_total');
    await button(/^Confirm/).click();
    await expect.element(dialog.getByRole('button', { name: 'Confirm invoice' })).toBeVisible();
  });
  it('is to close it with Ctrl Enter, unless the person cancels', async () => {
    const { api, change } = open(OPEN);
    api.on(closeInvoice, () => change({ status: 'CLOSED', can: CLOSED.can }));
    await expect.element(button(/^Close invoice/)).toBeEnabled();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('dialog', { name: 'Close HS-1?' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(closeInvoice)).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await dialog.getByRole('button', { name: 'Close invoice' }).click();
    await expect.element(page.getByText('HS-1 is closed')).toBeVisible();
    await expect.element(main.getByText('This invoice is closed. Re-open it to change it.')).toBeVisible();
    expect(cell(1, 'amount').query()).toBeNull();
  });
  it('is to re-open a closed invoice, which is read-only until then', async () => {
    const { api, change } = open(CLOSED);
    api.on(reopenInvoice, () => change({ status: 'OPEN', can: WORKING.can }));
    await expect.element(main.getByText('This invoice is closed. Re-open it to change it.')).toBeVisible();
    expect(cell(1, 'amount').query()).toBeNull();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(dialog.query()).toBeNull();
    await button('Re-open').click();
    await dialog.getByRole('button', { name: 'Re-open invoice' }).click();
    await expect.element(page.getByText('HS-1 is open again')).toBeVisible();
    await expect.element(cell(1, 'amount')).toHaveValue('500.00');
  });
  it('is disabled with a reason while something is missing', async () => {
    const may = { allowed: false, reason: 'The lines do not add up to the total' };
    open({ ...OPEN, can: { ...OPEN.can, close: may } });
    await expect.element(button(/^Close invoice/)).toBeDisabled();
    await expect.element(main.getByRole('note', { name: 'The lines do not add up to the total' })).toBeVisible();
  });
  it('saves unsaved input first, and does nothing while a field is invalid', async () => {
    const { api } = open();
    await cell(1, 'amount').fill('10.005');
    await button(/^Confirm/).click();
    await expect.element(page.getByText(/^Some changes to this invoice are not saved yet\./)).toBeVisible();
    expect(dialog.query()).toBeNull();
    expect(api.asked(confirmInvoice)).toEqual([]);
  });
  it('shows the reason of a refusal, and leaves the invoice unchanged', async () => {
    const { api } = open(OPEN);
    api.refuse(closeInvoice, 'invoices.difference', { message: 'The lines differ from the total by 4.00' });
    await button(/^Close invoice/).click();
    await dialog.getByRole('button', { name: 'Close invoice' }).click();
    await expect.element(page.getByText(/The lines differ from the total by 4\.00/)).toBeVisible();
    await expect.element(button(/^Close invoice/)).toBeEnabled();
  });
  it('is not available to a viewer, like all other actions that change the invoice', async () => {
    open(OPEN, { as: 'viewer' });
    await expect.element(button(/^Close invoice/)).toBeDisabled();
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
    await openMenu();
    for (const name of ['Upload document', 'Import lines', 'Credit this invoice', 'Archive', 'Delete invoice'])
      await expect.element(menuItem(name)).toBeDisabled();
    await expect.element(menuItem('Costs it restated')).toBeEnabled();
  });
});

describe('the menu of an invoice', () => {
  it('links to the restatements that the invoice caused', async () => {
    open(OPEN);
    await openMenu();
    await expect
      .element(menuItem('Costs it restated'))
      .toHaveAttribute('href', paths.restatements({ invoice: idOf(10) }));
  });
  it('archives a closed invoice, which a note then mentions; Undo restores it', async () => {
    const { api, change, stored } = open(CLOSED);
    api.on(archiveInvoice, () => change({ archivedAt: new Date().toISOString() }));
    api.on(unarchiveInvoice, () => change({ archivedAt: null }));
    await openMenu();
    await menuItem('Archive').click();
    await expect.element(page.getByText('HS-1 is archived')).toBeVisible();
    await expect.element(main.getByText(/^Archived .*: the invoice is left out of the lists/)).toBeVisible();
    expect(api.asked(archiveInvoice).map(({ body }) => body.version)).toEqual([1]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('HS-1 is back in the lists')).toBeVisible();
    expect(stored().archivedAt).toBeNull();
  });
  it('deletes the invoice after a confirmation that counts its lines and orders, and shows the list', async () => {
    const { api } = open(invoiceOf([lineOf(1), freightLine(2)]));
    api.on(deleteInvoice, undefined);
    await openMenu();
    await menuItem('Delete invoice').click();
    await expect
      .element(dialog.getByText(/^Its 2 lines are deleted too, .* The order of line 1 is deleted as well\.$/))
      .toBeVisible();
    // After the deletion, the server no longer finds the invoice.
    api.refuse(getInvoice, 'not_found');
    await dialog.getByRole('button', { name: 'Delete invoice' }).click();
    await expect.poll(() => window.location.pathname).toBe(paths.invoices());
    expect(api.asked(deleteInvoice).map(({ headers }) => headers.get('If-Match'))).toEqual([
      expect.stringContaining('1'),
    ]);
  });
  it('links to the invoices that prevent the deletion, before it asks and after a refusal', async () => {
    const { api } = open();
    const uses = [{ type: 'INVOICE' as const, id: idOf(1101), label: 'SEA-1', order: null }];
    api.refuse(deleteInvoice, 'invoices.in_use', { uses });
    await openMenu();
    await menuItem('Delete invoice').click();
    await dialog.getByRole('button', { name: 'Delete invoice' }).click();
    await expect.element(page.getByRole('dialog', { name: 'This is still used' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    api.on(listInvoiceUses, uses);
    await openMenu();
    await menuItem('Delete invoice').click();
    const used = page.getByRole('dialog', { name: 'This is still used' });
    await expect.element(used.getByText('HS-1 is still used. Change these first:')).toBeVisible();
    await expect.element(cell(1, 'amount')).toBeInTheDocument();
    expect(api.asked(deleteInvoice)).toHaveLength(1);
    await used.getByRole('link', { name: 'SEA-1' }).click();
    await expect.poll(() => window.location.pathname).toBe(paths.invoice(idOf(1101)));
    await expect.element(used).not.toBeInTheDocument();
  });
  it('cannot delete a closed invoice', async () => {
    open(CLOSED);
    await openMenu();
    await expect.element(menuItem('Delete invoice')).toBeDisabled();
  });
  it('replaces the document, and downloads the current one', async () => {
    const { api, change } = open(invoiceOf([lineOf(1)], { document: DOCUMENT }));
    api.on(replaceInvoiceUpload, ({ file }) => change({ document: { ...DOCUMENT, fileName: file?.name ?? '' } }));
    api.on(getInvoiceDocument, new File(['words'], 'freight.docx'));
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await openMenu();
    await menuItem('Open document').click();
    await expect.element(page.getByText('The document is in your downloads')).toBeVisible();
    expect(clicks).toHaveBeenCalledOnce();
    await openMenu();
    await expect.element(menuItem('Replace document')).toBeEnabled();
    await main
      .getByLabelText('Document', { exact: true })
      .upload(new File(['%PDF'], 'freight-2.pdf', { type: 'application/pdf' }));
    await expect.element(page.getByText('The document is stored')).toBeVisible();
    expect(api.asked(replaceInvoiceUpload).map(({ file }) => file?.name)).toEqual(['freight-2.pdf']);
  });
  it('says in the documented words that the document was not replaced, and that the invoice was not deleted', async () => {
    const { api } = open(invoiceOf([lineOf(1)], { document: DOCUMENT }));
    api.refuse(replaceInvoiceUpload, 'internal');
    api.refuse(deleteInvoice, 'internal');
    await expect.element(cell(1, 'amount')).toBeVisible();
    await main
      .getByLabelText('Document', { exact: true })
      .upload(new File(['%PDF'], 'freight-2.pdf', { type: 'application/pdf' }));
    await expect.element(page.getByText('An error occurred while trying to replace document')).toBeVisible();
    await openMenu();
    await menuItem('Delete invoice').click();
    await dialog.getByRole('button', { name: 'Delete invoice' }).click();
    await expect.element(page.getByText('An error occured trying to delete invoice')).toBeVisible();
  });
  it('refuses a file of another type without sending it', async () => {
    const { api } = open();
    await expect.element(cell(1, 'amount')).toBeVisible();
    await main.getByLabelText('Document', { exact: true }).upload(new File(['x'], 'kettle.png'));
    await expect.element(page.getByText('Only Pdf, Doc, Docx files are allowed')).toBeVisible();
    expect(api.asked(replaceInvoiceUpload)).toEqual([]);
  });
});

describe('the neighbours of an invoice', () => {
  const ids = [idOf(9), idOf(10), idOf(11)];

  it('are those in the list from which it was opened, on the same tab; buttons and keys lead to them', async () => {
    rememberList({ ids, from: 50, total: 120 });
    const { api } = open(WORKING, { query: '?tab=details' });
    api.on(getInvoice, ({ params }) => ({ ...WORKING, id: params.id, invoiceNumber: `HS-${ids.indexOf(params.id)}` }));
    await expect.element(main.getByText('52 of 120')).toBeVisible();
    await button('Next invoice ]').click();
    await expect.element(main.getByText('53 of 120')).toBeVisible();
    expect([window.location.pathname, window.location.search]).toEqual([paths.invoice(idOf(11)), '?tab=details']);
    await expect.element(button('Next invoice ]')).toBeDisabled();
    await userEvent.keyboard('[[');
    await expect.element(main.getByText('52 of 120')).toBeVisible();
  });
  it('are not shown for an invoice that was not opened from a list', async () => {
    rememberList({ ids: [idOf(9)], from: 0, total: 1 });
    open();
    await expect.element(cell(1, 'amount')).toBeVisible();
    expect(button('Next invoice ]').query()).toBeNull();
  });
});

describe('the tabs of an invoice', () => {
  it('show the numbers of lines and products; the URL names the open tab', async () => {
    open(invoiceOf([lineOf(1), freightLine(2)]));
    await expect.element(main.getByRole('link', { name: /^Line items 2$/ })).toHaveAttribute('aria-current', 'page');
    await expect.element(main.getByRole('link', { name: /^Products 1$/ })).toBeVisible();
    await main.getByRole('link', { name: 'Details' }).click();
    await expect.element(main.getByRole('textbox', { name: 'Bill to company' })).toBeVisible();
    expect(window.location.search).toBe('?tab=details');
  });
});

describe('an invoice on a phone', () => {
  afterEach(() => page.viewport(1440, 900));

  it('is shown as cards; the next step is available, and a card opens the costs of its line', async () => {
    await page.viewport(390, 844);
    const { api, change } = open(invoiceOf([lineOf(1), freightLine(2)], { status: 'OPEN' }));
    api.on(closeInvoice, () => change({ status: 'CLOSED', can: CLOSED.can }));
    api.hold(previewAllocation);
    expect(cell(1, 'amount').query()).toBeNull();
    const card = button(/^Open line 1/);
    await expect.element(card).toHaveTextContent('Open line 1: Kettle500.00KTL · Factory100 × 5Assigned');
    await card.click();
    await expect.element(page.getByRole('heading', { name: 'Line 1' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button(/^Close invoice/).click();
    await dialog.getByRole('button', { name: 'Close invoice' }).click();
    await expect.element(page.getByText('HS-1 is closed')).toBeVisible();
    expect(api.asked(updateInvoiceBasic)).toEqual([]);
  });
});

describe('an invoice with payments', () => {
  it.each([
    [true, 'PAID', 'Reconciled'],
    [false, 'PART_PAID', 'Not reconciled'],
  ] as const)('says whether it is reconciled: %s', async (reconciled, paymentState, words) => {
    open(invoiceOf([lineOf(1)], { reconciled, paymentState }));
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  });
});
