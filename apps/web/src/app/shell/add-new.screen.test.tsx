import { invoiceTotals, listInvoices } from '@quayside/contracts/invoices/invoices';
import { productTotals } from '@quayside/contracts/products/product-lists';
import { listCountries, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aPage } from '../../testing/pages.ts';
import type { Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';
import { NOTHING_OWED } from '../../testing/nothing-owed.ts';

const ZERO = '0.00';
const dialog = page.getByRole('dialog', { name: 'Add new' });
const tiles = dialog.getByRole('link');
const drawer = page.getByRole('navigation', { name: 'Main' });

/** Opens the dashboard of an empty account. */
function startWith(as: Visitor, settings = {}) {
  const api = startApi({ as, settings });
  api.on(invoiceTotals, { count: 0, total: ZERO, unassigned: ZERO, withoutRate: 0 });
  api.on(productTotals, {
    count: 0,
    unitsOrdered: 0,
    factoryCostTotal: ZERO,
    inboundCostTotal: ZERO,
    landedCostTotal: ZERO,
  });
  api.on(supplierTotals, { count: 0, ...NOTHING_OWED });
  api.on(listInvoices, aPage([]));
  renderApp('/');
  return api;
}
const links = () => tiles.elements().map((tile) => [tile.textContent, tile.getAttribute('href')]);

describe('the "Add new" dialog', () => {
  it('links an admin to the forms', async () => {
    startWith('admin');
    await drawer.getByRole('button', { name: 'Add new' }).click();
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().getBoundingClientRect().width).toBeLessThanOrEqual(740);
    await expect.poll(links).toEqual([
      [expect.stringContaining('Contacts'), '/suppliers/add'],
      [expect.stringContaining('Products'), '/products/add'],
      [expect.stringContaining('Invoices'), '/invoices/add'],
      [expect.stringContaining('Users'), '/users'],
    ]);
  });

  it('links a viewer to the lists', async () => {
    startWith('viewer');
    await drawer.getByRole('button', { name: 'Add new' }).click();
    await expect.poll(links).toEqual([
      [expect.stringContaining('Contacts'), '/suppliers'],
      [expect.stringContaining('Products'), '/products'],
      [expect.stringContaining('Invoices'), expect.stringMatching(/\/invoices$/)],
    ]);
  });

  it('closes after a click on a tile, which opens the screen of the tile', async () => {
    const api = startWith('admin');
    api.on(listCountries, []);
    await drawer.getByRole('button', { name: 'Add new' }).click();
    await tiles.first().click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => window.location.pathname).toBe('/suppliers/add');
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Add supplier' })).toBeVisible();
  });

  it('opens with the keyboard, focuses its first tile, and closes with Escape', async () => {
    startWith('admin');
    await expect.element(drawer.getByRole('button', { name: 'Add new' })).toBeVisible();
    await userEvent.keyboard('cn');
    await expect.element(tiles.first()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('omits tiles of a section that is switched off', async () => {
    startWith('admin', { isManagementSectionEnabled: false });
    await drawer.getByRole('button', { name: 'Add new' }).click();
    await expect.poll(links).toEqual([[expect.stringContaining('Users'), '/users']]);
  });
});
