import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveWebApp } from './web-app.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-pages-'));
  mkdirSync(join(folder, 'dist', 'assets', 'deep'), { recursive: true });
  writeFileSync(join(folder, 'secret.js'), 'secret');
  const files = { '.stamp': 'stamp', 'index.html': 'page', 'icon.svg': '<svg/>', 'assets/a.js': 'let a' };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, 'dist', name), content);
  writeFileSync(join(folder, 'dist', 'assets', 'a.js.gz'), gzipSync('let a'));
  app = fastify();
  const sendPage = await serveWebApp(app, join(folder, 'dist'), { frames: [], clock: { now: () => new Date() } });
  app.setNotFoundHandler((_request, reply) => sendPage(reply));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the built web app', () => {
  it('serves its files, those with a hash in their names for ever', async () => {
    const asset = await app.inject('/assets/a.js');
    expect([asset.body, asset.headers['cache-control']]).toEqual(['let a', 'public, max-age=31536000, immutable']);
    const head = await app.inject({ method: 'HEAD', url: '/assets/a.js' });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '5']);
    const icon = await app.inject('/icon.svg');
    expect([icon.body, icon.headers['cache-control']]).toEqual(['<svg/>', 'no-cache']);
  });

  it('sends the compressed copy of a file to who takes it', async () => {
    const { headers, rawPayload } = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'gzip' } });
    expect([headers['content-encoding'], gunzipSync(rawPayload).toString()]).toEqual(['gzip', 'let a']);
  });

  it.each([
    '/',
    '/suppliers/new',
    '/assets',
    '/assets/',
    '/assets/deep',
    '/.stamp',
    '/assets/../.stamp',
    '/..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/assets%5c..%5c..%5csecret.js',
    '/a%00b',
    '//secret.js',
  ])('answers %j with the page', async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect([statusCode, body]).toEqual([200, 'page']);
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });
});
