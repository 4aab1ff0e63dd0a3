import { ENDPOINTS } from '@quayside/contracts/all';
import {
  type BinarySpec,
  type BodyOut,
  type EndpointSpec,
  IDEMPOTENCY_KEY_FORM,
  type ParamsOut,
  type QueryOut,
  WARNING_HEADER,
} from '@quayside/contracts/endpoint';
import { type ErrorBody, type ErrorCode, ERRORS } from '@quayside/contracts/errors';
import { CHANGED_HEADER, changedEvent, type Topic } from '@quayside/contracts/live';
import { reportErrors } from '@quayside/contracts/error-reports';
import { subscribe } from '@quayside/contracts/notifications/notifications';
import { wordsOf } from '@quayside/contracts/texts/words';
import { FLAGS, refusalOf } from '@quayside/domain/access/access';
import type { Role } from '@quayside/domain/lists';
import type { NotificationType } from '@quayside/domain/lists';
import { z } from 'zod';
import { openEventStream } from './event-stream.ts';
import { createUploadRequests } from './upload-requests.ts';

/** A request from a screen, parsed with the schemas of the call, as on the server. */
interface Asked<E> {
  readonly params: ParamsOut<E>;
  readonly query: QueryOut<E>;
  readonly body: BodyOut<E>;
  readonly file: File | undefined;
  readonly headers: Headers;
}

/** A response of the type that the contract declares, or a file for calls that return one. */
type AnswerOf<E> = E extends { readonly response?: infer R }
  ? R extends z.ZodType
    ? z.input<R>
    : R extends BinarySpec
      ? Blob
      : undefined
  : undefined;
type Handler<E> = (asked: Asked<E>) => AnswerOf<E> | Promise<AnswerOf<E>>;
type Listener = (asked: Asked<EndpointSpec>) => unknown;

/** The optional fields of a refusal. */
type RefusalDetails = Partial<Pick<ErrorBody, 'message' | 'errors' | 'uses' | 'replay' | 'current'>> & {
  /** The seconds of the header `Retry-After`. */
  readonly retryAfter?: number;
};
class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;
  constructor(code: ErrorCode, details: RefusalDetails) {
    super(code);
    this.code = code;
    this.details = details;
  }
}
class NetworkFailure extends Error {}

/** A refusal that a handler can throw: `throw refusal('conflict_version', { current: row })`. */
export const refusal = (code: ErrorCode, details: RefusalDetails = {}): Error => new Refusal(code, details);

/** Refusals that every call can return, in addition to the refusals that its contract declares. */
const FROM_ANY_CALL: readonly ErrorCode[] = ['malformed', 'bad_input', 'internal', 'unavailable', 'too_many'];
const FROM_ANY_SIGNED_IN_CALL: readonly ErrorCode[] = [
  'not_signed_in',
  'session_ended',
  'second_factor_missing',
  'payment_required',
  'forbidden',
  'not_found',
  'conflict_account',
  'conflict_key',
  'conflict_running',
  'too_large',
  'wrong_file',
];
const declares = (endpoint: EndpointSpec, code: ErrorCode): boolean =>
  FROM_ANY_CALL.includes(code) ||
  (endpoint.errors?.includes(code) ?? false) ||
  (endpoint.access !== 'public' && FROM_ANY_SIGNED_IN_CALL.includes(code)) ||
  (endpoint.proof !== undefined && code === 'proof_required');

/** A caller who has access to everything that the role permits. */
const ANY_CALLER = {
  flags: Object.fromEntries(FLAGS.map((flag) => [flag, true])) as Record<(typeof FLAGS)[number], boolean>,
  tierExpired: false,
  secondFactorMissing: false,
};

const BASE = '/api/v2';
const matchers = ENDPOINTS.map((endpoint) => {
  const names: string[] = [];
  const pattern = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  return { endpoint, names, pattern: new RegExp(`^${BASE}${pattern}$`) };
  // Sorted so that literal path segments are matched before parameters.
}).toSorted((a, b) => a.names.length - b.names.length);

/**
 * The fake server of one test. It returns the responses that the test has set. Responses and requests that violate the
 * contract fail the test.
 */
export type FakeApi = ReturnType<typeof createFakeApi>;

