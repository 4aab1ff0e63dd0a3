import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Preloaded by the processes that tests start (child-env.ts). Most of the work of a start is compiling, so the compiled
// modules are kept for the next start, as `npm start` does. Node writes them when a process ends; tests kill theirs, so
// they are also written once the start is over.

const START_TAKES_MS = 5_000;

enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url)));
setTimeout(flushCompileCache, START_TAKES_MS).unref();
