import {
  type ErrorBody,
  type ErrorCode,
  ERRORS,
  type FieldError,
  type ReceiptReplay,
  type Use,
} from '@quayside/contracts/errors';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { textOfIssue } from '@quayside/contracts/texts/issues';
import type { Language } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { z } from 'zod';
import { AccountBusy } from '../db/connection-shares.ts';

/**
 * One invalid field, with a message that has not been translated yet. `field` is a dotted path into the body, or the
 * name of a query parameter.
 */
export interface FieldProblem {
  readonly field: string;
  readonly message: Text;
}

/** Adds the value of a cell to the message about its problem. */
export const withValue = (value: string, problem: Text): Text =>
  value === '' ? problem : say('cell.with_value', { value, problem });

interface ErrorData {
  /** A message that is more specific than the general message of the code. */
  readonly message?: Text | undefined;
  /** Parameters for the general message of the code. */
  readonly params?: Text['params'];
  readonly errors?: readonly FieldProblem[];
  readonly uses?: readonly Use[];
  /** What would follow if the row went nevertheless. */
  readonly replay?: ReceiptReplay;
  /** The current row, if the request had a stale version. */
  readonly current?: unknown;
  readonly retryAfterSeconds?: number;
  /** The failure behind the refusal, for the log. */
  readonly cause?: unknown;
}

/** The error of every expected refusal. Its code decides the HTTP status. Any other error is unexpected. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: ErrorData;
  constructor(code: ErrorCode, data: ErrorData = {}) {
    super(wordsOf(data.message ?? { code, params: data.params }), { cause: data.cause });
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Creates a refusal that names one invalid field. Its status is 422 unless `code` has another one. */
export const fieldError = (field: string, message: Text, code: ErrorCode = 'bad_input') =>
  new AppError(code, { errors: [{ field, message }], message: code === 'bad_input' ? undefined : message });

export const notFound = (message?: Text) => new AppError('not_found', message === undefined ? {} : { message });

/** Converts the issues that zod found to field problems. Each unknown field gets a problem of its own. */
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

/** The code of an error of PostgreSQL, Node or the framework; empty if it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
/** The SQLSTATE for a number that is out of range for its column. */
const NUMBER_TOO_LARGE = '22003';
/** The SQLSTATE for a write that the disk of the database has no space for. */
const DISK_FULL = '53100';
/** The codes of a database that is down or out of reach, or that no longer accepts the password or the role. */
const DATABASE_DOWN = /^(57P0\d|08\w{3}|53\d{3}|28\w{3}|3D000|58\w{3}|55P03|57014)$/;
/** The codes of Node for a network that fails. */
const NETWORK_DOWN = /^(ECONN\w+|EPIPE|E(HOST|NET)UNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const NO_CONNECTION =
  /Connection terminated|timeout exceeded when trying|Query read timeout|is not queryable|client was closed/i;
/** The SQLSTATE for a write to a database that is read-only, for example a standby. */
const READ_ONLY = '25006';
/** The codes and messages of a connection that was lost while a query ran: the query may have been the commit. */
const LOST = /^(57P0[12]|08\w{3}|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const LOST_WORDS = /Connection terminated unexpectedly|Query read timeout|is not queryable/;

/** Whether a write failed because the database is read-only. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** The refusal of whatever needs space on the disk of the database when there is none. */
export const databaseFull = (): AppError =>
  new AppError('unavailable', { message: say('http.database_full'), retryAfterSeconds: 60 });

/** Whether a query failed because the disk of the database is full. */
export const isDatabaseFull = (error: unknown): boolean => codeOf(error) === DISK_FULL;

/** Whether it is unknown if the transaction that failed with this error was committed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  LOST.test(codeOf(error)) || (error instanceof Error && LOST_WORDS.test(error.message));

/** The refusal of a change when it is unknown whether the change was stored. */
export const outcomeUnknown = (isRepeatable: boolean): AppError =>
  new AppError('unavailable', {
    message: say(isRepeatable ? 'http.unknown_repeat' : 'http.unknown_look'),
    retryAfterSeconds: 2,
  });
/** The code that an error gets when a compressed body cannot be unpacked. */
export const UNREADABLE_BODY = 'UNREADABLE_BODY';
/** The codes of the framework for an address that cannot be decoded, and for one with a part that is too long. */
const BAD_ADDRESS = ['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH'];

/**
 * Converts any error to one that a client may see. Database errors become 503 or 422; unknown errors become a 500
 * without an explanation.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AccountBusy)
    return new AppError('unavailable', { message: say('http.account_busy'), retryAfterSeconds: 2 });
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  // The client went away before its request was complete. Node gives this the code of a lost connection.
  if (code === 'ECONNRESET' && message === 'aborted') return new AppError('malformed');
  if (isDatabaseFull(error)) return databaseFull();
  if (DATABASE_DOWN.test(code) || NETWORK_DOWN.test(code) || NO_CONNECTION.test(message))
    return new AppError('unavailable', { retryAfterSeconds: 2 });
  if (code === READ_ONLY)
    return new AppError('unavailable', { message: say('http.database_read_only'), retryAfterSeconds: 60 });
  if (code === '22021' || code === '22P05')
    return new AppError('bad_input', { message: say('http.text_not_storable') });
  if (code === NUMBER_TOO_LARGE) return new AppError('bad_input', { message: say('http.number_too_large') });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('wrong_file', { message: say('http.send_json') });
  if (code === UNREADABLE_BODY) return new AppError('malformed');
  if (code.startsWith('FST_ERR_CTP') || BAD_ADDRESS.includes(code) || error instanceof SyntaxError)
    return new AppError('malformed');
  return new AppError('internal');
}

/**
 * Runs writes of derived amounts. If one of them is too large to be stored, the refusal names the field whose change
 * made it so large.
 */
export async function namingTooLarge<T>(field: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) !== NUMBER_TOO_LARGE) throw error;
    throw fieldError(field, say('http.number_too_large'));
  }
}

/** Builds the body of the answer to a refused request, in the caller's language. */
export function errorBody(error: AppError, requestId: string, language: Language): ErrorBody {
  const { errors, uses, replay, current, message } = error.data;
  const params = message ? message.params : error.data.params;
  const general = { code: error.code, params };
  // What is wrong with a field says more than that something is.
  const said = message ?? (error.code === 'bad_input' ? errors?.[0]?.message : undefined) ?? general;
  return {
    status: error.status,
    code: error.code,
    message: wordsOf(said, language),
    ...(message && message.code !== error.code && { reason: message.code }),
    ...(params && { params }),
    ...(errors && { errors: errors.map((problem) => fieldErrorBody(problem, language)) }),
    ...(uses && { uses: [...uses] }),
    ...(replay && { replay }),
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

/** Finds the name of the constraint (unique or foreign key) that a query violated, for `onConstraint`. */
function brokenConstraint(error: unknown): string | undefined {
  const code = codeOf(error);
  if (
    (code === '23505' || code === '23503' || code === '23514') &&
    typeof error === 'object' &&
    error !== null &&
    'constraint' in error
  )
    return String(error.constraint);
  return undefined;
}

/** Runs a query and converts a constraint violation to a refusal. `meanings` maps names of constraints to refusals. */
export async function onConstraint<T>(run: Promise<T>, meanings: Readonly<Record<string, () => AppError>>): Promise<T> {
  try {
    return await run;
  } catch (error) {
    const meaning = meanings[brokenConstraint(error) ?? ''];
    throw meaning ? meaning() : error;
  }
}
