import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A path from the root. */
export const fromRoot = (...parts) => join(root, ...parts);

/** The programs of npm packages, to be run with Node: this needs no shell and works with spaces in the path. */
export const tools = {
  biome: fromRoot('node_modules/@biomejs/biome/bin/biome'),
  oxlint: fromRoot('node_modules/oxlint/bin/oxlint'),
  tsc: fromRoot('node_modules/typescript/bin/tsc'),
  vitest: fromRoot('node_modules/vitest/vitest.mjs'),
  vite: fromRoot('node_modules/vite/bin/vite.js'),
  playwright: fromRoot('node_modules/@playwright/test/cli.js'),
  kyselyCodegen: fromRoot('node_modules/kysely-codegen/dist/cli/bin.js'),
};
