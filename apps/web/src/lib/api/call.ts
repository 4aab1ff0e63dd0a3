import {
  type BinarySpec,
  type BodyIn,
  type EndpointSpec,
  type ParamsIn,
  type QueryIn,
  type ResponseOf,
  WARNING_HEADER,
} from '@quayside/contracts/endpoint';
import { CHANGED_HEADER, type Topic } from '@quayside/contracts/live';
import { z } from 'zod';
import { i18n } from '../../i18n/i18n.ts';
import { ApiError, errorOf, isMalformed } from '../errors/api-error.ts';
import { clearAccount } from '../session/forget-account.ts';
import { paths } from '../paths.ts';
import { pausedSession } from '../session/paused-session.ts';
import { proof } from '../session/proof.ts';
import { session } from '../session/session-store.ts';
import { switching } from '../session/switching.ts';
import { fetchWithProgress, type UploadProgress } from './upload-request.ts';

type Optional<T, K extends string> = undefined extends T
  ? { [P in K]?: T }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };
/** The parameters of a call. The id of the signed-in person can be omitted, because it is taken from the session. */
type ParamsArg<E> = Omit<ParamsIn<E>, 'userId'> & { userId?: string };

/** The options of a call: the inputs that the endpoint declares, and values that are sent as headers. */
export type CallInput<E> = Optional<ParamsArg<E>, 'params'> &
  Optional<QueryIn<E>, 'query'> &
  Optional<BodyIn<E>, 'body'> & {
    file?: File;
    /** Called with the progress of an upload. */
    onProgress?: (progress: UploadProgress) => void;
    /** The row version that the server must have for a DELETE to succeed (optimistic locking). */
    ifMatch?: number;
    /**
     * The idempotency key. By default, a new key is generated for every endpoint that accepts one. To retry a request,
     * pass the same key again.
     */
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Lets the request continue after the page is closed (fetch keepalive). */
    keepalive?: boolean;
  };

/** The type of any call, for code that handles all calls alike. */
export type AnyEndpoint = EndpointSpec;
interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: File;
  onProgress?: (progress: UploadProgress) => void;
  ifMatch?: number;
  idempotencyKey?: string;
  signal?: AbortSignal;
  keepalive?: boolean;
}

/** The base path of the API. */
const BASE = '/api/v2';
const RETRY_AFTER_MS = 400;

const isBinary = (response: unknown): response is BinarySpec =>
  typeof response === 'object' && response !== null && 'binary' in response;

/**
 * The URL path of a call with its parameters filled in. A missing parameter is a programming error, so the function
 * throws with the documented message.
 */
