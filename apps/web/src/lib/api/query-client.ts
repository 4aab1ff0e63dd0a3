import { getMe } from '@quayside/contracts/accounts/accounts';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { Topic } from '@quayside/contracts/live';
import { MutationCache, type Query, QueryClient, queryOptions } from '@tanstack/react-query';
import { whenBusy } from '../errors/api-error.ts';
import { type CallInput, call, onChanges, onSecondFactorMissing } from './call.ts';
import type { FailureWords } from '../errors/failure-words.ts';
import { toastFailure } from '../toasts/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { quiet?: boolean; failure?: FailureWords };
  }
}

/** The only cache of server data. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.quiet) toastFailure(error, mutation.meta?.failure);
    },
  }),
  defaultOptions: {
    queries: {
      // The live stream invalidates queries, so this time matters only while the stream is down.
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      // call() itself already retries a GET once when no response arrived.
      ...whenBusy,
    },
    mutations: { retry: false },
  },
});

// The data of the person includes whether the account requires a second factor. Refetch it when a call was refused for
// this reason.
onSecondFactorMissing(() => void queryClient.invalidateQueries({ queryKey: ['account', getMe.path] }));

/**
 * Marks the data of topics as stale, and refetches what is on the screen. Every change also adds an entry to the audit
 * log.
 */
export function refetchTopics(topics: ReadonlySet<Topic>, isMeant: (query: Query) => boolean = () => true): void {
  const all: ReadonlySet<unknown> = new Set([...topics, 'audit']);
  void queryClient.invalidateQueries({ predicate: (query) => all.has(query.queryKey[0]) && isMeant(query) });
}

/** The second parts of the keys of dry runs. A write needs no new dry run of what it has just done. */
const DRY_RUNS: ReadonlySet<unknown> = new Set(['preview', 'import', 'paste']);
/** Refetches what is shown, after a refusal because somebody else has changed it. */
export const refetchShown = (): void =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !DRY_RUNS.has(queryKey[1]) });

const isAbout = ({ queryKey }: Query, id: string): boolean =>
  Object.values((queryKey[2] as { params?: object } | undefined)?.params ?? {}).includes(id);

/** How long the caller of a write has to use its answer: to cache the new record, or to leave the page of a former. */
const SETTLE_MS = 30;

// Refetch what an answer names as changed, once its caller has used it.
onChanges(({ topics, deletedId }) => {
  const updates = new Map(
    queryClient
      .getQueryCache()
      .getAll()
      .map((query) => [query.queryHash, query.state.dataUpdateCount]),
  );
  const isStale = (query: Query) =>
    updates.get(query.queryHash) === query.state.dataUpdateCount &&
    !DRY_RUNS.has(query.queryKey[1]) &&
    (deletedId === undefined || !isAbout(query, deletedId));
  setTimeout(() => refetchTopics(new Set(topics), isStale), SETTLE_MS);
});

/**
 * The query key of a call. The key begins with the topic, so that a live message can invalidate all queries of that
 * topic.
 */
export const keyOf = (topic: Topic, endpoint: { path: string }, input: unknown): readonly [Topic, string, unknown] => [
  topic,
  endpoint.path,
  input,
];

/** The query options for a call that reads. Example: `useQuery(read('products', getProduct, { params: { id } }))`. */
export function read<E extends EndpointSpec>(topic: Topic, endpoint: E, input: CallInput<E>) {
  return queryOptions<ResponseOf<E>>({
    queryKey: keyOf(topic, endpoint, {
      params: (input as { params?: unknown }).params,
      query: (input as { query?: unknown }).query,
    }),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}
