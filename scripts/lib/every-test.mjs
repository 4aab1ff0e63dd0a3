import { seedOnce } from '../../e2e/support/server.ts';
import { checkWeight, runPlaywright, runVitest } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { buildWeb, isWebBuilt } from './web.mjs';

/**
 * The share of the random cases of the server that run on the embedded PostgreSQL. `npm run test:all` runs several
 * times the usual number on the second PostgreSQL.
 */
export const SHARE_OF_SERVER_CASES = '0.25';

/**
 * Runs the steps of `npm test`: every test that is required before a push. The Vitest tests often wait (for leases, for
 * a process that starts), so the build runs at the same time; the browser tests need all cores. What starts clusters
 * and kills processes, and the second PostgreSQL, take longest and change least: `npm run test:all` runs them.
 */
export async function everyTest({ step, quietStep }) {
  if (!(await step('Set-up: a browser for the browser tests', ensureChromium))) return;
  const beside = besideVitest(quietStep);
  await step('Tests: domain, contracts, server, web, screens (embedded PostgreSQL)', () =>
    runVitest(['--project', '!platform'], { SERVER_CASES: SHARE_OF_SERVER_CASES }),
  );
  const { isBuilt, forget } = await beside;
  if (isBuilt) await step('Tests in the browser', () => runPlaywright());
  else
    console.log('The browser tests are skipped, because the web pages could not be built; the build counts as failed.');
  forget?.();
}

/**
 * Builds the web pages and seeds the demo seller for the browser tests. Returns whether the pages are built, and what
 * removes the seeded data.
 */
async function besideVitest(step) {
  const isBuilt = await step('Build of the web pages', async () => {
    if (!isWebBuilt()) await buildWeb();
  });
  if (isBuilt) await step('Size of the first screen', checkWeight);
  // If the product does not start, the browser tests say why.
  const forget = isBuilt ? await seedOnce().catch(() => undefined) : undefined;
  return { isBuilt, forget };
}
