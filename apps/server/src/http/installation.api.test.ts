import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getInstallation } from '@quayside/contracts/installation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

const web = mkdtempSync(join(tmpdir(), 'quayside-web-'));
const SCRIPT = 'export const harbour = 1;\n'.repeat(200);
/**
 * A file that the build has compressed. The server compresses at another level, so a test can tell whose bytes it got.
 */
const COMPRESSED = gzipSync(SCRIPT, { level: 1 });
let t: TestApp;
beforeAll(async () => {
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Quayside</title>');
  mkdirSync(join(web, 'assets'));
  writeFileSync(join(web, 'assets/app.js'), SCRIPT);
  writeFileSync(join(web, 'assets/app.js.gz'), COMPRESSED);
  t = await startTestApp({
    WEB_DIST: web,
    SUPPORT_EMAIL: 'help@example.com',
    COMMUNITY_URL: 'https://c.example.com',
    REPORT_ISSUE_URL: 'https://f.example.com/1',
  });
});
afterAll(async () => {
  await t.close();
  rmSync(web, { recursive: true, force: true });
});

it('people who are not signed in see the support address, and nothing that is not configured', async () => {
  const { status, body } = await t.call(undefined, getInstallation);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    supportEmail: 'help@example.com',
    reportIssueUrl: 'https://f.example.com/1',
    chatUrl: null,
  });
  expect(Object.values(body.links).filter((url) => url !== null)).toEqual(['https://c.example.com']);
});

it('the page may frame the survey form, and no other site', async () => {
  const policy = String((await t.app.inject('/products')).headers['content-security-policy']);
  expect(policy).toContain("frame-src 'self' https://f.example.com;");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('c.example.com');
});

it('a script is served as compressed by the build, or uncompressed to a browser without gzip', async () => {
  const get = (encoding: string) => t.app.inject({ url: '/assets/app.js', headers: { 'accept-encoding': encoding } });
  const compressed = await get('gzip, deflate, br');
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': expect.stringContaining('javascript') as string,
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(compressed.rawPayload.equals(COMPRESSED)).toBe(true);
  const plain = await get('identity');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT]);
});
