import { reportErrors } from '@quayside/contracts/error-reports';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';
import { aToken } from '../../testing/a-token.ts';

const token = aToken({ access_token: 'live' });
const fetchMock = vi.fn<typeof fetch>();
/** Creates the server's response to every call except a report. */
let answer: () => Response;
let takesReports: () => Response;
type Body = BodyIn<typeof reportErrors>;
const received: Body[] = [];

async function start() {
  vi.resetModules();
  installBrowserGlobals();
  Object.assign(window, {
    location: { pathname: '/suppliers/01930000-0000-7000-8000-0000000000aa', reload: () => undefined },
  });
  const reports = await import('./error-reports.ts');
  const { call } = await import('./call.ts');
  const { session } = await import('../session/session-store.ts');
  reports.startErrorReports();
  return { ...reports, call, session };
}
const refusal = (status: number) =>
  Response.json({ status, code: `c${status}`, message: 'Something went wrong', requestId: 'r-7' }, { status });
const settle = () => vi.advanceTimersByTimeAsync(2500);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') });
  vi.stubGlobal('fetch', fetchMock);
  received.length = 0;
  answer = () => refusal(500);
  takesReports = () => Response.json({ taken: 1 });
  fetchMock.mockReset().mockImplementation(async (url, init) => {
    if (!String(url).endsWith('/error-reports')) return answer();
    received.push(JSON.parse(String(init?.body)) as Body);
    return takesReports();
  });
});

describe('error reports: a failed call', () => {
  it('is reported with method, path and request id, without typed values', async () => {
    const { call, session } = await start();
    session.start(token);
    await expect(call(createSupplier, { body: { companyName: 'Secret Trading' } })).rejects.toMatchObject({
      status: 500,
    });
    await settle();
    const report = {
      kind: 'call',
      message: 'createSupplier failed with 500',
      page: '/suppliers/:id',
      at: '2026-11-20T10:00:00.000Z',
      call: {
        id: 'createSupplier',
        method: 'POST',
        path: '/suppliers/{userId}',
        status: 500,
        code: 'c500',
        requestId: 'r-7',
      },
      count: 1,
    };
    expect(received).toEqual([{ release: 'development', reports: [report] }]);
    expect(reportErrors.body?.safeParse(received[0]).success).toBe(true);
    expect(JSON.stringify(received)).not.toMatch(/Secret|live|0000aa/);
  });
  it('is reported when no answer arrived; an error answer below 500 is not reported', async () => {
    const { call, session } = await start();
    session.start(token);
    for (const status of [400, 404, 409, 422, 429]) {
      answer = () => refusal(status);
      await call(createSupplier, { body: { companyName: 'x' } }).catch(() => undefined);
    }
    await settle();
    expect(received).toEqual([]);
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await call(createSupplier, { body: { companyName: 'x' } }).catch(() => undefined);
    await settle();
    expect(received[0]?.reports[0]?.call).toMatchObject({ status: 0, code: 'network' });
  });
  it('is reported once a minute with a count when it repeats', async () => {
    const { call, session } = await start();
    session.start(token);
    for (let i = 0; i < 30; i += 1) {
      await call(createSupplier, { body: { companyName: 'x' } }).catch(() => undefined);
      await settle();
    }
    expect(received.map(({ reports }) => reports.map(({ count }) => count))).toEqual([[1], [25]]);
  });
});

describe('error reports: an error of the page', () => {
  it('is reported when uncaught or when it stopped a screen; an aborted call is not', async () => {
    const { session, reportError } = await start();
    session.start(token);
    window.dispatchEvent(Object.assign(new Event('error'), { error: new TypeError('x is undefined') }));
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), { reason: new DOMException('stopped', 'AbortError') }),
    );
    reportError('screen', new RangeError('too deep'));
    await settle();
    expect(received[0]?.reports.map(({ kind, message }) => [kind, message])).toEqual([
      ['uncaught', 'TypeError: x is undefined'],
      ['screen', 'RangeError: too deep'],
    ]);
  });
  it('is sent after sign-in when it happened before', async () => {
    const { session, reportError } = await start();
    reportError('screen', new Error('early'));
    await settle();
    expect(fetchMock).not.toHaveBeenCalled();
    session.start(token);
    await settle();
    expect(received[0]?.reports[0]?.message).toBe('Error: early');
  });
  it('is flushed with keepalive when the page is closed', async () => {
    const { session, reportError } = await start();
    session.start(token);
    reportError('screen', new Error('last'));
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect([received.length, fetchMock.mock.calls[0]?.[1]?.keepalive]).toEqual([1, true]);
  });
  it('is limited in number of kinds per report and per visit', async () => {
    const { session, reportError } = await start();
    session.start(token);
    for (let i = 0; i < 500; i += 1) {
      reportError('screen', new Error(`kind ${i}`));
      if (i % 15 === 0) await settle();
    }
    await settle();
    expect(received.every(({ reports }) => reports.length <= 20)).toBe(true);
    expect(received.flatMap(({ reports }) => reports).length).toBeLessThanOrEqual(50);
  });
});

describe('a report that fails', () => {
  it.each([
    [
      'without an answer',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
    ['because the server is broken', () => refusal(500)],
    ['because there were too many', () => refusal(429)],
  ])('%s is not reported, and is not retried automatically', async (_, refuses) => {
    const { session, reportError } = await start();
    session.start(token);
    takesReports = refuses;
    reportError('screen', new Error('one'));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(session.isLive()).toBe(false);
  });
  it('is retried when the connection is back', async () => {
    const { session, reportError } = await start();
    session.start(token);
    takesReports = () => {
      throw new TypeError('Failed to fetch');
    };
    reportError('screen', new Error('one'));
    await settle();
    takesReports = () => Response.json({ taken: 1 });
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(received.map(({ reports }) => [reports[0]?.message, reports[0]?.count])).toEqual([
      ['Error: one', 1],
      ['Error: one', 1],
    ]);
  });
});
