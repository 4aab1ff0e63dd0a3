// Builds the web pages when their sources changed, then becomes the server.
import { enableCompileCache } from 'node:module';
import { fromRoot } from './lib/paths.mjs';
import { endWithParent } from './lib/processes.mjs';
import { buildWeb, isWebBuilt } from './lib/web.mjs';

endWithParent();
// Compiled modules are kept between starts; where the folder cannot be written, they are not.
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
// The same process, so that signals, memory and process list hold one server and nothing else.
process.argv[1] = fromRoot('apps/server/src/main.ts');
await import('../apps/server/src/main.ts');
