import type { AccountRole, AccountUser } from '@quayside/contracts/accounts/people';
import { isAccountAdmin, isSystemAdmin } from '@quayside/domain/access/access';
import { refusalOfRemoval, type MemberRefusal, refusalOfRoles } from '@quayside/domain/access/people';
import type { Deps } from '../../../deps.ts';
import { aboveAccount, type Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, notFound } from '../../../http/errors.ts';
import { requireProofIn } from '../../../http/proof.ts';
import { publicLink, queueMail } from '../../../mail/queue-mail.ts';
import { revokeProofs } from '../rows/mail-proofs.queries.ts';
import { removedMail, roleChangedMail } from './people.mails.ts';
import { deleteMember, languageOf, lockPeople, readPeople, updateMember } from '../rows/people.queries.ts';
import { endSessions } from '../sign-in/sessions.service.ts';

export type PeopleDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets' | 'config'>;

/** The name of the account, and its members, which stay locked until the end of the transaction. */
interface Held {
  readonly accountName: string;
  readonly people: readonly AccountUser[];
}

/**
 * Locks the members, then checks again that the caller is an admin, because they may have lost this role while waiting
 * for the lock.
 */
export async function holdPeople(w: Work): Promise<Held> {
  const { name } = await lockPeople(w);
  const people = await readPeople(w);
  const me = people.find((user) => user.isYou);
  if (me?.invitationStatus !== 'ACCEPTED' || !(isAccountAdmin(me.roles) || isSystemAdmin(w.scope.roles)))
    throw new AppError('session_ended');
  return { accountName: name, people };
}

export function memberOf({ people }: Pick<Held, 'people'>, personId: string): AccountUser {
  const user = people.find((one) => one.id === personId);
  if (!user) throw notFound();
  return user;
}

export const readMember = async (w: Work, personId: string): Promise<AccountUser> =>
  memberOf({ people: await readPeople(w) }, personId);

const KEPT = {
  owner: 'people.owner',
  you: 'people.oneself',
  last_admin: 'people.last_admin',
} as const satisfies Record<MemberRefusal, string>;
function refuse(because: MemberRefusal | undefined): void {
  if (because) throw new AppError(KEPT[because]);
}

/**
 * Changes the role of a member and revokes their sessions in this account, so that no open page keeps the rights of the
 * former role.
 */
export async function changeRoles(
  w: Work,
  deps: PeopleDeps,
  personId: string,
  roles: readonly AccountRole[],
  version: number | undefined,
): Promise<AccountUser> {
  const held = await holdPeople(w);
  const user = memberOf(held, personId);
  if (version !== undefined && version !== user.version) throw new AppError('conflict_version', { current: user });
  if (user.roles.join() === roles.join()) return user;
  refuse(refusalOfRoles(user, roles));
  if (roles.includes('sv-account-admin')) await requireProofIn(w);
  await updateMember(w, personId, { roles });
  if (user.invitationStatus === 'ACCEPTED') {
    await endSessionsHere(w, personId);
    await queueMail(w.tx, deps, {
      kind: 'role-changed',
      recipient: user.email,
      accountId: w.scope.accountId,
      personId,
      language: await languageOf(w, personId),
      texts: roleChangedMail(held.accountName, roles, publicLink(deps, '/login')),
    });
  }
  const after = await readMember(w, personId);
  await record(
    w,
    {
      action: 'member.role-changed',
      subjectIds: [personId],
      details: { changes: [{ field: 'roles', from: user.roles, to: roles }] },
    },
    changed('account', [personId], after.version),
  );
  return after;
}

/**
 * Removes a member, or revokes the invitation of a person who has not answered it yet. A person whose invitation was
 * rejected or revoked is removed from the list.
 */
export async function removePerson(
  w: Work,
  deps: PeopleDeps,
  personId: string,
  version: number | undefined,
): Promise<void> {
  const held = await holdPeople(w);
  const user = memberOf(held, personId);
  if (version !== undefined && version !== user.version) throw new AppError('conflict_version', { current: user });
  if (user.invitationStatus === 'INVITED') {
    await revoke(w, deps, user);
    return;
  }
  refuse(refusalOfRemoval(user));
  if (user.invitationStatus === 'ACCEPTED') await requireProofIn(w);
  await deleteMember(w, personId);
  if (user.invitationStatus === 'ACCEPTED') {
    await endSessionsHere(w, personId);
    await aboveAccount(w, (tx) =>
      tx
        .updateTable('person')
        .set({ default_account_id: null, updated_at: w.now })
        .where('id', '=', personId)
        .where('default_account_id', '=', w.scope.accountId)
        .execute(),
    );
    await queueMail(w.tx, deps, {
      kind: 'role-changed',
      recipient: user.email,
      accountId: w.scope.accountId,
      personId,
      language: await languageOf(w, personId),
      texts: removedMail(held.accountName),
    });
  }
  await record(
    w,
    {
      action: 'member.removed',
      subjectIds: [personId],
      details: {
        changes: [
          { field: 'status', from: user.invitationStatus, to: null },
          { field: 'roles', from: user.roles, to: null },
        ],
      },
    },
    changed('account', [personId]),
  );
}

/** Revokes an invitation, and invalidates its link. */
export async function revokeInvitation(w: Work, deps: PeopleDeps, personId: string): Promise<AccountUser> {
  const user = memberOf(await holdPeople(w), personId);
  if (user.invitationStatus === 'ACCEPTED') throw new AppError('people.is_member');
  if (user.invitationStatus === 'INVITED') await revoke(w, deps, user);
  return readMember(w, personId);
}

async function revoke(w: Work, deps: PeopleDeps, user: AccountUser): Promise<void> {
  await updateMember(w, user.id, { status: 'REVOKED' });
  await aboveAccount(w, (tx) =>
    revokeProofs(tx, deps, { purpose: 'INVITATION', personId: user.id, accountId: w.scope.accountId }),
  );
  await record(
    w,
    {
      action: 'member.invitation-revoked',
      subjectIds: [user.id],
      details: {
        name: user.email,
        changes: [
          { field: 'email', from: user.email, to: null },
          { field: 'status', from: 'INVITED', to: 'REVOKED' },
          { field: 'roles', from: user.roles, to: null },
        ],
      },
    },
    changed('account', [user.id], user.version + 1),
  );
}

/**
 * Revokes the person's sessions in this account, in the running transaction. Their sessions in other accounts continue.
 */
async function endSessionsHere(w: Work, personId: string): Promise<void> {
  const { accountId } = w.scope;
  await aboveAccount(w, async (tx) => {
    const open = await tx
      .selectFrom('session')
      .select('id')
      .where('person_id', '=', personId)
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .execute();
    await endSessions(
      tx,
      w.now,
      open.map(({ id }) => ({ id, accountId, personId })),
    );
  });
}
