import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnServer } from './own-server.ts';

/** A PDF of a busy machine takes a while, and is not made to the end if nobody waits for it any more. */
const ANSWERED_WITHIN_MS = 30_000;
/** A server that is killed is back long before. */
const GIVE_UP_MS = 180_000;
/** A kill seldom falls between a commit and its answer, so the first answer of every so many writes is lost as well. */
const LOST_EVERY = 5;
let writes = 0;

/**
 * Sends a request to a server that is killed meanwhile, until it is answered. The key makes sure that a write happens
 * once, whatever was cut off.
 */
export async function bytesAgain(server: OwnServer, method: string, path: string, body?: object): Promise<Buffer> {
  const key = randomUUID();
  if (method !== 'GET') writes += 1;
  let isLost = method !== 'GET' && writes % LOST_EVERY === 0;
  for (const end = Date.now() + GIVE_UP_MS; Date.now() < end; await sleep(50)) {
    const answer = await fetch(`${server.api}${path}`, {
      method,
      headers: { ...server.headers, 'content-type': 'application/json', 'idempotency-key': key },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    })
      // The body is a part of the answer: a kill can cut it off.
      .then(async (response) => ({ status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }))
      .catch(() => undefined);
    const isDone = answer !== undefined && answer.status < 300;
    if (isDone && !isLost) return answer.bytes;
    if (isDone) isLost = false;
    else if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 425)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes.toString()}`);
  }
  throw new Error(`${method} ${path} was not answered for ${GIVE_UP_MS / 1000} s`);
}

/** The same, for an answer in JSON. */
export const askAgain = async <T>(server: OwnServer, method: string, path: string, body?: object): Promise<T> =>
  JSON.parse((await bytesAgain(server, method, path, body)).toString()) as T;
