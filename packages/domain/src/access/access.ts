import type { Role } from '../lists.ts';

/** Who a call or a screen is for (decisions, Access). */
export type AccessKind = 'public' | 'self' | 'read' | 'write' | 'accountAdmin' | 'systemAdmin';

export const FLAGS = [
  'isOrdersAndShippingEnabled',
  'isManagementSectionEnabled',
  'isFeeTrackerActive',
  'isSv1Enabled',
  'isPoAndInventoryEnabled',
  'isMarketPlacesEnabled',
  'isResourcesEnabled',
] as const;
export type Flag = (typeof FLAGS)[number];

export interface Caller {
  readonly roles: readonly Role[];
  readonly flags: Readonly<Record<Flag, boolean>>;
  /** The account's tier has ended and billing is on. */
  readonly tierExpired: boolean;
  /** The account asks its members for a second factor, and this one has none yet. */
  readonly secondFactorMissing: boolean;
}
export interface Requirement {
  readonly access: AccessKind;
  readonly flags?: readonly (readonly Flag[])[];
}
/** Why not: `flag_off` is shown as not found, so that nobody learns what an account has not bought. */
export type AccessRefusal = 'not_signed_in' | 'second_factor_missing' | 'flag_off' | 'tier_expired' | 'role_too_low';

export const isSystemAdmin = (roles: readonly Role[]) => roles.includes('sv-admin');
export const isAccountAdmin = (roles: readonly Role[]) => roles.includes('sv-account-admin') || isSystemAdmin(roles);

/** May this caller do this? The same answer on the server and in the interface; undefined is yes. */
export function refusalOf(need: Requirement, caller: Caller | undefined): AccessRefusal | undefined {
  if (need.access === 'public') return undefined;
  if (!caller) return 'not_signed_in';
  // Before the rest: who has not set it up learns nothing of the account, and may do what concerns themselves alone.
  if (caller.secondFactorMissing && need.access !== 'self') return 'second_factor_missing';
  if (need.flags?.length && !need.flags.some((group) => group.every((flag) => caller.flags[flag]))) return 'flag_off';
  if (need.access === 'systemAdmin' && !isSystemAdmin(caller.roles)) return 'role_too_low';
  if ((need.access === 'write' || need.access === 'accountAdmin') && !isAccountAdmin(caller.roles)) return 'role_too_low';
  if (caller.tierExpired && need.access !== 'self' && need.access !== 'read') return 'tier_expired';
  return undefined;
}
