import {
  ACCOUNT_ROLES,
  type AccountRole,
  type AccountUser,
  type InvitationStatus,
} from '@quayside/contracts/accounts/people';
import { sql } from 'kysely';
import { aboveAccount, type SystemTx, type Work } from '../../../db/tx.ts';
import { notFound } from '../../../http/errors.ts';
import { timelessId } from '../../../ids.ts';
import { hashToken } from '../../../http/tokens.ts';

/** The SQL expression of the unique index on people's e-mail addresses. It ignores case. */
export const ADDRESS = sql`lower(email)`;

interface AccountFacts {
  readonly name: string;
  readonly ownerId: string;
}

/**
 * Reads the account, and locks its members until the end of the transaction, so that two admins cannot remove each
 * other at the same time.
 */
export async function lockPeople(w: Work): Promise<AccountFacts> {
  const row = await w.tx
    .selectFrom('account')
    .select(['name', 'owner_id'])
    .where('account_id', '=', w.scope.accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return { name: row.name, ownerId: row.owner_id };
}

/** Keeps only the roles that exist within an account. */
export const accountRoles = (roles: readonly string[]): AccountRole[] =>
  ACCOUNT_ROLES.filter((role) => roles.includes(role));

/** All people of the account. They are so few that paging and search happen in memory. */
export async function readPeople(w: Work): Promise<AccountUser[]> {
  const { accountId } = w.scope;
  const members = await w.tx.selectFrom('account_member').selectAll().where('account_id', '=', accountId).execute();
  const account = await w.tx
    .selectFrom('account')
    .select('owner_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const ids = members.map((m) => m.person_id);
  if (ids.length === 0) return [];
  const { persons, seen } = await aboveAccount(w, async (tx) => ({
    persons: await tx
      .selectFrom('person')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('id', 'in', ids)
      .execute(),
    seen: await tx
      .selectFrom('session')
      .select((eb) => ['person_id', eb.fn.max('last_used_at').as('at')])
      .where('account_id', '=', accountId)
      .where('person_id', 'in', ids)
      .groupBy('person_id')
      .execute(),
  }));
  const personOf = new Map(persons.map((p) => [p.id, p]));
  const seenAt = new Map(seen.map((s) => [s.person_id, s.at]));
  const admins = members.filter((m) => m.invitation_status === 'ACCEPTED' && m.roles.includes('sv-account-admin'));
  return members.flatMap((m) => {
    const person = personOf.get(m.person_id);
    if (!person) return [];
    const isMember = m.invitation_status === 'ACCEPTED';
    return {
      id: m.person_id,
      email: (isMember ? null : m.invited_email) ?? person.email,
      firstName: (isMember ? null : m.invited_first_name) ?? person.first_name,
      lastName: (isMember ? null : m.invited_last_name) ?? person.last_name,
      roles: accountRoles(m.roles),
      invitationStatus: m.invitation_status,
      isOwner: m.person_id === account?.owner_id,
      isYou: m.person_id === w.scope.userId,
      isLastAdmin: admins.length === 1 && admins[0]?.person_id === m.person_id,
      invitedAt: m.invited_at?.toISOString() ?? null,
      lastSeenAt: (isMember ? seenAt.get(m.person_id)?.toISOString() : undefined) ?? null,
      version: m.version,
    };
  });
}

export interface Invitee {
  readonly id: string;
  /**
   * The stored address of the person, to which the mail is sent. It can differ in case from the one that the admin
   * typed.
   */
  readonly email: string;
  readonly language: string | null;
  /**
   * Whether the person cannot sign in, because they have no password or no account. In that case the mailed link alone
   * gives access.
   */
  readonly isNewcomer: boolean;
}

/** Finds the person with an address, or creates one without a password. */
export function findOrAddPerson(
  w: Work,
  who: { email: string; firstName: string; lastName: string },
): Promise<Invitee> {
  return aboveAccount(w, async (tx) => {
    // Two accounts may invite the same new address concurrently; only one person is created.
    await tx
      .insertInto('person')
      .values({
        id: timelessId(w.newId()),
        email: who.email,
        password_hash: null,
        first_name: who.firstName,
        last_name: who.lastName,
        time_zone: w.scope.timeZone,
        is_verified: false,
        created_at: w.now,
        updated_at: w.now,
      })
      .onConflict((oc) => oc.expression(ADDRESS).doNothing())
      .execute();
    const person = await tx
      .selectFrom('person')
      .select(['id', 'email', 'language', 'password_hash'])
      .where((eb) => eb(eb.fn('lower', ['email']), '=', who.email.toLowerCase()))
      .executeTakeFirstOrThrow();
    return inviteeOf(tx, w, person);
  });
}

/** The language in a person's profile; null if none was chosen. */
export const languageOf = (w: Work, personId: string): Promise<string | null> =>
  aboveAccount(w, async (tx) => {
    const row = await tx.selectFrom('person').select('language').where('id', '=', personId).executeTakeFirst();
    return row?.language ?? null;
  });

/** A person of the account as recipient of an invitation. */
export function findInvitee(w: Work, personId: string): Promise<Invitee> {
  return aboveAccount(w, async (tx) =>
    inviteeOf(
      tx,
      w,
      await tx
        .selectFrom('person')
        .select(['id', 'email', 'language', 'password_hash'])
        .where('id', '=', personId)
        .executeTakeFirstOrThrow(),
    ),
  );
}

async function inviteeOf(
  tx: SystemTx,
  w: Work,
  person: { id: string; email: string; language: string | null; password_hash: string | null },
): Promise<Invitee> {
  return {
    id: person.id,
    email: person.email,
    language: person.language,
    isNewcomer: person.password_hash === null || !(await hasAccount(tx, person.id, w.scope.userId)),
  };
}

/**
 * Whether this person has an account that they can sign in to. The query temporarily runs with this person's rights,
 * because only they can see their memberships in other accounts.
 */
export async function hasAccount(tx: SystemTx, personId: string, askedBy: string): Promise<boolean> {
  await sql`select set_config('app.user_id', ${personId}, true)`.execute(tx);
  const row = await tx
    .selectFrom('account_member')
    .select('account_id')
    .where('person_id', '=', personId)
    .where('invitation_status', '=', 'ACCEPTED')
    .limit(1)
    .executeTakeFirst();
  await sql`select set_config('app.user_id', ${askedBy}, true)`.execute(tx);
  return row !== undefined;
}

/** Turns a membership into an open invitation. The caller must have checked that the membership is not accepted yet. */
export async function writeInvitation(
  w: Work,
  personId: string,
  as: { email: string; firstName: string; lastName: string; roles: readonly AccountRole[] },
): Promise<void> {
  const invited = {
    roles: [...as.roles],
    invitation_status: 'INVITED' as const,
    invited_by: w.scope.userId,
    invited_at: w.now,
    answered_at: null,
    invited_email: as.email,
    invited_first_name: as.firstName,
    invited_last_name: as.lastName,
  };
  await w.tx
    .insertInto('account_member')
    .values({ account_id: w.scope.accountId, person_id: personId, created_at: w.now, ...invited })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'person_id'])
        .doUpdateSet((eb) => ({ ...invited, version: eb('account_member.version', '+', 1) })),
    )
    .execute();
}

