import type { BulkChanges, ProductSelection } from '@quayside/contracts/product-changes';
import type { CatalogRow } from '@quayside/contracts/products';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import type { FilterInput } from '../../../components/data-grid/grid-state.ts';

/** Fields of the dialog that set a value. A field stays unchanged until somebody chooses a value for it. */
const SET_FIELDS = [
  'status',
  'brand',
  'reBrand',
  'group',
  'shippingMethod',
  'countryOfOrigin',
  'supplierLeadTime',
] as const;
export type SetField = (typeof SET_FIELDS)[number];

/** The values of the dialog. An absent field stays as it is; an empty one is cleared. */
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

/** The request body: only the chosen fields. NO_CHANGE leaves the status as it is. */
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

/** The selected rows, or all rows that match the filter. */
export const selectionOf = (rows: readonly Pick<CatalogRow, 'id'>[], all: FilterInput | undefined): ProductSelection =>
  all === undefined
    ? { ids: rows.map(({ id }) => id) }
    : { ...(all.search ? { search: all.search } : {}), filter: all.filter ? (JSON.parse(all.filter) as []) : [] };

/** The landed cost of the rows in total, as an exact sum. */
export function landedSum(rows: readonly Pick<CatalogRow, 'landedCostTotal'>[], currency: string): string {
  const sum = rows.reduce((total, { landedCostTotal }) => {
    const parsed = parseAmount(landedCostTotal, currency);
    return parsed.ok ? total + parsed.value : total;
  }, 0n);
  return formatAmount(sum, currency);
}
