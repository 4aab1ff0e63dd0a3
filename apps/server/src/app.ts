import { languageOfHeader } from '@quayside/contracts/texts/languages';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { AREAS } from './areas/all.ts';
import { requireDiskSpace } from './db/pool.ts';
import type { Deps } from './deps.ts';
import { addDraining, stoppingError } from './http/draining.ts';
import {
  AppError,
  codeOf,
  databaseFull,
  errorBody,
  isDatabaseFull,
  toAppError,
  UNREADABLE_BODY,
} from './http/errors.ts';
import { mountInstallation } from './http/installation.ts';
import { mountMailbox } from './http/mailbox.ts';
import { addUnpacking } from './http/unpacking.ts';
import { API_ROOT, createCalls, routeOf } from './http/calls.ts';
import type { Mounting } from './http/mount.ts';
import { openApi } from './http/openapi.ts';
import { addReadingToTheEnd, drainRequest, drainMessage } from './http/unread-bodies.ts';
import { storageTrouble } from './files/storage-trouble.ts';
import { serveWebApp } from './http/web-app.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

/** The headers that every answer has, including answers that the framework sends before a request reaches a route. */
const headersOf = (url: string, requestId: string, isHttps: boolean): Record<string, string> => ({
  ...HEADERS,
  'x-request-id': requestId,
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  ...(url.startsWith('/api/') && { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }),
});

/**
 * Answers a request that Node could not read as HTTP, for example because its headers are too large, and closes the
 * connection.
 */
function refuseUnreadable(deps: Deps, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (error.code === 'HPE_HEADER_OVERFLOW') closeWith(deps, 431, 'Request Header Fields Too Large', socket);
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') closeWith(deps, 408, 'Request Timeout', socket);
  else closeWith(deps, 400, 'Bad Request', socket);
}

/**
 * Refuses a request before it reaches a route, with the same body and headers as any other refusal, and closes the
 * connection.
 */
function closeWith(deps: Deps, status: number, reason: string, socket: Socket): void {
  answerWith(deps, status, reason, socket);
  socket.destroySoon();
}

function answerWith(deps: Deps, status: number, reason: string, socket: Socket): void {
  const requestId = deps.newId();
  const body = JSON.stringify({ ...errorBody(new AppError('malformed'), requestId, 'en'), status });
  const headers = {
    ...headersOf('/api/', requestId, deps.config.isHttps),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`);
}

/**
 * Refuses an unknown `Expect` header, which Node would answer with an empty body and without the headers that every
 * answer has. A client that waits gets the answer at once, and one that sends its body all the same does not lose it.
 */
async function refuseExpectation(deps: Deps, request: IncomingMessage): Promise<void> {
  const { socket } = request;
  answerWith(deps, 417, 'Expectation Failed', socket);
  await drainMessage(request);
  socket.destroySoon();
}

/** Builds the whole application from the given parts. `main.ts` starts it; tests build the same application. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const calls = createCalls();
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    // The log has one line per failed request and never contains bodies or headers.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    trustProxy: deps.config.trustedProxies ?? false,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // While the server stops, requests are refused by `addDraining` with the product's error body, and not by Fastify.
    return503OnClosing: false,
    genReqId: () => deps.newId(),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Links of mails have tokens of several hundred characters.
    routerOptions: { ...calls.routerOptions, maxParamLength: 2000 },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      void reply
        .code(400)
        .headers(headersOf(request.url, request.id, deps.config.isHttps))
        .header('cache-control', 'no-store')
        .send(errorBody(toAppError(error), request.id, languageOfHeader(request.headers['accept-language'])));
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(deps, error, socket),
  });
  app.server.on('checkExpectation', (request: IncomingMessage) => void refuseExpectation(deps, request));
  // Accept a DELETE or POST that has a JSON content type but no body.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['gzip', 'deflate', 'identity'],
    globalDecompression: false,
  });
  addUnpacking(app);
  addReadingToTheEnd(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request.url, request.id, deps.config.isHttps));
  });
  addDraining(app, deps.health);
  app.setErrorHandler(async (error, request, reply) => {
    const known = toAppError(error);
    if (known.code === 'internal')
      request.log.error({ err: error, method: request.method, route: routeOf(request) }, 'unexpected error');
    if (known.code === 'unavailable' && known !== error)
      request.log.warn({ err: error, route: routeOf(request) }, 'the database did not serve a request');
    if (known.data.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.data.retryAfterSeconds));
    // Read the rest of the body before the refusal, which closes the connection: a client that is still sending its
    // body would lose the answer.
    if (known.code === 'too_large' || codeOf(error) === UNREADABLE_BODY) await drainRequest(request);
    await reply
      .status(known.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(known, request.id, languageOfHeader(request.headers['accept-language']))));
  });

  const m: Mounting = { app, deps, mounted: new Set(), calls };
  for (const area of AREAS) area.mount?.(m);
  mountMailbox(m);
  mountInstallation(m);
  calls.serve(app);

  app.get(`${API_ROOT}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(openApi(m.mounted, deps.config.publicUrl)),
  );
  app.get('/health/live', async () => ({ status: 'ok' }));
  // One look at the disk serves all who ask meanwhile: anybody may ask, and the look writes to it.
  let looking: Promise<void> | undefined;
  const requireSpace = () =>
    (looking ??= requireDiskSpace(deps.db).finally(() => {
      looking = undefined;
    }));
  app.get('/health/ready', async () => {
    if (deps.health.draining) throw stoppingError();
    await requireSpace().catch((error: unknown) => {
      throw isDatabaseFull(error) ? databaseFull() : new AppError('unavailable', { retryAfterSeconds: 2 });
    });
    const storage = await storageTrouble(deps.fileStore);
    // The status stays 200, because everything but uploads works and the other server processes use the same storage.
    return storage === undefined ? { status: 'ok' } : { status: 'degraded', reason: storage };
  });

  const sendPage = await serveWebApp(app, deps.config.webDist, {
    frames: deps.config.outbound.frameOrigins,
    clock: deps.clock,
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw new AppError('not_found');
    // Do not answer a request for a missing asset with the HTML page: the browser would parse the page as a script.
    if (/^\/(assets|health)\//.test(request.url)) {
      await reply.status(404).type('text/plain').send('Not found');
      return;
    }
    await sendPage(reply);
  });
  return app;
}
