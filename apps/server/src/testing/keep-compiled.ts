import { enableCompileCache, flushCompileCache, registerHooks, type ResolveFnOutput } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Preloaded by the processes that tests start (child-env.ts). Most of the work of a start is compiling, so the compiled
// modules are kept for the next start, as `npm start` does. Node writes them when a process ends; tests kill theirs, so
// they are also written once the start is over.

const START_TAKES_MS = 5_000;

const [, program = ''] = process.argv;
// As `npm start` does, keep what was compiled of a bundle beside it, so that it is removed with it.
enableCompileCache(
  program.endsWith('.cjs')
    ? join(dirname(program), 'compiled')
    : fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url)),
);
setTimeout(flushCompileCache, START_TAKES_MS).unref();

// Node searches the file of each of several thousand imports, which takes a tenth of a start. A relative import of a
// TypeScript file names that file, and a module of our own packages is the same for everybody who imports it.
const ours = new Map<string, ResolveFnOutput>();
registerHooks({
  resolve(name, context, next) {
    if (!context.conditions.includes('import')) return next(name, context);
    if (name.startsWith('.') && name.endsWith('.ts') && context.parentURL?.startsWith('file:'))
      return { url: new URL(name, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
    if (!name.startsWith('@quayside/')) return next(name, context);
    const known = ours.get(name);
    if (known) return known;
    const found = { ...next(name, context), shortCircuit: true };
    ours.set(name, found);
    return found;
  },
});
