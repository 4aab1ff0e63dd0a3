import {
  authenticate,
  logout,
  openDemo,
  registerTrial,
  renewToken,
  type Token,
} from '@quayside/contracts/accounts/accounts';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { isApiError, isMalformed } from '../errors/api-error.ts';
import { call } from '../api/call.ts';
import { type HeldSession, session } from './session-store.ts';
import { setOnboarding, showDrawerToNewcomer } from '../kept/kept-state.ts';
import { useStore } from '../store.ts';

const ACTIVE_FOR_MS = 15 * 60_000;
const CHECK_EVERY_MS = 20_000;
/** When less than this fraction of the token's lifetime is left, the token is renewed. */
const LAST_PART = 0.25;

let lastActivity = Date.now();

/** The session as React state; undefined when nobody is signed in. */
export const useSession = (): HeldSession | undefined => useStore(session);

/** Whether to renew the token now. It is renewed only near its expiry, and only while the person is active. */
export function isRenewalDue(held: HeldSession, now: number, activeAt: number): boolean {
  const left = held.expiresAt - now;
  return left < (held.expiresAt - held.issuedAt) * LAST_PART && now - activeAt < ACTIVE_FOR_MS;
}

const isRefusal = (error: unknown): boolean =>
  isApiError(error) && !isMalformed(error) && [401, 403, 498].includes(error.status);

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request('quayside.renewal', work) : await work();
}

/** Renews the token, in one tab at a time. A tab that had to wait uses the token that the other tab received. */
export async function renew(): Promise<void> {
  const asked = session.get();
  if (!asked) return;
  await inTurn(async () => {
    const now = session.get();
    if (!now || now.accessToken !== asked.accessToken) return;
    try {
      const token = await call(renewToken, { params: { userId: now.userId } });
      if (session.get()?.userId === now.userId) session.start(token);
    } catch (error) {
      // Only a refusal ends the session. When no response arrives or the server fails, the current token is still used.
      if (isRefusal(error) && session.get()?.accessToken === now.accessToken) session.end('expired');
    }
  });
}

session.setRenewer(renew);

/**
 * Starts the session once per page load. It renews the token, then watches the token's age and the person's activity.
 * Resolves when it is known who is signed in.
 */
export async function startSession(): Promise<void> {
  for (const event of ['pointerdown', 'keydown', 'focus'] as const) {
    window.addEventListener(
      event,
      () => {
        lastActivity = Date.now();
      },
      { passive: true, capture: true },
    );
  }
  setInterval(() => {
    const held = session.get();
    if (!held) return;
    if (isRenewalDue(held, Date.now(), lastActivity)) void renew();
    else if (!session.isLive()) void renew();
  }, CHECK_EVERY_MS);
  if (!session.get()) return;
  const renewal = renew();
  // A valid token can be used while it is being renewed. If the token has expired, wait for the renewal.
  if (!session.isLive()) await renewal;
}

const begin = (token: Token): void => {
  lastActivity = Date.now();
  session.start(token);
};

/** Begins the session of a person who sees Quayside for the first time. */
function beginFirst(token: Token): void {
  showDrawerToNewcomer();
  begin(token);
}

export async function signIn(userName: string, password: string, code?: string): Promise<void> {
  begin(await call(authenticate, { body: { userName, password, ...(code !== undefined && { code }) } }));
}

export async function signInToDemo(as: 'admin' | 'viewer' = 'admin'): Promise<void> {
  beginFirst(await call(openDemo, { body: { as } }));
}

export async function register(body: BodyIn<typeof registerTrial>): Promise<void> {
  beginFirst(await call(registerTrial, { body }));
}

/**
 * Ends the session on the server and in the browser. If the server cannot be reached, the session is ended only in the
 * browser.
 */
export async function signOut(): Promise<void> {
  try {
    if (session.isLive()) await call(logout, {});
  } catch {
    // If the server could not be reached, the token expires there by itself.
  } finally {
    setOnboarding({ shown: true });
    session.end('signedOut');
  }
}
