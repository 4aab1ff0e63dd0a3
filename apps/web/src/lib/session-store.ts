import type { Token } from '@quayside/contracts/accounts';
import { authStorage as storage, type HeldSession } from './state.ts';

export type { HeldSession } from './state.ts';

/** Why a session ended: it tells which words the sign-in page shows. */
export type EndReason = 'signedOut' | 'switched' | 'gone' | 'unauthorised' | 'ended' | 'expired';

let held: HeldSession | undefined = storage.read();
let lastEnd: EndReason | undefined;
let renewer: () => Promise<void> = () => Promise.resolve();
let left: string | null = null;
const listeners = new Set<() => void>();
const drop = () => {
  left = held?.accountId ?? null;
  held = undefined;
};
const tell = () => {
  for (const listener of listeners) listener();
};

storage.subscribe(() => {
  const now = storage.read();
  if (held && !now) {
    lastEnd = 'ended';
    drop();
  }
  // The account is this tab's own: another one that was opened beside is met as a refusal, before anything is written into it.
  held = now && held?.userId === now.userId && held.accountId !== null ? { ...now, accountId: held.accountId } : now;
  tell();
});

/** The one place that knows whether somebody is signed in. */
export const session = {
  get: (): HeldSession | undefined => held,
  /** A token that has expired counts as absent. */
  isLive: (now = Date.now()): boolean => held !== undefined && held.expiresAt > now,
  start(token: Token, now = Date.now()): void {
    held = {
      accessToken: token.access_token,
      userId: token.userId,
      issuedAt: now,
      expiresAt: now + token.expires_in * 1000,
      accountId: held?.userId === token.userId ? held.accountId : null,
    };
    lastEnd = undefined;
    storage.write(held);
    tell();
  },
  setAccount(accountId: string | null): void {
    if (!held || held.accountId === accountId) return;
    held = { ...held, accountId };
    storage.write(held);
    tell();
  },
  /** The next page load asks anew which account it is. This page goes on naming the former one, so that nothing of it is written into another. */
  forgetStoredAccount(): void {
    if (held) storage.write({ ...held, accountId: null });
  },
  /** How an expired token is renewed; set by session.ts, which knows the calls. */
  setRenewer(renew: () => Promise<void>): void {
    renewer = renew;
  },
  /** Is there a usable token, after a try to renew an expired one? */
  async revive(): Promise<boolean> {
    if (held && !session.isLive()) await renewer();
    return session.isLive();
  },
  /** Forgets the session, here and in the other tabs. The page that was open stays in the address for the way back. */
  end(reason: EndReason): void {
    if (!held) return;
    drop();
    lastEnd = reason;
    storage.clear();
    tell();
  },
  /** The account that this tab showed when its session ended: the address that it comes back to is one of that account. */
  leftAccount: (): string | null => left,
  forgetLeftAccount(): void {
    left = null;
  },
  /** Why the last session ended; undefined before any ended and once another began. */
  endReason: (): EndReason | undefined => lastEnd,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
