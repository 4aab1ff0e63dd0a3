import { listProducts } from '@quayside/contracts/products/product-lists';
import { searchRecords } from '@quayside/contracts/search';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderApp, startApi } from '../../../testing/render-app.tsx';

const KETTLE = { type: 'PRODUCT', id: idOf(200), title: 'Kettle', detail: 'KTL', sku: 'KTL', unitCost: '7.7325' };
const field = page.getByRole('combobox', { name: 'Go to anything' });
const group = (name: string) => page.getByRole('group', { name });

async function open(as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(searchRecords, { records: [KETTLE] });
  renderApp(paths.listBusiness());
  await page.getByRole('button', { name: 'Search everything' }).click();
  await expect.element(field).toHaveFocus();
  return api;
}

/** Presses a key where the focus is, without waiting. A key in a field that no code handles types nothing. */
const press = (key: string, more: KeyboardEventInit = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );

afterEach(() => page.viewport(1440, 900));

describe('the palette', () => {
  it('finds records, screens and actions by a few letters, and opens the first with Enter', async () => {
    const api = await open();
    await field.fill('pro');
    await expect.element(group('Products').getByRole('option', { name: 'Kettle KTL £7.7325' })).toBeVisible();
    await expect.element(group('Screens').getByRole('option', { name: /^Products/ })).toBeVisible();
    await expect.element(group('Actions').getByRole('option', { name: /Add a product/ })).toBeVisible();
    await expectNoSeriousFindings();
    api.on(searchRecords, { records: [] });
    await field.fill('bookkeeper');
    await expect.element(group('Products')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => window.location.pathname).toBe(paths.bookkeeper());
    await expect.element(field).not.toBeInTheDocument();
    expect(api.asked(searchRecords).map(({ query }) => query.text)).toContain('pro');
  });
  it('offers screens and actions even if the search for records fails', async () => {
    const api = await open();
    api.refuse(searchRecords, 'internal');
    await field.fill('pro');
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^An error occured trying to search records/);
    await expect.element(group('Screens').getByRole('option', { name: /^Products/ })).toBeVisible();
  });
  it('says that nothing matches', async () => {
    const api = await open();
    api.on(searchRecords, { records: [] });
    await field.fill('zzzz');
    await expect.element(page.getByText('Nothing matches “zzzz”.')).toBeVisible();
  });
  it('opens with Ctrl K, selects the first result, and lists an opened record under Recent', async () => {
    const api = await open();
    api.on(listProducts, aPage([]));
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(field).toHaveFocus();
    await field.fill('ktl');
    await expect
      .element(group('Products').getByRole('option', { name: /Kettle/ }))
      .toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Error, product not found' })).toBeVisible();
    expect(window.location.pathname).toBe(paths.product('KTL', 'costs'));
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(group('Recent').getByRole('option', { name: /Kettle/ })).toBeVisible();
  });
  it('keeps what is typed before its field is there, and takes no shortcut from it', async () => {
    const api = startApi({});
    api.on(searchRecords, { records: [KETTLE] });
    renderApp(paths.listBusiness());
    await expect.element(page.getByRole('button', { name: 'Search everything' })).toBeVisible();
    // All keys arrive before the page can do anything else, as on a slow machine.
    press('k', { ctrlKey: true });
    for (const key of ['c', 'n', 'x', 'Backspace', 'Backspace', 'Backspace', 'k', 't', 'l']) press(key);
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue('ktl');
    await userEvent.keyboard('x');
    await expect.element(field).toHaveValue('ktlx');
    expect(page.getByRole('dialog').elements()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    press('k', { ctrlKey: true });
    for (const key of ['a', 'Escape']) press(key);
    await expect.element(field).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(field).toHaveValue('');
  });
  it('finds a screen by the first letters of its words', async () => {
    const api = await open();
    api.on(searchRecords, { records: [] });
    await field.fill('as co');
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual([expect.stringContaining('Assigned costs')]);
  });
  it('switches to the dark theme with the arrow keys and Enter', async () => {
    const api = await open();
    api.on(searchRecords, { records: [] });
    await field.fill('dark');
    await expect.element(page.getByRole('option').first()).toMatchTextContent(/dark/i);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('dark');
  });
  it('fills the screen of a phone', async () => {
    await page.viewport(390, 844);
    await open();
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => {
        const { width, height } = dialog.element().getBoundingClientRect();
        return [width, height];
      })
      .toEqual([390, 844]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
  it('is closed on a phone by Cancel and by Back, which stays on the screen below', async () => {
    await page.viewport(390, 844);
    await open();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(field).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Search everything' }).click();
    await expect.element(field).toHaveFocus();
    window.history.back();
    await expect.element(field).not.toBeInTheDocument();
    expect(window.location.pathname).toBe(paths.listBusiness());
  });
  it('finds what adds a record by "new", too', async () => {
    await open();
    await field.fill('new product');
    await expect.element(page.getByRole('option', { name: /Add a product/ })).toBeVisible();
  });
  it('offers a viewer no action that adds a record', async () => {
    await open('viewer');
    await field.fill('add');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    expect(page.getByRole('option', { name: /Add a product/ }).query()).toBeNull();
  });
});
