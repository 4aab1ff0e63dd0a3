import { buildApp } from './app.ts';
import { mayLeave } from './areas/accounts/public.ts';
import { costCheck } from './areas/costs/cost-check.service.ts';
import { resealSecondFactors } from './areas/accounts/second-factor.service.ts';
import { accountSummary, createNotificationMailer } from './areas/notifications/public.ts';
import { archiveClosed } from './areas/invoices/invoice-archiving.service.ts';
import { resealBankDetails } from './areas/suppliers/supplier-bank.service.ts';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { startNightly } from './jobs/nightly.ts';
import { startSweeper } from './jobs/sweeper.ts';
import { importWork } from './areas/products/public.ts';
import { createMailSender } from './jobs/mail-sender.ts';
import { createImportRunner } from './jobs/import-runner.ts';
import { createTextReader } from './jobs/text-reader.ts';
import { ensureDemo } from './seed/demo.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const DRAIN_MS = 10_000;

/** Starts the whole product and says what it does while it does it. */
async function start(config: Config): Promise<void> {
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: say }) : undefined;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  if (!config.isLoopback && !config.isHttps) say('Warning: PUBLIC_URL is not https, so passwords and tokens travel in the clear.');
  if (config.mail.kind === 'none')
    say('Warning: there is no SMTP_URL, so no mail is sent. Invitations and links to sign in wait in the queue until a mail server is named.');
  await migrate(databaseUrl);
  const { deps, close } = await compose({ config, databaseUrl });
  const app = await buildApp(deps);
  const demo = config.demo ? await ensureDemo(deps, say) : undefined;
  const sweeper = startSweeper(deps);
  const nightly = startNightly(deps, [costCheck, archiveClosed, resealBankDetails(deps.secrets), resealSecondFactors(deps.secrets), accountSummary(deps)]);
  const texts = createTextReader(deps);
  texts.start();
  const imports = createImportRunner(deps, importWork(deps));
  imports.start();
  const mails = deps.mailer && createMailSender({ ...deps, mailer: deps.mailer, mayLeave: (mail) => mayLeave(deps, mail) });
  mails?.start();
  const notices = createNotificationMailer(deps);
  notices.start();

  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    deps.health.draining = true;
    deps.live.closeAll();
    sweeper.stop();
    nightly.stop();
    // Idle keep-alive connections would hold the server open; requests in hand are finished.
    const force = setTimeout(() => process.exit(code), DRAIN_MS);
    await texts.stop().catch(() => undefined);
    await imports.stop().catch(() => undefined);
    await notices.stop();
    await mails?.stop();
    await app.close().catch(() => undefined);
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

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`Quayside could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
