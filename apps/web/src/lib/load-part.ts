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
