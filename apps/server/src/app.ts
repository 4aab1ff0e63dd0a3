import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { mountAccounts } from './areas/accounts/accounts.routes.ts';
import { mountErrorReports } from './areas/accounts/error-reports.routes.ts';
import { mountTestEmail } from './areas/accounts/test-email.routes.ts';
import { mountPeople } from './areas/accounts/people.routes.ts';
import { mountAuth } from './areas/accounts/auth.routes.ts';
import { mountOwnSettings } from './areas/accounts/own-settings.routes.ts';
import { mountSecondFactor } from './areas/accounts/second-factor.routes.ts';
import { mountWantedMails } from './areas/accounts/wanted-mails.routes.ts';
import { mountUsers } from './areas/accounts/users.routes.ts';
import { mountCosts } from './areas/costs/costs.routes.ts';
import { mountDocuments } from './areas/documents/documents.routes.ts';
import { invoiceHolder } from './areas/invoices/invoice-documents.service.ts';
import { undoers as costUndoers } from './areas/costs/public.ts';
import { supplierInvoices } from './areas/invoices/invoice-suppliers.service.ts';
import { mountInvoices } from './areas/invoices/invoices.routes.ts';
import { notify } from './areas/notifications/public.ts';
import { mountNotifications } from './areas/notifications/notifications.routes.ts';
import { supplierProducts } from './areas/products/product-suppliers.service.ts';
import { mountProducts, productUndoers } from './areas/products/products.routes.ts';
import { mountAudit } from './areas/audit/audit.routes.ts';
import { mountSearch } from './areas/search/search.routes.ts';
import { supplierUndoers } from './areas/suppliers/supplier-merge.undo.ts';
import { mountSuppliers } from './areas/suppliers/suppliers.routes.ts';
import { mountUndo } from './areas/undo/undo.routes.ts';
import { mountViews } from './areas/views/views.routes.ts';
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

/** The whole application on given parts; `main.ts` only starts it, and tests build it as it is. */
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
      void reply.code(400).send(errorBody(toAppError(error), request.id));
    },
  });
  // A body-less DELETE or POST with a JSON content type is not an error.
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
    if (request.url.startsWith('/api/')) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  });
  app.setErrorHandler(async (error, request, reply) => {
    const known = toAppError(error);
    if (known.code === 'internal') request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'unexpected error');
    if (known.data.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.data.retryAfterSeconds));
    await reply
      .status(known.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(known, request.id)));
  });

  const m: Mounting = { app, deps, mounted: new Set() };
  mountAccounts(m);
  mountTestEmail(m);
  mountErrorReports(m);
  mountMailbox(m);
  mountInstallation(m);
  mountPeople(m, notify);
  mountAuth(m);
  mountOwnSettings(m);
  mountSecondFactor(m);
  mountWantedMails(m);
  mountUsers(m, notify);
  mountNotifications(m);
  mountDocuments(m, invoiceHolder);
  mountViews(m);
  const supplierHolders = { invoices: supplierInvoices, products: supplierProducts };
  mountSuppliers(m, supplierHolders);
  mountProducts(m);
  mountCosts(m);
  mountInvoices(m);
  mountSearch(m);
  mountAudit(m);
  mountUndo(m, { ...productUndoers, ...costUndoers, ...supplierUndoers(supplierHolders) });

  app.get(`${API_ROOT}/openapi.json`, async (_request, reply) => reply.header('cache-control', 'no-cache').send(openApi(m.mounted, deps.config.publicUrl)));
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
    if (request.url.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD')) throw new AppError('not_found');
    // A missing asset must not answer with the page: the browser would take it for a script.
    if (/^\/(assets|health)\//.test(request.url)) {
      await reply.status(404).type('text/plain').send('Not found');
      return;
    }
    await sendPage(reply);
  });
  return app;
}
