import { errorBodySchema, type FieldError, type Use } from '@quayside/contracts/errors';

interface ApiErrorInit {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly FieldError[] | undefined;
  readonly uses?: readonly Use[] | undefined;
  readonly current?: unknown;
  readonly requestId?: string | undefined;
}

/** A refusal of the API, or `code: 'network'` with status 0 where there was no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Wrong fields, where the server named them. */
  readonly errors: readonly FieldError[];
  /** What still uses the row (409 on a delete). */
  readonly uses: readonly Use[];
  /** The row as it is now (409 on a stale version). */
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
/** No answer came: offline, or the server cannot be reached. */
export const isNetworkError = (error: unknown): boolean => isApiError(error) && error.code === 'network';
export const hasCode = (error: unknown, code: string): error is ApiError => isApiError(error) && error.code === code;

/** A refusal without the words of our server: they broke off on the way, or it is somebody else's. It says nothing about the session. */
export const isMalformed = (error: ApiError): boolean => error.code === 'malformed';

/** Reads the one error body; an answer that is not ours (a proxy's page) becomes a plain failure. */
export async function errorOf(response: Response, fallback: string): Promise<ApiError> {
  const body = errorBodySchema.safeParse(await response.json().catch(() => undefined));
  if (body.success) return new ApiError(body.data);
  return new ApiError({ status: response.status, code: response.status >= 500 ? 'internal' : 'malformed', message: fallback });
}
