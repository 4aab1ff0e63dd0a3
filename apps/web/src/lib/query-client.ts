import { getMe } from '@quayside/contracts/accounts';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { Topic } from '@quayside/contracts/live';
import { MutationCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';
import { type CallInput, call, onSecondFactorMissing } from './call.ts';
import { toastFailure } from './toasts.ts';

/** What a failed write says: the server's words first, else "An error occured trying to update invoice". */
export interface FailureWords {
  readonly verb: 'update' | 'create' | 'delete' | 'get' | 'search';
  /** The thing, in the middle of a sentence. */
  readonly entity: string;
  /** Where the documents have words of their own for it (business §8). */
  readonly fixed?: 'createInvoice' | 'uploadDocument' | 'replaceDocument';
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { quiet?: boolean; failure?: FailureWords };
  }
}

/** Server state lives here and nowhere else. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.quiet) toastFailure(error, mutation.meta?.failure);
    },
  }),
  defaultOptions: {
    queries: {
      // The live stream says what is stale; the time is for streams that are down.
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      // call() repeats a GET once by itself when there was no answer.
      retry: (failures, error) => failures < 1 && isApiError(error) && error.status === 503,
    },
    mutations: { retry: false },
  },
});

// The person says whether the account asks for a second factor: read anew where a call was refused for it.
onSecondFactorMissing(() => void queryClient.invalidateQueries({ queryKey: ['account', getMe.path] }));

/** The key of an answer: the topic first, so that a live message finds it. */
export const keyOf = (topic: Topic, endpoint: { path: string }, input: unknown): readonly [Topic, string, unknown] => [topic, endpoint.path, input];

/** A read as query options: `useQuery(read('products', getProduct, { params: { id } }))`. */
export function read<E extends EndpointSpec>(topic: Topic, endpoint: E, input: CallInput<E>) {
  return queryOptions<ResponseOf<E>>({
    queryKey: keyOf(topic, endpoint, { params: (input as { params?: unknown }).params, query: (input as { query?: unknown }).query }),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}
