import { listSuppliers, type Supplier } from '@quayside/contracts/suppliers/suppliers';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aSupplier } from '../../features/suppliers/testing/a-supplier.ts';
import { idOf } from '../../testing/person.ts';
import { aPage } from '../../testing/pages.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { DataGrid } from './data-grid.tsx';
import type { GridColumn } from './grid-types.ts';

const COLUMNS: readonly GridColumn<Supplier>[] = [{ id: 'companyName', header: 'Company', width: 300 }];
const OLD = aSupplier({ id: idOf(1), companyName: 'Old Works' });
const NEW = aSupplier({ id: idOf(2), companyName: 'New Works' });

describe('the keys of a list', () => {
  it('act on the rows of the typed text only, not on those that stay until these are there', async () => {
    const api = startApi();
    const acted: string[] = [];
    api.on(listSuppliers, ({ query }) => aPage(query.search === undefined ? [OLD, NEW] : [NEW]));
    renderPart(
      <DataGrid
        id="suppliers"
        name="Suppliers"
        topic="suppliers"
        endpoint={listSuppliers}
        columns={COLUMNS}
        getRowId={(row) => row.id}
        rowKeys={{ p: (row) => void acted.push(row.companyName) }}
        bulk={(rows) => <output>{rows.map((row) => row.companyName).join()}</output>}
        searchPlaceholder="Company"
        empty={{ icon: IconBuildingFactory2, title: 'None', body: 'None' }}
        height="auto"
      />,
    );
    await page
      .getByRole('row', { name: /Old Works/ })
      .getByRole('checkbox')
      .click();
    await expect.element(page.getByRole('status').getByText('Old Works')).toBeVisible();
    const release = api.hold(listSuppliers);
    await page.getByPlaceholder('Company').fill('New');
    await userEvent.keyboard('{ArrowDown}');
    // Leaving the field searches at once, and nothing waits for more typing.
    await expect.poll(() => api.asked(listSuppliers).at(-1)?.query.search).toBe('New');
    await userEvent.keyboard('p');
    await userEvent.keyboard('p');
    expect(acted).toEqual([]);
    await expect.poll(() => page.getByRole('status').getByText('Old Works').query()).toBeNull();
    release();
    await expect.poll(() => page.getByRole('row', { name: /Old Works/ }).query()).toBeNull();
    await page.getByText('New Works').click();
    await userEvent.keyboard('p');
    expect(acted).toEqual(['New Works']);
  });
});
