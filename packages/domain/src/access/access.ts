import type { Role } from '../lists.ts';

/** Who may use a call or a screen. */
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
  /** True when the account's tier has ended and a billing provider is configured. */
  readonly tierExpired: boolean;
  /** True when the account requires a second factor and this member has not set one up. */
  readonly secondFactorMissing: boolean;
}
export interface Requirement {
  readonly access: AccessKind;
  readonly flags?: readonly (readonly Flag[])[];
}
/**
 * Why access is refused. The answer to `flag_off` is 404, so that it does not reveal which sections an account lacks.
 */
export type AccessRefusal = 'not_signed_in' | 'second_factor_missing' | 'flag_off' | 'tier_expired' | 'role_too_low';

export const isSystemAdmin = (roles: readonly Role[]) => roles.includes('sv-admin');
export const isAccountAdmin = (roles: readonly Role[]) => roles.includes('sv-account-admin') || isSystemAdmin(roles);

/** Whether the caller may do this; undefined means yes. Server and web app use the same function. */
export function refusalOf(need: Requirement, caller: Caller | undefined): AccessRefusal | undefined {
  if (need.access === 'public') return undefined;
  if (!caller) return 'not_signed_in';
  // This check comes first: until the second factor is set up, the person may see no data of the account and may use
  // only calls about themselves.
  if (caller.secondFactorMissing && need.access !== 'self') return 'second_factor_missing';
  if (need.flags?.length && !need.flags.some((group) => group.every((flag) => caller.flags[flag]))) return 'flag_off';
  if (need.access === 'systemAdmin' && !isSystemAdmin(caller.roles)) return 'role_too_low';
  if ((need.access === 'write' || need.access === 'accountAdmin') && !isAccountAdmin(caller.roles))
    return 'role_too_low';
  if (caller.tierExpired && need.access !== 'self' && need.access !== 'read') return 'tier_expired';
  return undefined;
}
