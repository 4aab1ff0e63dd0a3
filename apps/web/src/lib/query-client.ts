import { getMe } from '@quayside/contracts/accounts';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { Topic } from '@quayside/contracts/live';
import { MutationCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';
import { type CallInput, call, onSecondFactorMissing } from './call.ts';
import type { FailureWords } from './failure-words.ts';
import { toastFailure } from './toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { quiet?: boolean; failure?: FailureWords };
  }
}

/** The only store of server state. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.quiet) toastFailure(error, mutation.meta?.failure);
    },
  }),
  defaultOptions: {
    queries: {
      // The live stream marks queries as stale. This time covers a stream that is down.
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      // call() already retries a GET once when no answer arrived.
      retry: (failures, error) => failures < 1 && isApiError(error) && error.status === 503,
    },
    mutations: { retry: false },
  },
});

// The person's data says whether the account requires a second factor, so refetch it when a call was refused for it.
onSecondFactorMissing(() => void queryClient.invalidateQueries({ queryKey: ['account', getMe.path] }));

/** The query key of a call: the topic first, so that a live message can invalidate all queries of the topic. */
export const keyOf = (topic: Topic, endpoint: { path: string }, input: unknown): readonly [Topic, string, unknown] => [
  topic,
  endpoint.path,
  input,
];

/** A read as query options: `useQuery(read('products', getProduct, { params: { id } }))`. */
export function read<E extends EndpointSpec>(topic: Topic, endpoint: E, input: CallInput<E>) {
  return queryOptions<ResponseOf<E>>({
    queryKey: keyOf(topic, endpoint, {
      params: (input as { params?: unknown }).params,
      query: (input as { query?: unknown }).query,
    }),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}
