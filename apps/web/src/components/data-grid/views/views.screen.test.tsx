import { listCountries, listSuppliers, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { createView, deleteView, listViews, type View } from '@quayside/contracts/views';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { someRows } from '../testing/supplier-table.tsx';
import { NOTHING_OWED } from '../../../testing/nothing-owed.ts';

const strip = page.getByRole('tablist', { name: 'Views of Suppliers' });
const tab = (name: RegExp) => strip.getByRole('tab', { name });
const chosen = strip.getByRole('tab', { selected: true });
const button = (name: string) => page.getByRole('button', { name });
const search = page.getByLabelText('Search Suppliers', { exact: true });
const name = page.getByLabelText('Name', { exact: true });

const aView: View = {
  ...{ id: idOf(699), gridId: 'suppliers', name: 'Ningbo', isShared: false, isMine: true, owner: null },
  ...{ isDefault: false, createdAt: '2026-11-16T09:00:00Z', updatedAt: '2026-11-16T09:00:00Z', version: 1 },
  state: { columns: [], sort: [], chips: [], search: 'ningbo', size: 15, density: 'comfortable' },
};

/** Opens the list of suppliers. The fake server stores the person's views and refuses a name that is in use. */
function open(query: string, stored: View[] = []) {
  const api = startApi();
  api.on(listCountries, []);
  api.on(listSuppliers, aPage(someRows(1)));
  api.on(supplierTotals, { count: 1, ...NOTHING_OWED });
  api.on(listViews, () => stored);
  api.on(createView, ({ body, params }) => {
    if (stored.some((view) => view.name.toLowerCase() === body.name.toLowerCase()))
      throw refusal('views.name_taken', { message: 'You have a view of this name already.' });
    const view = { ...aView, id: idOf(700 + stored.length), gridId: params.gridId, ...body };
    stored = [...stored, view];
    return view;
  });
  api.on(deleteView, ({ params }) => {
    stored = stored.filter(({ id }) => id !== params.viewId);
    return undefined;
  });
  renderScreen(`/suppliers${query}`);
  return api;
}
async function keep(as: string) {
  await button('Save as a view').click();
  await name.fill(as);
  await button('Create view').click();
}

afterEach(() => page.viewport(1440, 900));

describe('the views of a table', () => {
  it('have no count until it is known, instead of 0', async () => {
    const api = open('');
    const release = [api.hold(listSuppliers), api.hold(supplierTotals)];
    await expect.element(chosen).toHaveTextContent('All suppliers');
    for (const one of release) one();
    await expect.element(chosen).toHaveTextContent('All suppliers 1 row');
  });
  it.each([
    ['apply the default one to a list without a view in its URL', '', /^Ningbo/],
    ['apply none if the URL says so', '?view=all', /^All suppliers/],
  ])('%s', async (_, query, name) => {
    open(query, [{ ...aView, isDefault: true }]);
    await expect.element(chosen).toHaveAccessibleName(name);
    await expect.element(search).toHaveValue(query === '' ? 'ningbo' : '');
  });
  it('are created and opened with the keyboard only', async () => {
    open('?q=ningbo');
    await expect.element(tab(/^All suppliers/)).toBeVisible();
    (button('Save as a view').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('From Ningbo{Enter}');
    await expect.element(chosen).toHaveAccessibleName(/^From Ningbo/);

    (chosen.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(tab(/^All suppliers/)).toHaveFocus();
    await expect.element(chosen).toHaveAccessibleName(/^From Ningbo/);
    await userEvent.keyboard('{Enter}');
    await expect.element(chosen).toHaveAccessibleName(/^All suppliers/);
    await expect.element(search).toHaveValue('');
    await userEvent.keyboard('{End} ');
    await expect.element(chosen).toHaveAccessibleName(/^From Ningbo/);
    await expect.element(search).toHaveValue('ningbo');
  });
  it('are deleted with the keyboard only', async () => {
    open('?q=ningbo');
    await keep('From Ningbo');
    await expect.element(chosen).toHaveAccessibleName(/^From Ningbo/);
    (chosen.element() as HTMLElement).focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Options of From Ningbo')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    // The menu focuses its first entry a moment after it opens, so wait for the focus.
    await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(tab(/^From Ningbo/)).not.toBeInTheDocument();
  });
  it('report a duplicate name at the field', async () => {
    open('?q=ningbo');
    await keep('From Ningbo');
    await expect.element(chosen).toHaveAccessibleName(/^From Ningbo/);
    await keep('from NINGBO');
    await expect.element(page.getByText('You have a view of this name already.')).toBeVisible();
  });
  it('fit a phone without horizontal scrolling of the page', async () => {
    await page.viewport(390, 844);
    open('?q=ningbo');
    await keep('From Ningbo, with a rather long name');
    await expect.element(chosen).toHaveAccessibleName(/^From Ningbo/);
    await expect.element(chosen).toBeInViewport();
    await tab(/^All suppliers/).click();
    await expect.poll(() => window.location.search).not.toContain('q=');
    expect(document.documentElement.scrollWidth).toBe(390);
    await tab(/^From Ningbo/).click();
    await expect.poll(() => window.location.search).toContain('q=ningbo');
  });
});
