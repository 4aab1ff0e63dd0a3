import { type ComponentType, lazy } from 'react';

/** How long loading a chunk of the client may take (shell specification, §9). */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** Thrown when a chunk did not load in time. The screen then offers to load the chunk again. */
export class PartTimeout extends Error {
  constructor() {
    super('A part of the client did not arrive in time');
    this.name = 'PartTimeout';
  }
}

/** Loads a chunk, with a timeout. */
export async function inTime<T>(part: Promise<T>, limit = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PartTimeout()), limit);
  });
  try {
    return await Promise.race([part, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads a chunk together with the strings and styles that every chunk outside the first screen needs. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await inTime(Promise.all([load(), import('./part-needs.ts')]));
  return part;
}

/**
 * Creates a lazily loaded component. Example: `lazyPart(() => import('./keys-dialog.tsx').then((m) => m.KeysDialog))`.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadPart(load) }));
