import { authenticate } from '@quayside/contracts/accounts';
import { ENDPOINTS } from '@quayside/contracts/all';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGlobals } from '../testing/browser-globals.ts';

installBrowserGlobals();
const { call, urlOf } = await import('./call.ts');
const { session } = await import('./session-store.ts');
const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetchMock);
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  fetchMock.mockReset();
  session.end('signedOut');
});

const withParameters = ENDPOINTS.flatMap((e) => [...e.path.matchAll(/\{(\w+)\}/g)].map((found) => ({ id: e.id, name: found[1] ?? '', endpoint: e })));

describe('a missing path parameter', () => {
  it.each(withParameters)('is told for $id without $name', ({ id, name, endpoint }) => {
    const others = Object.fromEntries(withParameters.filter((w) => w.endpoint === endpoint && w.name !== name).map((w) => [w.name, 'x']));
    expect(() => urlOf(endpoint, others)).toThrow(`Required parameter ${name} was null or undefined when calling ${id}`);
  });
});

describe('every call', () => {
  it.each(ENDPOINTS.map((e) => [e.id, e] as const))('%s goes to /api/v2 on the host of the app', (_, endpoint) => {
    const all = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => [found[1] ?? '', 'x']));
    expect(urlOf(endpoint, all)).toMatch(/^\/api\/v2\/[a-z][\w/.-]+$/);
  });

  it('of sign-in carries no token, and wrong credentials leave nobody signed in', async () => {
    const refusal = { status: 401, code: 'wrong_credentials', message: 'Incorrect email address or password', requestId: 'r' };
    fetchMock.mockResolvedValueOnce(Response.json(refusal, { status: 401 }));
    await expect(call(authenticate, { body: { userName: 'a@b.example', password: 'x' } })).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).has('authorization')).toBe(false);
    expect([session.get(), session.isLive()]).toEqual([undefined, false]);
  });
});
