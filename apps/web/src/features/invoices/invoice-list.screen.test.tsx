import { exportInvoices } from '@quayside/contracts/exports';
import { archiveInvoice, unarchiveInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { type InvoiceWithLines, invoiceTotals, listInvoices } from '@quayside/contracts/invoices/invoices';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { cutFigures } from '../../testing/cut-figures.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen, renderPart, startApi } from '../../testing/render-app.tsx';
import { InvoiceListPage } from './invoice-list.page.tsx';
import { rememberedList } from './page/neighbours.ts';
import { invoiceOf, lineOf, NINGBO } from './testing/start-invoice.tsx';

const no = { allowed: false, reason: 'Only closed invoices can be archived' };
const money = (document: string, account: string | null) => ({ document, account });

const OPEN = invoiceOf([lineOf(1)]);
const GOODS: InvoiceWithLines = { ...OPEN, can: { ...OPEN.can, archive: no } };
const CLOSED: InvoiceWithLines = { ...OPEN, id: idOf(20), invoiceNumber: 'HS-2', status: 'CLOSED', version: 4 };
const ALSO_CLOSED: InvoiceWithLines = { ...CLOSED, id: idOf(21), invoiceNumber: 'HS-3', version: 7 };
const ARCHIVED: InvoiceWithLines = {
  ...GOODS,
  id: idOf(22),
  invoiceNumber: 'HS-4',
  status: 'CLOSED',
  archivedAt: '2026-11-20T09:00:00Z',
  version: 2,
};
/** A credit note in dollars that has neither a rate nor a supplier. The sum of its lines differs from its total. */
const CREDIT: InvoiceWithLines = {
  ...GOODS,
  id: idOf(23),
  invoiceNumber: 'CN-1',
  kind: 'CREDIT_NOTE',
  supplierContact: null,
  currency: 'USD',
  rate: null,
  total: '-90.00',
  totals: {
    ...GOODS.totals,
    total: money('-90.00', null),
    unassigned: money('-12.50', null),
    difference: money('7.50', null),
  },
  unassignedLineCount: 1,
};

const main = page.getByRole('main');
const rowOf = (number: string) => main.getByRole('row', { name: new RegExp(number) });
const tick = (number: string) => rowOf(number).getByRole('checkbox');
const bar = main.getByRole('toolbar', { name: 'Selected' });

function openList(invoices: readonly InvoiceWithLines[] = [GOODS, CLOSED], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listInvoices, aPage(invoices));
  api.on(invoiceTotals, { count: invoices.length, total: '500.00', unassigned: '0.00', withoutRate: 0 });
  api.on(listSuppliers, aPage([NINGBO]));
  return { api, show: () => renderPart(<InvoiceListPage tabs={[]} upload={null} />, paths.invoices()) };
}

