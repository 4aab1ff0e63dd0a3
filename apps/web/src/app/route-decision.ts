import { type Caller, isAccountAdmin, isSystemAdmin } from '@quayside/domain/access/access';
import { FEE_TRACKER, isAbsent } from './absent-screens.ts';
import { paths } from '../lib/paths.ts';
import type { ScreenNeed } from '../lib/screen-need.ts';

export type Decision = 'signIn' | 'enrol' | 'trialExpired' | 'notFound' | 'feeTracker' | 'show';
/** The visitor of a screen: the inputs of the access rule, and the tier. */
export interface Visitor extends Caller {
  readonly accountTier?: string | null;
}

const hasAny = (groups: ScreenNeed['flags'], { flags }: Visitor): boolean =>
  !groups?.length || groups.some((group) => group.every((flag) => flags[flag]));
/** Whether the fee tracker exists and the account may open it. */
const reachesFeeTracker = (visitor: Visitor, isBuilt: boolean): boolean =>
  isBuilt && hasAny(FEE_TRACKER.flags, visitor);
const isFeeTrackerBuilt = !isAbsent(paths.feeTracker());

/** The guard's order (shell §2.2): token, second factor, tier, role and lifetime, management, other flags. */
export function decide(
  need: ScreenNeed,
  hasSession: boolean,
  visitor: Visitor | undefined,
  isTrackerBuilt = isFeeTrackerBuilt,
): Decision {
  if (!hasSession || !visitor) return 'signIn';
  if (visitor.secondFactorMissing) return 'enrol';
  if (visitor.tierExpired && !need.evenExpired) return 'trialExpired';
  if (need.who === 'systemAdmin' && !isSystemAdmin(visitor.roles)) return 'notFound';
  if (need.who === 'admin' && !isAccountAdmin(visitor.roles)) return 'notFound';
  if (need.isHiddenForLifetime && visitor.accountTier === 'LIFETIME') return 'notFound';
  if ((need.management || need.isHome) && !visitor.flags.isManagementSectionEnabled) {
    // If the fee tracker is closed or absent, show the dashboard instead of redirecting in a circle. Other management
    // screens are not found.
    if (reachesFeeTracker(visitor, isTrackerBuilt)) return 'feeTracker';
    if (need.management) return 'notFound';
  }
  return hasAny(need.flags, visitor) ? 'show' : 'notFound';
}

/**
 * The target of the logo, of a finished switch and of the not-found screen: the dashboard, or the fee tracker when
 * management is off.
 */
export function homeOf(visitor: Visitor, isTrackerBuilt = isFeeTrackerBuilt): string {
  return decide({ isHome: true, evenExpired: true }, true, visitor, isTrackerBuilt) === 'feeTracker'
    ? paths.feeTracker()
    : paths.home();
}

/**
 * Whether drawer, palette and dialogs offer what has this need. They leave out what the person may never open; a
 * locked group of the drawer shows the entries of a section that is off.
 */
export const isOffered = (need: ScreenNeed = {}, { roles, flags }: Pick<Visitor, 'roles' | 'flags'>): boolean =>
  (need.who !== 'admin' || isAccountAdmin(roles)) &&
  (need.who !== 'systemAdmin' || isSystemAdmin(roles)) &&
  (!need.management || flags.isManagementSectionEnabled) &&
  (!need.flags?.length || need.flags.some((group) => group.every((flag) => flags[flag])));
