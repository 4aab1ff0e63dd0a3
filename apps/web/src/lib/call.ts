import type { BinarySpec, BodyIn, EndpointSpec, ParamsIn, QueryIn, ResponseOf } from '@quayside/contracts/endpoint';
import { z } from 'zod';
import { i18n } from '../i18n/i18n.ts';
import { ApiError, errorOf, isMalformed } from './api-error.ts';
import { clearAccount } from './forget-account.ts';
import { paths } from './paths.ts';
import { proof } from './proof.ts';
import { session } from './session-store.ts';
import { switching } from './switching.ts';
import { fetchWithProgress, type UploadProgress } from './upload-request.ts';

type Optional<T, K extends string> = undefined extends T
  ? { [P in K]?: T }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };
/** The signed-in person's id is filled in from the session. */
type ParamsArg<E> = Omit<ParamsIn<E>, 'userId'> & { userId?: string };

/** The options of a call: the inputs that the endpoint declares, and a few that travel as headers. */
export type CallInput<E> = Optional<ParamsArg<E>, 'params'> &
  Optional<QueryIn<E>, 'query'> &
  Optional<BodyIn<E>, 'body'> & {
    file?: File;
    /** Receives upload progress. */
    onProgress?: (progress: UploadProgress) => void;
    /** The version that a DELETE expects (optimistic locking). */
    ifMatch?: number;
    /** Generated for every endpoint that takes one. Pass the same key again to retry the same intent. */
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** The request continues after the page is closed (fetch keepalive). */
    keepalive?: boolean;
  };

/** A call with a loose type, for generic code. */
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
 * The path of a call with its parameters filled in. A missing parameter is a bug of ours; it throws in the documented
 * words.
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
    // An abort by the caller stays an AbortError. A timeout becomes the same failure as a call without an answer.
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
/** Receives calls that failed or were refused. error-reports.ts sets it, because that file makes calls itself. */
export function onFailedCall(listener: typeof failed): void {
  failed = listener;
}
/** Reports the failure of a call, then throws it. */
function fail(endpoint: AnyEndpoint, error: unknown): never {
  // The live stream is cut regularly and reconnects by itself, so its failures are not reported.
  if (error instanceof ApiError && !(isBinary(endpoint.response) && endpoint.response.binary === 'text/event-stream'))
    failed(endpoint, error);
  throw error;
}

/** Throws when a list call does not name its page, so that no caller fetches a whole list by mistake. */
function requirePaging(endpoint: AnyEndpoint, input: LooseInput): void {
  const isList =
    endpoint.query instanceof z.ZodObject && 'page' in endpoint.query.shape && 'size' in endpoint.query.shape;
  if (isList && input.query === undefined)
    throw new Error(`Required parameter paging was null or undefined when calling ${endpoint.id}`);
}

/** Sends a call and returns the raw response of a success. Throws an ApiError for an error answer. */
export async function send(endpoint: AnyEndpoint, input: LooseInput): Promise<Response> {
  const url = urlOf(endpoint, input.params, input.query);
  requirePaging(endpoint, input);
  if (endpoint.access !== 'public' && !(await session.revive())) {
    session.end('gone');
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
  // The server has done nothing yet, so the same call can be sent again after the proof.
  if (failure.code === 'proof_required' && (await proof.ask())) return send(endpoint, input);
  if (endpoint.access !== 'public' && session.get()?.accessToken === asked?.accessToken && !isMalformed(failure))
    reactToRefusal(failure, asked?.accountId);
  return fail(endpoint, failure);
}

/**
 * This page is about to reload in another account. While it stays open for unsaved input, the client refuses each call
 * it makes.
 */
let isLeaving = false;

/** Called when the account requires a second factor. query-client.ts sets it, because it holds the person. */
let tellMissing: () => void = () => undefined;
export function onSecondFactorMissing(tell: () => void): void {
  tellMissing = tell;
}

/** Reactions to an error answer that are the same for all calls. `accountId`: the account the call was made for. */
function reactToRefusal(error: ApiError, accountId: string | null | undefined): void {
  // The guard refetches the person and shows the set-up of a second factor.
  if (error.code === 'second_factor_missing') tellMissing();
  else if (error.status === 401) session.end('unauthorised');
  else if (error.status === 403 || error.status === 498) session.end('ended');
  else if (
    error.code === 'conflict_account' &&
    !isLeaving &&
    !switching.get() &&
    session.get()?.accountId === accountId
  ) {
    // Another tab switched to another account. Reload this tab at home in that account, because its own address belongs
    // to the former account.
    isLeaving = true;
    clearAccount();
    session.forgetStoredAccount();
    window.location.replace(paths.home());
  }
}

/** Makes one call of the API. All requests go through `send`; only the live stream uses it directly. */
export async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
  const response = await send(endpoint, input as LooseInput);
  if (endpoint.response === undefined || isBinary(endpoint.response) || response.status === 204)
    return undefined as ResponseOf<E>;
  try {
    return (await response.json()) as ResponseOf<E>;
  } catch (error) {
    if ((input as LooseInput).signal?.aborted) throw error;
    // The body was cut off, or a proxy answered: treat it as an answer that is not ours.
    return fail(endpoint, unreachable());
  }
}

/** A file that a call returned. */
export interface FetchedFile {
  readonly blob: Blob;
  readonly name: string;
}

/** Makes a call that returns a file. */
export async function callFile<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<FetchedFile> {
  const response = await send(endpoint, input as LooseInput);
  return { blob: await response.blob(), name: fileNameOf(response.headers.get('Content-Disposition')) ?? endpoint.id };
}

/** Like callFile, for large files: reports progress. Throws when the download breaks off. */
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
