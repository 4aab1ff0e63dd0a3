import { bulkEditSuppliers, type SupplierBulkEdit } from '@quayside/contracts/suppliers/supplier-bulk-edits';
import { listCountries, listSuppliers, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, renderPart, startApi } from '../../../testing/render-app.tsx';
import { aSupplier } from '../testing/a-supplier.ts';
import { SuppliersBulkBar } from './suppliers-bulk-bar.tsx';
import { NOTHING_OWED } from '../../../testing/nothing-owed.ts';

const NINGBO = aSupplier();
const SHENZHEN = aSupplier({ id: idOf(101), companyName: 'Shenzhen Brightway', currency: 'USD' });
const PREVIEW: SupplierBulkEdit = {
  operationId: null,
  counts: { selected: 2, change: 1, same: 1, fail: 0 },
  rows: [
    {
      id: NINGBO.id,
      companyName: 'Ningbo Haosheng',
      changes: [
        { field: 'currency', before: 'CNY', after: 'USD' },
        { field: 'paymentTerms', before: null, after: '100% on invoice + 30 days' },
        { field: 'leadTimes.SEA.transit', before: '35', after: '40' },
      ],
    },
  ],
  errors: [],
};
const FILTER = { search: 'ning', filter: JSON.stringify([{ field: 'country', op: 'in', values: ['CN'] }]) };

const bar = page.getByRole('toolbar', { name: 'Selected' });
const dialog = page.getByRole('dialog');
const action = (name: string) => bar.getByRole('button', { name, exact: true });
const button = (name: string | RegExp) => dialog.getByRole('button', { name });
async function choose(name: string, value: string) {
  await dialog.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: value }).click();
}

interface Opened {
  readonly rows?: readonly (typeof NINGBO)[];
  readonly as?: Visitor;
  readonly isAll?: boolean;
}
function open({ rows = [NINGBO, SHENZHEN], as = 'admin', isAll = false }: Opened = {}) {
  const api = startApi({ as });
  const log: string[] = [];
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(supplierTotals, { count: 1200, ...NOTHING_OWED });
  api.on(bulkEditSuppliers, ({ query }) => (query.dryRun ? PREVIEW : { ...PREVIEW, operationId: idOf(900) }));
  renderPart(
    <SuppliersBulkBar
      rows={rows}
      reach={{ isAll, total: 1200, filter: FILTER, chooseAll: () => log.push('all') }}
      onClear={() => log.push('clear')}
    />,
  );
  return { api, log };
}

afterEach(() => page.viewport(1440, 900));

