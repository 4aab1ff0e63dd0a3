import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { say } from '@quayside/contracts/texts/catalogue';
import type { FastifyInstance } from 'fastify';
import { AppError, UNREADABLE_BODY } from './errors.ts';

const UNPACK = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/**
 * Unpacks compressed bodies of requests. `@fastify/compress` can do this too, but it destroys a request whose body
 * cannot be unpacked, and the rest of that body then precedes the next request on the connection. Errors: 415 for an
 * unknown `Content-Encoding`, and for a form with files that is compressed as a whole; 400 for a body that is not in
 * its encoding. The framework limits the packed and the unpacked size.
 */
export function addUnpacking(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, body) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding === 'identity') return body;
    const unpack = UNPACK.get(encoding);
    const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
    if (unpack === undefined || isForm) throw new AppError('wrong_file', { message: say('http.encoding') });
    // The body of a GET or HEAD request is never read.
    if (request.method === 'GET' || request.method === 'HEAD') return body;
    const unpacked = Object.assign(unpack(), { receivedEncodedLength: 0 });
    body.on('data', (chunk: Buffer) => {
      unpacked.receivedEncodedLength += chunk.length;
    });
    body.once('error', (error) => unpacked.destroy(error));
    unpacked.on('error', (error) => Object.assign(error, { code: UNREADABLE_BODY }));
    return body.pipe(unpacked);
  });
}
