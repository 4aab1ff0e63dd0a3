import { type ComponentType, lazy } from 'react';

/** How long a chunk of the client may take to load (shell §9). */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A chunk that did not load in time; its screen offers to load again. */
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

/**
 * Loads a chunk together with the texts and styles that all chunks but the first screen's need, before the chunk is
 * shown.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await inTime(Promise.all([load(), import('./part-needs.ts')]));
  return part;
}

/** A lazily loaded component: `lazyPart(() => import('./keys-dialog.tsx').then((m) => m.KeysDialog))`. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadPart(load) }));
