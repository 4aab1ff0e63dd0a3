import type { FastifyReply } from 'fastify';

/** Returns a signal that is aborted when the connection closes before the answer was sent. */
export function callerSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => !raw.writableEnded && gone.abort());
  return gone.signal;
}
