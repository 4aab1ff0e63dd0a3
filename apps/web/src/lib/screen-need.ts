import type { Flag } from '@quayside/domain/access/access';

/** The access that a screen needs. It is stored as the `handle` of the screen's route. */
export interface ScreenNeed {
  /**
   * `admin` is for account admins only, `systemAdmin` for system admins only. By default, every signed-in person has
   * access.
   */
  readonly who?: 'admin' | 'systemAdmin';
  /** True for a screen of the management section. */
  readonly management?: true;
  /** Groups of flags. In at least one group, all flags must be on. Otherwise the screen is "not found". */
  readonly flags?: readonly (readonly Flag[])[];
  /** True for a screen that is "not found" for accounts with the lifetime tier, because these are never billed. */
  readonly isHiddenForLifetime?: true;
  /** True for the dashboard, which redirects to the fee tracker if that is the account's home screen. */
  readonly isHome?: true;
  /** True for the trial-expired screen, which is open to accounts with an expired tier. */
  readonly evenExpired?: true;
}
