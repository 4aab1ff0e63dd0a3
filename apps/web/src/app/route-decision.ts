import { type Caller, type Flag, isAccountAdmin, isSystemAdmin } from '@quayside/domain/access/access';

/** What a screen asks for; set as `handle` of its route. */
export interface ScreenNeed {
  /** `admin`: account admins; `systemAdmin`: system admins. Default: everybody who is signed in. */
  readonly who?: 'admin' | 'systemAdmin';
  /** Part of the management section. */
  readonly management?: true;
  /** Any of these groups, each whole; shown as not found when none holds. */
  readonly flags?: readonly (readonly Flag[])[];
  /** The trial-expired screen itself, which an expired account may see. */
  readonly evenExpired?: true;
}
export type Decision = 'signIn' | 'enrol' | 'trialExpired' | 'notFound' | 'show';

/** The guard's order (shell §2.2): token, second factor, tier, role, management, other flags. */
export function decide(need: ScreenNeed, hasSession: boolean, caller: Caller | undefined): Decision {
  if (!hasSession || !caller) return 'signIn';
  if (caller.secondFactorMissing) return 'enrol';
  if (caller.tierExpired && !need.evenExpired) return 'trialExpired';
  if (need.who === 'systemAdmin' && !isSystemAdmin(caller.roles)) return 'notFound';
  if (need.who === 'admin' && !isAccountAdmin(caller.roles)) return 'notFound';
  // The documents lead to the fee tracker, which this account could not open either: not found inside the shell.
  if (need.management && !caller.flags.isManagementSectionEnabled) return 'notFound';
  if (need.flags?.length && !need.flags.some((group) => group.every((flag) => caller.flags[flag]))) return 'notFound';
  return 'show';
}
