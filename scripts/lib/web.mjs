import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fromRoot, root, tools } from './paths.mjs';
import { runNode } from './processes.mjs';
import { PlainError } from './report.mjs';

const WEB = fromRoot('apps/web');
const DIST = join(WEB, 'dist');
const STAMP = '.stamp';
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
  ...['packages/domain/src', 'packages/domain/package.json', 'packages/contracts/src', 'packages/contracts/package.json'],
  ...['package-lock.json', 'tsconfig.base.json'],
];

/** True when the built pages are of today's sources. */
export function isWebBuilt() {
  const stamp = join(DIST, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash();
}

/** Builds the web pages beside the old ones and swaps them, so that a failed or killed build changes nothing. */
export async function buildWeb() {
  const stamp = sourcesHash();
  const fresh = join(WEB, '.cache', 'dist-new');
  const old = join(WEB, '.cache', 'dist-old');
  const args = [tools.vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output } = await runNode(args, { cwd: WEB, quiet: true, env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new PlainError(`The web pages could not be built:\n${output}`);
  writeFileSync(join(fresh, STAMP), stamp);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(fresh, DIST);
  rmSync(old, { recursive: true, force: true });
}

/** What the page names, and so everything that the first screen is made of: scripts and styles with their size, gzipped. */
export function weighShell() {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const names = new Set([...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1]));
  return [...names].map((name) => ({ name, bytes: gzipSync(readFileSync(join(DIST, name)), { level: 6 }).length }));
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesOf).filter((name) => !/\.test\.tsx?$/.test(name))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  const names = readdirSync(full, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return names.map((entry) => join(entry.parentPath, entry.name).slice(root.length)).sort();
}
