import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Clock } from '../ports/clock.ts';
import { createReportLimit, readPolicyReports } from './csp-report.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Builds the content security policy of the web app. `frames` are the origins whose pages the app may show in frames.
 */
const contentSecurityPolicy = (nonce: string, frames: readonly string[] = []) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    ["frame-src 'self'", ...frames].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-uri /csp-report',
  ].join('; ');

const NONCE = /__CSP_NONCE__/g;

/**
 * Serves the built web app. Assets have a hash in their names and are cached for ever. The page is never cached and
 * gets a new nonce each time.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  { frames, clock }: { readonly frames: readonly string[]; readonly clock: Clock },
): Promise<(reply: FastifyReply) => Promise<void>> {
  let page: string | undefined;
  try {
    page = await readFile(join(folder, 'index.html'), 'utf8');
  } catch {
    app.log.warn(`There is no built web app in ${folder}; only the API is served.`);
  }
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const immutable = path.includes(join(folder, 'assets'));
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    // One route for all files: the framework would make two for each of them, which takes a twelfth of a start.
    const files = listFiles(folder);
    app.get('/*', (request, reply) => {
      const { '*': name } = request.params as { readonly '*': string };
      return files.has(name) ? reply.sendFile(name) : reply.callNotFound();
    });
  }
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  const countReport = createReportLimit(clock);
  app.post('/csp-report', { bodyLimit: 16_384 }, async (request, reply) => {
    countReport(request.ip);
    request.log.warn({ reports: readPolicyReports(request.body) }, 'content security policy report');
    await reply.status(204).send();
  });
  return async (reply) => {
    if (page === undefined) {
      await reply.status(404).type('text/plain').send('The web app is not built. Run npm start.');
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    await reply
      .header('content-security-policy', contentSecurityPolicy(nonce, frames))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace(NONCE, nonce));
  };
}

/** Lists the files that anybody may read, as paths of an address. Those with a dot first are notes of ours. */
function listFiles(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const names = files.map((file) => relative(folder, file).split(sep).join('/'));
  return new Set(names.filter((name) => !name.split('/').some((part) => part.startsWith('.'))));
}
