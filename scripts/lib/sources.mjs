import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, root } from './paths.mjs';

const CACHE = fromRoot('.cache');

/**
 * Computes a hash of the contents of these files and folders, without files that `isLeftOut` names. Reading all of them
 * takes a tenth of a second at each start, so the hash is remembered under `name` with the times and sizes of the files
 * and is computed again only when one of these has changed.
 */
export function hashOfSources(name, paths, isLeftOut) {
  const files = paths.flatMap(filesOf).filter((file) => !isLeftOut(file));
  const seen = stateOf(files);
  const memory = join(CACHE, `sources-${name}.json`);
  const known = readJson(memory);
  if (known?.seen === seen) return known.hash;
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  const content = hash.digest('hex');
  remember(memory, { seen, hash: content });
  return content;
}

/** What the file system tells about these files without reading them. Nobody can set the time of the last change. */
function stateOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\0${ctimeMs}\0${ino}\0`);
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

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes beside the file and renames, because two starts may do this at the same time. */
function remember(file, value) {
  try {
    mkdirSync(CACHE, { recursive: true });
    const half = `${file}.${process.pid}`;
    writeFileSync(half, JSON.stringify(value));
    renameSync(half, file);
  } catch {
    // The checkout is not writable: the next start reads the files again.
  }
}