/** Creates a fake server. `startApi` in render-app.tsx does this for a signed-in person. */
export function createFakeApi(roles?: readonly Role[]) {
  const handlers = new Map<string, Listener>();
  const held = new Map<string, Promise<void>>();
  const asked = new Map<string, Asked<EndpointSpec>[]>();
  const problems: string[] = [];
  const stream = openEventStream();
  const send = (input: RequestInfo | URL, init?: RequestInit) => answer(new Request(input, init));

  const set = (endpoint: EndpointSpec, handler: Listener) => void handlers.set(endpoint.id, handler);
  const api = {
    /** Sets the response to a call. A function can read the request and keep state. */
    on<E extends EndpointSpec>(endpoint: E, answer: AnswerOf<E> | Handler<E>): void {
      set(endpoint, typeof answer === 'function' ? (answer as unknown as Listener) : () => answer);
    },
    /** Makes the server refuse a call. */
    refuse(endpoint: EndpointSpec, code: ErrorCode, details: RefusalDetails = {}): void {
      set(endpoint, () => {
        throw new Refusal(code, details);
      });
    },
    /** Makes a call fail without a response, as if there were no network. */
    cut(endpoint: EndpointSpec): void {
      set(endpoint, () => {
        throw new NetworkFailure();
      });
    },
    /** Delays the responses to a call. Returns the function that releases them. */
    hold(endpoint: EndpointSpec): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(endpoint.id, promise);
      return () => {
        held.delete(endpoint.id);
        resolve();
      };
    },
    /** The requests made to an endpoint so far, oldest first. */
    asked: <E extends EndpointSpec>(endpoint: E): readonly Asked<E>[] =>
      (asked.get(endpoint.id) ?? []) as unknown as Asked<E>[],
    /** Sends a `changed` message to the open page through the live stream. */
    tellChanged(topic: Topic, ids: readonly string[] = []): void {
      stream.send('changed', changedEvent.parse({ topic, ids, version: null }));
    },
    /** Sends a message to the open page through the live stream, saying that a notification was created. */
    tellNotified(type: NotificationType, id: string): void {
      stream.send(type, { id });
    },
    /**
     * Unexpected calls, and requests and responses that violate the contract. If there are any, the test fails at its
     * end.
     */
    problems,
    fetch: send,
    /** Controls the progress of uploads. Example: `uploads.report(0.5)`. */
    uploads: createUploadRequests(send),
    close: () => stream.close(),
  };

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const found = find(request.method, url.pathname);
    if (!found) throw report(`No call of the contract is ${request.method} ${url.pathname}`);
    const { endpoint, params } = found;
    if (roles && refusalOf({ access: endpoint.access }, { ...ANY_CALLER, roles }))
      throw report(`${endpoint.id} was asked for by somebody whose role may not`);
    if (endpoint.id === subscribe.id) return stream.answer(request.signal);
    const input = await readInput(endpoint, params, url, request);
    if (typeof input === 'string') {
      report(`${endpoint.id} was asked for what its contract refuses: ${input}`);
      return refuse(endpoint, new Refusal('bad_input', {}));
    }
    asked.set(endpoint.id, [...(asked.get(endpoint.id) ?? []), input]);
    await waitFor(held.get(endpoint.id), request.signal);
    const handler = handlers.get(endpoint.id);
    if (!handler) throw report(`Nothing was expected of ${endpoint.id} (${request.method} ${url.pathname})`);
    try {
      const answer = answerOf(endpoint, await handler(input));
      if (changesData(endpoint, input)) answer.headers.set(CHANGED_HEADER, Object.keys(TOPICS).join(','));
      return answer;
    } catch (error) {
      if (error instanceof Refusal) return refuse(endpoint, error);
      if (error instanceof NetworkFailure) throw new TypeError('Failed to fetch', { cause: error });
      throw report(`${endpoint.id}: ${String(error)}`);
    }
  }

  function refuse(endpoint: EndpointSpec, { code, details }: Refusal): Response {
    if (!declares(endpoint, code)) report(`${endpoint.id} cannot be refused with ${code}`);
    const { status } = ERRORS[code];
    const { retryAfter, ...fields } = details;
    const body = { status, code, message: wordsOf({ code }), requestId: 'request', ...fields };
    const headers = new Headers(retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)]]);
    return Response.json(body, { status, headers });
  }

  function report(problem: string): Error {
    problems.push(problem);
    return new TypeError(problem);
  }
  return api;
}

