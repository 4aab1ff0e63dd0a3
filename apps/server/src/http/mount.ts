import type { BinarySpec, BodyOut, EndpointSpec, ParamsOut, QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import { refusalOf } from '@quayside/domain/access/access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inAccount, type Scope, type Work } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldErrors } from './errors.ts';
import { firstAnswer, type Intent, once, type StoredAnswer } from './idempotency.queries.ts';
import { requireProof } from './proof.ts';
import { type FormFields, receiveUpload, type Upload } from './upload.ts';

export const API_ROOT = '/api/v2';
const KEY_FORM = /^[\x21-\x7e]{1,200}$/;

export interface Input<E extends EndpointSpec> {
  readonly params: ParamsOut<E>;
  readonly query: QueryOut<E>;
  readonly body: BodyOut<E>;
  /** Set on upload calls: bytes that are already safe on disk. */
  readonly upload: E['upload'] extends object ? Upload : undefined;
  /** Version of `If-Match`, for DELETE. */
  readonly ifMatch: number | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
/** A file or stream answer: the handler writes headers and gives the body. */
type Output<E extends EndpointSpec> = E extends { readonly response?: infer R } ? (R extends BinarySpec ? BinaryAnswer : ResponseOf<E>) : undefined;
export interface BinaryAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string | NodeJS.ReadableStream;
}
type MaybeVoid<T> = undefined extends T ? T | void : T;
export type Handler<E extends EndpointSpec, P = undefined> = (work: Work, input: Input<E>, prepared: P) => Promise<MaybeVoid<Output<E>>>;
export type PublicHandler<E extends EndpointSpec> = (input: Input<E>) => Promise<MaybeVoid<Output<E>>>;
/** Where routes are added, and what they may use. */
export interface Mounting {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly mounted: Set<string>;
}

const isBinary = (r: unknown): r is BinarySpec => typeof r === 'object' && r !== null && 'binary' in r;
const ROUTE_WORD = /\{(\w+)\}/g;

/**
 * Binds one call of the contract that needs a signed-in person. The handler runs in one transaction of their account;
 * `before` runs ahead of it, for what must not hold a transaction meanwhile (hashing) or counts although the call fails (tries).
 * What it answers is handed to the handler. The repeat of what was done already, or is being done, gets the first answer without it.
 */
export function mount<E extends EndpointSpec, P = undefined>(
  m: Mounting,
  spec: E,
  before?: (scope: Scope, input: Input<E>) => Promise<P>,
): (handler: Handler<E, P>) => void {
  return (handler) => {
    add(m, spec, async (request, reply) => {
      const scope = await admit(m.deps, spec, request);
      const input = await parse<E>(m.deps, spec, request, reply);
      try {
        // Ahead of a first answer, too: that may hold what only a proof shows.
        if (spec.proof === 'recent') await requireProof(m.deps, scope);
        const intent = intentOf(m.deps, spec, scope, request, input);
        const act = async (): Promise<StoredAnswer> => {
          const first = before && intent && (await inAccount(m.deps, scope, (work) => firstAnswer(work, intent)));
          if (first) return first;
          const prepared = (await before?.(scope, input)) as P;
          const run = async (work: Work) => {
            const answer = await handler(work, input, prepared);
            return { status: spec.status as number, body: isBinary(spec.response) ? answer : serialise(spec, answer) };
          };
          return inAccount(m.deps, scope, (work) => (intent ? once(work, intent, () => run(work)) : run(work)));
        };
        await send(reply, spec, await (before && intent ? inTurn(m.deps, `${scope.accountId}/${intent.key}`, act) : act()));
      } catch (error) {
        // Refused, so the row never came to be and its bytes go at once. After a lost connection nobody knows: the sweeper does.
        if (input.upload && error instanceof AppError) await m.deps.files.remove(input.upload.storageKey).catch(() => undefined);
        throw error;
      }
    });
  };
}

const turns = new WeakMap<Deps, Map<string, Promise<unknown>>>();
/** One after the other what goes by the same name in this process. */
async function inTurn<T>(deps: Deps, name: string, run: () => Promise<T>): Promise<T> {
  const last = turns.get(deps) ?? new Map<string, Promise<unknown>>();
  turns.set(deps, last);
  const mine = (last.get(name) ?? Promise.resolve()).then(run, run);
  last.set(name, mine);
  try {
    return await mine;
  } finally {
    if (last.get(name) === mine) last.delete(name);
  }
}

/** What a request wants done once, where it has a key. Its hash needs our key to be made: a body may hold a password. */
function intentOf<E extends EndpointSpec>(deps: Deps, spec: E, scope: Scope, request: FastifyRequest, input: Input<E>): Intent | undefined {
  const key = spec.idempotent ? header(request, 'idempotency-key') : undefined;
  if (key === undefined) return undefined;
  if (!KEY_FORM.test(key)) throw new AppError('bad_input', { errors: [{ field: 'Idempotency-Key', message: 'Use 1 to 200 visible characters' }] });
  const words = JSON.stringify([input.params, input.query, input.body ?? null, input.upload?.sha256 ?? null]);
  const hash = deps.secrets.fingerprint(words, { table: 'idempotency_key', column: 'request_sha256', accountId: scope.accountId });
  return { key, operation: spec.id, hash };
}

/** Binds one public call. No account, no transaction of its own. */
export function mountPublic<E extends EndpointSpec>(m: Mounting, spec: E): (handler: PublicHandler<E>) => void {
  return (handler) => {
    if (spec.access !== 'public') throw new Error(`${spec.id} is not public`);
    add(m, spec, async (request, reply) => {
      const input = await parse<E>(m.deps, spec, request, reply);
      const answer = await handler(input);
      await send(reply, spec, { status: spec.status, body: isBinary(spec.response) ? answer : serialise(spec, answer) });
    });
  };
}

/** Binds a signed-in call that answers from inside its transaction, which lasts as long as the answer does (exports). */
export function mountInside<E extends EndpointSpec>(m: Mounting, spec: E): (handler: (work: Work, input: Input<E>) => Promise<void>) => void {
  return (handler) => {
    add(m, spec, async (request, reply) => {
      const scope = await admit(m.deps, spec, request);
      const input = await parse<E>(m.deps, spec, request, reply);
      try {
        await inAccount(m.deps, scope, (work) => handler(work, input));
      } catch (error) {
        // The answer is under way already, and has told in its own way that it ends here.
        if (!reply.raw.headersSent && !reply.raw.destroyed) throw error;
      }
    });
  };
}

/** Binds a signed-in call that answers by itself, without a transaction (the live stream). */
export function mountStream<E extends EndpointSpec>(m: Mounting, spec: E): (handler: (scope: Scope, input: Input<E>) => Promise<void>) => void {
  return (handler) => {
    add(m, spec, async (request, reply) => {
      const scope = await admit(m.deps, spec, request);
      await handler(scope, await parse<E>(m.deps, spec, request, reply));
    });
  };
}

function add(m: Mounting, spec: EndpointSpec, run: (request: FastifyRequest, reply: FastifyReply) => Promise<void>): void {
  if (m.mounted.has(spec.id)) throw new Error(`${spec.id} is mounted twice`);
  m.mounted.add(spec.id);
  m.app.route({
    method: spec.method,
    url: API_ROOT + spec.path.replace(ROUTE_WORD, ':$1'),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      await run(request, reply);
      return reply;
    },
  });
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Token to scope, then the path's user, the browser's account, flags, tier and role, in the order of the decisions. */
async function admit(deps: Deps, spec: EndpointSpec, request: FastifyRequest): Promise<Scope> {
  const bearer = /^Bearer (.+)$/i.exec(header(request, 'authorization') ?? '')?.[1];
  if (bearer === undefined) throw new AppError('not_signed_in', { message: 'Your token is gone, please re-login' });
  const scope = await deps.signIn.scopeOf(bearer, request.id);
  countRequest(deps, scope.userId);
  const pathUser = (request.params as Record<string, string>)['userId'];
  if (pathUser !== undefined && pathUser !== scope.userId) throw new AppError(z.uuid().safeParse(pathUser).success ? 'forbidden' : 'not_found');
  const tabAccount = header(request, 'x-account-id');
  if (tabAccount !== undefined && tabAccount !== scope.accountId) throw new AppError('conflict_account');
  const refusal = refusalOf(spec, scope);
  if (refusal === 'flag_off') throw new AppError('not_found');
  if (refusal === 'second_factor_missing') throw new AppError('second_factor_missing');
  if (refusal === 'tier_expired') throw new AppError('payment_required');
  if (refusal) throw new AppError('forbidden');
  return scope;
}

const windows = new WeakMap<Deps, { minute: number; hits: Map<string, number> }>();
function countRequest(deps: Deps, userId: string): void {
  const minute = Math.floor(deps.clock.now().getTime() / 60_000);
  let w = windows.get(deps);
  if (w?.minute !== minute) windows.set(deps, (w = { minute, hits: new Map() }));
  const hits = (w.hits.get(userId) ?? 0) + 1;
  w.hits.set(userId, hits);
  if (hits > deps.config.apiLimitPerMinute) throw new AppError('too_many', { retryAfterSeconds: 60 });
}

async function parse<E extends EndpointSpec>(deps: Deps, spec: E, request: FastifyRequest, reply: FastifyReply): Promise<Input<E>> {
  // A malformed id is an unknown one: 404 (decisions, Answers).
  const params = spec.params.safeParse(request.params);
  if (!params.success) throw new AppError('not_found');
  const query = spec.query.safeParse(request.query);
  const body = spec.body?.safeParse(request.body ?? undefined);
  const errors = [...(query.success ? [] : fieldErrors(query.error)), ...(body && !body.success ? fieldErrors(body.error) : [])];
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const rawMatch = header(request, 'if-match')?.replace(/^W\//, '').replaceAll('"', '');
  const ifMatch = rawMatch === undefined || rawMatch === '*' ? undefined : Number(rawMatch);
  if (ifMatch !== undefined && !(Number.isInteger(ifMatch) && ifMatch > 0))
    throw new AppError('bad_input', { errors: [{ field: 'If-Match', message: 'Give the version as a number' }] });
  const parsed = { params: params.data, query: query.data, body: body?.data, upload: undefined, ifMatch, request, reply };
  if (!spec.upload) return parsed as Input<E>;
  const { upload, checked } = await receiveUpload(request, spec.upload, deps.files, (fields) => withFields(spec, request.query as FormFields, fields));
  return { ...parsed, query: checked, upload } as Input<E>;
}

/** The query of an upload with the form fields that came before the file: they say the same things, and may not differ. */
function withFields(spec: EndpointSpec, query: FormFields, fields: FormFields): unknown {
  const differing = Object.keys(fields).filter((name) => Object.hasOwn(query, name) && query[name] !== fields[name]);
  if (differing.length > 0)
    throw new AppError('bad_input', { errors: differing.map((field) => ({ field, message: 'The form and the address say different things' })) });
  const merged = spec.query.safeParse({ ...query, ...fields });
  if (!merged.success) throw new AppError('bad_input', { errors: fieldErrors(merged.error) });
  return merged.data;
}

/** What leaves is what the contract declares: unknown keys are cut off, a missing one is our bug (500). */
function serialise(spec: EndpointSpec, answer: unknown): unknown {
  if (spec.response === undefined || isBinary(spec.response)) return undefined;
  return spec.response.parse(answer);
}

async function send(reply: FastifyReply, spec: EndpointSpec, result: { status: number; body: unknown }): Promise<void> {
  reply.status(result.status);
  if (isBinary(spec.response)) {
    const answer = result.body as BinaryAnswer;
    await reply.headers(answer.headers).send(answer.body);
  } else if (result.body === undefined) await reply.send();
  else await reply.type('application/json; charset=utf-8').send(JSON.stringify(result.body));
}
