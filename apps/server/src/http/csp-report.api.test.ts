import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('reports about the content security policy', () => {
  const send = (remoteAddress: string) =>
    t.app.inject({
      method: 'POST',
      url: '/csp-report',
      remoteAddress,
      headers: { 'content-type': 'application/csp-report' },
      payload: JSON.stringify({
        'csp-report': {
          'document-uri': 'https://quayside.test/suppliers?search=ada@harbour.test',
          'blocked-uri': 'https://elsewhere.test/x.js?user=ada@harbour.test',
          'violated-directive': 'script-src',
          'script-sample': 'ada@harbour.test',
        },
      }),
    });

  it('are written to the log without what addresses contain after their path', async () => {
    const warned = vi.spyOn(t.deps.log, 'warn');
    const lines: unknown[] = [];
    warned.mockImplementation((line: unknown) => void lines.push(line));
    const child = vi.spyOn(t.deps.log, 'child').mockReturnValue(t.deps.log as never);
    expect((await send('198.51.100.7')).statusCode).toBe(204);
    warned.mockRestore();
    child.mockRestore();
    expect(lines).toEqual([
      {
        reports: [
          {
            directive: 'script-src',
            page: 'https://quayside.test/suppliers',
            blocked: 'https://elsewhere.test/x.js',
          },
        ],
      },
    ]);
  });

  it('are accepted sixty times an hour from one address', async () => {
    const statuses = [];
    for (let i = 0; i < 61; i += 1) statuses.push((await send('198.51.100.8')).statusCode);
    expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([204]), 429]);
    expect((await send('198.51.100.9')).statusCode).toBe(204);
  });
});
