import { isAccountAdmin } from './access.ts';
import type { Role } from '../lists.ts';

/** What decides whether a member may be removed or may lose the admin role. */
export interface MemberFacts {
  readonly isOwner: boolean;
  readonly isYou: boolean;
  /** No other member can manage the account. */
  readonly isLastAdmin: boolean;
}
/** Why a member cannot be removed; undefined means that they can. */
export type MemberRefusal = 'owner' | 'you' | 'last_admin';

/**
 * Nobody can remove the owner, themselves or the last admin (decisions, G-026). The server and the button use the same
 * check.
 */
export function refusalOfRemoval(member: MemberFacts): MemberRefusal | undefined {
  if (member.isOwner) return 'owner';
  if (member.isYou) return 'you';
  return member.isLastAdmin ? 'last_admin' : undefined;
}

/** The same check for a change of roles; making a member an admin is always allowed. */
export const refusalOfRoles = (member: MemberFacts, roles: readonly Role[]): MemberRefusal | undefined =>
  isAccountAdmin(roles) ? undefined : refusalOfRemoval(member);
