import { seedOnce } from '../../e2e/support/server.ts';
import { checkWeight, runPlaywright, runVitest } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { testServerAgain } from './server-again.mjs';
import { buildWeb, isWebBuilt } from './web.mjs';

/**
 * The share of the random cases that run on the second PostgreSQL: few are enough, because its version does not change
 * a rule.
 */
const SHARE_OF_CASES = '0.1';
/**
 * The share of the random cases of the server that run on the embedded PostgreSQL. `npm run test:all` runs several
 * times the usual number on the second PostgreSQL.
 */
const SHARE_OF_SERVER_CASES = '0.25';

/**
 * Runs the steps of `npm test`: every test that is required before a push. The Vitest tests often wait (for leases, for
 * a process that starts), so the build and the second PostgreSQL run at the same time; the browser tests need all
 * cores.
 */
export async function everyTest({ step, quietStep }) {
  if (!(await step('Set-up: a browser for the browser tests', ensureChromium))) return;
  const beside = besideVitest(quietStep);
  await step('Tests: domain, contracts, server, web, screens (embedded PostgreSQL)', () =>
    runVitest([], { SERVER_CASES: SHARE_OF_SERVER_CASES }),
  );
  const { isBuilt, forget } = await beside;
  if (isBuilt) await step('Tests in the browser', () => runPlaywright());
  else
    console.log('The browser tests are skipped, because the web pages could not be built; the build counts as failed.');
  forget?.();
}

/**
 * Builds the web pages, seeds the demo seller for the browser tests, and runs the chosen tests on the second
 * PostgreSQL. Returns whether the pages are built, and what removes the seeded data.
 */
async function besideVitest(step) {
  const isBuilt = await step('Build of the web pages', async () => {
    if (!isWebBuilt()) await buildWeb();
  });
  if (isBuilt) await step('Size of the first screen', checkWeight);
  // If the product does not start, the browser tests say why.
  const forget = isBuilt ? await seedOnce().catch(() => undefined) : undefined;
  await testServerAgain(step, 'chosen', { workers: 1, PROPERTY_FACTOR: SHARE_OF_CASES });
  return { isBuilt, forget };
}
