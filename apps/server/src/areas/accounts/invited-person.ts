import { type AccountRole, ACCOUNT_ROLES } from '@quayside/contracts/people';
import { enterAccount, type SystemTx } from '../../db/tx.ts';
import { changed, emitAsSystem } from '../../events/outbox.ts';
import { type MailDeps, publicLink, queueMail } from '../../mail/queue-mail.ts';
import type { Deps } from '../../deps.ts';
import { issueProof } from './mail-proofs.queries.ts';
import { invitationMail } from './people.mails.ts';

// Somebody who was invited and never answered: a row without a password, whose address nobody has proved. Whoever registers the address takes
// the row over, whoever proves it to be theirs takes its invitations, and who asks for a password there gets the invitation once more.

/** Is this nothing but an address that an admin typed? */
export const isUnanswered = (person: { readonly password_hash: string | null; readonly is_verified: boolean; readonly is_active: boolean }): boolean =>
  person.password_hash === null && !person.is_verified && person.is_active;

/** Gives the invitations of an address to the person who proved it, and removes who stood for it. Where they are a member already, they stay what they are. */
export async function takeInvitations(tx: SystemTx, email: string, personId: string): Promise<void> {
  const invited = await tx
    .selectFrom('person')
    .select(['id', 'password_hash', 'is_verified', 'is_active'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .forUpdate()
    .executeTakeFirst();
  if (!invited || invited.id === personId || !isUnanswered(invited)) return;
  await enterAccount(tx, null, invited.id);
  const memberships = await tx.selectFrom('account_member').select('account_id').where('person_id', '=', invited.id).orderBy('account_id').execute();
  for (const { account_id: accountId } of memberships) {
    await enterAccount(tx, accountId, personId);
    // What everybody who changes the people of an account holds.
    await tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).forNoKeyUpdate().execute();
    await moveMembership(tx, accountId, invited.id, personId);
    await emitAsSystem(tx, accountId, personId, changed('account', [personId]));
  }
  await tx.deleteFrom('person').where('id', '=', invited.id).execute();
}

async function moveMembership(tx: SystemTx, accountId: string, from: string, to: string): Promise<void> {
  const rows = await tx.selectFrom('account_member').selectAll().where('account_id', '=', accountId).where('person_id', 'in', [from, to]).execute();
  const [theirs, own] = [rows.find((row) => row.person_id === from), rows.find((row) => row.person_id === to)];
  const isKept = own !== undefined && (own.invitation_status === 'ACCEPTED' || theirs?.invitation_status !== 'INVITED');
  await tx
    .deleteFrom('account_member')
    .where('account_id', '=', accountId)
    .where('person_id', '=', isKept ? from : to)
    .execute();
  if (!isKept) await tx.updateTable('account_member').set({ person_id: to }).where('account_id', '=', accountId).where('person_id', '=', from).execute();
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof newestInvitation>>>;
/** The newest invitation that a person has not answered. */
export async function newestInvitation(tx: SystemTx, personId: string) {
  await enterAccount(tx, null, personId);
  return tx
    .selectFrom('account_member as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .leftJoin('person as by', 'by.id', 'm.invited_by')
    .select(['m.account_id', 'm.roles', 'a.name', 'by.first_name', 'by.last_name'])
    .where('m.person_id', '=', personId)
    .where('m.invitation_status', '=', 'INVITED')
    .orderBy('m.invited_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Mails an invitation again, with a link of its own; the link before opens nothing any more. */
export async function sendInvitationAgain(
  tx: SystemTx,
  deps: MailDeps & Pick<Deps, 'db' | 'config'>,
  person: { readonly id: string; readonly email: string },
  invitation: OpenInvitation,
): Promise<void> {
  const about = { accountId: invitation.account_id, personId: person.id };
  const token = await issueProof(tx, deps, { purpose: 'INVITATION', ...about, email: person.email });
  const parts = invitationMail({
    accountName: invitation.name,
    inviter: `${invitation.first_name ?? ''} ${invitation.last_name ?? ''}`.trim(),
    roles: ACCOUNT_ROLES.filter((role): role is AccountRole => invitation.roles.includes(role)),
    url: publicLink(deps, `/login/verify/invite/${person.id}/${about.accountId}/${token}/ACCEPT`),
    isNewcomer: true,
  });
  await queueMail(tx, deps, { kind: 'invitation', recipient: person.email, ...about, parts });
}
