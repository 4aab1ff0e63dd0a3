import { buildApp } from './app.ts';
import { AREAS } from './areas/all.ts';
import { registeredJobs } from './areas/area.ts';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { requireTables, requireUsableServer } from './db/check-server.ts';
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import { GLOBAL_TABLES } from './db/global-tables.ts';
import { migrate } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { storageTrouble } from './files/storage-trouble.ts';
import { requireFreePort } from './free-port.ts';
import { startGivingBack } from './give-back-memory.ts';
import { drain } from './http/draining.ts';
import { prepareQueue, startWorker, type Worker } from './jobs/worker.ts';
import { ensureDemo } from './seed/demo.ts';
import { refusalWords } from './refusal-words.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { afterEarlier, markStopping } from './stopping-mark.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
/** How long a stop waits for running queries before the database cancels them. */
const CLOSE_MS = 5_000;
/** How long a stop waits for the database process to exit. The database itself normally needs less time. */
const DATABASE_STOP_MS = 20_000;
/** How often a start checks whether a migration is waiting for a lock. */
const LOCK_LOOK_MS = 3_000;
/** How long a stop waits for jobs and for requests that were cut off. */
const SERVE_STOP_MS = 5_000;

/** Reports an error that no code handled. The server then stops. */
interface Faults {
  report: (error: unknown) => void;
}

/** Starts the whole server and prints its progress. Registers with `shutdown` whatever it has started. */
async function start(config: Config, shutdown: Shutdown, faults: Faults): Promise<void> {
  const databaseUrl = await afterEarlier(config.dataDir, say, () => openDatabase(config, shutdown));
  if (!config.isLoopback && !config.isHttps)
    say('Warning: PUBLIC_URL is not https, so passwords and tokens travel in the clear.');
  if (config.mail.kind === 'none')
    say(
      'Warning: there is no SMTP_URL, so no mail is sent. Invitations and links to sign in wait in the queue ' +
        'until a mail server is named.',
    );
  await requireUsableServer(databaseUrl);
  await migrate(databaseUrl, undefined, { log: say, waitMs: LOCK_LOOK_MS });
  await requireTables(databaseUrl, [...AREAS.flatMap((area) => area.tables ?? []), ...Object.keys(GLOBAL_TABLES)]);
  const { deps, close } = await compose({ config, databaseUrl });
  shutdown.add(close, CLOSE_MS);
  const storage = await storageTrouble(deps.fileStore);
  if (storage === 'storage_read_only')
    throw new Error(`the folder of the files, ${config.filesDir}, cannot be written. Make it writable for this user.`);
  if (storage === 'storage_full')
    say(`Warning: the disk of ${config.filesDir} is full. Uploads are refused until it has space again.`);
  faults.report = (error) => deps.log.fatal({ err: error }, 'unexpected error; the server stops');
  const app = config.role === 'worker' ? undefined : await buildApp(deps);
  const demo = config.demo && app ? await ensureDemo(deps, say) : undefined;
  const worker = await startJobs(deps, databaseUrl);
  shutdown.add(
    () => Promise.allSettled([worker?.stop(), app && drain(app, deps)]),
    config.stop.noticeMs + config.stop.finishMs + SERVE_STOP_MS,
  );

  startGivingBack();
  if (!app) {
    say('\nQuayside is ready to work in the background (ROLE=worker). Stop with Ctrl-C.\n');
    return;
  }
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = config.port === 0 ? `http://${config.host}:${port}` : config.publicUrl;
  say(`\nQuayside is ready at ${url}`);
  if (demo)
    say(
      '  Demo seller: press "Open the demo seller", or sign in as\n' +
        `    ${demo.adminEmail} (admin) or ${demo.viewerEmail} (viewer), password ${demo.password}`,
    );
  say('  Stop with Ctrl-C.\n');
}

/** Returns the URL of the database; starts the embedded one if none is configured. */
async function openDatabase(config: Config, shutdown: Shutdown): Promise<string> {
  if (config.role !== 'worker') await requireFreePort(config);
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const starting = startEmbeddedPostgres({ ...config, log: say });
  // The stop is registered before the start has finished, so that a stop in the meantime leaves no database running.
  shutdown.add(() => starting.then((database) => database.stop()), DATABASE_STOP_MS);
  return (await starting).url;
}

/** Starts the jobs in this process, or only prepares their queue if other processes run them. */
async function startJobs(deps: Deps, databaseUrl: string): Promise<Worker | undefined> {
  // The embedded database serves one process.
  const isAlone = deps.config.databaseUrl === undefined;
  if (deps.config.role !== 'web') return startWorker(deps, databaseUrl, registeredJobs(), { isAlone });
  await prepareQueue(deps, databaseUrl, registeredJobs());
  return undefined;
}

async function run(config: Config): Promise<void> {
  let unmark = (): void => undefined;
  const shutdown = createShutdown(
    () => {
      unmark = markStopping(config.dataDir);
    },
    (code) => {
      unmark();
      process.exit(code);
    },
  );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void shutdown.run(0));
  const faults: Faults = { report: refuse };
  for (const fault of ['unhandledRejection', 'uncaughtException'])
    process.on(fault, (error: unknown) => {
      faults.report(error);
      void shutdown.run(1);
    });
  try {
    await start(config, shutdown, faults);
  } catch (error) {
    refuse(error);
    await shutdown.run(1);
  }
}

function refuse(error: unknown): void {
  process.stderr.write(`Quayside could not start: ${refusalWords(error)}\n`);
}

async function begin(): Promise<void> {
  try {
    await run(readConfig(process.env));
  } catch (error) {
    refuse(error);
    process.exit(1);
  }
}

// The bundle is a CommonJS file, which cannot wait for a promise while it loads.
void begin();
