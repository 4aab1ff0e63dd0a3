import type { Token } from '@quayside/contracts/accounts/accounts';
import { authStorage as storage, type HeldSession } from '../kept/kept-state.ts';
import { pageStore } from '../store.ts';

export type { HeldSession } from '../kept/kept-state.ts';

/** Why a session ended. The sign-in page shows a message for each reason. */
type EndReason = 'signedOut' | 'switched' | 'gone' | 'unauthorised' | 'ended' | 'expired';

const store = pageStore<HeldSession | undefined>(storage.read());
let lastEnd: EndReason | undefined;
let renewer: () => Promise<void> = () => Promise.resolve();
let left: string | null = null;

storage.subscribe(() => {
  const [held, now] = [store.get(), storage.read()];
  if (held && !now) {
    lastEnd = 'ended';
    left = held.accountId;
  }
  // Each tab has its own account. If another tab switches accounts, the server refuses the next call of this tab, so
  // that it cannot write into the other account.
  const isSame = now !== undefined && held?.userId === now.userId && held.accountId !== null;
  store.set(isSame ? { ...now, accountId: held.accountId } : now);
});

/** The session of this tab. */
export const session = {
  get: store.get,
  subscribe: store.subscribe,
  /** A token that has expired counts as absent. */
  isLive: (now = Date.now()): boolean => (store.get()?.expiresAt ?? -Infinity) > now,
  start(token: Token, now = Date.now()): void {
    const before = store.get();
    const held = {
      accessToken: token.access_token,
      userId: token.userId,
      issuedAt: now,
      expiresAt: now + token.expires_in * 1000,
      accountId: before?.userId === token.userId ? before.accountId : null,
    };
    lastEnd = undefined;
    storage.write(held);
    store.set(held);
  },
  setAccount(accountId: string | null): void {
    const held = store.get();
    if (!held || held.accountId === accountId) return;
    storage.write({ ...held, accountId });
    store.set({ ...held, accountId });
  },
  /** Sets the account of this tab alone. A page that is open stays with its account. */
  keepAccount(accountId: string | null): void {
    const held = store.get();
    if (held && held.accountId !== accountId) store.set({ ...held, accountId });
  },
  /**
   * Clears the stored account, so that the next page load asks the server for the current account. This page still
   * sends the former account, so that its calls cannot write to another account.
   */
  forgetStoredAccount(): void {
    const held = store.get();
    if (held) storage.write({ ...held, accountId: null });
  },
  /**
   * Sets the function that renews an expired token. session.ts sets it, because importing session.ts here would be
   * circular.
   */
  setRenewer(renew: () => Promise<void>): void {
    renewer = renew;
  },
  /** Renews the token if it has expired. Returns whether there is a valid token now. */
  async revive(): Promise<boolean> {
    if (store.get() && !session.isLive()) await renewer();
    return session.isLive();
  },
  /** Deletes the session in all tabs. Stores the account of the session, and why the session ended. */
  end(reason: EndReason): void {
    const held = store.get();
    if (!held) return;
    left = held.accountId;
    lastEnd = reason;
    storage.clear();
    store.set(undefined);
  },
  /** The account that this tab showed when its session ended. The return URL belongs to that account. */
  leftAccount: (): string | null => left,
  forgetLeftAccount(): void {
    left = null;
  },
  /** Why the last session ended. Undefined before any session has ended, and again after a new session has begun. */
  endReason: (): EndReason | undefined => lastEnd,
};
