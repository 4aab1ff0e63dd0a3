import { archiveInvoice, unarchiveInvoice } from '@quayside/contracts/invoice-moves';
import { type InvoiceWithLines, invoiceTotals, listInvoices } from '@quayside/contracts/invoices';
import { listSuppliers } from '@quayside/contracts/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderApp, renderPart, startApi } from '../../testing/render-app.tsx';
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
/** A credit note in dollars without a rate or a supplier, whose lines do not add up. */
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
  it('shows each invoice with its supplier in both scripts, its total in both currencies, and links to it', async () => {
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
  it('marks a credit note, a missing supplier, a missing rate, a difference and what is unassigned', async () => {
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
  it('says that an invoice has no total, and that another one is archived', async () => {
    const { show } = openList([{ ...GOODS, total: null }, ARCHIVED]);
    show();
    await expect.element(rowOf('HS-1').getByText('No total')).toBeVisible();
    await expect.element(rowOf('HS-4').getByRole('img', { name: 'Archived' })).toBeVisible();
  });
  it('shows no row before the answer has come', async () => {
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
  it('says what failed, and shows the rows once the server answers again', async () => {
    const { api, show } = openList([GOODS]);
    api.refuse(listInvoices, 'unavailable');
    show();
    await expect.element(main.getByText(/The database does not answer/)).toBeVisible();
    api.on(listInvoices, aPage([GOODS]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('HS-1')).toBeVisible();
  });
  it('lets a viewer add and select nothing, and says why', async () => {
    const { show } = openList([GOODS], 'viewer');
    show();
    await expect.element(rowOf('HS-1')).toBeVisible();
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ })).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'New invoice' })).toBeDisabled();
    expect(tick('HS-1').query()).toBeNull();
  });
  it('starts with the newest invoices, and sorts by the supplier when its heading is pressed', async () => {
    const { api, show } = openList();
    show();
    await expect.element(rowOf('HS-2')).toBeVisible();
    expect(api.asked(listInvoices)[0]?.query.sort).toEqual([{ field: 'date', direction: 'desc' }]);
    await main.getByRole('columnheader', { name: /^Supplier/ }).click();
    await expect
      .poll(() => api.asked(listInvoices).at(-1)?.query.sort)
      .toEqual([{ field: 'supplier', direction: 'asc' }]);
  });
  it('filters by a supplier, whose choices come from the server', async () => {
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
  it('reads its rows anew when it is told that invoices changed', async () => {
    const { api } = openList([GOODS]);
    renderApp(paths.invoices());
    await expect.element(rowOf('HS-1')).toBeVisible();
    api.on(listInvoices, aPage([CLOSED]));
    api.tellChanged('invoices', [GOODS.id]);
    await expect.element(rowOf('HS-2')).toBeVisible();
    expect(rowOf('HS-1').query()).toBeNull();
  });
  it('remembers its rows, so that an invoice that is opened can link to its neighbours', async () => {
    const { show } = openList();
    show();
    await expect.element(rowOf('HS-2')).toBeVisible();
    expect(rememberedList()).toEqual({ ids: [GOODS.id, CLOSED.id], from: 0, total: 2 });
  });
});

describe('invoices that are selected', () => {
  it('are archived with their versions, and Undo brings them back', async () => {
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
  it('cannot be archived when none of them is closed, and the reason is given', async () => {
    const { show } = openList([GOODS]);
    show();
    await tick('HS-1').click();
    await expect.element(bar.getByRole('button', { name: 'Archive' })).toBeDisabled();
    await expect.element(bar.getByRole('note', { name: 'Only closed invoices can be archived' })).toBeVisible();
    expect(bar.getByRole('button', { name: /^Bring back/ }).query()).toBeNull();
  });
  it('are brought back when they are archived', async () => {
    const { api, show } = openList([ARCHIVED]);
    api.on(unarchiveInvoice, { ...ARCHIVED, archivedAt: null });
    show();
    await tick('HS-4').click();
    await bar.getByRole('button', { name: 'Bring back 1 invoice' }).click();
    await expect.element(page.getByText('1 invoice is back in the lists')).toBeVisible();
    expect(api.asked(unarchiveInvoice).map(({ body }) => body.version)).toEqual([2]);
  });
  it('stay selected when one of them is refused; how many are done is said with the reason', async () => {
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
