import { type ComponentType, lazy } from 'react';

/** How long a part of the client may take to arrive (shell §9). */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A part of the client that did not arrive in time; its screen offers to load again. */
export class PartTimeout extends Error {
  constructor() {
    super('A part of the client did not arrive in time');
    this.name = 'PartTimeout';
  }
}

/** Loads a part of the client, and gives up when the line is dead. */
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

/** A part of the client with what all parts but the first screen need: their texts and the styles of their controls are there before it is shown. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await inTime(Promise.all([load(), import('./part-needs.ts')]));
  return part;
}

/** A component that is fetched when it is first shown: `lazyPart(() => import('./keys-dialog.tsx').then((m) => m.KeysDialog))`. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) => lazy(async () => ({ default: await loadPart(load) }));