export function urlOf(
  endpoint: AnyEndpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? (name === 'userId' ? session.get()?.userId : undefined);
    if (value === null || value === undefined)
      throw new Error(`Required parameter ${name} was null or undefined when calling ${endpoint.id}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item));
  }
  const text = search.toString();
  return `${BASE}${path}${text ? `?${text}` : ''}`;
}

function headersOf(endpoint: AnyEndpoint, input: LooseInput): Headers {
  const headers = new Headers({ 'X-Client': 'web', Accept: isBinary(endpoint.response) ? '*/*' : 'application/json' });
  headers.set('Accept-Language', i18n.language);
  const held = session.get();
  if (held && session.isLive() && !endpoint.withoutToken) headers.set('Authorization', `Bearer ${held.accessToken}`);
  if (held?.accountId && endpoint.access !== 'public') headers.set('X-Account-Id', held.accountId);
  if (endpoint.idempotent) headers.set('Idempotency-Key', input.idempotencyKey ?? crypto.randomUUID());
  if (input.ifMatch !== undefined) headers.set('If-Match', `"${input.ifMatch}"`);
  return headers;
}

function bodyOf(endpoint: AnyEndpoint, input: LooseInput, headers: Headers): BodyInit | undefined {
  if (endpoint.upload) {
    if (!input.file)
      throw new Error(`Required parameter ${endpoint.upload.field} was null or undefined when calling ${endpoint.id}`);
    const form = new FormData();
    form.append(endpoint.upload.field, input.file, input.file.name);
    return form;
  }
  if (!endpoint.body) return undefined;
  if (input.body === undefined && !endpoint.body.safeParse(undefined).success && !endpoint.body.safeParse({}).success) {
    throw new Error(`Required parameter body was null or undefined when calling ${endpoint.id}`);
  }
  headers.set('Content-Type', 'application/json');
  return JSON.stringify(input.body ?? {});
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function fetchOrFail(url: string, init: RequestInit, onProgress?: LooseInput['onProgress']): Promise<Response> {
  try {
    return await (onProgress ? fetchWithProgress(url, init, onProgress) : fetch(url, init));
  } catch (error) {
    // An abort by the caller is rethrown. A timeout is treated like a call without a response.
    if (init.signal?.aborted && !isTimeout(init.signal)) throw error;
    throw unreachable();
  }
}
const isTimeout = (signal: AbortSignal) =>
  signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
const unreachable = () =>
  new ApiError({
    status: 0,
    code: 'network',
    message: i18n.t(navigator.onLine ? 'errors:unreachable' : 'errors:offline'),
  });

let failed: (endpoint: AnyEndpoint, error: ApiError) => void = () => undefined;
/**
 * Sets the function that is notified of failed and refused calls. error-reports.ts sets it, because importing
 * error-reports.ts here would be circular.
 */
export function onFailedCall(listener: typeof failed): void {
  failed = listener;
}
/** Notifies the listener of the failure of a call, then throws the error. */
function fail(endpoint: AnyEndpoint, error: unknown): never {
  // The live stream is interrupted regularly and reconnects by itself, so its failures are not reported.
  if (error instanceof ApiError && !(isBinary(endpoint.response) && endpoint.response.binary === 'text/event-stream'))
    failed(endpoint, error);
  throw error;
}

/** What a call has changed. */
interface Changes {
  readonly topics: readonly Topic[];
  /** The id of the record that the call has deleted. */
  readonly deletedId: string | undefined;
}
let changeListener: (changes: Changes) => void = () => undefined;
/**
 * Sets the function that is notified of the changes that an answer names. query-client.ts sets it, because the cached
 * data is there.
 */
export function onChanges(listener: typeof changeListener): void {
  changeListener = listener;
}
/** Notifies the listener of what the answer to a call names as changed. */
function tellChanges(endpoint: AnyEndpoint, { params = {} }: LooseInput, response: Response): void {
  const topics = (response.headers.get(CHANGED_HEADER) ?? '').split(',').filter((topic) => topic !== '');
  if (topics.length === 0) return;
  const last = endpoint.method === 'DELETE' ? /\{(\w+)\}$/.exec(endpoint.path)?.[1] : undefined;
  changeListener({
    topics: topics as Topic[],
    deletedId: last === undefined ? undefined : String(params[last]),
  });
}

/**
 * Throws when a list is requested without a query, which would name the page. This prevents a caller from fetching a
 * whole list by mistake.
 */
function requirePaging(endpoint: AnyEndpoint, input: LooseInput): void {
  const isList =
    endpoint.query instanceof z.ZodObject && 'page' in endpoint.query.shape && 'size' in endpoint.query.shape;
  if (isList && input.query === undefined)
    throw new Error(`Required parameter paging was null or undefined when calling ${endpoint.id}`);
}

/** Sends a call and returns the raw response if it succeeded. Throws an ApiError for an error response. */
export async function send(endpoint: AnyEndpoint, input: LooseInput): Promise<Response> {
  // The session has ended over unsaved input. The call waits until the person has signed in again.
  if (endpoint.access !== 'public' && pausedSession.get()) await pausedSession.wait();
  const url = urlOf(endpoint, input.params, input.query);
  requirePaging(endpoint, input);
  if (endpoint.access !== 'public' && !(await session.revive())) {
    session.end('gone');
    if (pausedSession.get() && (await pausedSession.wait())) return send(endpoint, input);
    throw new ApiError({ status: 401, code: 'not_signed_in', message: i18n.t('errors:tokenGone') });
  }
  const headers = headersOf(endpoint, input);
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin', cache: 'no-store' };
  const body = bodyOf(endpoint, input, headers);
  if (body !== undefined) init.body = body;
  const { signal } = input;
  if (signal || endpoint.timeoutMs !== undefined)
    init.signal = AbortSignal.any([
      ...(signal ? [signal] : []),
      ...(endpoint.timeoutMs === undefined ? [] : [AbortSignal.timeout(endpoint.timeoutMs)]),
    ]);
  if (input.keepalive) init.keepalive = true;
  const asked = session.get();
  const response = await fetchOrFail(url, init, input.onProgress).catch(async (error: unknown) => {
    if (endpoint.method !== 'GET' || !(error instanceof ApiError)) return fail(endpoint, error);
    await wait(RETRY_AFTER_MS);
    return fetchOrFail(url, init).catch((again: unknown) => fail(endpoint, again));
  });
  if (response.ok) return response;
  const failure = await errorOf(response, i18n.t('errors:generic'));
  // The server has refused the call without doing anything, so the same call can be sent again after the proof.
  if (failure.code === 'proof_required' && (await proof.ask())) return send(endpoint, input);
  if (endpoint.access !== 'public' && session.get()?.accessToken === asked?.accessToken && !isMalformed(failure))
    reactToRefusal(failure, asked?.accountId);
  // The server has done nothing, so the same call can be sent again when the person is back.
  const isUnknown = endpoint.access !== 'public' && [401, 498].includes(failure.status) && !isMalformed(failure);
  if (isUnknown && pausedSession.get() && (await pausedSession.wait())) return send(endpoint, input);
  return fail(endpoint, failure);
}

/**
 * Set as soon as this page starts to reload because another tab has switched to another account. An unsaved-changes
 * prompt can delay the reload, and until then the server refuses every call. The flag prevents each refusal from
 * starting another reload.
 */
let isLeaving = false;

/**
 * Called when a call is refused because the account requires a second factor. query-client.ts sets this function,
 * because the person is cached there and has to be refetched.
 */
let secondFactorListener: () => void = () => undefined;
export function onSecondFactorMissing(listener: () => void): void {
  secondFactorListener = listener;
}

/**
 * The reactions to an error response that are the same for all calls. `accountId` is the account for which the call was
 * made.
 */
function reactToRefusal(error: ApiError, accountId: string | null | undefined): void {
  // The guard refetches the person and then shows the screen on which they set up a second factor.
  if (error.code === 'second_factor_missing') secondFactorListener();
  else if (error.status === 401) session.end('unauthorised');
  else if (error.status === 403 || error.status === 498) session.end('ended');
  else if (
    error.code === 'conflict_account' &&
    !isLeaving &&
    !switching.get() &&
    session.get()?.accountId === accountId
  ) {
    // Another tab has switched to another account. Reload this tab at the home screen of that account, because the
    // current URL belongs to the former one.
    isLeaving = true;
    clearAccount();
    session.forgetStoredAccount();
    window.location.replace(paths.home());
  }
}

/** Makes one call of the API. All calls go through `send`; only the live stream uses `send` directly. */
export async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
  const response = await send(endpoint, input as LooseInput);
  const isEmpty = endpoint.response === undefined || isBinary(endpoint.response) || response.status === 204;
  try {
    const answer = isEmpty ? undefined : await response.json();
    tellChanges(endpoint, input as LooseInput, response);
    return answer as ResponseOf<E>;
  } catch (error) {
    if ((input as LooseInput).signal?.aborted) throw error;
    // The response body was cut off or is not from our server. Treat this like a call without a response.
    return fail(endpoint, unreachable());
  }
}

/** A file that the server returned, with its name. */
export interface FetchedFile {
  readonly blob: Blob;
  readonly name: string;
  /** What the person should know about the file, for example that it shows boxes instead of some characters. */
  readonly warning?: string;
}

/** Makes a call that returns a file. */
export async function callFile<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<FetchedFile> {
  const response = await send(endpoint, input as LooseInput);
  const warning = response.headers.get(WARNING_HEADER);
  const blob = await response.blob();
  tellChanges(endpoint, input as LooseInput, response);
  return {
    blob,
    name: fileNameOf(response.headers.get('Content-Disposition')) ?? endpoint.id,
    ...(warning !== null && { warning: decodeURIComponent(warning) }),
  };
}

/** Like `callFile`, but reports progress, which is useful for large files. Throws when the download is interrupted. */
export async function callLargeFile<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  onBytes: (bytes: number) => void,
): Promise<FetchedFile> {
  const response = await send(endpoint, input as LooseInput);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (const reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      bytes += value.length;
      onBytes(bytes);
    }
  } catch (error) {
    if ((input as LooseInput).signal?.aborted) throw error;
    return fail(endpoint, new ApiError({ status: 0, code: 'network', message: i18n.t('errors:cutOff') }));
  }
  const blob = new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' });
  return { blob, name: fileNameOf(response.headers.get('Content-Disposition')) ?? endpoint.id };
}

function fileNameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1];
}
