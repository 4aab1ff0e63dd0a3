import { listSuppliers, type Supplier, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { aPage } from '../../../testing/pages.ts';
import { idOf, USER_ID, type Visitor } from '../../../testing/person.ts';
import { renderPart, startApi } from '../../../testing/render-app.tsx';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { DataGrid } from '../data-grid.tsx';
import type { GridEditing } from '../edit/cell-edit.ts';
import type { BulkReach, GridColumn, GridFilter } from '../grid-types.ts';
import { NOTHING_OWED } from '../../../testing/nothing-owed.ts';

/** A supplier for tests of the table. */
export const aRow = (n: number, over: Partial<Supplier> = {}): Supplier => ({
  id: idOf(100 + n),
  userId: USER_ID,
  companyName: `Company ${n}`,
  localName: null,
  email: null,
  telephone: null,
  addressLine1: null,
  addressLine2: null,
  addressLine3: null,
  city: `City ${n}`,
  postCode: null,
  state: null,
  country: null,
  currency: 'GBP',
  notes: null,
  leadTime: n,
  shippingMethod: null,
  xeroId: null,
  paymentTerms: [],
  leadTimes: [],
  tolerances: { pricePercent: '2.00', priceAmount: '0.00', currency: 'GBP', quantityPercent: '0.00' },
  hasBankDetails: false,
  invoiceCount: 0,
  productCount: 0,
  owed: '0.00',
  overdue: '0.00',
  owedWithoutRate: 0,
  archivedAt: null,
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-16T09:00:00Z',
  version: 1,
  ...over,
});
export const someRows = (count: number): Supplier[] => Array.from({ length: count }, (_, n) => aRow(n + 1));

const CURRENCIES = ['GBP', 'USD', 'CNY'].map((value) => ({ value, label: value }));
const COLUMNS: GridColumn<Supplier, { count: number }>[] = [
  { id: 'companyName', header: 'Company', sort: true, width: 240, link: true, card: 'title' },
  {
    id: 'city',
    header: 'City',
    width: 160,
    card: 'subtitle',
    edit: {
      kind: 'text',
      text: (row) => row.city ?? '',
      parse: (text) =>
        text.trim().length > 12
          ? { ok: false, message: 'At most 12 characters' }
          : { ok: true, text: text.trim(), patch: { city: text.trim() } },
    },
  },
  {
    id: 'currency',
    header: 'Currency',
    sort: true,
    width: 120,
    edit: {
      kind: 'select',
      options: CURRENCIES,
      text: (row) => row.currency ?? '',
      parse: (text) =>
        CURRENCIES.some(({ value }) => value === text)
          ? { ok: true, text, patch: { currency: text } }
          : { ok: false, message: 'Not of the list' },
    },
  },
  {
    id: 'leadTime',
    header: 'Lead time',
    kind: 'number',
    width: 120,
    total: ({ count }) => `of ${count}`,
    card: 'figure',
  },
  { id: 'notes', header: 'Notes', hidden: true },
];
const FILTERS: GridFilter[] = [
  { field: 'companyName', label: 'Company', kind: 'text' },
  { field: 'currency', label: 'Currency', kind: 'select', options: CURRENCIES, ops: ['in', 'notIn', 'isEmpty'] },
];
const rowId = (row: Supplier) => row.id;
const hrefOf = (row: Supplier) => `/suppliers/${row.id}`;
const bulk = (rows: readonly Supplier[], clear: () => void, { isAll, total, chooseAll, filter }: BulkReach) => (
  <BulkBar
    count={isAll ? total : rows.length}
    onClear={clear}
    {...(isAll ? {} : { more: { label: `Select all ${total}`, onClick: chooseAll } })}
  >
    <span>means {JSON.stringify(isAll ? filter : rows.map(({ companyName }) => companyName))}</span>
  </BulkBar>
);

const WITHOUT_TOTALS = COLUMNS.map(({ total: _total, ...column }) => column);

interface TableOptions {
  readonly editing?: GridEditing<Supplier>;
  readonly withBulk?: boolean;
  readonly withTotals?: boolean;
  readonly path?: string;
  readonly as?: Visitor;
}

/** Renders a table of suppliers. The fake API returns `rows` as the list. */
export function showTable(
  rows: readonly Supplier[],
  { editing, withBulk, withTotals = true, path = '/table', as = 'admin' }: TableOptions = {},
) {
  const api = startApi({ as });
  api.on(listSuppliers, aPage(rows, { totalElements: rows.length }));
  api.on(supplierTotals, { count: rows.length, ...NOTHING_OWED });
  const show = () =>
    renderPart(
      <DataGrid
        id="suppliers"
        name="Suppliers"
        topic="suppliers"
        endpoint={listSuppliers}
        totalsEndpoint={supplierTotals}
        columns={withTotals ? COLUMNS : WITHOUT_TOTALS}
        filters={FILTERS}
        getRowId={rowId}
        rowHref={hrefOf}
        searchPlaceholder="Name"
        defaultSort={['companyName']}
        empty={{
          icon: IconBuildingFactory2,
          title: 'Nothing here',
          body: 'Add one.',
          actions: <button type="button">Add</button>,
        }}
        {...(withBulk ? { bulk } : {})}
        {...(editing ? { editing } : {})}
      />,
      path,
    );
  return { api, show };
}
