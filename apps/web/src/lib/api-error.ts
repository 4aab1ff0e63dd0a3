import { errorBodySchema, type FieldError, type Use } from '@quayside/contracts/errors';

/** A field that failed validation, with the message to show beside it. */
export type FieldMessage = Pick<FieldError, 'field' | 'message'>;

interface ApiErrorInit {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly FieldMessage[] | undefined;
  readonly uses?: readonly Use[] | undefined;
  readonly current?: unknown;
  readonly requestId?: string | undefined;
}

/** An error answer of the API, or `code: 'network'` with status 0 when no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The fields that failed validation, where the server named them. */
  readonly errors: readonly FieldMessage[];
  /** What still uses the row (409 on a delete). */
  readonly uses: readonly Use[];
  /** The current row (409 on a stale version). */
  readonly current: unknown;
  readonly requestId: string | undefined;

  constructor(init: ApiErrorInit) {
    super(init.message);
    this.name = 'ApiError';
    this.status = init.status;
    this.code = init.code;
    this.errors = init.errors ?? [];
    this.uses = init.uses ?? [];
    this.current = init.current;
    this.requestId = init.requestId;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
/** No answer arrived: the browser is offline or the server cannot be reached. */
export const isNetworkError = (error: unknown): boolean => isApiError(error) && error.code === 'network';
export const hasCode = (error: unknown, code: string): error is ApiError => isApiError(error) && error.code === code;

/**
 * An error answer without our server's error body: the connection broke, or a proxy answered. It says nothing about the
 * session.
 */
export const isMalformed = (error: ApiError): boolean => error.code === 'malformed';

/** Parses the error body. An answer that is not ours, such as a proxy's page, becomes a generic failure. */
export async function errorOf(response: Response, fallback: string): Promise<ApiError> {
  const body = errorBodySchema.safeParse(await response.json().catch(() => undefined));
  if (body.success) return new ApiError(body.data);
  return new ApiError({
    status: response.status,
    code: response.status >= 500 ? 'internal' : 'malformed',
    message: fallback,
  });
}
