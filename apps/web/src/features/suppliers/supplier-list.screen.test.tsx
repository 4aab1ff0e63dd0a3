import { exportSuppliers } from '@quayside/contracts/exports';
import { listCountries, listSuppliers, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { aPage } from '../../testing/pages.ts';
import { ACCOUNT_ID, idOf, USER_ID, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';
import { aSupplier } from './testing/a-supplier.ts';
import { NOTHING_OWED } from '../../testing/nothing-owed.ts';

const NINGBO = aSupplier();
const SHENZHEN = aSupplier({ id: idOf(101), companyName: 'Shenzhen Brightway', currency: 'USD' });
const main = page.getByRole('main');
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(suppliers = [NINGBO, SHENZHEN], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(listSuppliers, aPage(suppliers));
  api.on(supplierTotals, { count: suppliers.length, ...NOTHING_OWED });
  return api;
}

describe('the list of suppliers', () => {
  afterEach(() => page.viewport(1440, 900));

  it('shows a row with both names for each supplier', async () => {
    startWith();
    renderScreen('/suppliers');
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
    await expect.element(rowOf('Shenzhen Brightway')).toBeVisible();
    await expect.element(rowOf('Ningbo Haosheng').getByText('宁波豪盛')).toBeVisible();
    await expect.element(main.getByText('2 suppliers')).toBeVisible();
    await expectNoSeriousFindings('/suppliers');
  });
  it('shows what is owed and overdue, marks what has no rate, and sums it', async () => {
    const api = startWith([aSupplier({ owed: '194.00', overdue: '103.00', owedWithoutRate: 1 }), SHENZHEN]);
    api.on(supplierTotals, { count: 2, owed: '194.00', overdue: '103.00', owedWithoutRate: 1 });
    renderScreen('/suppliers');
    const row = rowOf('Ningbo Haosheng');
    await expect.element(row.getByText('£194.00')).toBeVisible();
    await expect.element(row.getByTitle('1 payment without a rate is not in it')).toBeVisible();
    await expect.element(row.getByText('£103.00')).toBeVisible();
    await expect.element(main.getByRole('row', { name: /^(?!.*Ningbo).*£194\.00.*£103\.00/ })).toBeVisible();
    await main.getByRole('columnheader', { name: /^Overdue/ }).click();
    await expect
      .poll(() => api.asked(listSuppliers).at(-1)?.query.sort)
      .toEqual([{ field: 'overdue', direction: 'desc' }]);
  });
  it('shows no row before the response arrives', async () => {
    const api = startWith();
    const release = api.hold(listSuppliers);
    renderScreen('/suppliers');
    await expect.poll(() => api.asked(listSuppliers)).toHaveLength(1);
    expect(rowOf('Ningbo Haosheng').query()).toBeNull();
    release();
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
  });
  it('offers to add the first supplier when there is none', async () => {
    startWith([]);
    renderScreen('/suppliers');
    await expect.element(main.getByRole('heading', { name: 'No suppliers yet' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Add supplier' }).first()).toBeVisible();
  });
  it('shows an error when loading fails, and the rows after a retry', async () => {
    const api = startWith();
    api.refuse(listSuppliers, 'internal');
    renderScreen('/suppliers');
    await expect.element(main.getByText('Failed to get suppliers.')).toBeVisible();
    api.on(listSuppliers, aPage([NINGBO]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
  });
  it('cannot be exported while it has no rows, with the reason', async () => {
    startWith([]);
    renderScreen('/suppliers?q=nothing');
    await expect.element(main.getByText('Nothing matches.')).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Export suppliers' })).toBeDisabled();
    await expect.element(main.getByRole('note', { name: 'There are no rows to export.' })).toBeVisible();
  });
  it('has columns with e-mail and telephone, once they are chosen', async () => {
    startWith([aSupplier({ email: 'sales@haosheng.example', telephone: '+86 574 1' })]);
    renderScreen('/suppliers');
    await main.getByRole('button', { name: 'Columns' }).click();
    // Columns that are out of sight are not rendered, so the widest one makes room.
    for (const name of ['Payment terms', 'E-mail', 'Telephone'])
      await page.getByRole('checkbox', { name, exact: true }).click();
    await expect.element(main.getByRole('gridcell', { name: 'sales@haosheng.example' })).toBeInTheDocument();
    await expect.element(main.getByRole('gridcell', { name: '+86 574 1' })).toBeInTheDocument();
  });
  it('can be exported as a workbook on a phone', async () => {
    await page.viewport(390, 844);
    const api = startWith();
    api.on(exportSuppliers, new File(['PK'], 'suppliers.xlsx'));
    renderScreen('/suppliers');
    await main.getByRole('button', { name: 'Export suppliers' }).click();
    await page.getByRole('menuitem', { name: /^XLSX/ }).click();
    await expect.element(page.getByText('suppliers.xlsx is in your downloads')).toBeVisible();
    expect(api.asked(exportSuppliers).map(({ query }) => query.format)).toEqual(['xlsx']);
  });
  it('lets a viewer add nothing, and shows the reason', async () => {
    startWith([NINGBO], 'viewer');
    renderScreen('/suppliers');
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Add supplier' })).toBeDisabled();
    await expect.element(main.getByRole('button', { name: 'Import' })).toBeDisabled();
  });
  it('sorts by a column after a click on its header', async () => {
    const api = startWith();
    renderScreen('/suppliers');
    await main.getByRole('columnheader', { name: /Currency/ }).click();
    await expect
      .poll(() => api.asked(listSuppliers).at(-1)?.query.sort)
      .toEqual([{ field: 'currency', direction: 'asc' }]);
  });
  it('refetches its rows when a live message reports a change', async () => {
    const api = startWith([NINGBO]);
    renderScreen('/suppliers');
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
    api.on(listSuppliers, aPage([SHENZHEN]));
    api.tellChanged('suppliers', [NINGBO.id]);
    await expect.element(rowOf('Shenzhen Brightway')).toBeVisible();
    expect(rowOf('Ningbo Haosheng').query()).toBeNull();
  });
});

describe('a filter of the list that is stored', () => {
  const usd = { field: 'currency', op: 'in', values: ['USD'] } as const;
  /** Stores the list as its table does: filtered and with 100 rows per page. */
  const store = (of: string) => {
    const suppliers = { columns: [], chips: [usd], size: 100, density: 'compact', of, sort: [] };
    localStorage.setItem('quayside.grid', JSON.stringify({ v: 1, data: { suppliers } }));
  };
  async function askedAtFirst() {
    const api = startWith();
    renderScreen('/suppliers');
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
    const { filter, size } = api.asked(listSuppliers)[0]?.query ?? {};
    return { filter, size };
  }

  it('applies to the person and account that chose it', async () => {
    store(`${USER_ID}/${ACCOUNT_ID}`);
    expect(await askedAtFirst()).toEqual({ filter: [usd], size: 100 });
  });
  it.each([
    ['another account', `${USER_ID}/${idOf(77)}`],
    ['another person', `${idOf(78)}/${ACCOUNT_ID}`],
  ])('does not apply after a sign-in to %s, whose rows per page are the same', async (_, of) => {
    store(of);
    const asked = await askedAtFirst();
    expect([asked.filter ?? [], asked.size]).toEqual([[], 100]);
  });
});
