import { type ErrorBody, type ErrorCode, ERRORS, type FieldError, type Use } from '@quayside/contracts/errors';
import type { z } from 'zod';

export interface ErrorData {
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly uses?: readonly Use[];
  /** The row as it is now, on a stale version. */
  readonly current?: unknown;
  readonly retryAfterSeconds?: number;
}

/** The one class of expected refusals. Its code decides the status; unexpected errors are anything else. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: ErrorData;
  constructor(code: ErrorCode, data: ErrorData = {}) {
    super(data.message ?? ERRORS[code].message);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** 422 at one field. */
export const fieldError = (field: string, message: string, code: ErrorCode = 'bad_input') =>
  new AppError(code, { errors: [{ field, message }], message: code === 'bad_input' ? undefined : message });

export const notFound = (message?: string) => new AppError('not_found', message === undefined ? {} : { message });

/** Turns what zod found into field errors; a union's own branches are folded into the deepest message. */
export function fieldErrors(error: z.core.$ZodError, prefix = ''): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    const field = [prefix, ...issue.path.map(String)].filter((p) => p !== '').join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: [field, key].filter((p) => p !== '').join('.'), message: 'This field is not known here' }));
    if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.startsWith('Invalid input'))
      return [{ field, message: 'This field is required' }];
    return [{ field, message: issue.message }];
  });
}

const pgCode = (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '');
const DATABASE_DOWN = /^(57P0\d|08\w{3}|53\d{3}|ECONN\w+|EPIPE|55P03|57014)$/;

/** What an error means to a client. Database faults become 503 or 422; anything unknown is 500 and is never explained. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = pgCode(error);
  const message = error instanceof Error ? error.message : '';
  if (DATABASE_DOWN.test(code) || /Connection terminated|timeout exceeded when trying to connect|Query read timeout/i.test(message))
    return new AppError('unavailable', { retryAfterSeconds: 2 });
  if (code === '22021' || code === '22P05') return new AppError('bad_input', { message: 'A text holds a character that cannot be stored' });
  if (code === '22003') return new AppError('bad_input', { message: 'A number is too large' });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('wrong_file', { message: 'Send application/json' });
  if (code.startsWith('FST_ERR_CTP') || code === 'FST_ERR_BAD_URL' || error instanceof SyntaxError) return new AppError('malformed');
  return new AppError('internal');
}

/** The wire form. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { errors, uses, current } = error.data;
  return {
    status: error.status,
    code: error.code,
    message: error.message,
    ...(errors && { errors: [...errors] }),
    ...(uses && { uses: [...uses] }),
    ...(current !== undefined && { current }),
    requestId,
  };
}

/** Name of the constraint that a unique or foreign key error broke, for `onConstraint`. */
export function brokenConstraint(error: unknown): string | undefined {
  const code = pgCode(error);
  if ((code === '23505' || code === '23503' || code === '23514') && typeof error === 'object' && error !== null && 'constraint' in error)
    return String(error.constraint);
  return undefined;
}

/** Runs a query and names what a broken constraint means, beside the query that can break it. */
export async function onConstraint<T>(run: Promise<T>, meanings: Readonly<Record<string, () => AppError>>): Promise<T> {
  try {
    return await run;
  } catch (error) {
    const meaning = meanings[brokenConstraint(error) ?? ''];
    throw meaning ? meaning() : error;
  }
}
