import type { AccountSettings, Me } from '@quayside/contracts/accounts/accounts';
import { slice } from '../kept/kept-storage.ts';
import { session } from './session-store.ts';
import { accountSettingsStorage, NOBODY, type RecentRecord, type UserState, userStorage } from '../kept/kept-state.ts';
import { useStore } from '../store.ts';

const MOST_RECENT = 6;
const user = slice<UserState>(userStorage, NOBODY);

/** The stored state of the signed-in person. If the stored state belongs to somebody else, an empty state. */
function own(now: UserState = user.get()): UserState {
  const held = session.get();
  if (!held) return NOBODY;
  return now.userId === held.userId ? now : { ...NOBODY, userId: held.userId };
}
/** Like `own`, but if the stored state belongs to another account than this tab shows, without its account data. */
const ownHere = (now?: UserState): UserState => {
  const mine = own(now);
  return mine.accountId === session.get()?.accountId
    ? mine
    : { ...mine, accountId: session.get()?.accountId ?? null, me: null, recent: [] };
};
function change(make: (now: UserState) => UserState): void {
  if (session.get()) user.update((now) => make(ownHere(now)));
}

/** Deletes the stored state of people who are no longer signed in. */
function clearOtherPeople(): void {
  const held = session.get();
  if (user.get() !== NOBODY && user.get().userId !== held?.userId) user.reset();
  if (accountSettingsStorage.read()?.userId !== held?.userId) accountSettingsStorage.clear();
}
session.subscribe(clearOtherPeople);
clearOtherPeople();

/** Whether stored state may be shown. This requires a valid token for the same person and account. */
const isHere = (kept: { userId: string; accountId: string | null } | undefined): boolean => {
  const held = session.get();
  return (
    session.isLive() &&
    typeof held?.accountId === 'string' &&
    kept?.userId === held.userId &&
    kept.accountId === held.accountId
  );
};

/** The person as loaded last. After a reload, this value is shown until the person is loaded again. */
export function storedMe(): Me | undefined {
  const { me } = user.get();
  return me !== null &&
    isHere(user.get()) &&
    me.id === session.get()?.userId &&
    me.currentAccountId === session.get()?.accountId
    ? me
    : undefined;
}
/** The account settings as loaded last. After a reload, these values are shown until the settings are loaded again. */
export function storedSettings(): AccountSettings | undefined {
  const kept = accountSettingsStorage.read();
  return kept && isHere(kept) && kept.settings.accountId === kept.accountId ? kept.settings : undefined;
}

/**
 * Stores the person and the account settings for the next page load, if they belong to the session of this tab. What
 * the person tells about themselves is left out, because no screen needs it at once.
 */
export function storePerson(me: Me, settings: AccountSettings): void {
  const held = session.get();
  if (!held || me.id !== held.userId || me.currentAccountId !== held.accountId || settings.accountId !== held.accountId)
    return;
  change((now) => ({ ...now, me: { ...me, bio: null, dateOfBirth: null } }));
  accountSettingsStorage.write({ userId: held.userId, accountId: held.accountId, settings });
}
/** Deletes the state of the account that the person leaves. The rest of the person's state is kept. */
export function clearAccountState(): void {
  if (session.get()) user.update((now) => ({ ...own(now), accountId: null, me: null, recent: [] }));
  accountSettingsStorage.clear();
}

/** Hides the reminder to verify the e-mail address until the next sign-in. */
export const hideVerifyReminder = (): void => change((now) => ({ ...now, isVerifyHidden: true }));
/** Whether the signed-in person has hidden the reminder to verify the e-mail address. */
export const isVerifyReminderHidden = (): boolean => own().isVerifyHidden;
export const useVerifyHidden = (): boolean => useStore(user, isVerifyReminderHidden);

/** The records of this account that were last opened from the palette. */
export const recentRecords = (): readonly RecentRecord[] => ownHere().recent;
/** Moves a record to the front of the recent records. */
export const rememberRecord = (record: RecentRecord): void =>
  change((now) => ({
    ...now,
    recent: [record, ...now.recent.filter(({ to }) => to !== record.to)].slice(0, MOST_RECENT),
  }));
