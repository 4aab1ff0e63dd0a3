import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { addMember, createPerson, createPersonWithAccount } from '../areas/accounts/registration.service.ts';
import { hashPassword, setPasswordCost } from '../areas/accounts/passwords.ts';
import { startSession } from '../areas/accounts/sessions.service.ts';
import { compose } from '../compose.ts';
import { type Config, readConfig } from '../config.ts';
import { asSystem, enterAccount, inAccount, type Scope, type Work } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { registeredJobs } from '../areas/area.ts';
import type { ErrorEnvelope } from '../ports/error-reports.ts';
import type { OutgoingMail } from '../ports/mailer.ts';
import { markProved } from '../http/proof.ts';
import { scopeOfMember } from '../http/sign-in.ts';
import { callLocally, type LocalAnswer, type LocalInput } from '../http/local-client.ts';
import { unaudited } from './audited.ts';
import { createJobRunner, type JobRunner } from './run-jobs.ts';
import { freshDatabase } from './test-database.ts';

/** Test users always have a recent proof, whatever the clock says; tests of the proof remove it. */
const FOR_EVER = new Date('2999-01-01T00:00:00.000Z');

setPasswordCost({ memoryCost: 8, timeCost: 1, parallelism: 1, niceness: 0 });

/** A signed-in person of a test. */
export interface TestPerson {
  readonly userId: string;
  readonly accountId: string;
  readonly token: string;
}

/** The real application on its own database, with a clock that tests set. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  /** The owner's connection string, for tests of the database itself. */
  readonly databaseUrl: string;
  /** Sets the clock. */
  setTime(now: Date | string): void;
  /** Creates an account (in GBP by default) and returns its admin. */
  admin(currency?: string): Promise<TestPerson>;
  /** Adds a member to the same account, by default a viewer. */
  member(of: TestPerson, role?: 'sv-account-viewer' | 'sv-account-admin'): Promise<TestPerson>;
  /** Starts a session of a person who exists already. */
  session(personId: string, accountId: string): Promise<TestPerson>;
  /** Makes one call as this person (undefined: a stranger), through HTTP. */
  call<E extends EndpointSpec>(
    who: TestPerson | undefined,
    endpoint: E,
    input?: LocalInput<E>,
  ): Promise<LocalAnswer<ResponseOf<E>>>;
  /** The same, but the test fails unless the call succeeds. */
  ok<E extends EndpointSpec>(who: TestPerson | undefined, endpoint: E, input?: LocalInput<E>): Promise<ResponseOf<E>>;
  /** Runs a unit of work without HTTP. */
  work<T>(who: TestPerson, run: (w: Work) => Promise<T>): Promise<T>;
  /** Sets a password; test users have no usable one otherwise. */
  setPassword(who: TestPerson, password: string): Promise<void>;
  /** Reads the texts of all waiting PDFs. */
  readTexts(): Promise<void>;
  /** Runs all waiting imports. */
  runImports(): Promise<void>;
  /** Queues the notification mails that are due; `sendMails` sends them. */
  mailNotifications(): Promise<void>;
  /** Sends all mails that are due. */
  sendMails(): Promise<void>;
  /** All mails sent so far, oldest first; call `sendMails` before. */
  mails(): readonly OutgoingMail[];
  /** All failures that browsers reported, oldest first. */
  errorReports(): readonly ErrorEnvelope[];
  close(): Promise<void>;
}

