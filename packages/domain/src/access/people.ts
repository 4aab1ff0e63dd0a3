import { isAccountAdmin } from './access.ts';
import type { Role } from '../lists.ts';

/** What decides whether a member may be removed or may lose the admin role. */
export interface MemberFacts {
  readonly isOwner: boolean;
  readonly isYou: boolean;
  /** The only person left who may manage the account. */
  readonly isLastAdmin: boolean;
}
/** Why a member stays as they are; undefined: nothing speaks against it. */
export type KeptBecause = 'owner' | 'you' | 'last_admin';

/** Nobody removes the owner, themselves, or the last admin (decisions, G-026). The same answer on the server and on the button. */
export function keptBecause(member: MemberFacts): KeptBecause | undefined {
  if (member.isOwner) return 'owner';
  if (member.isYou) return 'you';
  return member.isLastAdmin ? 'last_admin' : undefined;
}

/** The same for other roles: to become an admin nothing stands in the way. */
export const rolesKeptBecause = (member: MemberFacts, roles: readonly Role[]): KeptBecause | undefined =>
  isAccountAdmin(roles) ? undefined : keptBecause(member);
