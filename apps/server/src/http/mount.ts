import { languageOfHeader } from '@quayside/contracts/texts/languages';
import { say } from '@quayside/contracts/texts/catalogue';
import {
  type BinarySpec,
  type BodyOut,
  type EndpointSpec,
  IDEMPOTENCY_KEY_FORM,
  type ParamsOut,
  type QueryOut,
  type ResponseOf,
} from '@quayside/contracts/endpoint';
import { CHANGED_HEADER } from '@quayside/contracts/live';
import { withoutDerived } from '@quayside/contracts/own-answer';
import { refusalOf } from '@quayside/domain/access/access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inAccount, type Scope, type Work } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { listTopics } from '../events/outbox.ts';
import { react } from '../events/reactions.ts';
import type { Calls } from './calls.ts';
import { AppError, fieldErrors, isOutcomeUnknown, outcomeUnknown } from './errors.ts';
import { firstAnswer, type Intent, once, type StoredAnswer } from './idempotency.queries.ts';
import { requireProof } from './proof.ts';
import { type FormFields, receiveUpload, type Upload } from './upload.ts';

export interface Input<E extends EndpointSpec> {
  readonly params: ParamsOut<E>;
  readonly query: QueryOut<E>;
  readonly body: BodyOut<E>;
  /** The stored, durable file of an upload call. */
  readonly upload: E['upload'] extends object ? Upload : undefined;
  /** The version in the `If-Match` header of a DELETE. */
  readonly ifMatch: number | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
/** What a handler returns. For a file or a stream these are headers and a body. */
type Output<E extends EndpointSpec> = E extends { readonly response?: infer R }
  ? R extends BinarySpec
    ? BinaryAnswer
    : ResponseOf<E>
  : undefined;
export interface BinaryAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string | NodeJS.ReadableStream;
}
type MaybeVoid<T> = undefined extends T ? T | void : T;
export type Handler<E extends EndpointSpec, P = undefined> = (
  work: Work,
  input: Input<E>,
  prepared: P,
) => Promise<MaybeVoid<Output<E>>>;
type PublicHandler<E extends EndpointSpec> = (input: Input<E>) => Promise<MaybeVoid<Output<E>>>;
/** The application to which routes are added, and what the routes may use. */
export interface Mounting {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly mounted: Set<string>;
  readonly calls: Calls;
}

const isBinary = (r: unknown): r is BinarySpec => typeof r === 'object' && r !== null && 'binary' in r;

/**
 * Mounts one call of the contract for a signed-in person. The handler runs in one transaction of the person's account.
 * `before` runs ahead of that transaction, for slow work (hashing) and for effects that must survive a failed call
 * (counting attempts); the handler gets its result. If a request repeats one that has finished or is still running, it
 * gets the answer of that request, and `before` does not run again.
 */
export function mount<E extends EndpointSpec, P = undefined>(
  m: Mounting,
  spec: E,
  before?: (scope: Scope, input: Input<E>) => Promise<P>,
): (handler: Handler<E, P>) => void {
  return (handler) => {
    add(m, spec, async (request, reply) => {
      const scope = await authorise(m.deps, spec, request);
      const input = await parse<E>(m.deps, spec, request, reply).catch((error: unknown) =>
        tellOfRefusal(m.deps, scope, error),
      );
      let isRepeated = true;
      try {
        // A recent proof of identity is required even if an earlier request stored the answer: the answer may contain
        // data that only a recent proof may reveal.
        if (spec.proof === 'recent') await requireProof(m.deps, scope);
        const intent = intentOf(m.deps, spec, scope, request, input);
        const act = async (): Promise<StoredAnswer> => {
          const first = before && intent && (await inAccount(m.deps, scope, (work) => firstAnswer(work, intent)));
          if (first) return first;
          const prepared = (await before?.(scope, input)) as P;
          const run = async (work: Work) => {
            isRepeated = false;
            const answer = await handler(work, input, prepared);
            const body = isBinary(spec.response) ? answer : serialise(spec, answer);
            return { status: spec.status as number, body, topics: listTopics(work) };
          };
          return inAccount(m.deps, scope, (work) => (intent ? once(work, intent, () => run(work)) : run(work)));
        };
        const answer = await (before && intent ? inTurn(m.deps, `${scope.accountId}/${intent.key}`, act) : act());
        // The repeated request has uploaded the file again, but a row claims only the file of the first request.
        if (isRepeated && input.upload) await m.deps.files.remove(input.upload.storageKey).catch(() => undefined);
        await send(reply, spec, answer);
      } catch (error) {
        // The refusal rolled back the row that claimed the file, so remove the bytes now. After a lost connection it is
        // unknown whether the row was committed, so the file is left to the sweep.
        if (input.upload && error instanceof AppError)
          await m.deps.files.remove(input.upload.storageKey).catch(() => undefined);
        throw error;
      }
    });
  };
}

