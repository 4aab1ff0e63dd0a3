import type { Flag } from '@quayside/domain/access/access';

/** The access needs of a screen; stored as the `handle` of its route. */
export interface ScreenNeed {
  /** `admin`: account admins; `systemAdmin`: system admins. Default: every signed-in person. */
  readonly who?: 'admin' | 'systemAdmin';
  /** Part of the management section. */
  readonly management?: true;
  /** Groups of flags; one group must be on as a whole, else the screen is not found. */
  readonly flags?: readonly (readonly Flag[])[];
  /** Not found for accounts of the lifetime tier, which are never billed. */
  readonly isHiddenForLifetime?: true;
  /** The dashboard: redirects to the fee tracker where that is the account's home. */
  readonly isHome?: true;
  /** The trial-expired screen, which an account with an expired tier may open. */
  readonly evenExpired?: true;
}
