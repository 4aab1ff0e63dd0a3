import { buildApp } from './app.ts';
import { registeredJobs } from './areas/area.ts';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { prepareQueue, startWorker, type Worker } from './jobs/worker.ts';
import { ensureDemo } from './seed/demo.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const DRAIN_MS = 10_000;

/** Starts the whole product and prints its progress. */
async function start(config: Config): Promise<void> {
  const embedded =
    config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: say }) : undefined;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  if (!config.isLoopback && !config.isHttps)
    say('Warning: PUBLIC_URL is not https, so passwords and tokens travel in the clear.');
  if (config.mail.kind === 'none')
    say(
      'Warning: there is no SMTP_URL, so no mail is sent. Invitations and links to sign in wait in the queue until a mail server is named.',
    );
  await migrate(databaseUrl);
  const { deps, close } = await compose({ config, databaseUrl });
  const app = config.role === 'worker' ? undefined : await buildApp(deps);
  const demo = config.demo && app ? await ensureDemo(deps, say) : undefined;
  const worker = await startJobs(deps, databaseUrl);

  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    deps.health.draining = true;
    deps.live.closeAll();
    // Idle keep-alive connections would delay the shutdown; running requests are finished.
    const force = setTimeout(() => process.exit(code), DRAIN_MS);
    await Promise.allSettled([worker?.stop(), app?.close()]);
    await close().catch(() => undefined);
    await embedded?.stop().catch(() => undefined);
    clearTimeout(force);
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  process.on('unhandledRejection', (error) => {
    deps.log.fatal({ err: error }, 'unhandled rejection');
    void stop(1);
  });

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
      `  Demo seller: press "Open the demo seller", or sign in as\n    ${demo.adminEmail} (admin) or ${demo.viewerEmail} (viewer), password ${demo.password}`,
    );
  say('  Stop with Ctrl-C.\n');
}

/** Runs the jobs, or only prepares their queue when other processes run them. */
async function startJobs(deps: Deps, databaseUrl: string): Promise<Worker | undefined> {
  if (deps.config.role !== 'web') return startWorker(deps, databaseUrl, registeredJobs());
  await prepareQueue(deps, databaseUrl, registeredJobs());
  return undefined;
}

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`Quayside could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
