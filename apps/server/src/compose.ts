import { join } from 'node:path';
import pino from 'pino';
import { createLogReporter } from './adapters/error-reports/log.ts';
import { createLocalMailbox } from './adapters/mailer/local-mailbox.ts';
import { createSmtpMailer } from './adapters/mailer/smtp.ts';
import { openSecrets } from './adapters/secrets/open-secrets.ts';
import { AREAS } from './areas/all.ts';
import { registerAreas } from './areas/area.ts';
import type { Config } from './config.ts';
import { trackConnections } from './db/close-pool.ts';
import { createDatabase, createPool } from './db/pool.ts';
import { createTurns } from './db/turns.ts';
import { checkDatabase } from './db/tx.ts';
import { watchConnections } from './db/watch-connections.ts';
import type { Deps } from './deps.ts';
import { startDispatcher } from './events/dispatcher.ts';
import { joinFileStore } from './files/installation.ts';
import { createStoredFiles } from './files/stored-files.ts';
import { createCallLimit } from './http/call-limit.ts';
import { createLiveStreams } from './http/live.ts';
import { createSignIn } from './http/sign-in.ts';
import { createIds } from './ids.ts';
import { createSweepTime } from './jobs/sweep-time.ts';
import { openFileStore } from './open-file-store.ts';
import { createPdfRenderer, type RenderPdf } from './pdf/pdf-renderer.ts';
import type { Clock } from './ports/clock.ts';
import type { ErrorReporter } from './ports/error-reports.ts';
import type { Mailbox, Mailer } from './ports/mailer.ts';

interface Composed {
  readonly deps: Deps;
  close(): Promise<void>;
}

/**
 * The composition root: the only place that chooses adapters, with open-file-store.ts. Tests replace ports with
 * `options`.
 */
export async function compose(options: {
  config: Config;
  databaseUrl: string;
  /** A clock that is set here is never wrong, so the sweeps follow it at once. */
  clock?: Clock;
  newId?: () => string;
  /** The source of random bytes for nonces and keys. */
  random?: (size: number) => Buffer;
  mailer?: Mailer;
  errorReporter?: ErrorReporter;
  renderPdf?: RenderPdf;
  allowUnsafeDatabase?: boolean;
  /**
   * The number of connections to the database. Tests set a small number to find code that needs more than one
   * connection at a time.
   */
  poolSize?: number;
}): Promise<Composed> {
  const { config } = options;
  registerAreas(AREAS);
  const log = pino({
    level: config.logLevel,
    redact: {
      paths: ['req.headers', 'headers', '*.password', '*.token', '*.access_token', '*.refresh_token'],
      remove: true,
    },
    serializers: {
      err: (e: Error & { code?: string }) => ({
        type: e.name,
        message: e.message.replace(/qs_[\w-]{20,}/g, '[token]'),
        code: e.code,
        stack: e.stack,
      }),
    },
  });
  const clock = options.clock ?? { now: () => new Date() };
  const newId = options.newId ?? createIds(() => clock.now().getTime());
  const pool = createPool(
    options.databaseUrl,
    (error) => log.warn({ err: error }, 'a database connection was lost'),
    options.poolSize,
  );
  const closePool = trackConnections(pool);
  const endWatch = watchConnections(pool, options.databaseUrl);
  const db = createDatabase(pool);
  await checkDatabase(db, { allowUnsafe: options.allowUnsafeDatabase ?? false });
  const secrets = await openSecrets({ config, db, clock, random: options.random });
  const fileStore = openFileStore(config);
  await joinFileStore({ db, clock, fileStore });
  const dispatcher = await startDispatcher({ db, url: options.databaseUrl, log });
  const signIn = createSignIn({ db, clock, newId });
  const turns = createTurns(options.databaseUrl);
  const live = createLiveStreams(
    { db, clock, newId, dispatcher, log },
    {
      onSessionsEnded: (ids) => signIn.forgetSessions(ids),
      onAccountChanged: (id) => signIn.forgetAccount(id),
    },
  );
  const deps: Deps = {
    config,
    db,
    clock,
    newId,
    files: createStoredFiles(
      { db, clock, fileStore },
      { quotaBytes: config.documentQuotaBytes, ...(options.random && { random: options.random }) },
    ),
    fileStore,
    secrets,
    ...(options.mailer ? { mailer: options.mailer, mailbox: undefined } : chooseMailer(config, clock)),
    errorReporter: options.errorReporter ?? createLogReporter(log),
    dispatcher,
    live,
    signIn,
    callLimit: createCallLimit({ db, clock, perMinute: config.apiLimitPerMinute }),
    turns,
    renderPdf: options.renderPdf ?? createPdfRenderer(),
    sweepTime: options.clock ? async () => clock.now() : createSweepTime({ db, clock, newId }, () => performance.now()),
    log,
    health: { draining: false, closing: false },
  };
  return {
    deps,
    async close() {
      live.closeAll();
      await dispatcher.stop();
      await turns.stop();
      await closePool(() => db.destroy());
      endWatch();
    },
  };
}

/**
 * Chooses where mails go: to the mail server if one is configured, otherwise to the local mailbox if it is allowed. If
 * there is neither, mails stay in the queue.
 */
function chooseMailer(config: Config, clock: Clock): { mailer: Mailer | undefined; mailbox: Mailbox | undefined } {
  const { mail } = config;
  if (mail.kind === 'none') return { mailer: undefined, mailbox: undefined };
  if (mail.kind === 'smtp')
    return {
      mailer: createSmtpMailer({ server: mail.server, from: mail.from, publicUrl: config.publicUrl }),
      mailbox: undefined,
    };
  const mailbox = createLocalMailbox(join(config.dataDir, 'mailbox'), { from: mail.from, clock });
  return { mailer: mailbox, mailbox };
}
