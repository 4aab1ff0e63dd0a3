import { getMe } from '@quayside/contracts/accounts/accounts';
import { ENDPOINTS } from '@quayside/contracts/all';
import { resetForgottenPassword } from '@quayside/contracts/accounts/auth';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';
import { aToken } from '../../testing/a-token.ts';

installBrowserGlobals();
const { call, send } = await import('./call.ts');
const { session } = await import('../session/session-store.ts');
const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetchMock);
afterAll(() => vi.unstubAllGlobals());

const userId = '01930000-0000-7000-8000-000000000001';
const token = aToken({ access_token: 'qs_held' });
const authorization = () => new Headers(fetchMock.mock.lastCall?.[1]?.headers).get('authorization');

describe('calls while a token is stored', () => {
  beforeEach(() => {
    fetchMock.mockReset();
    fetchMock.mockImplementation(async () => Response.json({}));
    session.start(token);
  });

  it('send the token', async () => {
    await call(getMe, {});
    expect(authorization()).toBe('Bearer qs_held');
  });

  it('omit the token for the reset of a forgotten password', async () => {
    await call(resetForgottenPassword, {
      params: { userId },
      body: { userId, password: 'lantern-and-tide', verificationToken: 'qs_mail' },
    });
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(authorization()).toBeNull();
  });

  it.each(
    [
      'authenticate',
      'registerTrial',
      'forgottenPassword',
      'resetForgottenPassword',
      'verifyUser',
      'verifyUserByClick',
    ].map((id) => [id, ENDPOINTS.find((e) => e.id === id)]),
  )('%s carries none', async (_, endpoint) => {
    if (typeof endpoint !== 'object') throw new Error('no such call');
    await send(endpoint, { params: { userId, verificationToken: 'qs_mail' }, body: {} });
    expect(authorization()).toBeNull();
  });
});
