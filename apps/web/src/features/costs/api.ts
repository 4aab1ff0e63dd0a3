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

/** Where every cent of a product's cost came from, seen from a day. */
export const explainQuery = (productId: string, known: Known = TODAY) =>
  read('costs', explainProduct, {
    params: { id: productId },
    ...(known.kind === 'today' ? {} : { query: knownQuery(known) }),
  });

/**
 * The steps of a unit cost, newest first: all of them, so that a range can begin with what held before it; of very many
 * the newest.
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

/** One bill: when it was added, and what it is called. */
export const billQuery = (id: string) => read('invoices', getInvoice, { params: { id } });
export const billsQuery = (search: string) =>
  read('invoices', listInvoices, { query: { ...(search ? { search } : {}), size: 20, sort: ['date,desc'] } });
