import type { SupplierBulkChanges, SupplierSelection } from '@quayside/contracts/suppliers/supplier-bulk-edits';
import type { LeadTime, PaymentTerm, Supplier } from '@quayside/contracts/suppliers/suppliers';
import { SHIPPING_METHODS, type ShippingMethod } from '@quayside/domain/lists';
import type { FilterInput } from '../../../components/data-grid/grid-state.ts';
import { leadTimeRows } from '../supplier-values.ts';

/** The fields that a bulk change can set to one value. */
export type SetField = 'currency' | 'country' | 'state' | 'city' | 'shippingMethod' | 'leadTime';
/** What happens to a list: it stays, is cleared, or is set. */
export type ListChange = 'NO_CHANGE' | 'CLEAR' | 'SET';

/** The choices in the dialog. A field that is missing from `set` stays as it is. An empty value clears the field. */
export interface SupplierDraft {
  readonly set: Readonly<Partial<Record<SetField, string>>>;
  readonly terms: ListChange;
  readonly paymentTerms: readonly PaymentTerm[];
  readonly times: ListChange;
  /** One row per shipping method. Days that are null stay as they are. */
  readonly leadTimes: readonly LeadTime[];
}
export const NO_CHANGES: SupplierDraft = {
  set: {},
  terms: 'NO_CHANGE',
  paymentTerms: [],
  times: 'NO_CHANGE',
  leadTimes: leadTimeRows(),
};

/** The request body, which contains only the chosen fields. */
export function changesOf({ set, terms, paymentTerms, times, leadTimes }: SupplierDraft): SupplierBulkChanges {
  const { leadTime, shippingMethod, ...texts } = set;
  return {
    ...texts,
    ...(leadTime !== undefined && { leadTime: leadTime === '' ? null : Number(leadTime) }),
    ...(shippingMethod !== undefined && {
      shippingMethod: shippingMethod === '' ? null : (shippingMethod as ShippingMethod),
    }),
    ...(terms === 'CLEAR' && { paymentTerms: [] }),
    ...(terms === 'SET' && paymentTerms.length > 0 && { paymentTerms: [...paymentTerms] }),
    ...(times === 'CLEAR' && {
      leadTimes: SHIPPING_METHODS.map((method) => ({
        shippingMethod: method,
        production: null,
        transit: null,
        checkIn: null,
      })),
    }),
    ...(times === 'SET' && setTimes(leadTimes)),
  };
}

/** The days that were entered. */
function setTimes(times: readonly LeadTime[]): Pick<SupplierBulkChanges, 'leadTimes'> {
  const given = times.flatMap(({ shippingMethod, ...days }) => {
    const entered = Object.entries(days).filter(([, value]) => value !== null);
    return entered.length === 0 ? [] : [{ shippingMethod, ...Object.fromEntries(entered) }];
  });
  return given.length === 0 ? {} : { leadTimes: given };
}

export const isEmptyChange = (changes: SupplierBulkChanges): boolean => Object.keys(changes).length === 0;

/** The suppliers to change: the selected rows or, if a filter is given, all rows that match the filter. */
export const selectionOf = (rows: readonly Pick<Supplier, 'id'>[], all: FilterInput | undefined): SupplierSelection =>
  all === undefined
    ? { ids: rows.map(({ id }) => id) }
    : { ...(all.search ? { search: all.search } : {}), filter: all.filter ? (JSON.parse(all.filter) as []) : [] };
