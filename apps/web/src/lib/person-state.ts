import type { AccountSettings, Me } from '@quayside/contracts/accounts';
import { slice } from './persist.ts';
import { session } from './session-store.ts';
import { accountSettingsStorage, NOBODY, type RecentRecord, type UserState, userStorage } from './state.ts';

const MOST_RECENT = 6;
const user = slice<UserState>(userStorage, NOBODY);

/** The signed-in person's own; what another person left counts as nothing. */
function own(now: UserState = user.get()): UserState {
  const held = session.get();
  if (!held) return NOBODY;
  return now.userId === held.userId ? now : { ...NOBODY, userId: held.userId };
}
/** The same in the account of this tab. */
const ownHere = (now?: UserState): UserState => {
  const mine = own(now);
  return mine.accountId === session.get()?.accountId ? mine : { ...mine, accountId: session.get()?.accountId ?? null, me: null, recent: [] };
};
function change(make: (now: UserState) => UserState): void {
  if (session.get()) user.update((now) => make(ownHere(now)));
}

/** Nothing of a person stays behind when they are gone. */
function forgetStrangers(): void {
  const held = session.get();
  if (user.get() !== NOBODY && user.get().userId !== held?.userId) user.reset();
  if (accountSettingsStorage.read()?.userId !== held?.userId) accountSettingsStorage.clear();
}
session.subscribe(forgetStrangers);
forgetStrangers();

/** May what is kept be shown? Only with a token that is still good, and for the very person and account of it. */
const isHere = (kept: { userId: string; accountId: string | null } | undefined): boolean => {
  const held = session.get();
  return session.isLive() && typeof held?.accountId === 'string' && kept?.userId === held.userId && kept.accountId === held.accountId;
};

/** The person as the server told them last, for the first paint after a reload. */
export function keptMe(): Me | undefined {
  const { me } = user.get();
  return me !== null && isHere(user.get()) && me.id === session.get()?.userId && me.currentAccountId === session.get()?.accountId ? me : undefined;
}
/** The same of the account. */
export function keptSettings(): AccountSettings | undefined {
  const kept = accountSettingsStorage.read();
  return kept && isHere(kept) && kept.settings.accountId === kept.accountId ? kept.settings : undefined;
}

/** Keeps both for the next load; only what belongs to the session of this tab. */
export function keepPerson(me: Me, settings: AccountSettings): void {
  const held = session.get();
  if (!held || me.id !== held.userId || me.currentAccountId !== held.accountId || settings.accountId !== held.accountId) return;
  change((now) => ({ ...now, me }));
  accountSettingsStorage.write({ userId: held.userId, accountId: held.accountId, settings });
}
/** Of the account that is left nothing is shown again; what is the person's own stays. */
export function forgetAccountState(): void {
  if (session.get()) user.update((now) => ({ ...own(now), accountId: null, me: null, recent: [] }));
  accountSettingsStorage.clear();
}

/** Puts the reminder of the unverified address away until the next sign-in. */
export const hideVerifyReminder = (): void => change((now) => ({ ...now, isVerifyHidden: true }));
export const isVerifyReminderHidden = (): boolean => own().isVerifyHidden;
export const onUserState = user.subscribe;

/** The records that were opened by the palette last, in this account. */
export const recentRecords = (): readonly RecentRecord[] => ownHere().recent;
/** Puts a record first. */
export const rememberRecord = (record: RecentRecord): void =>
  change((now) => ({ ...now, recent: [record, ...now.recent.filter(({ to }) => to !== record.to)].slice(0, MOST_RECENT) }));
