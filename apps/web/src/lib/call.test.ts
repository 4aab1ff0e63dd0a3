import { authenticate, getMe, type Token } from '@quayside/contracts/accounts';
import { ENDPOINTS } from '@quayside/contracts/all';
import { createSupplier, deleteSupplier, getSupplier, listSuppliers } from '@quayside/contracts/suppliers';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', asked);
const { call, urlOf } = await import('./call.ts');
const { session } = await import('./session-store.ts');
afterAll(() => vi.unstubAllGlobals());

const USER = '01a1fd84-0000-7000-8000-000000000001';
const token: Token = { access_token: 'qs_a', expires_in: 1800, refresh_token: '', refresh_expires_in: 1, scope: 'account', session_state: 's', userId: USER };
const json = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const refusal = (status: number, code: string) => json(status, { status, code, message: 'Because', requestId: 'r' });
const headers = (n = 0) => asked.mock.calls[n]?.[1].headers as Headers;

beforeEach(() => {
  asked.mockReset();
  session.end('signedOut');
  session.start(token);
});

describe('a path parameter that is missing', () => {
  const withParameters = ENDPOINTS.flatMap((e) => [...e.path.matchAll(/\{(\w+)\}/g)].map((found) => [e.id, found[1] ?? '', e] as const));
  it.each(withParameters)("%s without %s is told in the documents' words", (id, name, endpoint) => {
    session.end('signedOut');
    const others = Object.fromEntries(withParameters.filter((w) => w[2] === endpoint && w[1] !== name).map((w) => [w[1], 'x']));
    expect(() => urlOf(endpoint, others)).toThrow(`Required parameter ${name} was null or undefined when calling ${id}`);
  });
});

describe('a call', () => {
  it('goes to /api on the host of the app, as the signed-in person, once', async () => {
    asked.mockReturnValueOnce(json(200, { id: 'x' }));
    await call(getSupplier, { params: { id: 'a/b' } });
    expect(asked.mock.calls.map((c) => c[0])).toEqual([`/api/v2/suppliers/${USER}/a%2Fb`]);
    expect(headers().get('authorization')).toBe('Bearer qs_a');
    expect(headers().get('x-client')).toBe('web');
  });

  it('sends pages from zero, sorts as field,direction, and leaves empty things out', () => {
    expect(urlOf(listSuppliers, { userId: 'u' }, { page: 0, size: 50, sort: ['country,desc', 'companyName,asc'], search: '', filter: undefined })).toBe(
      '/api/v2/suppliers/u?page=0&size=50&sort=country%2Cdesc&sort=companyName%2Casc',
    );
  });

  it('carries one key per intent where the call takes one, and the version of a delete', async () => {
    asked
      .mockReturnValueOnce(json(201, {}))
      .mockReturnValueOnce(json(201, {}))
      .mockReturnValueOnce(Promise.resolve(new Response(null, { status: 204 })));
    await call(createSupplier, { body: { companyName: 'A' }, idempotencyKey: 'k-1' });
    await call(createSupplier, { body: { companyName: 'A' } });
    await call(deleteSupplier, { params: { id: 'x' }, ifMatch: 3 });
    expect(headers(0).get('idempotency-key')).toBe('k-1');
    expect(headers(1).get('idempotency-key')).toMatch(/^[\w-]{36}$/);
    expect([headers(2).get('if-match'), headers(2).get('idempotency-key')]).toEqual(['"3"', null]);
  });

  it('is not made without a token, and says so', async () => {
    session.end('signedOut');
    await expect(call(getMe, {})).rejects.toMatchObject({ status: 401, message: 'Your token is gone, please re-login' });
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    [401, 'not_signed_in', 'unauthorised'],
    [403, 'forbidden', 'ended'],
    [498, 'session_ended', 'ended'],
  ] as const)('that is answered %s ends the session', async (status, code, reason) => {
    asked.mockReturnValueOnce(refusal(status, code));
    await expect(call(getMe, {})).rejects.toMatchObject({ status, code });
    expect([session.get(), session.endReason()]).toEqual([undefined, reason]);
  });

  it.each([404, 409, 422, 500])('that is answered %s leaves the session alone', async (status) => {
    asked.mockReturnValueOnce(refusal(status, 'x'));
    await expect(call(getMe, {})).rejects.toMatchObject({ status, message: 'Because', requestId: 'r' });
    expect(session.get()?.accessToken).toBe('qs_a');
  });

  it('of sign-in carries no token, and wrong credentials end nothing', async () => {
    session.end('signedOut');
    asked.mockReturnValueOnce(refusal(401, 'wrong_credentials'));
    await expect(call(authenticate, { body: { userName: 'a@b.example', password: 'x' } })).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(headers().get('authorization')).toBeNull();
    expect([session.get(), session.endReason()]).toEqual([undefined, 'signedOut']);
  });

  it('that reads is tried once more when there was no answer; one that writes is not', async () => {
    asked.mockRejectedValueOnce(new TypeError('network')).mockReturnValueOnce(json(200, { id: 'x' }));
    await call(getSupplier, { params: { id: 'x' } });
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockReset();
    asked.mockRejectedValueOnce(new TypeError('network'));
    await expect(call(createSupplier, { body: { companyName: 'A' } })).rejects.toMatchObject({ code: 'network', status: 0 });
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
