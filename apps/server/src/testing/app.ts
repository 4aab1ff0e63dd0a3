import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { addMember, createPerson, createPersonWithAccount } from '../areas/accounts/sign-in/registration.service.ts';
import { hashPassword, setPasswordCost } from '../areas/accounts/sign-in/passwords.ts';
import { startSession } from '../areas/accounts/sign-in/sessions.service.ts';
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
import type { RenderPdf } from '../pdf/pdf-renderer.ts';
import { unaudited } from './audited.ts';
import { watchTopics } from './named-topics.ts';
import { createJobRunner, type JobRunner } from './run-jobs.ts';
import { freshDatabase } from './test-database.ts';

/**
 * How long before the current time test users proved their identity. Tests of the proof itself remove it or set another
 * time.
 */
const PROVED_BEFORE_MS = 1;

setPasswordCost({ memoryCost: 8, timeCost: 1, parallelism: 1, niceness: 0 });

/** A person of a test, with an account and the token of a session. */
export interface TestPerson {
  readonly userId: string;
  readonly accountId: string;
  readonly token: string;
}

/** The real application with its own database and a clock that the test sets. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  /** The owner's connection string, for tests that query the database directly. */
  readonly databaseUrl: string;
  /** Sets the clock. */
  setTime(now: Date | string): void;
  /** Creates an account (in GBP by default) and returns its admin. */
  admin(currency?: string): Promise<TestPerson>;
  /** Adds a member to the account of this person, by default a viewer. */
  member(of: TestPerson, role?: 'sv-account-viewer' | 'sv-account-admin'): Promise<TestPerson>;
  /** Marks the address of this person as verified, so that mails can leave in their name. */
  verify(who: TestPerson): Promise<void>;
  /** Starts a session for an existing person. */
  session(personId: string, accountId: string): Promise<TestPerson>;
  /** Makes one call through HTTP as this person, or, if `who` is undefined, without signing in. */
  call<E extends EndpointSpec>(
    who: TestPerson | undefined,
    endpoint: E,
    input?: LocalInput<E>,
  ): Promise<LocalAnswer<ResponseOf<E>>>;
  /** Makes one call. The test fails unless the call succeeds. */
  ok<E extends EndpointSpec>(who: TestPerson | undefined, endpoint: E, input?: LocalInput<E>): Promise<ResponseOf<E>>;
  /** Runs a unit of work in the person's account, without HTTP. */
  work<T>(who: TestPerson, run: (w: Work) => Promise<T>): Promise<T>;
  /** Sets a password. Without it, test users cannot sign in by password. */
  setPassword(who: TestPerson, password: string): Promise<void>;
  /** Extracts the text of all PDFs that are waiting for it. */
  readTexts(): Promise<void>;
  /** Imports all files that are waiting. */
  runImports(): Promise<void>;
  /** Imports all reports of customer orders that are waiting. */
  runOrderImports(): Promise<void>;
  /** Brings the invoices of all accounts in line with their exchange policies. */
  followPolicies(): Promise<void>;
  /** Values the stock of all accounts by the methods that they chose. */
  followMethods(): Promise<void>;
  /** Queues the notification mails that are due. `sendMails` then sends them. */
  mailNotifications(): Promise<void>;
  /** Sends all mails that are due. */
  sendMails(): Promise<void>;
  /** All mails sent so far, oldest first. Call `sendMails` first; otherwise queued mails are missing. */
  mails(): readonly OutgoingMail[];
  /** All failures that browsers reported, oldest first. */
  errorReports(): readonly ErrorEnvelope[];
  close(): Promise<void>;
}

interface TestOptions {
  /** `collect` stores mails for `mails()`; `configured` sends mails with the settings in `env`. */
  readonly mailer?: 'collect' | 'configured';
  readonly poolSize?: number;
  readonly renderPdf?: RenderPdf;
  /**
   * Uses the database and files of another application, for example as a second process of the same installation. Close
   * it before the other application, which removes both.
   */
  readonly beside?: { readonly databaseUrl: string; readonly deps: { readonly config: Pick<Config, 'dataDir'> } };
}
export async function startTestApp(
  env: Record<string, string> = {},
  { mailer = 'collect', poolSize, renderPdf, beside }: TestOptions = {},
): Promise<TestApp> {
  const database = beside ? { url: beside.databaseUrl, drop: async () => undefined } : await freshDatabase();
  const folder = beside?.deps.config.dataDir ?? mkdtempSync(join(tmpdir(), 'quayside-test-'));
  let fixed: Date | undefined = new Date('2026-11-20T10:00:00.000Z');
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DEMO: '0',
    API_LIMIT_PER_MINUTE: '1000000',
    MAIL_LIMIT_PER_HOUR: '1000000',
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
    ...(renderPdf && { renderPdf }),
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
  const topics = watchTopics();
  let people = 0;
  const provedAt = () => new Date(deps.clock.now().getTime() - PROVED_BEFORE_MS);
  let marked = provedAt();
  /** Keeps the proofs of test users recent when the test has set the clock. */
  const keepProofs = async () => {
    const [before, now] = [marked, provedAt()];
    if (fixed === undefined || before.getTime() === now.getTime()) return;
    marked = now;
    await deps.db.updateTable('session').set({ proved_at: now }).where('proved_at', '=', before).execute();
  };

  const session = async (personId: string, accountId: string): Promise<TestPerson> => {
    await keepProofs();
    const issued = await asSystem(deps, async (tx) => {
      const started = await startSession(tx, deps, personId, accountId, { ip: '127.0.0.1', userAgent: 'test' });
      await markProved(tx, started.token.session_state, provedAt());
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
    async verify({ userId }) {
      await asSystem(deps, (tx) =>
        tx.updateTable('person').set({ is_verified: true }).where('id', '=', userId).execute(),
      );
    },
    session,
    async call(who, endpoint, input) {
      await keepProofs();
      const answer = await callLocally(app, who, endpoint, input);
      topics.add(endpoint, answer);
      return answer;
    },
    async ok(who, endpoint, input) {
      const answer = await testApp.call(who, endpoint, input);
      if (answer.status !== endpoint.status)
        throw new Error(`${endpoint.id} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    async work(who, run) {
      await keepProofs();
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
    runOrderImports: () => runAll('stock.order-import'),
    followPolicies: () => runAll('payments.exchange-policy'),
    followMethods: () => runAll('stock.method'),
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
        const wrong = await topics.wrong(deps.db);
        if (wrong.length > 0) throw new Error(`Answers that do not name what they changed:\n${wrong.join('\n')}`);
      } finally {
        await composed.close();
        await database.drop();
        if (!beside) rmSync(folder, { recursive: true, force: true });
      }
    },
  };
  return testApp;
}
