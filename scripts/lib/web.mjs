import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fromRoot, tools } from './paths.mjs';
import { runNode } from './processes.mjs';
import { PlainError } from './report.mjs';
import { hashOfSources } from './sources.mjs';

const WEB = fromRoot('apps/web');
const DIST = join(WEB, 'dist');
const CACHE = join(WEB, '.cache');
const STAMP = '.stamp';
const MOST_TRIES = 20;
/** Build folders older than this are left over from killed builds. */
const LEFTOVER_MS = 60 * 60_000;
const SOURCES = [
  ...[
    'apps/web/src',
    'apps/web/public',
    'apps/web/index.html',
    'apps/web/vite.config.ts',
    'apps/web/pdfjs-files.ts',
    'apps/web/package.json',
    'apps/web/tsconfig.json',
  ],
  ...[
    'packages/domain/src',
    'packages/domain/package.json',
    'packages/contracts/src',
    'packages/contracts/package.json',
  ],
  ...['package-lock.json', 'tsconfig.base.json'],
];

/** Whether the built pages are up to date with their sources. */
export function isWebBuilt() {
  const stamp = join(DIST, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash();
}

/**
 * Builds the web pages in a separate folder and swaps it with the old one, so that a failed or killed build changes
 * nothing. Each build has its own folder, because two servers that start at the same time may both rebuild outdated
 * pages.
 */
export async function buildWeb() {
  const stamp = sourcesHash();
  mkdirSync(CACHE, { recursive: true });
  removeLeftovers();
  const own = mkdtempSync(join(CACHE, 'dist-'));
  const fresh = join(own, 'new');
  try {
    const args = [tools.vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
    const { code, output } = await runNode(args, { cwd: WEB, quiet: true, env: { NODE_ENV: 'production' } });
    if (code !== 0) throw new PlainError(`The web pages could not be built:\n${output}`);
    compressAssets(fresh);
    writeFileSync(join(fresh, STAMP), stamp);
    swapIn(fresh, join(own, 'old'));
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** The minimum size of a file in bytes from which it is compressed. */
const COMPRESSED_FROM = 2048;

/** Writes a gzipped copy beside each script and style, so that the server does not compress it for every request. */
function compressAssets(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|mjs|css|svg|json)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    if (content.length >= COMPRESSED_FROM) writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

/**
 * Replaces the built pages. A folder cannot be replaced in one step, so a concurrent swap can make either step fail;
 * then it retries.
 */
function swapIn(fresh, old) {
  for (let tries = 1; ; tries += 1) {
    try {
      if (existsSync(DIST)) renameSync(DIST, old);
      renameSync(fresh, DIST);
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      rmSync(old, { recursive: true, force: true });
    }
  }
}

/** Removes the folders that killed builds have left. */
function removeLeftovers() {
  for (const name of readdirSync(CACHE).filter((one) => one.startsWith('dist-'))) {
    const folder = join(CACHE, name);
    const began = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - began > LEFTOVER_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Lists the scripts and styles that index.html names, which is all that the first screen needs, with their gzipped
 * size.
 */
export function weighShell() {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const names = new Set([...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1]));
  return [...names].map((name) => ({ name, bytes: gzipSync(readFileSync(join(DIST, name)), { level: 6 }).length }));
}

const sourcesHash = () => hashOfSources('web', SOURCES, (file) => /\.test\.tsx?$/.test(file));
