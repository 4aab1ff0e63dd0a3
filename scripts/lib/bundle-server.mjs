// Bundles the server into one file: `node scripts/lib/bundle-server.mjs <folder> <name>`. A process of its own, because
// the bundler needs a hundred megabytes, which the server that starts afterwards would keep.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fromRoot, root } from './paths.mjs';

const [folder, name] = process.argv.slice(2);
const { build } = await import('vite').catch(() => {
  console.error('Its bundler, the package vite, is not installed.');
  process.exit(1);
});

/** Packages that stay files: they load native code. */
const NATIVE = ['@node-rs/argon2', 'pg-native'];

/**
 * A module finds files beside its source, such as migrations, fonts and threads, where they are. Raw templates go
 * through `__raw`, which takes back what `onlyAscii` does to them.
 */
const ownPlaces = {
  name: 'own-places',
  enforce: 'post',
  transform(code, id) {
    if (id.startsWith('\0') || !/\bimport\.meta\.(url|dirname)\b|\bString\.raw`/.test(code)) return undefined;
    const file = relative(root, id);
    return {
      code: code
        .replaceAll('import.meta.url', `__urlOf(${JSON.stringify(file)})`)
        .replaceAll('import.meta.dirname', `__pathOf(${JSON.stringify(dirname(file))})`)
        .replaceAll('String.raw`', '__raw`'),
      map: null,
    };
  },
};
/** The bundle is in apps/server/dist/<hash>, so the checkout may be moved with it. */
const BANNER = String.raw`
const __pathOf = (path) => require('node:path').join(__dirname, '../../../..', path);
const __urlOf = (path) => require('node:url').pathToFileURL(__pathOf(path)).href;
const __character = (escape, code) =>
  Number.parseInt(code, 16) < 128 ? escape : String.fromCharCode(Number.parseInt(code, 16));
const __raw = ({ raw }, ...values) =>
  String.raw({ raw: raw.map((text) => text.replace(/\\u([0-9a-f]{4})/g, __character)) }, ...values);
`;

await build({
  configFile: false,
  envDir: false,
  publicDir: false,
  root,
  logLevel: 'error',
  plugins: [ownPlaces],
  ssr: { noExternal: true, external: NATIVE, target: 'node' },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: fromRoot('apps/server/src/bundled-main.ts'),
    outDir: folder,
    emptyOutDir: false,
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      output: {
        // A CommonJS file does not make Node load all that the modules of Node offer, of which HTTP alone loads fetch.
        format: 'cjs',
        exports: 'none',
        entryFileNames: name,
        codeSplitting: false,
        banner: BANNER,
        // Names stay, because stack traces and errors show them.
        minify: { compress: true, mangle: false, codegen: true },
        sourcemapExcludeSources: true,
      },
    },
  },
});

const main = join(folder, name);
const { code, widened } = onlyAscii(readFileSync(main, 'utf8'));
writeFileSync(main, code);
const { sources, mappings } = JSON.parse(readFileSync(`${main}.map`, 'utf8'));
const files = sources.map((source) => relative(root, resolve(folder, source)));
writeFileSync(`${main}.map`, JSON.stringify({ version: 3, sources: files, mappings, widened }));

/**
 * Leaves only ASCII in a script. With one other character, Node would keep the text of the whole bundle with two bytes
 * for each character, and would take longer to read it. Escapes mean the same in strings, templates and patterns.
 * `widened` lists for each line the columns that were escaped, so that the source map can still be read.
 */
function onlyAscii(text) {
  if (/\\[^\0-\x7f]/.test(text))
    throw new Error('A character that is no ASCII follows a backslash: it cannot be escaped.');
  const widened = {};
  const lines = text.split('\n').map((line, number) =>
    line.replace(/[^\0-\x7f]/g, (character, column) => {
      (widened[number] ??= []).push(column);
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    }),
  );
  return { code: lines.join('\n'), widened };
}
