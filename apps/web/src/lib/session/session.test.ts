import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';
import { aToken } from '../../testing/a-token.ts';

installBrowserGlobals();
const { isRenewalDue, renew } = await import('./session.ts');
const { session } = await import('./session-store.ts');

const userId = '01930000-0000-7000-8000-000000000001';
const token = (name: string) => aToken({ access_token: name });
const minutes = (n: number) => n * 60_000;
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  session.end('signedOut');
  session.start(token('first'));
});

describe('isRenewalDue', () => {
  const held = { accessToken: 'a', userId, issuedAt: 0, expiresAt: minutes(30), accountId: null };
  it.each([
    [20, 20, false, 'a third of its life is left'],
    [23, 22, true, 'the last quarter, and somebody is at work'],
    [29, 13, false, 'nobody was there for 16 minutes'],
    [29, 15, true, 'somebody was there 14 minutes ago'],
  ])('at minute %i, active at %i: %s (%s)', (now, active, expected) => {
    expect(isRenewalDue(held, minutes(now), minutes(active))).toBe(expected);
  });
});

describe('renewal', () => {
  it('stores the new token and keeps the account', async () => {
    session.setAccount('acc');
    fetchMock.mockResolvedValueOnce(Response.json(token('second')));
    await renew();
    expect(session.get()).toMatchObject({ accessToken: 'second', accountId: 'acc' });
  });
  it('sends one request for concurrent callers', async () => {
    fetchMock.mockImplementation(async () => Response.json(token('second')));
    await Promise.all([renew(), renew()]);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
  it('ends the session when the server refuses it', async () => {
    fetchMock.mockResolvedValueOnce(
      Response.json({ status: 498, code: 'session_ended', message: 'x', requestId: 'r' }, { status: 498 }),
    );
    await renew();
    expect([session.get(), session.endReason()]).toEqual([undefined, 'expired']);
  });
  const cut = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }));
  it.each([
    ['when the network is away', () => Promise.reject(new TypeError('offline'))],
    ['when the page is left before the whole answer was there', () => Promise.resolve(cut())],
    [
      'when the server is not well',
      () =>
        Promise.resolve(
          Response.json({ status: 503, code: 'not_ready', message: 'x', requestId: 'r' }, { status: 503 }),
        ),
    ],
  ])('keeps the old token %s', async (_, answer) => {
    fetchMock.mockImplementation(answer);
    await renew();
    expect(session.get()?.accessToken).toBe('first');
  });
});
