// Builds the web pages if their sources changed, then runs the server in this process.
import { enableCompileCache } from 'node:module';
import { fromRoot } from './lib/paths.mjs';
import { endWithParent } from './lib/processes.mjs';
import { buildWeb, isWebBuilt } from './lib/web.mjs';

endWithParent();
// Caches compiled modules between starts. Does nothing if the folder is not writable.
enableCompileCache(fromRoot('node_modules/.cache/compiled'));
if (!isWebBuilt()) {
  const step = process.env.QUAYSIDE_SETUP_STEP;
  console.log(
    `${step ? `Setting up (${step}): the` : 'Building the'} web pages (a few seconds, only when they changed) ...`,
  );
  try {
    await buildWeb();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
process.env.NODE_ENV ??= 'production';
// Run the server in this process, so that signals reach it directly and no second process uses memory.
process.argv[1] = fromRoot('apps/server/src/main.ts');
await import('../apps/server/src/main.ts');