describe('the list of invoices', () => {
  it('shows each invoice with the supplier in both scripts, the total in both currencies, and a link', async () => {
    const { show } = openList([GOODS]);
    show();
    await expect
      .element(rowOf('HS-1').getByRole('link', { name: 'HS-1' }))
      .toHaveAttribute('href', paths.invoice(idOf(10)));
    await expect.element(rowOf('HS-1')).toMatchTextContent(/Ningbo Haosheng 宁波豪盛/);
    await expect.element(rowOf('HS-1').getByText('宁波豪盛')).toHaveAttribute('lang', 'zh');
    await expect.element(rowOf('HS-1')).toMatchTextContent(/CNY 500\.00/);
    await expect.element(rowOf('HS-1').getByRole('img', { name: 'Adds up' })).toBeVisible();
    await expect.element(main.getByText('1 invoice', { exact: true })).toBeVisible();
  });
  it('marks credit notes, missing suppliers, missing rates, differences and unassigned amounts', async () => {
    const { api, show } = openList([CREDIT]);
    api.on(invoiceTotals, { count: 1, total: '0.00', unassigned: '-9.80', withoutRate: 1 });
    show();
    const row = rowOf('CN-1');
    await expect.element(row.getByRole('img', { name: 'Credit note' })).toBeVisible();
    await expect.element(row.getByText('No supplier yet')).toBeVisible();
    for (const figure of ['USD −90.00', 'USD −12.50', '+7.50']) await expect.element(row).toMatchTextContent(figure);
    await expect.element(main.getByText('1 without a rate is not in the total')).toBeVisible();
    await expect.element(main.getByText('−9.80')).toBeVisible();
  });
  it.each([
    [1440, 900],
    [1280, 720],
  ])('cuts no figure of twelve digits, in the rows or in their totals, at %i × %i', async (width, height) => {
    await page.viewport(width, height);
    const large = money('-123456789012.34', '-987654321098.76');
    const LARGE: InvoiceWithLines = {
      ...CREDIT,
      currency: 'CNY',
      totals: { ...CREDIT.totals, total: large, unassigned: large, difference: large },
    };
    const { api, show } = openList([LARGE]);
    api.on(invoiceTotals, { count: 1, total: '-987654321098.76', unassigned: '-123456789012.34', withoutRate: 0 });
    show();
    await expect.element(rowOf('CN-1')).toMatchTextContent(/CNY −123,456,789,012\.34/);
    await expect.element(rowOf('Total, 1 row')).toMatchTextContent(/−987,654,321,098\.76/);
    await expect.poll(cutFigures).toEqual([]);
    await page.viewport(1440, 900);
  });
  it('marks invoices without a total, and archived invoices', async () => {
    const { show } = openList([{ ...GOODS, total: null }, ARCHIVED]);
    show();
    await expect.element(rowOf('HS-1').getByText('No total')).toBeVisible();
    await expect.element(rowOf('HS-4').getByRole('img', { name: 'Archived' })).toBeVisible();
  });
  it('shows no row before the response arrives', async () => {
    const { api, show } = openList([GOODS]);
    const release = api.hold(listInvoices);
    show();
    await expect.poll(() => api.asked(listInvoices)).toHaveLength(1);
    expect(rowOf('HS-1').query()).toBeNull();
    release();
    await expect.element(rowOf('HS-1')).toBeVisible();
  });
  it('offers to add the first invoice when there is none', async () => {
    const { show } = openList([]);
    show();
    await expect.element(main.getByRole('heading', { name: 'No invoices yet' })).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'New invoice' }).first())
      .toHaveAttribute('href', paths.invoiceAdd());
  });
  it('shows an error when loading fails, and the rows after a retry', async () => {
    const { api, show } = openList([GOODS]);
    api.refuse(listInvoices, 'unavailable');
    show();
    await expect.element(main.getByText(/The database does not answer/)).toBeVisible();
    api.on(listInvoices, aPage([GOODS]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('HS-1')).toBeVisible();
  });
  it('lets a viewer add and select nothing, and shows the reason', async () => {
    const { show } = openList([GOODS], 'viewer');
    show();
    await expect.element(rowOf('HS-1')).toBeVisible();
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ })).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'New invoice' })).toBeDisabled();
    expect(tick('HS-1').query()).toBeNull();
  });
  it('starts with the newest invoices, and sorts by supplier after a click on that header', async () => {
    const { api, show } = openList();
    show();
    await expect.element(rowOf('HS-2')).toBeVisible();
    expect(api.asked(listInvoices)[0]?.query.sort).toEqual([{ field: 'date', direction: 'desc' }]);
    await main.getByRole('columnheader', { name: /^Supplier/ }).click();
    await expect
      .poll(() => api.asked(listInvoices).at(-1)?.query.sort)
      .toEqual([{ field: 'supplier', direction: 'asc' }]);
  });
  it('filters by a supplier, and loads the options from the server', async () => {
    const { api, show } = openList();
    show();
    await main.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitem', { name: 'Supplier' }).click();
    await page.getByRole('checkbox', { name: /Ningbo Haosheng/ }).click();
    await userEvent.keyboard('{Escape}');
    await expect
      .poll(() => api.asked(listInvoices).at(-1)?.query.filter)
      .toEqual([{ field: 'supplier', op: 'in', values: [NINGBO.id] }]);
  });
  it('refetches its rows when a live message reports changed invoices', async () => {
    const { api } = openList([GOODS]);
    renderScreen(paths.invoices());
    await expect.element(rowOf('HS-1')).toBeVisible();
    api.on(listInvoices, aPage([CLOSED]));
    api.tellChanged('invoices', [GOODS.id]);
    await expect.element(rowOf('HS-2')).toBeVisible();
    expect(rowOf('HS-1').query()).toBeNull();
  });
  it('stores its rows, so that an invoice opened from it can link to its neighbours', async () => {
    const { show } = openList();
    show();
    await expect.element(rowOf('HS-2')).toBeVisible();
    expect(rememberedList()).toEqual({ ids: [GOODS.id, CLOSED.id], from: 0, total: 2 });
  });
  it('is accessible in both themes', async () => {
    openList([GOODS, CREDIT, ARCHIVED]);
    renderScreen(paths.invoices());
    await expect.element(rowOf('CN-1')).toBeVisible();
    await expectNoSeriousFindings('/invoices-purchase-orders/invoices');
  });
});

describe('further columns of the list of invoices', () => {
  afterEach(() => page.viewport(1440, 900));

  it('have the details of an invoice, once they are chosen', async () => {
    await page.viewport(2800, 900);
    const { show } = openList([
      {
        ...GOODS,
        payReferenceNumber: 'PAY-8',
        costType: 'SHIPPING',
        vesselVoyage: 'Ever Given 12E',
        etd: '2026-10-09',
        attention: 'Ms Li',
        tracking: 'MSKU-1',
        billToCompany: 'Crane Ltd',
      },
    ]);
    show();
    await expect.element(rowOf('HS-1')).toBeVisible();
    expect(main.getByRole('columnheader', { name: 'Attention' }).query()).toBeNull();
    await main.getByRole('button', { name: 'Columns' }).click();
    for (const name of [
      'Cost type',
      'Pay reference',
      'Vessel, voyage',
      'ETD',
      'Attention',
      'Tracking',
      'Bill to company',
    ])
      await page.getByRole('checkbox', { name, exact: true }).click();
    await userEvent.keyboard('{Escape}');
    for (const name of ['Shipping', 'PAY-8', 'Ever Given 12E', 'Ms Li', 'MSKU-1', 'Crane Ltd'])
      await expect.element(rowOf('HS-1').getByRole('gridcell', { name, exact: true })).toBeInTheDocument();
  });
});

