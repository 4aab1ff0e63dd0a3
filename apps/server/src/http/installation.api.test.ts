import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getInstallation } from '@quayside/contracts/installation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

const web = mkdtempSync(join(tmpdir(), 'quayside-web-'));
let t: TestApp;
beforeAll(async () => {
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Quayside</title>');
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

it('shows strangers where support is, and nothing that is not configured', async () => {
  const { status, body } = await t.call(undefined, getInstallation);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    supportEmail: 'help@example.com',
    reportIssueUrl: 'https://f.example.com/1',
    chatUrl: null,
  });
  expect(Object.values(body.links).filter((url) => url !== null)).toEqual(['https://c.example.com']);
});

it('lets the page frame the survey form, and no other site', async () => {
  const policy = String((await t.app.inject('/products')).headers['content-security-policy']);
  expect(policy).toContain("frame-src 'self' https://f.example.com;");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('c.example.com');
});
