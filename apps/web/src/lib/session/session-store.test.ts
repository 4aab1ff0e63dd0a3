import type { Token } from '@quayside/contracts/accounts/accounts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
});
const onStorage: ((event: { key: string }) => void)[] = [];
vi.stubGlobal('window', {
  addEventListener: (_: string, listener: (event: { key: string }) => void) => onStorage.push(listener),
  removeEventListener: () => undefined,
});
/** Writes to storage and dispatches the storage event, as if another tab had written. */
const fromOtherTab = (data: object) => {
  kept.set('quayside.auth', JSON.stringify({ v: 1, data }));
  for (const listener of onStorage) listener({ key: 'quayside.auth' });
};
// Load a second instance of the module, which reads the same storage as another tab would.
vi.resetModules();
const { session } = await import('./session-store.ts');
afterAll(() => vi.unstubAllGlobals());

const NOW = Date.parse('2026-11-20T10:00:00Z');
const token: Token = {
  access_token: 'qs_a',
  expires_in: 1800,
  refresh_token: '',
  refresh_expires_in: 604_800,
  scope: 'account',
  session_state: 's-1',
  userId: 'u-1',
};
const stored = () => JSON.parse(kept.get('quayside.auth') ?? 'null') as { data: object } | null;

describe('the stored session', () => {
  beforeEach(() => session.end('signedOut'));

  it('ends expires_in seconds after sign-in and counts as absent afterwards', () => {
    session.start(token, NOW);
    expect(session.get()).toMatchObject({
      accessToken: 'qs_a',
      userId: 'u-1',
      issuedAt: NOW,
      expiresAt: NOW + 1_800_000,
    });
    expect(session.isLive(NOW + 1_799_999)).toBe(true);
    expect(session.isLive(NOW + 1_800_000)).toBe(false);
  });

  it('is stored without the refresh token', () => {
    session.start({ ...token, refresh_token: 'qs_refresh' }, NOW);
    expect(Object.keys(stored()?.data ?? {}).sort()).toEqual([
      'accessToken',
      'accountId',
      'expiresAt',
      'issuedAt',
      'userId',
    ]);
    expect(kept.get('quayside.auth')).not.toContain('refresh');
  });

  it('is deleted in memory and storage when it ends, and keeps the reason', () => {
    session.start(token, NOW);
    session.end('ended');
    expect([session.get(), session.isLive(NOW), stored(), session.endReason()]).toEqual([
      undefined,
      false,
      null,
      'ended',
    ]);
  });

  it('keeps the account on renewal and drops it for another person', () => {
    session.start(token, NOW);
    session.setAccount('acc-1');
    session.start({ ...token, access_token: 'qs_b' }, NOW);
    expect(session.get()?.accountId).toBe('acc-1');
    session.start({ ...token, userId: 'u-2' }, NOW);
    expect(session.get()?.accountId).toBeNull();
  });

  it('remembers the account it showed when it ended in any tab, until that is consumed', () => {
    session.forgetLeftAccount();
    session.start(token, NOW);
    session.setAccount('acc-1');
    // Another tab has switched to the second account and then signed out.
    fromOtherTab({ accessToken: 'qs_a', userId: 'u-1', issuedAt: NOW, expiresAt: NOW + 5, accountId: 'acc-2' });
    expect(session.leftAccount()).toBeNull();
    kept.delete('quayside.auth');
    for (const listener of onStorage) listener({ key: 'quayside.auth' });
    expect([session.get(), session.leftAccount(), session.endReason()]).toEqual([undefined, 'acc-1', 'ended']);
    fromOtherTab({ accessToken: 'qs_b', userId: 'u-1', issuedAt: NOW, expiresAt: NOW + 5, accountId: 'acc-2' });
    expect(session.leftAccount()).toBe('acc-1');
    session.forgetLeftAccount();
    session.end('ended');
    expect(session.leftAccount()).toBe('acc-2');
  });

  it('takes a new token from another tab and keeps its own account', () => {
    session.start(token, NOW);
    session.setAccount('acc-1');
    fromOtherTab({ accessToken: 'qs_c', userId: 'u-1', issuedAt: NOW, expiresAt: NOW + 5, accountId: 'acc-2' });
    expect(session.get()).toMatchObject({ accessToken: 'qs_c', accountId: 'acc-1' });
    fromOtherTab({ accessToken: 'qs_d', userId: 'u-2', issuedAt: NOW, expiresAt: NOW + 5, accountId: 'acc-3' });
    expect(session.get()).toMatchObject({ userId: 'u-2', accountId: 'acc-3' });
  });
});
