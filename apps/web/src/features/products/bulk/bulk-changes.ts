import type { BulkChanges, ProductSelection } from '@quayside/contracts/products/product-bulk-edits';
import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import type { FilterInput } from '../../../components/data-grid/grid-state.ts';

/**
 * The fields that a bulk change can set to one value. A field stays unchanged until somebody chooses a value for it.
 */
const SET_FIELDS = [
  'status',
  'brand',
  'reBrand',
  'group',
  'shippingMethod',
  'countryOfOrigin',
  'hsCode',
  'supplierLeadTime',
] as const;
export type SetField = (typeof SET_FIELDS)[number];

/** The choices in the dialog. A field that is missing from `set` stays as it is. An empty value clears the field. */
export interface BulkDraft {
  readonly set: Readonly<Partial<Record<SetField, string>>>;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly addChannels: readonly string[];
  readonly removeChannels: readonly string[];
  readonly addSupplierIds: readonly string[];
  readonly removeSupplierIds: readonly string[];
}
export const NO_CHANGES: BulkDraft = {
  set: {},
  addTags: [],
  removeTags: [],
  addChannels: [],
  removeChannels: [],
  addSupplierIds: [],
  removeSupplierIds: [],
};

/** The request body, which contains only the chosen fields. NO_CHANGE means that the status stays as it is. */
export function changesOf({ set, ...lists }: BulkDraft): BulkChanges {
  const { status, supplierLeadTime, shippingMethod, ...texts } = set;
  return {
    ...texts,
    ...(status !== undefined && status !== 'NO_CHANGE' ? { status: status as NonNullable<BulkChanges['status']> } : {}),
    ...(supplierLeadTime === undefined
      ? {}
      : { supplierLeadTime: supplierLeadTime === '' ? null : Number(supplierLeadTime) }),
    ...(shippingMethod === undefined
      ? {}
      : { shippingMethod: shippingMethod === '' ? null : (shippingMethod as 'AIR' | 'SEA' | 'LAND') }),
    ...(Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)) as Pick<
      BulkChanges,
      'addTags'
    >),
  };
}
export const isEmptyChange = (changes: BulkChanges): boolean => Object.keys(changes).length === 0;

/** The products to change: the selected rows or, if a filter is given, all rows that match the filter. */
export const selectionOf = (rows: readonly Pick<CatalogRow, 'id'>[], all: FilterInput | undefined): ProductSelection =>
  all === undefined
    ? { ids: rows.map(({ id }) => id) }
    : { ...(all.search ? { search: all.search } : {}), filter: all.filter ? (JSON.parse(all.filter) as []) : [] };

/** The total landed cost of the rows, added without rounding. */
export function landedSum(rows: readonly Pick<CatalogRow, 'landedCostTotal'>[], currency: string): string {
  const sum = rows.reduce((total, row) => total + (minorOfText(row.landedCostTotal, currency) ?? 0n), 0n);
  return formatAmount(sum, currency);
}
