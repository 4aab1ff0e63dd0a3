import { checkFormat, checkLint, checkSchema, checkWeight, runPlaywright, runVitest, typeSteps } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { testServerAgain } from './server-again.mjs';
import { buildWeb, isWebBuilt } from './web.mjs';

/**
 * The steps of `npm test`: every check, and every test that belongs before a push. The tests in Vitest often wait (for
 * leases, for a process that starts), so the checks run beside them; the browser tests need all cores.
 */
export async function everyTest({ step, quietStep }) {
  if (!(await step('Set-up: a browser for the browser tests', ensureChromium))) return;
  const checks = everyCheck(quietStep);
  await step('Tests: domain, contracts, server, web, screens (embedded PostgreSQL)', () => runVitest([]));
  const isBuilt = await checks;
  if (isBuilt) await step('Tests in the browser', () => runPlaywright());
  else console.log('The browser tests cannot run without the web pages; the failed build counts for them.');
}

/** Answers whether the web pages are built. */
async function everyCheck(step) {
  await step('Format', checkFormat);
  await step('Lint', checkLint);
  for (const { title, work } of typeSteps) await step(title, work);
  await step('Schema: migrations, description and generated types agree', checkSchema);
  const isBuilt = await step('Build of the web pages', async () => {
    if (!isWebBuilt()) await buildWeb();
  });
  if (isBuilt) await step('Weight of the shell', checkWeight);
  await testServerAgain(step, 'chosen', { workers: 1 });
  return isBuilt;
}
