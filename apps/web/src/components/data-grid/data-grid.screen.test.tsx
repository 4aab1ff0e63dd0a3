import { listSuppliers, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { followLink } from '../../testing/render-app.tsx';
import { aRow, showTable, someRows } from './testing/supplier-table.tsx';
import { NOTHING_OWED } from '../../testing/nothing-owed.ts';

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

describe('the table', () => {
  it('shows a row for each record and the totals below, with accessible names', async () => {
    open(someRows(2));
    await expect.element(rowOf('Company 1')).toBeVisible();
    await expect.element(cell('City 2')).toBeVisible();
    await expect.element(page.getByText('of 2', { exact: true })).toBeVisible();
    await expect.element(page.getByText('1–2 of 2')).toBeVisible();
    await expect.element(page.getByRole('grid', { name: 'Suppliers, 2 rows, sorted by company' })).toBeVisible();
  });
  it('is as wide in its rows as in header and totals, and scrollbars on top of them hide nothing', async () => {
    open(someRows(40));
    await expect.element(rowOf('Company 1')).toBeVisible();
    const edges = (selector: string) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box && [box.left, box.right];
    };
    await expect.poll(() => edges('.ag-grid-pinned-bottom-rows .ag-row')).toBeDefined();
    expect(edges('.ag-grid-scrolling-container .ag-row')).toEqual(edges('.ag-header-row'));
    expect(edges('.ag-grid-pinned-bottom-rows .ag-row')).toEqual(edges('.ag-header-row'));
    const strips = [...document.querySelectorAll('.ag-scrollbar-invisible > [class*="scroll-viewport"]')];
    expect(strips.map((strip) => getComputedStyle(strip).backgroundColor)).toEqual(
      strips.map(() => 'rgba(0, 0, 0, 0)'),
    );
    expect(strips).toHaveLength(2);
  });
  it('is not covered by a message, nor are its totals', async () => {
    open(someRows(40));
    const totals = () => document.querySelector('.ag-grid-pinned-bottom-rows .ag-row')?.getBoundingClientRect();
    await expect.poll(totals).toBeDefined();
    toast('info', 'Stored');
    const message = page.getByRole('status').filter({ hasText: 'Stored' });
    await expect.element(message).toBeVisible();
    // What is below the table in a page, its padding, is not there in this test.
    await expect.poll(() => message.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(totals()?.top ?? 0);
  });
  it('shows placeholders while rows load, and no empty state', async () => {
    const { api, show } = showTable(someRows(1));
    const release = api.hold(listSuppliers);
    const releaseTotals = api.hold(supplierTotals);
    show();
    await expect.element(page.getByRole('status', { name: 'Loading' }).first()).toBeInTheDocument();
    expect(page.getByText('Nothing here').query()).toBeNull();
    // The number of rows is not named before it is known.
    await expect.element(page.getByRole('grid', { name: 'Suppliers, sorted by company' })).toBeInTheDocument();
    releaseTotals();
    release();
    await expect.element(rowOf('Company 1')).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
  });
  it('has no row of totals if no column has a total', async () => {
    const { show } = showTable(someRows(2), { withTotals: false });
    show();
    await expect.element(rowOf('Company 1')).toBeVisible();
    expect(page.getByText(/^Total, 2 rows/).query()).toBeNull();
  });
  it('explains what to do when there are no records', async () => {
    open([]);
    await expect.element(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
    await expect.element(button('Add')).toBeVisible();
    expect(page.getByRole('toolbar').query()).toBeNull();
  });
  it('shows an error when loading fails, and the rows after a retry', async () => {
    const { api, show } = showTable(someRows(1));
    api.refuse(listSuppliers, 'unavailable');
    show();
    await expect.element(page.getByText(/The database does not answer/)).toBeVisible();
    api.on(listSuppliers, aPage(someRows(1)));
    await button('Try again').click();
    await expect.element(rowOf('Company 1')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
  it('waits after too many calls as long as it is asked to, and keeps the rows until then', async () => {
    const api = open(someRows(1));
    await expect.element(rowOf('Company 1')).toBeVisible();
    const refused = [true, true];
    api.on(listSuppliers, () => {
      if (refused.pop()) throw refusal('too_many', { retryAfter: 0 });
      return aPage([aRow(7)]);
    });
    const errors: string[] = [];
    const watcher = new MutationObserver(() => {
      const alert = page.getByRole('alert').query();
      if (alert) errors.push(alert.textContent);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    await header('Currency').click();
    await expect.element(rowOf('Company 7')).toBeVisible();
    watcher.disconnect();
    expect([errors, api.asked(listSuppliers).length]).toEqual([[], 4]);
  });
  it('keeps the rows when other rows cannot be loaded, and says that they are outdated', async () => {
    const api = open(someRows(1));
    await expect.element(rowOf('Company 1')).toBeVisible();
    api.refuse(listSuppliers, 'internal');
    await header('Currency').click();
    await expect.element(page.getByText('Failed to get suppliers.')).toBeVisible();
    await expect.element(page.getByText(/Your filters are kept. These rows may be out of date./)).toBeVisible();
    await expect.element(rowOf('Company 1')).toBeVisible();
  });
});

describe('sorting and paging', () => {
  it('are done by the server: by a column, in reverse, and by two columns', async () => {
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
  it('keep the focus in the header, also when the row that had it moves to another page', async () => {
    const api = open(someRows(2));
    await expect.element(rowOf('Company 1')).toBeVisible();
    await header('Company').click();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowUp}');
    await expect.element(header('Currency')).toHaveFocus();
    api.on(listSuppliers, aPage([aRow(8), aRow(9)]));
    await userEvent.keyboard('{Enter}');
    await expect.element(rowOf('Company 8')).toBeVisible();
    await expect.element(header('Currency')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => lastQuery(api)?.sort).toEqual([{ field: 'currency', direction: 'desc' }]);
  });
  it('ignore a column that the server cannot sort', async () => {
    const api = open(someRows(2));
    await header('City').click();
    await header('Lead time').click();
    expect(lastQuery(api)?.sort).toEqual([{ field: 'companyName', direction: 'asc' }]);
  });
  it('move between pages, of which the last one can be smaller', async () => {
    const api = open(someRows(15));
    api.on(supplierTotals, { count: 17, ...NOTHING_OWED });
    api.on(listSuppliers, ({ query }) =>
      query.page === 1
        ? aPage([aRow(16), aRow(17)], { totalElements: 17, totalPages: 2, number: 1, size: 15 })
        : aPage(someRows(15), { totalElements: 17, totalPages: 2, size: 15 }),
    );
    await button(/^Rows per page/).click();
    await expect.element(page.getByRole('menuitem', { name: '15' })).toBeVisible();
    const sizes = page.getByRole('menuitem').elements();
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['15', '25', '50', '100', 'All']);
    await page.getByRole('menuitem', { name: '15' }).click();
    await expect.element(page.getByText('1–15 of 17')).toBeVisible();
    await expect.element(button('Previous page')).toBeDisabled();
    await button('Next page').click();
    await expect.element(page.getByText('16–17 of 17')).toBeVisible();
    await expect.element(rowOf('Company 17')).toBeVisible();
    await expect.element(button('Next page')).toBeDisabled();
  });
  it('follow a link to the address that they had before a change which is not in the URL yet', async () => {
    const address = '/table?sort=companyName&size=15';
    const api = open(someRows(15), { path: address });
    api.on(listSuppliers, aPage(someRows(15), { totalElements: 17, totalPages: 2, size: 15 }));
    api.on(supplierTotals, { count: 17, ...NOTHING_OWED });
    await expect.element(button('Next page')).toBeEnabled();
    button('Next page')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    followLink(address);
    await expect.poll(() => lastQuery(api)?.page).toBe(1);
    await expect.element(page.getByText('1–15 of 17')).toBeVisible();
  });
  it('start at the page in the URL', async () => {
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
  it('are chosen from a list, shown as a chip, and removed again', async () => {
    const api = open(someRows(2));
    await button('Filter').click();
    await page.getByRole('menuitem', { name: 'Currency' }).click();
    const editor = page.getByRole('dialog', { name: 'Currency' });
    await editor.getByRole('checkbox', { name: 'USD' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => lastQuery(api)?.filter).toEqual([{ field: 'currency', op: 'in', values: ['USD'] }]);
    await expect.element(button(/^Change filter Currency .*USD/)).toBeVisible();
    await button('Remove filter Currency').click();
    await expect.element(button(/^Change filter/)).not.toBeInTheDocument();
    expect(window.location.search).not.toContain('currency');
  });
  it('without a match say how many rows each of them hides, and can be removed one by one', async () => {
    const { api, show } = showTable(someRows(1), { path: '/table?q=lamp&f.currency.in=USD' });
    api.on(listSuppliers, ({ query }) => aPage(query.search === 'lamp' ? [] : someRows(1)));
    api.on(supplierTotals, ({ query }) => ({ count: query.search === undefined ? 4 : 0, ...NOTHING_OWED }));
    show();
    await expect.element(page.getByText('Nothing matches.')).toBeVisible();
    await button('Clear search to see 4 more').click();
    await expect.element(rowOf('Company 1')).toBeVisible();
    expect(lastQuery(api)).toMatchObject({ filter: [{ field: 'currency', op: 'in', values: ['USD'] }] });
    expect(lastQuery(api)?.search).toBeUndefined();
  });
  it('are combined with a search, which is debounced', async () => {
    const api = open(someRows(1));
    await page.getByRole('searchbox').fill('lamp');
    await expect.poll(() => lastQuery(api)?.search).toBe('lamp');
    expect(window.location.search).toContain('q=lamp');
  });
});

describe('keys and clicks on a row', () => {
  const pathNow = () => window.location.pathname;

  it('open the row on a click', async () => {
    open(someRows(2));
    await page.getByRole('gridcell', { name: '2', exact: true }).click();
    await expect.poll(pathNow).toBe(`/suppliers/${aRow(2).id}`);
  });
  it('open the row on Enter, after any movement with the arrow keys', async () => {
    open(someRows(3));
    await expect.element(rowOf('Company 1')).toBeVisible();
    await header('Company').click();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(pathNow).toBe(`/suppliers/${aRow(3).id}`);
  });
  it('reach the first row from the search field with Arrow down', async () => {
    open(someRows(3), { withBulk: true });
    await expect.element(rowOf('Company 1')).toBeVisible();
    await page.getByRole('searchbox').click();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(pathNow).toBe(`/suppliers/${aRow(2).id}`);
  });
  it('tick a row with Space on its checkbox, and open no preview', async () => {
    open(someRows(2), { withBulk: true });
    await expect.element(rowOf('Company 1')).toBeVisible();
    await page.getByRole('searchbox').click();
    await userEvent.keyboard('{ArrowDown}{ArrowLeft} ');
    await expect.element(rowOf('Company 1').getByRole('checkbox')).toBeChecked();
    expect(page.getByRole('complementary').query()).toBeNull();
  });
  it('open a preview of all columns with Space, which follows the focus and closes with Escape', async () => {
    open([aRow(1, { notes: 'In a hidden column' }), aRow(2)]);
    await expect.element(rowOf('Company 1')).toBeVisible();
    await header('Company').click();
    await userEvent.keyboard('{ArrowDown} ');
    const panel = page.getByRole('complementary');
    await expect.element(panel.getByRole('heading', { name: 'Company 1' })).toBeVisible();
    await expect.element(panel.getByText('In a hidden column')).toBeVisible();
    await expect.element(panel.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/suppliers/${aRow(1).id}`);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(panel.getByRole('heading', { name: 'Company 2' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
  });
});

describe('selected rows', () => {
  const tick = (name: string) => rowOf(name).getByRole('checkbox');
  const means = (rows: unknown) => page.getByText(`means ${JSON.stringify(rows)}`);
  const bar = page.getByRole('toolbar', { name: 'Selected' });

  it('are the only ones on which the bar acts', async () => {
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
  it('are all rows of the page after a click on the box in the header', async () => {
    open(someRows(3), { withBulk: true });
    await expect.element(rowOf('Company 1')).toBeVisible();
    await page.getByRole('columnheader').getByRole('checkbox').click();
    await expect.element(means(['Company 1', 'Company 2', 'Company 3'])).toBeVisible();
  });
  it('are deselected with Escape in the bar', async () => {
    open(someRows(2), { withBulk: true });
    await tick('Company 1').click();
    await expect.element(button('Clear selection')).toBeVisible();
    (button('Clear selection').element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar).not.toBeInTheDocument();
  });
  it('can be all matching rows until the search changes', async () => {
    const api = open(someRows(3), { withBulk: true });
    api.on(supplierTotals, ({ query }) => ({ count: query.search ? 2 : 200, ...NOTHING_OWED }));
    await tick('Company 1').click();
    await button(/^Select all/).click();
    await expect.element(means({})).toBeVisible();
    await expect.element(tick('Company 2')).toBeChecked();
    await page.getByRole('searchbox').fill('lamp');
    await expect.poll(() => lastQuery(api)?.search).toBe('lamp');
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(tick('Company 2')).not.toBeChecked();
  });
  it('can be all matching rows until a filter is removed', async () => {
    const api = open(someRows(3), { withBulk: true, path: '/table?f.currency.in=GBP' });
    await tick('Company 1').click();
    await button(/^Select all/).click();
    await expect.element(tick('Company 2')).toBeChecked();
    await button('Remove filter Currency').click();
    await expect.poll(() => lastQuery(api)?.filter).toEqual([]);
    await expect.element(bar).not.toBeInTheDocument();
  });
  it('remain all matching rows when the sort order changes', async () => {
    const api = open(someRows(3), { withBulk: true });
    await tick('Company 1').click();
    await button(/^Select all/).click();
    await header('Currency').click();
    await expect.poll(() => lastQuery(api)?.sort?.[0]?.field).toBe('currency');
    await expect.element(means({})).toBeVisible();
  });
});

describe('a narrow window', () => {
  afterEach(() => page.viewport(1440, 900));
  it('shows cards, and on request the table with all it can do; the choice is kept', async () => {
    await page.viewport(720, 450);
    open(someRows(3), { withBulk: true });
    await expect.element(page.getByRole('list', { name: /^Suppliers/ })).toBeVisible();
    expect(button('Columns').query()).toBeNull();
    await button('Show as a table').click();
    await rowOf('Company 2').getByRole('checkbox').click();
    await expect.element(page.getByText('1 selected')).toBeInViewport();
    await expect.element(header('Company')).toBeVisible();
    await button('Columns').click();
    await page.getByRole('checkbox', { name: 'Notes' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(header('Notes')).toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBe(720);
    await expectNoSeriousFindings();
    await page.viewport(1440, 900);
    await expect.element(button('Show as cards')).not.toBeInTheDocument();
    await page.viewport(390, 844);
    await expect.element(header('Company')).toBeVisible();
    await button('Show as cards').click();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Company 2' })).toBeVisible();
    // The total is named as the figure of the cards.
    await expect.element(page.getByText('Total, 3 rows · Lead time: of 3')).toBeVisible();
    expect(page.getByRole('grid').query()).toBeNull();
  });
});

describe('columns', () => {
  it('are shown and hidden, and stay so on the next visit', async () => {
    open(someRows(1));
    await button('Columns').click();
    await page.getByRole('checkbox', { name: 'Notes' }).click();
    await page.getByRole('checkbox', { name: 'City' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(header('Notes')).toBeVisible();
    await expect.element(header('City')).not.toBeInTheDocument();
    expect(localStorage.getItem('quayside.grid')).toContain('city');
  });
  it('have more space in comfortable rows', async () => {
    open(someRows(1));
    await expect.element(rowOf('Company 1')).toBeVisible();
    const height = () => cell('City 1').element().getBoundingClientRect().height;
    const before = height();
    await button('Comfortable rows').click();
    await expect.poll(height).toBeGreaterThan(before);
    await expect.element(button('Compact rows')).toBeVisible();
  });
});
