import { languageOfHeader } from '@quayside/contracts/texts/languages';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { AREAS } from './areas/all.ts';
import { ping } from './db/pool.ts';
import type { Deps } from './deps.ts';
import { AppError, errorBody, toAppError } from './http/errors.ts';
import { mountInstallation } from './http/installation.ts';
import { mountMailbox } from './http/mailbox.ts';
import { API_ROOT, type Mounting } from './http/mount.ts';
import { openApi } from './http/openapi.ts';
import { serveWebApp } from './http/web-app.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

/** Builds the whole application from the given parts. `main.ts` only starts it; tests build it the same way. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    // One line per failed request is enough; bodies and headers are never logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    trustProxy: deps.config.trustedProxies ?? false,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    genReqId: () => deps.newId(),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      void reply
        .code(400)
        .send(errorBody(toAppError(error), request.id, languageOfHeader(request.headers['accept-language'])));
    },
  });
  // A DELETE or POST without a body but with a JSON content type is not an error.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(compress, { global: true, threshold: 2048, encodings: ['gzip', 'deflate', 'identity'] });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS).header('x-request-id', request.id);
    if (deps.config.isHttps) reply.header('strict-transport-security', 'max-age=31536000');
    if (request.url.startsWith('/api/'))
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  });
  app.setErrorHandler(async (error, request, reply) => {
    const known = toAppError(error);
    if (known.code === 'internal')
      request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'unexpected error');
    if (known.data.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.data.retryAfterSeconds));
    await reply
      .status(known.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(known, request.id, languageOfHeader(request.headers['accept-language']))));
  });

  const m: Mounting = { app, deps, mounted: new Set() };
  for (const area of AREAS) area.mount?.(m);
  mountMailbox(m);
  mountInstallation(m);

  app.get(`${API_ROOT}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(openApi(m.mounted, deps.config.publicUrl)),
  );
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    if (deps.health.draining) return reply.status(503).send({ status: 'draining' });
    try {
      await ping(deps.db);
      return { status: 'ok' };
    } catch {
      return reply.status(503).send({ status: 'database unavailable' });
    }
  });

  const sendPage = await serveWebApp(app, deps.config.webDist, deps.config.outbound.frameOrigins);
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw new AppError('not_found');
    // A missing asset must not be answered with the page, which the browser would parse as a script.
    if (/^\/(assets|health)\//.test(request.url)) {
      await reply.status(404).type('text/plain').send('Not found');
      return;
    }
    await sendPage(reply);
  });
  return app;
}
