import { type Caller, type Flag, isAccountAdmin, isSystemAdmin } from '@quayside/domain/access/access';
import { FEE_TRACKER, isAbsent } from './absent-screens.ts';
import { paths } from '../lib/paths.ts';

/** What a screen asks for; set as `handle` of its route. */
export interface ScreenNeed {
  /** `admin`: account admins; `systemAdmin`: system admins. Default: everybody who is signed in. */
  readonly who?: 'admin' | 'systemAdmin';
  /** Part of the management section. */
  readonly management?: true;
  /** Any of these groups, each whole; shown as not found when none holds. */
  readonly flags?: readonly (readonly Flag[])[];
  /** Not found for accounts of the lifetime tier, which have nothing to be billed. */
  readonly isHiddenForLifetime?: true;
  /** The dashboard: gives way to the fee tracker where that is the account's home. */
  readonly isHome?: true;
  /** The trial-expired screen itself, which an expired account may see. */
  readonly evenExpired?: true;
}
export type Decision = 'signIn' | 'enrol' | 'trialExpired' | 'notFound' | 'feeTracker' | 'show';
/** Who looks at a screen: what the access rule asks about, and the tier. */
export interface Visitor extends Caller {
  readonly accountTier?: string | null;
}

const hasAny = (groups: ScreenNeed['flags'], { flags }: Visitor): boolean => !groups?.length || groups.some((group) => group.every((flag) => flags[flag]));
/** May the account open the fee tracker, and is there one? */
const reachesFeeTracker = (visitor: Visitor, isBuilt: boolean): boolean => isBuilt && hasAny(FEE_TRACKER.flags, visitor);
const isFeeTrackerBuilt = !isAbsent(paths.feeTracker());

/** The guard's order (shell §2.2): token, second factor, tier, role and lifetime, management, other flags. */
export function decide(need: ScreenNeed, hasSession: boolean, visitor: Visitor | undefined, isTrackerBuilt = isFeeTrackerBuilt): Decision {
  if (!hasSession || !visitor) return 'signIn';
  if (visitor.secondFactorMissing) return 'enrol';
  if (visitor.tierExpired && !need.evenExpired) return 'trialExpired';
  if (need.who === 'systemAdmin' && !isSystemAdmin(visitor.roles)) return 'notFound';
  if (need.who === 'admin' && !isAccountAdmin(visitor.roles)) return 'notFound';
  if (need.isHiddenForLifetime && visitor.accountTier === 'LIFETIME') return 'notFound';
  if ((need.management || need.isHome) && !visitor.flags.isManagementSectionEnabled) {
    // Where the fee tracker is closed too, or does not exist, nobody is sent in a circle: the dashboard stays, the rest is not found.
    if (reachesFeeTracker(visitor, isTrackerBuilt)) return 'feeTracker';
    if (need.management) return 'notFound';
  }
  return hasAny(need.flags, visitor) ? 'show' : 'notFound';
}

/** Where the logo, a finished switch and the not-found screen lead: the dashboard, or the fee tracker where management is off. */
export function homeOf(visitor: Visitor, isTrackerBuilt = isFeeTrackerBuilt): string {
  return decide({ isHome: true, evenExpired: true }, true, visitor, isTrackerBuilt) === 'feeTracker' ? paths.feeTracker() : paths.home();
}
