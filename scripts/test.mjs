// Every check and every test. The last line is "N passed, N failed".
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/embedded-postgres.ts';
import { checkFormat, checkLint, checkSchema, checkWeight, runPlaywright, runVitest, typeSteps } from './lib/checks.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { endWithParent, passSignalsOn } from './lib/processes.mjs';
import { createReport } from './lib/report.mjs';
import { findSystemPostgres } from './lib/system-postgres.mjs';
import { buildWeb, isWebBuilt } from './lib/web.mjs';

endWithParent();
passSignalsOn();
const { step, finish } = createReport();

if (await step('Set-up: a browser for the browser tests', ensureChromium)) await everything();
finish();

async function everything() {
  await step('Format', checkFormat);
  await step('Lint', checkLint);
  for (const { title, work } of typeSteps) await step(title, work);
  await step('Schema: migrations, description and generated types agree', checkSchema);
  await step('Tests: domain, contracts, server, web (embedded PostgreSQL)', () => runVitest([]));
  await onSystemPostgres();
  const isBuilt = await step('Build of the web pages', async () => {
    if (!isWebBuilt()) await buildWeb();
  });
  if (isBuilt) {
    await step('Weight of the shell', checkWeight);
    await step('Tests in the browser', () => runPlaywright());
  } else console.log('The browser tests cannot run without the web pages; the failed build counts for them.');
}

/** The server's tests once more on each PostgreSQL that the system has; ours is one version of the four that are promised. */
async function onSystemPostgres() {
  const found = findSystemPostgres();
  if (found.length === 0)
    console.log('\n── No PostgreSQL 15 to 18 of the system was found in /usr/lib/postgresql: the server was tested on the embedded one only.');
  for (const systemPostgres of found) {
    await step(`Tests: server, again on the system's PostgreSQL ${systemPostgres.major}`, async () => {
      const database = await startEmbeddedPostgres({ ephemeral: true, log: () => undefined, systemPostgres });
      try {
        return await runVitest(['--project', 'server'], { TEST_DATABASE_URL: database.url, TESTS_AGAIN: '1' });
      } finally {
        await database.stop();
      }
    });
  }
}
