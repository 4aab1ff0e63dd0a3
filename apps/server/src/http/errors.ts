import { type ErrorBody, type ErrorCode, ERRORS, type FieldError, type Use } from '@quayside/contracts/errors';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { textOfIssue } from '@quayside/contracts/texts/issues';
import type { Language } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { z } from 'zod';

/** One invalid field, not yet worded. `field` is a dotted path into the body, or a query parameter. */
export interface FieldProblem {
  readonly field: string;
  readonly message: Text;
}

/** A refusal of a cell that quotes the cell's value. */
export const withValue = (value: string, problem: Text): Text =>
  value === '' ? problem : say('cell.with_value', { value, problem });

export interface ErrorData {
  /** A more specific message than that of the code. */
  readonly message?: Text | undefined;
  /** Parameters for the code's own message. */
  readonly params?: Text['params'];
  readonly errors?: readonly FieldProblem[];
  readonly uses?: readonly Use[];
  /** The current row, when the version is stale. */
  readonly current?: unknown;
  readonly retryAfterSeconds?: number;
}

/** The only class of expected refusals; the code decides the status. Any other error is unexpected. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: ErrorData;
  constructor(code: ErrorCode, data: ErrorData = {}) {
    super(wordsOf(data.message ?? { code, params: data.params }));
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** 422 at one field. */
export const fieldError = (field: string, message: Text, code: ErrorCode = 'bad_input') =>
  new AppError(code, { errors: [{ field, message }], message: code === 'bad_input' ? undefined : message });

export const notFound = (message?: Text) => new AppError('not_found', message === undefined ? {} : { message });

/** Converts zod's issues to field problems, one for each unknown field. */
export function fieldErrors(error: z.core.$ZodError, prefix = ''): FieldProblem[] {
  return error.issues.flatMap((issue): FieldProblem[] => {
    const path = [prefix, ...issue.path.map(String)];
    const message = textOfIssue(issue);
    return (issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]).map((parts) => ({
      field: parts.filter((part) => part !== '').join('.'),
      message,
    }));
  });
}

const pgCode = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
const DATABASE_DOWN = /^(57P0\d|08\w{3}|53\d{3}|ECONN\w+|EPIPE|55P03|57014)$/;

/**
 * Maps any error to what a client may see. Database errors become 503 or 422; unknown errors become 500 without an
 * explanation.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = pgCode(error);
  const message = error instanceof Error ? error.message : '';
  if (
    DATABASE_DOWN.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout/i.test(message)
  )
    return new AppError('unavailable', { retryAfterSeconds: 2 });
  if (code === '22021' || code === '22P05')
    return new AppError('bad_input', { message: say('http.text_not_storable') });
  if (code === '22003') return new AppError('bad_input', { message: say('http.number_too_large') });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('wrong_file', { message: say('http.send_json') });
  if (code.startsWith('FST_ERR_CTP') || code === 'FST_ERR_BAD_URL' || error instanceof SyntaxError)
    return new AppError('malformed');
  return new AppError('internal');
}

/** The wire form, in the caller's language. */
export function errorBody(error: AppError, requestId: string, language: Language): ErrorBody {
  const { errors, uses, current, message } = error.data;
  const params = message ? message.params : error.data.params;
  return {
    status: error.status,
    code: error.code,
    message: wordsOf(message ?? { code: error.code, params }, language),
    ...(message && message.code !== error.code && { reason: message.code }),
    ...(params && { params }),
    ...(errors && { errors: errors.map((problem) => fieldErrorBody(problem, language)) }),
    ...(uses && { uses: [...uses] }),
    ...(current !== undefined && { current }),
    requestId,
  };
}

const fieldErrorBody = ({ field, message }: FieldProblem, language: Language): FieldError => ({
  field,
  message: wordsOf(message, language),
  code: message.code,
  ...(message.params && { params: message.params }),
});

/** The name of the unique or foreign key constraint that was violated, for `onConstraint`. */
export function brokenConstraint(error: unknown): string | undefined {
  const code = pgCode(error);
  if (
    (code === '23505' || code === '23503' || code === '23514') &&
    typeof error === 'object' &&
    error !== null &&
    'constraint' in error
  )
    return String(error.constraint);
  return undefined;
}

/** Runs a query and maps a constraint violation to a refusal, beside the query that can cause it. */
export async function onConstraint<T>(run: Promise<T>, meanings: Readonly<Record<string, () => AppError>>): Promise<T> {
  try {
    return await run;
  } catch (error) {
    const meaning = meanings[brokenConstraint(error) ?? ''];
    throw meaning ? meaning() : error;
  }
}
