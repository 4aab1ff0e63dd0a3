import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointSpec, BodyIn, ParamsIn, QueryIn, ResponseOf } from '@quayside/contracts/endpoint';
import type { ErrorBody } from '@quayside/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { addMember, createPerson, createPersonWithAccount } from '../areas/accounts/accounts.service.ts';
import { startSession } from '../areas/accounts/sessions.service.ts';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { asSystem, enterAccount, inAccount, type Scope, type Work } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { scopeOfMember } from '../http/sign-in.ts';
import { API_ROOT } from '../http/mount.ts';
import { freshDatabase } from './test-database.ts';

/** A signed-in person of a test. */
export interface TestPerson {
  readonly userId: string;
  readonly accountId: string;
  readonly token: string;
}
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** The body as an error, for refused calls. */
  readonly error: ErrorBody;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}
type CallInput<E> = { params?: Omit<ParamsIn<E>, 'userId'>; query?: QueryIn<E>; body?: BodyIn<E>; headers?: Record<string, string>; file?: { name: string; content: Buffer | string } };

/** The real application on a database of its own, with a clock that tests set. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  /** Connection string of the owner, for tests of the database itself. */
  readonly databaseUrl: string;
  /** The clock; move it with `setTime`. */
  setTime(now: Date | string): void;
  /** A new account in GBP (unless said otherwise) with its admin. */
  admin(currency?: string): Promise<TestPerson>;
  /** Somebody else of the same account, by default a viewer. */
  member(of: TestPerson, role?: 'sv-account-viewer' | 'sv-account-admin'): Promise<TestPerson>;
  /** One call as this person (undefined: a stranger), through HTTP. */
  call<E extends EndpointSpec>(who: TestPerson | undefined, endpoint: E, input?: CallInput<E>): Promise<Answer<ResponseOf<E>>>;
  /** The same, and the test fails unless it succeeds. */
  ok<E extends EndpointSpec>(who: TestPerson, endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>>;
  /** A unit of work without HTTP. */
  work<T>(who: TestPerson, run: (w: Work) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const BOUNDARY = '----quayside-test-boundary';
const multipartBody = (field: string, file: { name: string; content: Buffer | string }): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`),
    Buffer.from(file.content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

export function urlOf(endpoint: EndpointSpec, params: Record<string, string>, query: Record<string, unknown> = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) search.append(key, typeof item === 'object' ? JSON.stringify(item) : String(item));
  return `${API_ROOT}${path}${search.size > 0 ? `?${search}` : ''}`;
}

export async function startTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  const database = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-'));
  let fixed: Date | undefined = new Date('2026-11-20T10:00:00.000Z');
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder, DEMO: '0', API_LIMIT_PER_MINUTE: '1000000', WEB_DIST: join(folder, 'no-web'), ...env });
  const composed = await compose({ config, databaseUrl: database.url, filesDir: join(folder, 'files'), clock: { now: () => fixed ?? new Date() }, allowUnsafeDatabase: true });
  const { deps } = composed;
  const app = await buildApp(deps);
  let people = 0;

  const session = async (personId: string, accountId: string): Promise<TestPerson> => {
    const issued = await asSystem(deps, (tx) => startSession(tx, deps, personId, accountId, { ip: '127.0.0.1', userAgent: 'test' }));
    return { userId: personId, accountId, token: issued.token.access_token };
  };
  const newPerson = (currency: string) => {
    people += 1;
    return { firstName: 'Test', lastName: `Person ${people}`, email: `person${people}@example.test`, phone: null, company: null, passwordHash: 'none', currency, timeZone: 'Europe/London', accountName: `Account ${people}`, isDemo: false };
  };
  const testApp: TestApp = {
    app,
    deps,
    databaseUrl: database.url,
    setTime(now) { fixed = new Date(now); },
    async admin(currency = 'GBP') {
      const made = await asSystem(deps, (tx) => createPersonWithAccount(tx, deps, newPerson(currency)));
      return session(made.personId, made.accountId);
    },
    async member(of, role = 'sv-account-viewer') {
      const personId = await asSystem(deps, async (tx) => {
        const id = await createPerson(tx, deps, newPerson('GBP'), of.accountId);
        await enterAccount(tx, of.accountId, id);
        await addMember(tx, deps, of.accountId, id, [role]);
        return id;
      });
      return session(personId, of.accountId);
    },
    async call(who, endpoint, input = {}) {
      const payload = input.file && endpoint.upload ? multipartBody(endpoint.upload.field, input.file) : input.body === undefined ? undefined : JSON.stringify(input.body);
      const response = await app.inject({
        method: endpoint.method,
        url: urlOf(endpoint, { userId: who?.userId ?? '', ...(input.params as Record<string, string> | undefined) }, input.query as Record<string, unknown> | undefined),
        headers: {
          ...(who && { authorization: `Bearer ${who.token}` }),
          ...(payload !== undefined && { 'content-type': input.file ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json' }),
          ...input.headers,
        },
        ...(payload !== undefined && { payload }),
      });
      const isJson = String(response.headers['content-type'] ?? '').includes('application/json');
      const body: unknown = isJson ? JSON.parse(response.body) : undefined;
      return { status: response.statusCode, body: body as never, error: body as ErrorBody, headers: response.headers, text: response.body };
    },
    async ok(who, endpoint, input) {
      const answer = await testApp.call(who, endpoint, input);
      if (answer.status !== endpoint.status) throw new Error(`${endpoint.id} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    async work(who, run) {
      const scope: Scope | undefined = await asSystem(deps, (tx) => scopeOfMember(tx, who.accountId, who.userId, { sessionId: null, requestId: null, isSystemAdmin: false }));
      if (!scope) throw new Error('no such member');
      return inAccount(deps, scope, run);
    },
    async close() {
      await app.close();
      await composed.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return testApp;
}
