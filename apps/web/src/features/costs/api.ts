import {
  COST_CHART_SIZE,
  getProductCostHistory,
  getReconciliation,
  restatementTotals,
} from '@quayside/contracts/costs/cost-reports';
import { explainProduct } from '@quayside/contracts/costs/costs';
import { getInvoice, listInvoices } from '@quayside/contracts/invoices/invoices';
import { getLotTakingTotals, listLotTakings } from '@quayside/contracts/stock/lot-takings';
import type { FilterChip } from '@quayside/contracts/paging';
import { read } from '../../lib/api/query-client.ts';
import { type Known, knownQuery, TODAY } from './known.ts';

/**
 * Loads the explanation of a product's cost: as known today, as it was known on a day, or only for the orders up to a
 * day.
 */
export const explainQuery = (productId: string, known: Known = TODAY) =>
  read('costs', explainProduct, {
    params: { id: productId },
    ...(known.kind === 'today' ? {} : { query: knownQuery(known) }),
  });

/**
 * Loads the steps of a unit cost, newest first, up to the page size limit. It loads all steps and not only those in the
 * chart's range, because the chart also needs the value at the beginning of the range. `isSplit`: with what of each
 * order is gone, by month, on hand and not arrived.
 */
export const historyQuery = (productId: string, isSplit = false) =>
  read('costs', getProductCostHistory, {
    params: { productId },
    query: { pageSize: COST_CHART_SIZE, pageNumber: 0, sort: 'date,desc', ...(isSplit && { split: 'true' }) },
  });

/** Adds up what a lot gave, by month. */
export const lotTakingTotalsQuery = ({ id, asKnownOn }: LotAsKnown) =>
  read('stock', getLotTakingTotals, { params: { id }, query: { ...(asKnownOn !== null && { asKnownOn }) } });
/** Loads a page of what a lot gave on these days. */
export const lotTakingsQuery = (
  { id, asKnownOn }: LotAsKnown,
  { from, to }: Days,
  page: { readonly page: number; readonly size: number },
) =>
  read('stock', listLotTakings, {
    params: { id },
    query: {
      ...page,
      ...(asKnownOn !== null && { asKnownOn }),
      filter: JSON.stringify([{ field: 'day', op: 'between', values: [from, to] }]),
    },
  });
/** A lot as it is known now (null), or as it was known on a day. */
interface LotAsKnown {
  readonly id: string;
  readonly asKnownOn: string | null;
}

export const reconciliationQuery = () => read('costs', getReconciliation, {});

export interface Days {
  readonly from: string;
  readonly to: string;
}
export const restatementTotalsQuery = (days: Days, chips: readonly FilterChip[]) =>
  read('costs', restatementTotals, {
    query: { ...days, ...(chips.length > 0 ? { filter: JSON.stringify(chips) } : {}) },
  });

/** Loads one invoice, for its number and the day on which it was added. */
export const addedInvoiceQuery = (id: string) => read('invoices', getInvoice, { params: { id } });
/** Searches invoices as options of a select, latest date first. */
export const invoiceOptionsQuery = (search: string) =>
  read('invoices', listInvoices, { query: { ...(search ? { search } : {}), size: 20, sort: ['date,desc'] } });
