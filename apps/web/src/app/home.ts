import type { AccountSettings, Me } from '@quayside/contracts/accounts/accounts';
import { callerOf, useAccount } from '../lib/session/account.ts';
import { homeOf, type Visitor } from './route-decision.ts';

/** The signed-in person and the current account, as the guard needs them. */
export const visitorOf = (me: Me, settings: AccountSettings): Visitor => ({
  ...callerOf(me, settings),
  accountTier: me.accounts.find(({ isCurrent }) => isCurrent)?.accountTier ?? null,
});

/** The home screen of the current account. */
export function useHome(): string {
  const { me, settings } = useAccount();
  return homeOf(visitorOf(me, settings));
}
