import { authenticate } from '@quayside/contracts/accounts/accounts';
import { ENDPOINTS } from '@quayside/contracts/all';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';
import { aToken } from '../../testing/a-token.ts';

installBrowserGlobals();
const { call, send, urlOf } = await import('./call.ts');
const { session } = await import('../session/session-store.ts');
const token = aToken({ access_token: 'live' });
const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetchMock);
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  fetchMock.mockReset();
  session.end('signedOut');
});

const withParameters = ENDPOINTS.flatMap((e) =>
  [...e.path.matchAll(/\{(\w+)\}/g)].map((found) => ({ id: e.id, name: found[1] ?? '', endpoint: e })),
);

describe('a missing path parameter', () => {
  it.each(withParameters)('throws for $id without $name', ({ id, name, endpoint }) => {
    const others = Object.fromEntries(
      withParameters.filter((w) => w.endpoint === endpoint && w.name !== name).map((w) => [w.name, 'x']),
    );
    expect(() => urlOf(endpoint, others)).toThrow(
      `Required parameter ${name} was null or undefined when calling ${id}`,
    );
  });
});

const lists = ENDPOINTS.filter((e) => e.query instanceof z.ZodObject && 'page' in e.query.shape);
describe('lists', () => {
  it('are paged: products, their changelog and all others', () => {
    expect(lists.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'listProducts',
        'getProductCatalog',
        'getProductChangelog',
        'listInvoices',
        'listSuppliers',
      ]),
    );
  });
  it.each(lists.map((e) => [e.id, e] as const))('%s throws without its page', async (id, endpoint) => {
    const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => [found[1] ?? '', 'x']));
    await expect(send(endpoint, { params })).rejects.toThrow(
      `Required parameter paging was null or undefined when calling ${id}`,
    );
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

describe('time limits of calls', () => {
  const limitOf = (endpointId: string) => ENDPOINTS.find(({ id }) => id === endpointId)?.timeoutMs;
  it('are two minutes for product lists; other calls have none', () => {
    expect(['listProducts', 'getProductCatalog', 'listReportingProducts'].map(limitOf)).toEqual([
      120_000, 120_000, 120_000,
    ]);
    expect(ENDPOINTS.filter(({ timeoutMs }) => timeoutMs !== undefined)).toHaveLength(3);
  });
  it('fail like a call without an answer', async () => {
    session.start(token);
    const spec = { ...listProducts, timeoutMs: 20 };
    fetchMock.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          const stop = () => reject(init?.signal?.reason as Error);
          if (init?.signal?.aborted) stop();
          else init?.signal?.addEventListener('abort', stop);
        }),
    );
    // Node exits when only a timeout is pending, so keep the process alive with an interval.
    const alive = setInterval(() => undefined, 5);
    await expect(call(spec, { query: { size: 15 } })).rejects.toMatchObject({ status: 0, code: 'network' });
    clearInterval(alive);
  });
});

describe('every call', () => {
  it.each(ENDPOINTS.map((e) => [e.id, e] as const))("%s uses /api/v2 on the app's own host", (_, endpoint) => {
    const all = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => [found[1] ?? '', 'x']));
    expect(urlOf(endpoint, all)).toMatch(/^\/api\/v2\/[a-z][\w/.-]+$/);
  });

  it('sign-in sends no token, and wrong credentials start no session', async () => {
    const refusal = {
      status: 401,
      code: 'wrong_credentials',
      message: 'Incorrect email address or password',
      requestId: 'r',
    };
    fetchMock.mockResolvedValueOnce(Response.json(refusal, { status: 401 }));
    await expect(call(authenticate, { body: { userName: 'a@b.example', password: 'x' } })).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
    expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).has('authorization')).toBe(false);
    expect([session.get(), session.isLive()]).toEqual([undefined, false]);
  });
});