/**
 * The topics that the answer to a write names. The fake API does not know what a write changes on the real server, so
 * it names all, and a screen refetches everything that it shows.
 */
const TOPICS: Record<Topic, true> = {
  account: true,
  'account-codes': true,
  audit: true,
  cartons: true,
  cash: true,
  costs: true,
  credits: true,
  documents: true,
  'duty-rates': true,
  'exchange-policy': true,
  'exchange-rates': true,
  'freight-rates': true,
  imports: true,
  invoices: true,
  notifications: true,
  'order-imports': true,
  orders: true,
  payments: true,
  products: true,
  'purchase-orders': true,
  'sent-mails': true,
  'shipment-plans': true,
  stock: true,
  'stock-method': true,
  'supplier-imports': true,
  suppliers: true,
  views: true,
};

/** Whether a call writes, and is no dry run. */
function changesData(endpoint: EndpointSpec, { query, body }: Asked<EndpointSpec>): boolean {
  const { dryRun, preview } = { ...(query as Asking), ...(body as Asking) };
  const isPreview = isOn(dryRun) || isOn(preview) || endpoint.id.startsWith('preview');
  const isWrite = endpoint.method !== 'GET' && endpoint.access !== 'public' && endpoint.access !== 'read';
  return isWrite && !isPreview && endpoint.id !== reportErrors.id;
}
interface Asking {
  readonly dryRun?: unknown;
  readonly preview?: unknown;
}
const isOn = (value: unknown): boolean => value === true || value === 'true';

function find(method: string, path: string) {
  for (const { endpoint, names, pattern } of matchers) {
    const match = endpoint.method === method ? pattern.exec(path) : null;
    if (!match) continue;
    const params = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]));
    if (endpoint.params.safeParse(params).success) return { endpoint: endpoint as EndpointSpec, params };
  }
  return undefined;
}

/** Parses the input of a call. Returns the input, or its validation errors. */
async function readInput(
  endpoint: EndpointSpec,
  rawParams: unknown,
  url: URL,
  request: Request,
): Promise<Asked<EndpointSpec> | string> {
  const names = [...new Set(url.searchParams.keys())];
  const rawQuery = Object.fromEntries(
    names.map((name) => {
      const values = url.searchParams.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
  const key = request.headers.get('Idempotency-Key') ?? '';
  if (endpoint.idempotent && !IDEMPOTENCY_KEY_FORM.test(key)) return `no Idempotency-Key: "${key}"`;
  const query = endpoint.query.safeParse(rawQuery);
  if (!query.success) return z.prettifyError(query.error);
  const file = endpoint.upload ? (await request.formData()).get(endpoint.upload.field) : undefined;
  if (endpoint.upload && !(file instanceof File)) return `no file under ${endpoint.upload.field}`;
  const body = endpoint.body && !endpoint.upload ? endpoint.body.safeParse(await request.json()) : undefined;
  if (body && !body.success) return z.prettifyError(body.error);
  return {
    params: endpoint.params.parse(rawParams),
    query: query.data,
    body: body?.data as BodyOut<EndpointSpec>,
    file: file instanceof File ? file : undefined,
    headers: request.headers,
  };
}

/** Reduces a response to the fields that the contract declares. Throws when a required field is missing. */
function answerOf(endpoint: EndpointSpec, answer: unknown): Response {
  const { response, status } = endpoint;
  if (response === undefined) return new Response(null, { status: 204 });
  if ('binary' in response) {
    if (!(answer instanceof Blob)) throw new Error('answers a file');
    const name = answer instanceof File ? answer.name : endpoint.id;
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
    const headers = new Headers({ 'Content-Disposition': disposition });
    if ('warning' in answer) headers.set(WARNING_HEADER, encodeURIComponent(String(answer.warning)));
    return new Response(answer, { status, headers });
  }
  const parsed = response.safeParse(answer);
  if (!parsed.success) throw new Error(`the contract allows no such answer: ${z.prettifyError(parsed.error)}`);
  return Response.json(parsed.data, { status });
}

async function waitFor(held: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  if (!held) return;
  await Promise.race([held, new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))]);
  signal.throwIfAborted();
}