/** How long a repeated request waits while the first one runs, in this process or another. */
const REPEAT_WAIT_MS = 5_000;
/** Runs a request and its repetitions one after the other, across all processes. */
async function inTurn(deps: Deps, name: string, run: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const turn = await deps.turns.take(name, REPEAT_WAIT_MS, run);
  if (!turn) throw new AppError('conflict_running', { retryAfterSeconds: 2 });
  return turn.result;
}

/**
 * Computes the key and fingerprint of an idempotent request. The fingerprint is a keyed hash, because a body may
 * contain a password.
 */
function intentOf<E extends EndpointSpec>(
  deps: Deps,
  spec: E,
  scope: Scope,
  request: FastifyRequest,
  input: Input<E>,
): Intent | undefined {
  const key = spec.idempotent ? header(request, 'idempotency-key') : undefined;
  if (key === undefined) return undefined;
  if (!IDEMPOTENCY_KEY_FORM.test(key))
    throw new AppError('bad_input', {
      errors: [{ field: 'Idempotency-Key', message: say('http.idempotency_key') }],
    });
  const words = JSON.stringify([input.params, input.query, input.body ?? null, input.upload?.sha256 ?? null]);
  const hash = deps.secrets.fingerprint(words, {
    table: 'idempotency_key',
    column: 'request_sha256',
    accountId: scope.accountId,
  });
  return { key, operation: spec.id, hash };
}

/** Mounts a public call, which has no account and gets no transaction. */
export function mountPublic<E extends EndpointSpec>(m: Mounting, spec: E): (handler: PublicHandler<E>) => void {
  return (handler) => {
    if (spec.access !== 'public') throw new Error(`${spec.id} is not public`);
    add(m, spec, async (request, reply) => {
      const input = await parse<E>(m.deps, spec, request, reply);
      const answer = await handler(input);
      await send(reply, spec, {
        status: spec.status,
        body: isBinary(spec.response) ? answer : serialise(spec, answer),
        topics: [],
      });
    });
  };
}

/**
 * Mounts a signed-in call whose handler answers from inside the transaction, which stays open until the answer has
 * ended (exports).
 */
export function mountInside<E extends EndpointSpec>(
  m: Mounting,
  spec: E,
): (handler: (work: Work, input: Input<E>) => Promise<void>) => void {
  return (handler) => {
    add(m, spec, async (request, reply) => {
      const scope = await authorise(m.deps, spec, request);
      const input = await parse<E>(m.deps, spec, request, reply);
      try {
        await inAccount(m.deps, scope, (work) => handler(work, input));
      } catch (error) {
        // If the answer has already started, the handler has dealt with the error itself.
        if (!reply.raw.headersSent && !reply.raw.destroyed) throw error;
      }
    });
  };
}

/** Mounts a signed-in call whose handler writes the answer itself and gets no transaction (the live stream). */
export function mountStream<E extends EndpointSpec>(
  m: Mounting,
  spec: E,
): (handler: (scope: Scope, input: Input<E>) => Promise<void>) => void {
  return (handler) => {
    add(m, spec, async (request, reply) => {
      const scope = await authorise(m.deps, spec, request);
      const input = await parse<E>(m.deps, spec, request, reply);
      // The answer to HEAD has no body, so a stream would stay open with nothing to send.
      if (request.method !== 'HEAD') await handler(scope, input);
      else if (isBinary(spec.response)) await reply.type(`${spec.response.binary}; charset=utf-8`).send();
    });
  };
}

function add(
  m: Mounting,
  spec: EndpointSpec,
  run: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  if (m.mounted.has(spec.id)) throw new Error(`${spec.id} is mounted twice`);
  m.mounted.add(spec.id);
  for (const path of [spec.path, ...(spec.aliases ?? [])])
    m.calls.add(spec.method, path, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (request.method === 'HEAD' && spec.changesData) await reply.type('application/json; charset=utf-8').send();
      else await run(request, reply).catch((error: unknown) => explain(spec, request, error));
    });
}

/** Throws the error. If the file store refused a file, first announces this to the areas. */
async function tellOfRefusal(deps: Deps, scope: Scope, error: unknown): Promise<never> {
  const code = error instanceof AppError ? error.code : undefined;
  if (code === 'storage_full' || code === 'storage_read_only') {
    deps.log.warn({ err: error }, 'the file store refused a file');
    await inAccount(deps, scope, (w) => react(w, 'storage.refused', { isFull: code === 'storage_full' })).catch(
      (failure: unknown) => deps.log.warn({ err: failure }, 'the members were not told that a file was refused'),
    );
  }
  throw error;
}

