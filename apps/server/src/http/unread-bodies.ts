import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

// Reads the rest of a request that was answered before its whole body was read.

/** How many more bytes of a request the server reads after a refusal. */
const READ_ON = 20 * 1024 * 1024;
const READ_ON_MS = 5_000;

/**
 * Continues to read the request for a while after a refusal. If the connection closed while the client was still
 * sending, the client would lose the answer; most clients finish sending in this time. A client that sends far more is
 * disconnected. A slow client gets the refusal while it is still sending. Returns whether the whole request was read.
 * If not, the connection must be closed, because the rest of the body would precede the next request.
 */
export const drainRequest = ({ raw }: FastifyRequest): Promise<boolean> => drainMessage(raw);

/** The same for a request that has not reached the framework. */
export function drainMessage(raw: IncomingMessage): Promise<boolean> {
  let left = READ_ON;
  return new Promise((resolve) => {
    const finish = () => resolve(raw.readableEnded);
    const patience = setTimeout(finish, READ_ON_MS);
    const done = () => (clearTimeout(patience), finish());
    if (raw.readableEnded || raw.destroyed) return done();
    // Detach the request from the parser of the form, which would otherwise pause the request when it ends.
    raw.unpipe();
    raw.once('end', done).once('close', done).once('error', done);
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) raw.destroy();
    });
    raw.resume();
  });
}

/**
 * Reads the rest of each body after the answer, because it would otherwise precede the next request on the connection.
 */
export function addReadingToTheEnd(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.readableEnded) raw.unpipe().resume();
  });
}
