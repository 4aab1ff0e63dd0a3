import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import {
  CUSTOMER_ORDER_SORT,
  type CustomerOrder,
  FILTERS_OF_KIND,
  type getOrder as getSpec,
  type listOrders as listSpec,
  type OrderKind,
  orderSort,
  type orderTotals as totalsSpec,
} from '@quayside/contracts/shipments/orders';
import type { FilterChip } from '@quayside/contracts/paging';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import { CUSTOMER_ORDER_STATUSES } from '@quayside/domain/stock/order-report';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import { checkFilter } from '../../../http/filters.ts';
import * as suppliers from '../../shipments/public.ts';
import {
  type CustomerLineHead,
  type CustomerOrderHead,
  listCustomerOrderHeads,
  readCustomerLines,
  readCustomerOrders,
  sumCustomerOrders,
} from './customer-orders.views.ts';

// The orders of one list: those from suppliers are read by the area shipments, those of customers here.

const SORTS_OF_KIND = {
  SUPPLIER: orderSort.filter((field) => field !== 'channel'),
  CUSTOMER: CUSTOMER_ORDER_SORT,
} as const;
const FORMS = {
  status: CUSTOMER_ORDER_STATUSES,
  channel: 'text',
  product: 'uuid',
  date: 'date',
} as const;

/** Refuses filters and sort fields of the other kind of order. */
export function checkKind(
  kind: OrderKind,
  filter: readonly FilterChip[],
  sort: readonly { readonly field: (typeof orderSort)[number] }[] = [],
): void {
  const allowed: readonly string[] = FILTERS_OF_KIND[kind];
  const other = filter.find(({ field }) => !allowed.includes(field));
  if (other) throw fieldError('filter', say('orders.filter_of_other_kind', { field: other.field }));
  const sorts: readonly string[] = SORTS_OF_KIND[kind];
  if (sort.some(({ field }) => !sorts.includes(field)))
    throw fieldError('sort', say('list.sort', { fields: sorts.join(', ') }));
  if (kind === 'CUSTOMER') checkFilter(filter, FORMS);
}

type SortOf<S extends { readonly field: string }> = S & { readonly field: (typeof CUSTOMER_ORDER_SORT)[number] };
const isCustomerSort = <S extends { readonly field: string }>(sort: S): sort is SortOf<S> =>
  CUSTOMER_ORDER_SORT.some((field) => field === sort.field);

/** The sort order of customer orders. */
export const customerSort = <S extends { readonly field: string }>(sort: readonly S[] | undefined) =>
  sort?.filter(isCustomerSort);

/** One page of orders of one kind. */
export async function listOrders(w: Work, q: QueryOut<typeof listSpec>): Promise<ResponseOf<typeof listSpec>> {
  checkKind(q.kind, q.filter, q.sort);
  if (q.kind === 'SUPPLIER') return suppliers.listOrders(w, q);
  const { rows, count, window } = await listCustomerOrderHeads(w, q, customerSort(q.sort));
  const lines = await readCustomerLines(
    w,
    rows.map(({ id }) => id),
  );
  return envelope(
    rows.map((row) => toCustomerOrder(w, row, lines.get(row.id) ?? [])),
    count,
    window,
  );
}

/** The exact number and the sums of the orders of one kind that match a filter. */
export async function orderTotals(w: Work, q: QueryOut<typeof totalsSpec>): Promise<ResponseOf<typeof totalsSpec>> {
  checkKind(q.kind, q.filter);
  if (q.kind === 'SUPPLIER') return suppliers.orderTotals(w, q);
  const sums = await sumCustomerOrders(w, q);
  return {
    kind: 'CUSTOMER',
    count: Number(sums.count),
    quantity: Number(sums.units),
    shipped: Number(sums.shipped),
    waiting: Number(sums.waits),
    unknownSkus: Number(sums.unknown),
    cost: formatAmount(sums.costMinor, w.scope.currency),
    withoutRate: Number(sums.withoutRate),
  };
}

/** One order of either kind. */
export async function getOrder(w: Work, id: string): Promise<ResponseOf<typeof getSpec>> {
  const order = (await readCustomerOrders(w, [id])).get(id);
  if (!order) return suppliers.getOrder(w, id);
  return toCustomerOrder(w, order, (await readCustomerLines(w, [id])).get(id) ?? []);
}

function toCustomerOrder(w: Work, row: CustomerOrderHead, lines: readonly CustomerLineHead[]): CustomerOrder {
  const sum = (of: (line: CustomerLineHead) => bigint) => lines.reduce((all, line) => all + of(line), 0n);
  const reasons = new Set(lines.map(({ unknownCost }) => unknownCost));
  const hasCost = lines.some(({ costMinor }) => costMinor !== null);
  return {
    kind: 'CUSTOMER',
    orderId: row.id,
    number: row.number,
    date: row.day,
    channel: row.channel,
    status: row.status,
    quantity: Number(sum(({ units }) => units)),
    waiting: Number(sum(({ waits }) => waits)),
    cost: hasCost
      ? formatAmount(
          sum(({ costMinor }) => costMinor ?? 0n),
          w.scope.currency,
        )
      : null,
    // A missing rate is named first: a person can enter it.
    unknownCost: (['NO_RATE', 'COUNT'] as const).find((reason) => reasons.has(reason)) ?? null,
    lines: lines.map((line) => ({
      id: line.id,
      sku: line.sku,
      productId: line.productId,
      productName: line.productName,
      status: line.status,
      fulfilment: line.fulfilment,
      place: line.place,
      quantity: Number(line.units),
      shipped: Number(line.shipped),
      returned: Number(line.returned),
      waiting: Number(line.waits),
      currency: line.currency,
      price: line.priceMinor === null || line.currency === null ? null : formatAmount(line.priceMinor, line.currency),
      cost: line.costMinor === null ? null : formatAmount(line.costMinor, w.scope.currency),
      unknownCost: line.unknownCost,
    })),
  };
}
