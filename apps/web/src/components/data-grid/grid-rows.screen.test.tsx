import { listSuppliers, type Supplier } from '@quayside/contracts/suppliers/suppliers';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aSupplier } from '../../features/suppliers/testing/a-supplier.ts';
import { aPage } from '../../testing/pages.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { DataGrid } from './data-grid.tsx';
import type { CellEdit, GridEditing } from './edit/cell-edit.ts';
import type { GridColumn } from './grid-types.ts';

const NAME: CellEdit<Supplier> = {
  kind: 'text',
  text: (row) => row.companyName,
  parse: (text) => ({ ok: true, text, patch: { companyName: text } }),
};
const COLUMNS: readonly GridColumn<Supplier>[] = [
  { id: 'companyName', header: 'Company', width: 300, edit: NAME },
  { id: 'currency', header: 'Currency', width: 120 },
];
const grid = (editing?: GridEditing<Supplier>) => (
  <DataGrid
    id="suppliers"
    name="Suppliers"
    topic="suppliers"
    endpoint={listSuppliers}
    columns={COLUMNS}
    getRowId={(row) => row.id}
    searchPlaceholder="Company"
    empty={{ icon: IconBuildingFactory2, title: 'None', body: 'None' }}
    height="auto"
    {...(editing && { editing })}
    bulk={(rows, _clear, reach) => (
      <>
        <output>{reach.isAll ? `All ${reach.total}` : `${rows.length} rows`}</output>
        <button type="button" onClick={reach.chooseAll}>
          Choose all
        </button>
      </>
    )}
  />
);

describe('the selection of all matching rows', () => {
  it('ends when the search changes, so that no other rows are affected', async () => {
    const api = startApi();
    api.on(listSuppliers, aPage([aSupplier()]));
    renderPart(grid());
    await page
      .getByRole('row', { name: /Ningbo Haosheng/ })
      .getByRole('checkbox')
      .click();
    await page.getByRole('button', { name: 'Choose all' }).click();
    await expect.element(page.getByText('All 1')).toBeVisible();
    await page.getByPlaceholder('Company').fill('Ning');
    await expect.poll(() => api.asked(listSuppliers).at(-1)?.query.search).toBe('Ning');
    await expect.element(page.getByRole('row', { name: /Ningbo Haosheng/ })).toBeVisible();
    await expect.poll(() => page.getByText('All 1').query()).toBeNull();
    await expect.element(page.getByRole('row', { name: /Ningbo Haosheng/ }).getByRole('checkbox')).not.toBeChecked();
  });
});

describe('an edited cell', () => {
  it('shows the stored value without a refetch of the list', async () => {
    const supplier = aSupplier();
    const api = startApi();
    api.on(listSuppliers, aPage([supplier]));
    const editing: GridEditing<Supplier> = {
      permission: { allowed: true, reason: undefined },
      save: async () => [{ ...supplier, companyName: 'AS THE SERVER HAS IT', version: supplier.version + 1 }],
      read: async () => [supplier],
      versionOf: (row) => row.version,
      nameOf: (row) => row.companyName,
      maxRows: 100,
    };
    renderPart(grid(editing));
    await page.getByText('Ningbo Haosheng').dblClick();
    await userEvent.keyboard('{Control>}a{/Control}As it was typed{Enter}');
    await expect.element(page.getByText('AS THE SERVER HAS IT')).toBeVisible();
    expect(api.asked(listSuppliers)).toHaveLength(1);
  });
});
