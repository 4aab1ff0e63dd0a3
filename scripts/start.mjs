// Builds the web pages and the bundle of the server if their sources changed, then runs the server in this process.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromRoot } from './lib/paths.mjs';
import { endWithParent } from './lib/processes.mjs';
import { buildServerBundle, findServerBundle } from './lib/server-bundle.mjs';
import { buildWeb, isWebBuilt } from './lib/web.mjs';

endWithParent();
let bundle = findServerBundle();
if (!isWebBuilt() || !bundle) {
  const step = process.env.QUAYSIDE_SETUP_STEP;
  console.log(
    `${step ? `Setting up (${step}): the` : 'Building the'} web pages and the server ` +
      '(a few seconds, only when they changed) ...',
  );
  try {
    if (!isWebBuilt()) await buildWeb();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  // An installation without the bundler, or in a folder that cannot be written, starts from the sources.
  bundle ??= await buildServerBundle().catch((error) => {
    console.error(`${error.message.trim()}\nThe server starts from its sources, which takes more time and memory.`);
    return undefined;
  });
}
// Caches compiled modules between starts. Does nothing if the folder is not writable.
enableCompileCache(bundle ? join(bundle.folder, 'compiled') : fromRoot('node_modules/.cache/compiled'));
process.env.NODE_ENV ??= 'production';
// Run the server in this process, so that signals reach it directly and no second process uses memory.
process.argv[1] = bundle?.main ?? fromRoot('apps/server/src/main.ts');
await import(pathToFileURL(process.argv[1]).href);
