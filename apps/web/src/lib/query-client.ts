import { getMe } from '@quayside/contracts/accounts';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { Topic } from '@quayside/contracts/live';
import { MutationCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { whenBusy } from './api-error.ts';
import { type CallInput, call, onSecondFactorMissing } from './call.ts';
import type { FailureWords } from './failure-words.ts';
import { toastFailure } from './toasts.ts';

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
