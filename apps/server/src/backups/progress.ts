import type { Entry } from './tar.ts';

const EVERY_MS = 5_000;

/** Prints every few seconds how much has been done. */
export function createProgress(say: (line: string) => void, what: string) {
  let [files, bytes, next] = [0, 0, Date.now() + EVERY_MS];
  return {
    add({ path, size }: Pick<Entry, 'path' | 'size'>): void {
      files += 1;
      bytes += size;
      if (Date.now() < next) return;
      next = Date.now() + EVERY_MS;
      say(`${what}: ${sizeOf(bytes)} in ${files} files, now ${path}`);
    },
    summary: () => `${sizeOf(bytes)} in ${files} files`,
  };
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(0)} MB`;
