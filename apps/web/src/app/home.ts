import type { AccountSettings, Me } from '@quayside/contracts/accounts';
import { callerOf, useAccount } from '../lib/account.ts';
import { homeOf, type Visitor } from './route-decision.ts';

/** What the guard looks at. */
export const visitorOf = (me: Me, settings: AccountSettings): Visitor => ({
  ...callerOf(me, settings),
  accountTier: me.accounts.find(({ isCurrent }) => isCurrent)?.accountTier ?? null,
});

/** Home of the open account. */
export function useHome(): string {
  const { me, settings } = useAccount();
  return homeOf(visitorOf(me, settings));
}