/** Throws the error, or the refusal that says that it is unknown whether a change was stored. */
function explain(spec: EndpointSpec, request: FastifyRequest, error: unknown): never {
  if (spec.method === 'GET' || !isOutcomeUnknown(error)) throw error;
  throw outcomeUnknown(spec.idempotent === true && header(request, 'idempotency-key') !== undefined);
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/**
 * Authorises a request. Checks the token, then the user in the path, the account that the browser shows, the sections,
 * the tier and the role. The specification defines this order.
 */
async function authorise(deps: Deps, spec: EndpointSpec, request: FastifyRequest): Promise<Scope> {
  const bearer = /^Bearer (.+)$/i.exec(header(request, 'authorization') ?? '')?.[1];
  if (bearer === undefined) throw new AppError('not_signed_in', { message: say('http.token_gone') });
  const wanted = header(request, 'accept-language');
  const scope = await deps.signIn.scopeOf(bearer, {
    id: request.id,
    language: wanted === undefined ? undefined : languageOfHeader(wanted),
  });
  await deps.callLimit.count(scope.userId);
  const pathUser = (request.params as Record<string, string>)['userId'];
  if (pathUser !== undefined && pathUser !== scope.userId)
    throw new AppError(z.uuid().safeParse(pathUser).success ? 'forbidden' : 'not_found');
  const tabAccount = header(request, 'x-account-id');
  if (tabAccount !== undefined && tabAccount !== scope.accountId) throw new AppError('conflict_account');
  const refusal = refusalOf(spec, scope);
  if (refusal === 'flag_off') throw new AppError('not_found');
  if (refusal === 'second_factor_missing') throw new AppError('second_factor_missing');
  if (refusal === 'tier_expired') throw new AppError('payment_required');
  if (refusal) throw new AppError('forbidden');
  return scope;
}

async function parse<E extends EndpointSpec>(
  deps: Deps,
  spec: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Input<E>> {
  // A malformed id gets the same answer as an unknown id: 404.
  const params = spec.params.safeParse(request.params);
  if (!params.success) throw new AppError('not_found');
  const query = spec.query.safeParse(request.query);
  const body = spec.body?.safeParse(bodyOf(spec, request.body ?? undefined));
  const errors = [
    ...(query.success ? [] : fieldErrors(query.error)),
    ...(body && !body.success ? fieldErrors(body.error) : []),
  ];
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const rawMatch = header(request, 'if-match')?.replace(/^W\//, '').replaceAll('"', '');
  const ifMatch = rawMatch === undefined || rawMatch === '*' ? undefined : Number(rawMatch);
  if (ifMatch !== undefined && !(Number.isInteger(ifMatch) && ifMatch > 0))
    throw new AppError('bad_input', { errors: [{ field: 'If-Match', message: say('http.version') }] });
  const parsed = {
    params: params.data,
    query: query.data,
    body: body?.data,
    upload: undefined,
    ifMatch,
    request,
    reply,
  };
  if (!spec.upload) return parsed as Input<E>;
  const { upload, checked } = await receiveUpload({ request, reply }, spec.upload, deps.files, (fields) =>
    withFields(spec, request.query as FormFields, fields),
  );
  return { ...parsed, query: checked, upload } as Input<E>;
}

/**
 * Returns the body of a request. The body of a PUT may also contain the derived fields that its answer returns; they
 * are dropped.
 */
function bodyOf(spec: EndpointSpec, body: unknown): unknown {
  if (spec.method !== 'PUT' || !spec.body || !spec.response || isBinary(spec.response)) return body;
  return withoutDerived(body, spec.body, spec.response);
}

/**
 * Returns the query of an upload merged with the form fields that precede the file. If both have a value, the values
 * must agree.
 */
function withFields(spec: EndpointSpec, query: FormFields, fields: FormFields): unknown {
  const differing = Object.keys(fields).filter((name) => Object.hasOwn(query, name) && query[name] !== fields[name]);
  if (differing.length > 0)
    throw new AppError('bad_input', {
      errors: differing.map((field) => ({ field, message: say('http.form_and_address') })),
    });
  const merged = spec.query.safeParse({ ...query, ...fields });
  if (!merged.success) throw new AppError('bad_input', { errors: fieldErrors(merged.error) });
  return merged.data;
}

/**
 * Cuts the answer to the fields that the contract declares. Drops unknown fields; a missing field is a bug of the
 * server (500).
 */
function serialise(spec: EndpointSpec, answer: unknown): unknown {
  if (spec.response === undefined || isBinary(spec.response)) return undefined;
  return spec.response.parse(answer);
}

async function send(reply: FastifyReply, spec: EndpointSpec, result: StoredAnswer): Promise<void> {
  reply.status(result.status);
  if (result.topics.length > 0) reply.header(CHANGED_HEADER, result.topics.join(','));
  if (isBinary(spec.response)) {
    const answer = result.body as BinaryAnswer;
    await reply.headers(answer.headers).send(answer.body);
  } else if (result.body === undefined) await reply.send();
  else await reply.type('application/json; charset=utf-8').send(JSON.stringify(result.body));
}