interface TestOptions {
  /** Collects sent mails (`mails`), or sends them as `env` configures. */
  readonly mailer?: 'collect' | 'configured';
  readonly poolSize?: number;
  /**
   * A database and files that exist already, such as those of another test application: a second process beside it,
   * which must be closed after it. Whoever made them removes them.
   */
  readonly beside?: { readonly databaseUrl: string; readonly deps: { readonly config: Pick<Config, 'dataDir'> } };
}
export async function startTestApp(
  env: Record<string, string> = {},
  { mailer = 'collect', poolSize, beside }: TestOptions = {},
): Promise<TestApp> {
  const database = beside ? { url: beside.databaseUrl, drop: async () => undefined } : await freshDatabase();
  const folder = beside?.deps.config.dataDir ?? mkdtempSync(join(tmpdir(), 'quayside-test-'));
  let fixed: Date | undefined = new Date('2026-11-20T10:00:00.000Z');
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DEMO: '0',
    API_LIMIT_PER_MINUTE: '1000000',
    WEB_DIST: join(folder, 'no-web'),
    ...env,
  });
  const collected: OutgoingMail[] = [];
  const reported: ErrorEnvelope[] = [];
  const composed = await compose({
    config,
    databaseUrl: database.url,
    clock: { now: () => fixed ?? new Date() },
    allowUnsafeDatabase: true,
    errorReporter: { report: (envelope) => void reported.push(envelope) },
    ...(poolSize !== undefined && { poolSize }),
    ...(mailer === 'collect' && { mailer: { send: async (mail) => void collected.push(mail) } }),
  });
  const { deps } = composed;
  const app = await buildApp(deps);
  const runners = new Map<string, JobRunner>(registeredJobs().map((job) => [job.name, createJobRunner(deps, job)]));
  const runAll = async (name: string) => {
    const runner = runners.get(name);
    if (!runner) throw new Error(`There is no job ${name}`);
    await runner.runAll();
  };
  let people = 0;

  const session = async (personId: string, accountId: string): Promise<TestPerson> => {
    const issued = await asSystem(deps, async (tx) => {
      const started = await startSession(tx, deps, personId, accountId, { ip: '127.0.0.1', userAgent: 'test' });
      await markProved(tx, started.token.session_state, FOR_EVER);
      return started;
    });
    return { userId: personId, accountId, token: issued.token.access_token };
  };
  const newPerson = (currency: string) => {
    people += 1;
    return {
      firstName: 'Test',
      lastName: `Person ${people}`,
      email: `person${people}@example.test`,
      phone: null,
      company: null,
      passwordHash: 'none',
      currency,
      timeZone: 'Europe/London',
      accountName: `Account ${people}`,
      isDemo: false,
    };
  };
  const testApp: TestApp = {
    app,
    deps,
    databaseUrl: database.url,
    setTime(now) {
      fixed = new Date(now);
    },
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
    session,
    call: (who, endpoint, input) => callLocally(app, who, endpoint, input),
    async ok(who, endpoint, input) {
      const answer = await testApp.call(who, endpoint, input);
      if (answer.status !== endpoint.status)
        throw new Error(`${endpoint.id} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    async work(who, run) {
      const scope: Scope | undefined = await asSystem(deps, (tx) =>
        scopeOfMember(tx, who.accountId, who.userId, { sessionId: null, requestId: null, isSystemAdmin: false }),
      );
      if (!scope) throw new Error('no such member');
      return inAccount(deps, scope, run);
    },
    async setPassword(who, password) {
      const password_hash = await hashPassword(password);
      await asSystem(deps, (tx) =>
        tx.updateTable('person').set({ password_hash }).where('id', '=', who.userId).execute(),
      );
    },
    readTexts: () => runAll('documents.text'),
    runImports: () => runAll('products.import'),
    mailNotifications: () => runAll('notifications.mail'),
    sendMails: () => runAll('mail.send'),
    mails: () => collected,
    errorReports: () => reported,
    async close() {
      deps.live.closeAll();
      await app.close();
      try {
        const silent = await unaudited(deps.db);
        if (silent.length > 0) throw new Error(`Changes without a row in the audit log:\n${silent.join('\n')}`);
      } finally {
        await composed.close();
        await database.drop();
        if (!beside) rmSync(folder, { recursive: true, force: true });
      }
    },
  };
  return testApp;
}
