import type { EndpointSpec } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type CallInput, call } from '../../lib/api/call.ts';
import { keyOf, queryClient } from '../../lib/api/query-client.ts';
import { filterInput, type GridState, pageInput } from './grid-state.ts';
import type { DataGridProps, RowOf } from './grid-types.ts';

/**
 * Replaces rows in all cached pages with the stored ones. Everything else is refetched when the live stream reports the
 * change.
 */
export function replaceCachedRows<E extends EndpointSpec, T extends EndpointSpec>(
  { topic, endpoint, getRowId }: DataGridProps<E, T>,
  saved: readonly RowOf<E>[],
): void {
  const fresh = new Map(saved.map((row) => [getRowId(row), row]));
  queryClient.setQueriesData<Page<RowOf<E>>>(
    { queryKey: [topic, endpoint.path] },
    (page) => page && { ...page, content: page.content.map((row) => fresh.get(getRowId(row)) ?? row) },
  );
}

/** Loads the page and the totals in parallel. The previous rows stay visible while new ones load. */
export function useRows<E extends EndpointSpec, T extends EndpointSpec>(
  props: DataGridProps<E, T>,
  state: GridState,
  isReady: boolean,
) {
  const { endpoint, totalsEndpoint, topic, params, query } = props;
  const input = { params, query: { ...query, ...pageInput(state) } };
  const sums = { params, query: { ...query, ...filterInput(state) } };
  const page = useQuery({
    queryKey: keyOf(topic, endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal } as unknown as CallInput<E>) as Promise<Page<RowOf<E>>>,
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  // If loading the rows of a new filter fails, the rows of the previous filter stay visible.
  const last = useRef(page.data);
  if (page.data) last.current = page.data;
  const totals = useQuery({
    queryKey: totalsEndpoint ? keyOf(topic, totalsEndpoint, sums) : [topic, 'no totals'],
    queryFn: ({ signal }) => call(totalsEndpoint as T, { ...sums, signal } as unknown as CallInput<T>),
    enabled: isReady && totalsEndpoint !== undefined,
    placeholderData: keepPreviousData,
  });
  return { page, data: page.data ?? (page.isError ? last.current : undefined), totals };
}

interface ReportInput {
  readonly state: GridState;
  readonly change: (change: (now: GridState) => GridState) => void;
  readonly totalRows: number;
  readonly isCapped: boolean;
}

/**
 * Reports the row count and the visible rows to the page. If all rows of the current page were deleted, goes to the
 * last page.
 */
export function useRowReports<E extends EndpointSpec, T extends EndpointSpec>(
  { onCount, onRows }: DataGridProps<E, T>,
  page: ReturnType<typeof useRows<E, T>>['page'],
  { state, change, totalRows, isCapped }: ReportInput,
): void {
  const isEmpty = page.data?.content.length === 0;
  useEffect(() => {
    if (page.data) onCount?.({ total: totalRows, isCapped });
  }, [page.data, totalRows, isCapped, onCount]);
  const from = state.page * state.size;
  useEffect(() => {
    if (page.data && !page.isPlaceholderData) onRows?.({ rows: page.data.content, from, total: totalRows });
  }, [page.data, page.isPlaceholderData, from, totalRows, onRows]);
  // If rows were deleted, go to the last page that still has some.
  useEffect(() => {
    if (page.data && !page.isPlaceholderData && isEmpty && state.page > 0)
      change((now) => ({ ...now, page: Math.max(0, (page.data?.totalPages ?? 1) - 1) }));
  }, [page.data, page.isPlaceholderData, isEmpty, state.page, change]);
}