describe('selected invoices', () => {
  it('can be exported alone, or all that the filter finds', async () => {
    const { api, show } = openList([GOODS, CLOSED, ALSO_CLOSED]);
    api.on(exportInvoices, new File(['x'], 'invoices.csv'));
    show();
    await tick('HS-2').click();
    await tick('HS-3').click();
    await main.getByRole('button', { name: 'Export invoices' }).click();
    await expect.element(page.getByText(/^Only what is selected: 2 rows, /)).toBeVisible();
    await expect.element(page.getByText(/^3 rows, /)).toBeVisible();
    await page.getByRole('menuitem', { name: /^CSV/ }).first().click();
    await expect.poll(() => api.asked(exportInvoices)[0]?.query.ids).toEqual([CLOSED.id, ALSO_CLOSED.id]);
    await main.getByRole('button', { name: 'Export invoices' }).click();
    await page.getByRole('menuitem', { name: /^CSV/ }).last().click();
    await expect.poll(() => api.asked(exportInvoices).map(({ query }) => query.ids)[1]).toBeUndefined();
  });
  it('are archived with their versions, and Undo restores them', async () => {
    const { api, show } = openList([GOODS, CLOSED, ALSO_CLOSED]);
    const version = (id: string) => (id === CLOSED.id ? 5 : 8);
    api.on(archiveInvoice, ({ params }) => ({ ...CLOSED, id: params.id, version: version(params.id) }));
    api.on(unarchiveInvoice, CLOSED);
    show();
    for (const number of ['HS-1', 'HS-2', 'HS-3']) await tick(number).click();
    await expect.element(bar.getByText('3 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Archive 2 closed invoices' }).click();
    await expect.element(page.getByText('2 invoices are archived')).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    expect(api.asked(archiveInvoice).map(({ params, body }) => [params.id, body.version])).toEqual([
      [CLOSED.id, 4],
      [ALSO_CLOSED.id, 7],
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => api.asked(unarchiveInvoice).map(({ params, body }) => [params.id, body.version]))
      .toEqual([
        [CLOSED.id, 5],
        [ALSO_CLOSED.id, 8],
      ]);
  });
  it('cannot be archived if none of them is closed, and the reason is shown', async () => {
    const { show } = openList([GOODS]);
    show();
    await tick('HS-1').click();
    await expect.element(bar.getByRole('button', { name: 'Archive' })).toBeDisabled();
    await expect.element(bar.getByRole('note', { name: 'Only closed invoices can be archived' })).toBeVisible();
    expect(bar.getByRole('button', { name: /^Restore/ }).query()).toBeNull();
  });
  it('can be restored if they are archived', async () => {
    const { api, show } = openList([ARCHIVED]);
    api.on(unarchiveInvoice, { ...ARCHIVED, archivedAt: null });
    show();
    await tick('HS-4').click();
    await bar.getByRole('button', { name: 'Restore 1 invoice' }).click();
    await expect.element(page.getByText('1 invoice is back in the lists')).toBeVisible();
    expect(api.asked(unarchiveInvoice).map(({ body }) => body.version)).toEqual([2]);
  });
  it('stay selected when one of them is refused; the message says how many are done and why', async () => {
    const { api, show } = openList([CLOSED, ALSO_CLOSED]);
    api.on(archiveInvoice, ({ params }) => {
      if (params.id === ALSO_CLOSED.id) throw refusal('invoices.wrong_status', { message: 'HS-3 is open again' });
      return CLOSED;
    });
    show();
    await tick('HS-2').click();
    await tick('HS-3').click();
    await bar.getByRole('button', { name: 'Archive 2 closed invoices' }).click();
    await expect.element(page.getByText(/^1 of 2 are done\..*HS-3 is open again/)).toBeVisible();
    await expect.element(bar.getByText('2 selected')).toBeVisible();
  });
});

describe('a reconciled invoice', () => {
  it('is marked in the list, and no other is', async () => {
    openList([GOODS, { ...CLOSED, reconciled: true, paymentState: 'PAID' }]).show();
    await expect.element(rowOf('HS-2').getByRole('img', { name: 'Reconciled' })).toBeVisible();
    expect(rowOf('HS-1').getByRole('img', { name: 'Reconciled' }).query()).toBeNull();
  });
});
