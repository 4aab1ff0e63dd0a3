import { listSuppliers, supplierTotals } from '@quayside/contracts/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aPage } from '../../testing/pages.ts';
import { aRow, showTable, someRows } from './testing/supplier-table.tsx';

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: new RegExp(`${name}(?!\\d)`) });
const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true });
const header = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
const button = (name: string | RegExp) => page.getByRole('button', { name });

function open(...args: Parameters<typeof showTable>) {
  const { api, show } = showTable(...args);
  show();
  return api;
}
const lastQuery = (api: ReturnType<typeof open>) => api.asked(listSuppliers).at(-1)?.query;

describe('what the table shows', () => {
  it('is a row for each one, with the totals below, and says it to screen readers', async () => {
    open(someRows(2));
    await expect.element(rowOf('Company 1')).toBeVisible();
    await expect.element(cell('City 2')).toBeVisible();
    await expect.element(page.getByText('of 2', { exact: true })).toBeVisible();
    await expect.element(page.getByText('1–2 of 2')).toBeVisible();
    await expect.element(page.getByRole('grid', { name: 'Suppliers, 2 rows, sorted by company' })).toBeVisible();
  });
  it('is a sign of life while the rows are on their way, and nothing of an empty list', async () => {
    const { api, show } = showTable(someRows(1));
    const release = api.hold(listSuppliers);
    show();
    await expect.element(page.getByRole('status', { name: 'Loading' }).first()).toBeInTheDocument();
    expect(page.getByText('Nothing here').query()).toBeNull();
    release();
    await expect.element(rowOf('Company 1')).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
  });
  it('is what to do when there is nothing at all', async () => {
    open([]);
    await expect.element(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
    await expect.element(button('Add')).toBeVisible();
    expect(page.getByRole('toolbar').query()).toBeNull();
  });
  it('is why nothing could be read, and the rows once that is over', async () => {
    const { api, show } = showTable(someRows(1));
    api.refuse(listSuppliers, 'unavailable');
    show();
    await expect.element(page.getByText(/The database does not answer/)).toBeVisible();
    api.on(listSuppliers, aPage(someRows(1)));
    await button('Try again').click();
    await expect.element(rowOf('Company 1')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
  it('stays when other rows cannot be read, and says that it is old', async () => {
    const api = open(someRows(1));
    await expect.element(rowOf('Company 1')).toBeVisible();
    api.refuse(listSuppliers, 'internal');
    await header('Currency').click();
    await expect.element(page.getByText('Failed to get suppliers.')).toBeVisible();
    await expect.element(page.getByText(/Your filters are kept. These rows may be out of date./)).toBeVisible();
    await expect.element(rowOf('Company 1')).toBeVisible();
  });
});

describe('order and pages', () => {
  it('are asked of the server: by a column, then the other way round, then by two', async () => {
    const api = open(someRows(2));
    await expect.element(rowOf('Company 1')).toBeVisible();
    expect(lastQuery(api)?.sort).toEqual([{ field: 'companyName', direction: 'asc' }]);
    await header('Currency').click();
    await expect.poll(() => lastQuery(api)?.sort).toEqual([{ field: 'currency', direction: 'asc' }]);
    await header('Currency').click();
    await expect.poll(() => lastQuery(api)?.sort).toEqual([{ field: 'currency', direction: 'desc' }]);
    await header('Company').click({ modifiers: ['Shift'] });
    await expect
      .poll(() => lastQuery(api)?.sort)
      .toEqual([
        { field: 'currency', direction: 'desc' },
        { field: 'companyName', direction: 'asc' },
      ]);
    expect(window.location.search).toContain('sort=-currency');
  });
  it('do not change by a column that the server cannot sort', async () => {
    const api = open(someRows(2));
    await header('City').click();
    await header('Lead time').click();
    expect(lastQuery(api)?.sort).toEqual([{ field: 'companyName', direction: 'asc' }]);
  });
  it('are turned, and a smaller last page is the last one', async () => {
    const api = open(someRows(15));
    api.on(supplierTotals, { count: 17 });
    api.on(listSuppliers, ({ query }) =>
      query.page === 1
        ? aPage([aRow(16), aRow(17)], { totalElements: 17, totalPages: 2, number: 1, size: 15 })
        : aPage(someRows(15), { totalElements: 17, totalPages: 2, size: 15 }),
    );
    await button(/^Rows per page/).click();
    await page.getByRole('menuitem', { name: '15' }).click();
    await expect.element(page.getByText('1–15 of 17')).toBeVisible();
    await expect.element(button('Previous page')).toBeDisabled();
    await button('Next page').click();
    await expect.element(page.getByText('16–17 of 17')).toBeVisible();
    await expect.element(rowOf('Company 17')).toBeVisible();
    await expect.element(button('Next page')).toBeDisabled();
  });
  it('begin where the address says', async () => {
    const api = open(someRows(1), { path: '/table?sort=-currency&q=lamp&f.currency.in=USD' });
    await expect.element(rowOf('Company 1')).toBeVisible();
    expect(lastQuery(api)).toMatchObject({
      sort: [{ field: 'currency', direction: 'desc' }],
      search: 'lamp',
      filter: [{ field: 'currency', op: 'in', values: ['USD'] }],
    });
  });
});

describe('filters', () => {
  it('are chosen from a list, shown as a chip, and taken away again', async () => {
    const api = open(someRows(2));
    await button('Filter').click();
    await page.getByRole('menuitem', { name: 'Currency' }).click();
    const editor = page.getByRole('dialog', { name: 'Currency' });
    await editor.getByRole('checkbox', { name: 'USD' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => lastQuery(api)?.filter).toEqual([{ field: 'currency', op: 'in', values: ['USD'] }]);
    await expect.element(button(/^Change filter Currency: .*USD/)).toBeVisible();
    await button('Remove filter Currency').click();
    await expect.element(button(/^Change filter/)).not.toBeInTheDocument();
    expect(window.location.search).not.toContain('currency');
  });
  it('that nothing fits say what each of them hides, and are cleared one by one', async () => {
    const { api, show } = showTable(someRows(1), { path: '/table?q=lamp&f.currency.in=USD' });
    api.on(listSuppliers, ({ query }) => aPage(query.search === 'lamp' ? [] : someRows(1)));
    api.on(supplierTotals, ({ query }) => ({ count: query.search === undefined ? 4 : 0 }));
    show();
    await expect.element(page.getByText('Nothing matches.')).toBeVisible();
    await button('Clear search to see 4 more').click();
    await expect.element(rowOf('Company 1')).toBeVisible();
    expect(lastQuery(api)).toMatchObject({ filter: [{ field: 'currency', op: 'in', values: ['USD'] }] });
    expect(lastQuery(api)?.search).toBeUndefined();
  });
  it('are joined by a search, which is sent once somebody stops typing', async () => {
    const api = open(someRows(1));
    await page.getByRole('searchbox').fill('lamp');
    await expect.poll(() => lastQuery(api)?.search).toBe('lamp');
    expect(window.location.search).toContain('q=lamp');
  });
});

describe('keys and clicks on a row', () => {
  const pathNow = () => window.location.pathname;

  it('open it by a click', async () => {
    open(someRows(2));
    await page.getByRole('gridcell', { name: '2', exact: true }).click();
    await expect.poll(pathNow).toBe(`/suppliers/${aRow(2).id}`);
  });
  it('open it by Enter, from wherever the arrows led', async () => {
    open(someRows(3));
    await expect.element(rowOf('Company 1')).toBeVisible();
    await header('Company').click();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(pathNow).toBe(`/suppliers/${aRow(3).id}`);
  });
  it('show a preview by Space, which follows the focus and closes by Escape', async () => {
    open(someRows(2));
    await expect.element(rowOf('Company 1')).toBeVisible();
    await header('Company').click();
    await userEvent.keyboard('{ArrowDown} ');
    const panel = page.getByRole('complementary');
    await expect.element(panel.getByRole('heading', { name: 'Company 1' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(panel.getByRole('heading', { name: 'Company 2' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
  });
});

describe('ticked rows', () => {
  const tick = (name: string) => rowOf(name).getByRole('checkbox');
  const means = (rows: unknown) => page.getByText(`means ${JSON.stringify(rows)}`);
  const bar = page.getByRole('toolbar', { name: 'Selected' });

  it('are what the bar acts on, and only they', async () => {
    open(someRows(3), { withBulk: true });
    await tick('Company 1').click();
    await tick('Company 3').click();
    await expect.element(means(['Company 1', 'Company 3'])).toBeVisible();
    await tick('Company 1').click();
    await expect.element(means(['Company 3'])).toBeVisible();
    await button('Clear selection').click();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(tick('Company 3')).not.toBeChecked();
  });
  it('are all of the page by the box in the header', async () => {
    open(someRows(3), { withBulk: true });
    await expect.element(rowOf('Company 1')).toBeVisible();
    await page.getByRole('columnheader').getByRole('checkbox').click();
    await expect.element(means(['Company 1', 'Company 2', 'Company 3'])).toBeVisible();
  });
  it('are given up by Escape in the bar', async () => {
    open(someRows(2), { withBulk: true });
    await tick('Company 1').click();
    await button('Clear selection').click({ trial: true });
    (button('Clear selection').element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar).not.toBeInTheDocument();
  });
  it('can be all that match, and are no longer once the search is another one', async () => {
    const api = open(someRows(3), { withBulk: true });
    api.on(supplierTotals, ({ query }) => ({ count: query.search ? 2 : 200 }));
    await tick('Company 1').click();
    await button(/^Select all/).click();
    await expect.element(means({})).toBeVisible();
    await expect.element(tick('Company 2')).toBeChecked();
    await page.getByRole('searchbox').fill('lamp');
    await expect.poll(() => lastQuery(api)?.search).toBe('lamp');
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(tick('Company 2')).not.toBeChecked();
  });
  it('can be all that match, and are no longer once a filter is taken away', async () => {
    const api = open(someRows(3), { withBulk: true, path: '/table?f.currency.in=GBP' });
    await tick('Company 1').click();
    await button(/^Select all/).click();
    await expect.element(tick('Company 2')).toBeChecked();
    await button('Remove filter Currency').click();
    await expect.poll(() => lastQuery(api)?.filter).toEqual([]);
    await expect.element(bar).not.toBeInTheDocument();
  });
  it('stay all that match in another order', async () => {
    const api = open(someRows(3), { withBulk: true });
    await tick('Company 1').click();
    await button(/^Select all/).click();
    await header('Currency').click();
    await expect.poll(() => lastQuery(api)?.sort?.[0]?.field).toBe('currency');
    await expect.element(means({})).toBeVisible();
  });
});

describe('columns', () => {
  it('are shown and hidden, and the table opens like that the next time', async () => {
    open(someRows(1));
    await button('Columns').click();
    await page.getByRole('checkbox', { name: 'Notes' }).click();
    await page.getByRole('checkbox', { name: 'City' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(header('Notes')).toBeVisible();
    await expect.element(header('City')).not.toBeInTheDocument();
    expect(localStorage.getItem('quayside.grid')).toContain('city');
  });
  it('stand further apart in comfortable rows', async () => {
    open(someRows(1));
    await expect.element(rowOf('Company 1')).toBeVisible();
    const height = () => cell('City 1').element().getBoundingClientRect().height;
    const before = height();
    await button('Comfortable rows').click();
    await expect.poll(height).toBeGreaterThan(before);
    await expect.element(button('Compact rows')).toBeVisible();
  });
});
