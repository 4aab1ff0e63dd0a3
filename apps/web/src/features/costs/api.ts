import {
  COST_CHART_SIZE,
  getProductCostHistory,
  getReconciliation,
  restatementTotals,
} from '@quayside/contracts/cost-reports';
import { explainProduct } from '@quayside/contracts/costs';
import { getInvoice, listInvoices } from '@quayside/contracts/invoices';
import type { FilterChip } from '@quayside/contracts/paging';
import { read } from '../../lib/query-client.ts';
import { type Known, knownQuery, TODAY } from './known.ts';

/** The explanation of a product's cost, as known on a day. */
export const explainQuery = (productId: string, known: Known = TODAY) =>
  read('costs', explainProduct, {
    params: { id: productId },
    ...(known.kind === 'today' ? {} : { query: knownQuery(known) }),
  });

/**
 * The steps of a unit cost, newest first. All steps are loaded, because a range begins with the value before it; of
 * very many only the newest.
 */
export const historyQuery = (productId: string) =>
  read('costs', getProductCostHistory, {
    params: { productId },
    query: { pageSize: COST_CHART_SIZE, pageNumber: 0, sort: 'date,desc' },
  });

export const reconciliationQuery = () => read('costs', getReconciliation, {});

export interface Days {
  readonly from: string;
  readonly to: string;
}
export const restatementTotalsQuery = (days: Days, chips: readonly FilterChip[]) =>
  read('costs', restatementTotals, {
    query: { ...days, ...(chips.length > 0 ? { filter: JSON.stringify(chips) } : {}) },
  });

/** One invoice: when it was added, and its number. */
export const billQuery = (id: string) => read('invoices', getInvoice, { params: { id } });
export const billsQuery = (search: string) =>
  read('invoices', listInvoices, { query: { ...(search ? { search } : {}), size: 20, sort: ['date,desc'] } });
