import { type Caller, isAccountAdmin, isSystemAdmin } from '@quayside/domain/access/access';
import { FEE_TRACKER, isAbsent } from './absent-screens.ts';
import { paths } from '../lib/paths.ts';
import type { ScreenNeed } from '../lib/screen-need.ts';

export type Decision = 'signIn' | 'enrol' | 'trialExpired' | 'notFound' | 'feeTracker' | 'show';
/** What the guard needs to know about the visitor: the input of the access rule, and the tier of the account. */
export interface Visitor extends Caller {
  readonly accountTier?: string | null;
}

const hasAny = (groups: ScreenNeed['flags'], { flags }: Visitor): boolean =>
  !groups?.length || groups.some((group) => group.every((flag) => flags[flag]));
/** Whether the fee tracker has a screen and the account may open it. */
const reachesFeeTracker = (visitor: Visitor, isBuilt: boolean): boolean =>
  isBuilt && hasAny(FEE_TRACKER.flags, visitor);
const isFeeTrackerBuilt = !isAbsent(paths.feeTracker());

/**
 * Decides what the guard shows. It checks in this order (shell specification, §2.2): token, second factor, tier, role
 * and lifetime, management, other flags.
 */
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
    // If the fee tracker is not available, show the dashboard; redirecting would cause a loop. Other screens of the
    // management section are "not found".
    if (reachesFeeTracker(visitor, isTrackerBuilt)) return 'feeTracker';
    if (need.management) return 'notFound';
  }
  return hasAny(need.flags, visitor) ? 'show' : 'notFound';
}

/**
 * The home screen: the dashboard, or the fee tracker when the management section is off. The logo, an account switch
 * and the not-found screen lead there.
 */
export function homeOf(visitor: Visitor, isTrackerBuilt = isFeeTrackerBuilt): string {
  return decide({ isHome: true, evenExpired: true }, true, visitor, isTrackerBuilt) === 'feeTracker'
    ? paths.feeTracker()
    : paths.home();
}

/**
 * Whether the drawer, the palette and the dialogs offer a screen or action with this need. A screen or action that the
 * person may never open is not offered. A drawer group whose section is off is shown locked.
 */
export const isOffered = (need: ScreenNeed = {}, { roles, flags }: Pick<Visitor, 'roles' | 'flags'>): boolean =>
  (need.who !== 'admin' || isAccountAdmin(roles)) &&
  (need.who !== 'systemAdmin' || isSystemAdmin(roles)) &&
  (!need.management || flags.isManagementSectionEnabled) &&
  (!need.flags?.length || need.flags.some((group) => group.every((flag) => flags[flag])));
