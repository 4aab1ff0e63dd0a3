// Measures the server, and minimal servers to compare it with, on a temporary database. docs/performance.md describes
// the method. It is not part of the tests.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBench } from '../apps/server/src/bench/bench.ts';
import { ensureChromium } from './lib/chromium.mjs';
import { compareWith } from './lib/compare.mjs';
import { buildWeb } from './lib/web.mjs';
import { fromRoot } from './lib/paths.mjs';
import { openApp } from './lib/open-app.mjs';
import { endWithParent } from './lib/processes.mjs';

endWithParent();
if (process.argv[2] === 'compare') {
  await compareWith(process.argv[3], process.argv.slice(4));
  process.exit();
}
mkdirSync(fromRoot('.cache'), { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
// When root runs this, the database runs as another user, who needs access to the folder.
chmodSync(dataDir, 0o755);
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(name, () => interrupted.abort(new Error('Interrupted')));
try {
  const resultFile = fromRoot('.cache', 'bench-results.json');
  const what = process.argv[2];
  const opensApp = what === 'shell' || what === 'all';
  if (opensApp) {
    await ensureChromium();
    await buildWeb();
  }
  const met = await runBench({
    dataDir,
    resultFile,
    say: (line) => console.log(line),
    what,
    isQuick: process.argv[3] === 'quick',
    ...(opensApp && { openApp }),
    signal: interrupted.signal,
  });
  if (!met) console.log('\nA goal was missed.');
  process.exitCode = met ? 0 : 1;
} catch (error) {
  console.error(interrupted.signal.aborted ? 'Interrupted.' : error);
  process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
