import { errorBodySchema, type FieldError, type ReceiptReplay, type Use } from '@quayside/contracts/errors';

/** A field that failed validation, with the message to show beside it. */
type FieldMessage = Pick<FieldError, 'field' | 'message'>;

interface ApiErrorInit {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly FieldMessage[] | undefined;
  readonly uses?: readonly Use[] | undefined;
  readonly replay?: ReceiptReplay | undefined;
  readonly current?: unknown;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** An error response of the API. When no response arrived, `code` is 'network' and the status is 0. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The fields that failed validation. The list is empty if the server named none. */
  readonly errors: readonly FieldMessage[];
  /** The records that still use the row. Set when a delete was refused with 409. */
  readonly uses: readonly Use[];
  /** What would follow with a replay. Set when the reversal of a receipt was refused. */
  readonly replay: ReceiptReplay | undefined;
  /** The current row. Set when a write was refused with 409 because its version was stale. */
  readonly current: unknown;
  readonly requestId: string | undefined;
  /** How long to wait before the call is repeated. Set when the response had the header `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(init: ApiErrorInit) {
    super(init.message);
    this.name = 'ApiError';
    this.status = init.status;
    this.code = init.code;
    this.errors = init.errors ?? [];
    this.uses = init.uses ?? [];
    this.replay = init.replay;
    this.current = init.current;
    this.requestId = init.requestId;
    this.retryAfterMs = init.retryAfterMs;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
/** Whether no response arrived, because the browser is offline or the server cannot be reached. */
export const isNetworkError = (error: unknown): boolean => isApiError(error) && error.code === 'network';
export const hasCode = (error: unknown, code: string): error is ApiError => isApiError(error) && error.code === code;

/**
 * Whether the response lacks our server's error body, because the connection broke or a proxy responded. Such a
 * response says nothing about the session.
 */
export const isMalformed = (error: ApiError): boolean => error.code === 'malformed';

/**
 * Parses the error body. A response that is not from our server, such as the error page of a proxy, becomes a general
 * failure.
 */
export async function errorOf(response: Response, fallback: string): Promise<ApiError> {
  const retryAfterMs = retryAfterOf(response.headers.get('Retry-After'));
  const body = errorBodySchema.safeParse(await response.json().catch(() => undefined));
  if (body.success) return new ApiError({ ...body.data, retryAfterMs });
  return new ApiError({
    status: response.status,
    code: response.status >= 500 ? 'internal' : 'malformed',
    message: fallback,
    retryAfterMs,
  });
}

/** The wait that a `Retry-After` header asks for. Our server sends whole seconds; a date is not read. */
function retryAfterOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) * 1000 : undefined;
}

/** Whether the server only asks to wait: too many calls, or a dependency is down. */
const isBusy = (error: unknown): error is ApiError => isApiError(error) && [429, 503].includes(error.status);
const BUSY_TRIES = 5;
const LONGEST_WAIT_MS = 60_000;
const retryDelay = (failures: number, error: unknown): number =>
  Math.min((isBusy(error) ? error.retryAfterMs : undefined) ?? 1000 * 2 ** failures, LONGEST_WAIT_MS);
/**
 * The options of every query. After too many calls it waits as long as the server asks to, and the screen stays as it
 * is. When a dependency is down it asks once more, because the person should see soon what is wrong.
 */
export const whenBusy = {
  retry: (failures: number, error: unknown): boolean =>
    isBusy(error) && failures < (error.status === 429 ? BUSY_TRIES : 1),
  retryDelay,
};
/** The options of a query that the app cannot do without: while the server is busy, it waits and asks again. */
export const whileBusy = {
  retry: (failures: number, error: unknown): boolean => failures < BUSY_TRIES && isBusy(error),
  retryDelay,
};

/** Whether the refusal of the call for the person says that there is no session any more. */
export const isSessionOver = (error: unknown): boolean =>
  isApiError(error) &&
  !isMalformed(error) &&
  [401, 403, 404, 498].includes(error.status) &&
  error.code !== 'second_factor_missing';