interface MemberChange {
  readonly roles?: readonly AccountRole[];
  readonly status?: InvitationStatus;
}
export async function updateMember(w: Work, personId: string, { roles, status }: MemberChange): Promise<void> {
  await w.tx
    .updateTable('account_member')
    .set((eb) => ({
      ...(roles && { roles: [...roles] }),
      ...(status && { invitation_status: status, answered_at: w.now }),
      ...(status === 'ACCEPTED' && { invited_email: null, invited_first_name: null, invited_last_name: null }),
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', w.scope.accountId)
    .where('person_id', '=', personId)
    .execute();
}

export async function deleteMember(w: Work, personId: string): Promise<void> {
  await w.tx
    .deleteFrom('account_member')
    .where('account_id', '=', w.scope.accountId)
    .where('person_id', '=', personId)
    .execute();
}

/**
 * Finds the invitation that a link belongs to, whether or not the link was used. Returns undefined if no such link was
 * ever created for this person and account.
 */
export async function findInvitation(tx: SystemTx, token: string, personId: string, accountId: string) {
  const proof = await tx
    .selectFrom('mail_proof as f')
    .innerJoin('person as p', 'p.id', 'f.person_id')
    .select([
      'f.used_at',
      'f.expires_at',
      'f.email as sent_to',
      'p.email',
      'p.first_name',
      'p.last_name',
      'p.password_hash',
      'p.is_active',
    ])
    .where('f.hash', '=', hashToken(token))
    .where('f.purpose', '=', 'INVITATION')
    .where('f.person_id', '=', personId)
    .where('f.account_id', '=', accountId)
    .executeTakeFirst();
  if (!proof) return undefined;
  const member = await tx
    .selectFrom('account_member as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .select(['m.invitation_status', 'm.roles', 'm.invited_by', 'a.name'])
    .where('m.account_id', '=', accountId)
    .where('m.person_id', '=', personId)
    .executeTakeFirst();
  const inviter = member?.invited_by
    ? await tx
        .selectFrom('person')
        .select(['first_name', 'last_name'])
        .where('id', '=', member.invited_by)
        .executeTakeFirst()
    : undefined;
  return { proof, member: member && { ...member, roles: accountRoles(member.roles) }, inviter };
}

/**
 * Activates a person who accepted an invitation by its link: stores their password, marks their address as verified,
 * and makes this account their default if they have no other.
 */
export async function admitPerson(
  tx: SystemTx,
  w: Work,
  personId: string,
  passwordHash: string | undefined,
): Promise<void> {
  await tx
    .updateTable('person')
    .set((eb) => ({
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
      is_verified: true,
      default_account_id: eb.fn.coalesce('default_account_id', eb.val(w.scope.accountId)),
      version: eb('version', '+', 1),
      updated_at: w.now,
    }))
    .where('id', '=', personId)
    .execute();
}
