import { randomInt } from 'node:crypto';
import { isFree } from '../db/embedded/postmaster.ts';

/**
 * Finds a port that stays free while a test ends its server and starts it again: it is outside the range from which the
 * system takes the ports of outgoing connections.
 */
export async function steadyPort(): Promise<number> {
  const port = randomInt(20_000, 30_000);
  return (await isFree(port)) ? port : steadyPort();
}