describe('the bar of selected suppliers', () => {
  it('appears when rows of the list are selected', async () => {
    const api = startApi();
    api.on(listCountries, []);
    api.on(listSuppliers, aPage([NINGBO, SHENZHEN]));
    api.on(supplierTotals, { count: 2, ...NOTHING_OWED });
    renderScreen('/suppliers');
    await page
      .getByRole('row', { name: /Shenzhen Brightway/ })
      .getByRole('checkbox')
      .click();
    await expect.element(bar.getByText('1 selected')).toBeVisible();
    await expect.element(action('Archive')).toBeEnabled();
  });
  it('counts all matching suppliers on the server, and archives them by their filter', async () => {
    const { api, log } = open({ isAll: true });
    await expect.element(bar.getByText('1,200 selected')).toBeVisible();
    await action('Archive').click();
    await expect.element(page.getByRole('dialog', { name: 'Archive 1,200 suppliers?' })).toBeVisible();
    await button('See what changes').click();
    await button('Change 1 supplier').click();
    await expect.poll(() => log).toEqual(['clear']);
    expect(api.asked(bulkEditSuppliers).map(({ query, body }) => [query.dryRun, body])).toEqual(
      [true, false].map((dryRun) => [
        dryRun,
        {
          selection: { search: 'ning', filter: [{ field: 'country', op: 'in', values: ['CN'] }] },
          changes: { archived: true },
        },
      ]),
    );
  });
  it('brings archived suppliers back, and selects all of a filter', async () => {
    const { api, log } = open({ rows: [aSupplier({ archivedAt: '2026-11-01T09:00:00Z' })] });
    await action('Select all 1,200').click();
    expect(log).toEqual(['all']);
    await action('Restore').click();
    await button('See what changes').click();
    await expect.poll(() => api.asked(bulkEditSuppliers)[0]?.body.changes).toEqual({ archived: false });
  });
  it('lets a viewer change nothing, and shows the reason', async () => {
    open({ as: 'viewer' });
    for (const name of ['Edit fields', 'Archive']) await expect.element(action(name)).toBeDisabled();
    await expect.element(bar.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
  });
});

describe('an edit of many suppliers', () => {
  it('is previewed with terms in words, stored once, and undone with Undo', async () => {
    const { api, log } = open();
    api.on(undoOperation, {
      restored: 1,
      keptCount: 1,
      kept: [{ id: SHENZHEN.id, label: 'Shenzhen Brightway', reason: 'EDITED' }],
    });
    await action('Edit fields').click();
    await expect.element(page.getByRole('dialog', { name: 'Edit 2 suppliers' })).toBeVisible();
    await expect.element(button('See what changes')).toBeDisabled();
    await choose('Currency', 'USD, US dollar');
    await button('See what changes').click();
    await expect.element(dialog.getByText('1 supplier changes')).toBeVisible();
    await expect.element(dialog.getByText('1 has these values already')).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: 'Ningbo Haosheng Currency CNY becomes USD' })).toBeVisible();
    await expect
      .element(dialog.getByRole('row', { name: 'Payment terms – becomes 100 % 30 days after the invoice' }))
      .toBeVisible();
    await expect.element(dialog.getByRole('row', { name: 'Sea, transit days 35 days becomes 40 days' })).toBeVisible();
    await expectNoSeriousFindings();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('1 supplier changed.')).toBeVisible();
    expect(log).toEqual(['clear']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .element(page.getByText('1 supplier is as it was. 1 was not restored: Shenzhen Brightway (edited since).'))
      .toBeVisible();
    expect(api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(900)]);
  });
  it('sets or clears each field; terms must add up, and empty days stay', async () => {
    const { api } = open();
    await action('Edit fields').click();
    await choose('Country', 'China');
    await choose('Shipping method', 'Clear');
    await dialog.getByLabelText('City').fill('Ningbo');
    await dialog.getByRole('button', { name: 'Clear Lead time in general' }).click();
    await choose('Payment terms', 'Set the terms below');
    await button('Add an instalment').click();
    await dialog.getByLabelText('Instalment 1, per cent').fill('30');
    await expect.element(button('See what changes')).toBeDisabled();
    await dialog.getByLabelText('Instalment 1, per cent').fill('100');
    await dialog.getByLabelText('Instalment 1, days after; negative: before').fill('-14');
    await dialog.getByLabelText('Instalment 1, months after').fill('2');
    await choose('Instalment 1, month end', 'Days, then month end');
    await choose('Lead times', 'Set the days below');
    await dialog.getByLabelText('Sea, Transit, days').fill('40');
    await expectNoSeriousFindings();
    await button('See what changes').click();
    await expect
      .poll(() => api.asked(bulkEditSuppliers)[0]?.body.changes)
      .toEqual({
        country: 'CN',
        city: 'Ningbo',
        shippingMethod: null,
        leadTime: null,
        paymentTerms: [{ percent: '100', event: 'ORDER', months: 2, days: -14, monthEnd: 'AFTER' }],
        leadTimes: [{ shippingMethod: 'SEA', transit: 40 }],
      });
  });
  it('clears terms and lead times', async () => {
    const { api } = open();
    await action('Edit fields').click();
    await choose('Payment terms', 'Clear');
    await choose('Lead times', 'Clear');
    await button('See what changes').click();
    const none = { production: null, transit: null, checkIn: null };
    await expect
      .poll(() => api.asked(bulkEditSuppliers)[0]?.body.changes)
      .toEqual({
        paymentTerms: [],
        leadTimes: ['AIR', 'SEA', 'LAND'].map((shippingMethod) => ({ shippingMethod, ...none })),
      });
  });
  it('says why it was refused, and keeps what was chosen', async () => {
    const { api } = open();
    api.refuse(bulkEditSuppliers, 'bad_input', { message: 'Narrow the filter' });
    await action('Edit fields').click();
    await choose('Currency', 'USD, US dollar');
    await button('See what changes').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Narrow the filter');
    await expect.element(dialog.getByRole('combobox', { name: 'Currency' })).toHaveValue('USD, US dollar');
  });
});
