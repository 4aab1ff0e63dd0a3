import { session } from './session-store.ts';
import { pageStore } from '../store.ts';
import { countTyped } from '../editing/unsaved.ts';

interface Paused {
  readonly userId: string;
  readonly accountId: string | null;
  /** Resolves to true when the same person has signed in again, and to false when the page is given up. */
  readonly promise: Promise<boolean>;
  readonly resolve: (isBack: boolean) => void;
}

const paused = pageStore<Paused | undefined>(undefined);
let before = session.get();

session.subscribe(() => {
  const now = session.get();
  const ended = before;
  before = now;
  const waiting = paused.get();
  if (now && waiting) {
    const isBack = now.userId === waiting.userId;
    paused.set(undefined);
    // The page belongs to its account. If the new session is for another one, the server refuses its calls.
    if (isBack) session.keepAccount(waiting.accountId);
    waiting.resolve(isBack);
  } else if (ended && !now && !isByPerson() && countTyped() > 0) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    paused.set({ userId: ended.userId, accountId: ended.accountId, promise, resolve });
  }
});
const isByPerson = () => ['signedOut', 'switched'].includes(session.endReason() ?? '');

/**
 * A session that has ended while the page held unsaved input. The page stays, its calls wait, and the person signs in
 * over it.
 */
export const pausedSession = {
  get: paused.get,
  subscribe: paused.subscribe,
  /** Waits until it is known whether the person is back. */
  wait: (): Promise<boolean> => paused.get()?.promise ?? Promise.resolve(session.get() !== undefined),
  /** Gives the page and its unsaved input up. The sign-in page then opens. */
  giveUp(): void {
    const waiting = paused.get();
    paused.set(undefined);
    waiting?.resolve(false);
  },
};
