import { isAccountAdmin } from './access.ts';
import type { Role } from '../lists.ts';

/** The facts that decide whether a member may be removed or may lose the admin role. */
interface MemberFacts {
  readonly isOwner: boolean;
  readonly isYou: boolean;
  /** True when no other member can manage the account. */
  readonly isLastAdmin: boolean;
}
/** Why a member cannot be removed; undefined means that they can. */
export type MemberRefusal = 'owner' | 'you' | 'last_admin';

/**
 * Nobody can remove the owner, themselves or the last admin. The server and the button in the app use the same check.
 */
export function refusalOfRemoval(member: MemberFacts): MemberRefusal | undefined {
  if (member.isOwner) return 'owner';
  if (member.isYou) return 'you';
  return member.isLastAdmin ? 'last_admin' : undefined;
}

/**
 * Applies the rule of `refusalOfRemoval` to a change of roles: a member who could not be removed cannot lose the admin
 * role either. Making a member an admin is always allowed.
 */
export const refusalOfRoles = (member: MemberFacts, roles: readonly Role[]): MemberRefusal | undefined =>
  isAccountAdmin(roles) ? undefined : refusalOfRemoval(member);
