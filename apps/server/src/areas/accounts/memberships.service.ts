import type { Account } from '@quayside/contracts/users';
import { INVITATION_ACTIONS } from '@quayside/contracts/users';
import { aboveAccount, asSystem, enterAccount, type SystemTx, type TxDeps, type Work } from '../../db/tx.ts';
import { changed, auditAsSystem, emitAsSystem } from '../../events/outbox.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';

type InvitationAction = (typeof INVITATION_ACTIONS)[number];

/** Accounts that a person belongs to or, at a verified address, is invited to, by name. Refused and revoked ones are not among them. The transaction stands in their name. */
export async function accountsOf(tx: SystemTx, personId: string, currentAccountId: string): Promise<Account[]> {
  const rows = await tx
    .selectFrom('account_member as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['a.account_id', 'a.name', 'a.tier', 'a.tier_expiry_at', 'm.invitation_status'])
    .where('m.person_id', '=', personId)
    .where('m.invitation_status', 'in', ['ACCEPTED', 'INVITED'])
    // An invitation is for an address: who has not proved that it is theirs learns of none, and who has moved away from it is not meant.
    .where((eb) =>
      eb.or([
        eb('m.invitation_status', '=', 'ACCEPTED'),
        eb.and([
          eb('p.is_verified', '=', true),
          eb.or([eb('m.invited_email', 'is', null), eb(eb.fn<string>('lower', ['m.invited_email']), '=', eb.fn<string>('lower', ['p.email']))]),
        ]),
      ]),
    )
    .orderBy('a.name')
    .orderBy('a.account_id')
    .execute();
  return rows.map((a) => ({
    id: a.account_id,
    name: a.name,
    isCurrent: a.account_id === currentAccountId,
    accountTier: a.tier,
    tierExpiryDate: a.tier_expiry_at?.toISOString() ?? null,
    currentAccountUser: { invitationStatus: a.invitation_status as 'ACCEPTED' | 'INVITED' },
  }));
}

export const listAccounts = (w: Work): Promise<Account[]> => aboveAccount(w, (tx) => accountsOf(tx, w.scope.userId, w.scope.accountId));

export async function getAccount(w: Work): Promise<Account> {
  const current = (await listAccounts(w)).find((a) => a.isCurrent);
  if (!current) throw notFound();
  return current;
}

const isAction = (word: string): word is InvitationAction => INVITATION_ACTIONS.some((action) => action === word);
/** What an answered invitation says of itself: the same answer again changes nothing. */
const ANSWERED = { ACCEPT: 'ACCEPTED', REJECT: 'REJECTED' } as const;

/**
 * Answers the person's own invitation to an account. Whoever has not proved their address could be anybody who registered it,
 * so they are told so and nothing is accepted.
 */
export function actOnInvitation(deps: TxDeps, w: Work, accountId: string, action: string): Promise<{ isActive: boolean; isVerified: boolean }> {
  if (!isAction(action)) throw fieldError('invitationAction', `Use ${INVITATION_ACTIONS.join(' or ')}`);
  return asSystem(deps, async (tx) => {
    const personId = w.scope.userId;
    const person = await tx.selectFrom('person').select(['email', 'is_active', 'is_verified']).where('id', '=', personId).forShare().executeTakeFirst();
    if (!person) throw new AppError('session_ended');
    await enterAccount(tx, accountId, personId);
    const own = tx
      .selectFrom('account_member')
      .select(['invitation_status', 'invited_email', 'version'])
      .where('account_id', '=', accountId)
      .where('person_id', '=', personId);
    if (!(await own.executeTakeFirst())) throw notFound();
    // First what everybody who changes the people of the account holds, so that nobody revokes what is being accepted.
    await tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).forNoKeyUpdate().execute();
    const member = await own.forUpdate().executeTakeFirst();
    const result = { isActive: person.is_active, isVerified: person.is_verified };
    if (member?.invitation_status === ANSWERED[action]) return result;
    if (member?.invitation_status !== 'INVITED') throw notFound();
    // The invitation is for an address: who took it for a while, and then moved to one that they can prove, is not meant.
    if (member.invited_email !== null && member.invited_email.toLowerCase() !== person.email.toLowerCase()) throw notFound();
    if (action === 'ACCEPT' && !(result.isActive && result.isVerified)) return result;
    await tx
      .updateTable('account_member')
      .set({ invitation_status: ANSWERED[action], answered_at: w.now, version: member.version + 1 })
      .where('account_id', '=', accountId)
      .where('person_id', '=', personId)
      .execute();
    await auditAsSystem(tx, w, accountId, {
      action: action === 'ACCEPT' ? 'member.invitation-accepted' : 'member.invitation-rejected',
      subjectType: 'member',
      subjectIds: [personId],
    });
    await emitAsSystem(tx, accountId, personId, changed('account', [personId], member.version + 1));
    return result;
  });
}
