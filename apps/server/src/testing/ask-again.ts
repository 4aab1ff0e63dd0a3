import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnServer } from './own-server.ts';

/**
 * Sends a request to a server that is killed meanwhile, until it is answered. The key makes sure that a write happens
 * once, whatever was cut off.
 */
export async function askAgain<T>(server: OwnServer, method: string, path: string, body?: object): Promise<T> {
  const key = randomUUID();
  for (;;) {
    const answer = await fetch(`${server.api}${path}`, {
      method,
      headers: { ...server.headers, 'content-type': 'application/json', 'idempotency-key': key },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
      // The body is a part of the answer: a kill can cut it off.
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => undefined);
    if (answer && answer.status < 300) return JSON.parse(answer.text) as T;
    if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 425)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    await sleep(50);
  }
}
