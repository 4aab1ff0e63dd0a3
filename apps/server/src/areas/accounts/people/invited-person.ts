import type { AccountRole } from '@quayside/contracts/accounts/people';
import { enterAccount, type SystemTx } from '../../../db/tx.ts';
import { changed, emitAsSystem } from '../../../events/outbox.ts';
import { publicLink, type TypedMail } from '../../../mail/queue-mail.ts';
import type { Deps } from '../../../deps.ts';
import { issueProof } from '../rows/mail-proofs.queries.ts';
import { invitationMail } from './people.mails.ts';
import { accountRoles, type Invitee } from '../rows/people.queries.ts';

// Inviting a new address creates a placeholder: a person row without a password and with an unverified address. When
// somebody registers with the address, the row becomes theirs. When an existing person changes to the address and
// verifies it, the invitations of the placeholder are moved to that person. When somebody requests a password reset for
// the address, the invitation is mailed again.

/** Whether this person row is only the placeholder of an invited address. */
export const isUnanswered = (person: {
  readonly password_hash: string | null;
  readonly is_verified: boolean;
  readonly is_active: boolean;
}): boolean => person.password_hash === null && !person.is_verified && person.is_active;

/**
 * Moves the invitations of an address to the person who verified it, and removes the placeholder row. Existing
 * memberships stay unchanged.
 */
export async function takeInvitations(tx: SystemTx, email: string, personId: string): Promise<void> {
  const invited = await tx
    .selectFrom('person')
    .select(['id', 'password_hash', 'is_verified', 'is_active'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .forUpdate()
    .executeTakeFirst();
  if (!invited || invited.id === personId || !isUnanswered(invited)) return;
  await enterAccount(tx, null, invited.id);
  const memberships = await tx
    .selectFrom('account_member')
    .select('account_id')
    .where('person_id', '=', invited.id)
    .orderBy('account_id')
    .execute();
  for (const { account_id: accountId } of memberships) {
    await enterAccount(tx, accountId, personId);
    // Changes to the members of an account are serialised by a lock on the account's row.
    await tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).forNoKeyUpdate().execute();
    await moveMembership(tx, accountId, invited.id, personId);
    await emitAsSystem(tx, accountId, personId, changed('account', [personId]));
  }
  await tx.deleteFrom('person').where('id', '=', invited.id).execute();
}

async function moveMembership(tx: SystemTx, accountId: string, from: string, to: string): Promise<void> {
  const rows = await tx
    .selectFrom('account_member')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('person_id', 'in', [from, to])
    .execute();
  const [theirs, own] = [rows.find((row) => row.person_id === from), rows.find((row) => row.person_id === to)];
  const isKept = own !== undefined && (own.invitation_status === 'ACCEPTED' || theirs?.invitation_status !== 'INVITED');
  await tx
    .deleteFrom('account_member')
    .where('account_id', '=', accountId)
    .where('person_id', '=', isKept ? from : to)
    .execute();
  if (!isKept)
    await tx
      .updateTable('account_member')
      .set({ person_id: to })
      .where('account_id', '=', accountId)
      .where('person_id', '=', from)
      .execute();
}

/** The account, the inviter's name (empty if unknown) and the role of an invitation. */
interface Invitation {
  readonly accountId: string;
  readonly accountName: string;
  readonly inviter: string;
  readonly roles: readonly AccountRole[];
}

/** The newest invitation that a person has not answered. */
export async function newestInvitation(tx: SystemTx, personId: string): Promise<Invitation | undefined> {
  await enterAccount(tx, null, personId);
  const row = await tx
    .selectFrom('account_member as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .leftJoin('person as by', 'by.id', 'm.invited_by')
    .select(['m.account_id', 'm.roles', 'a.name', 'by.first_name', 'by.last_name'])
    .where('m.person_id', '=', personId)
    .where('m.invitation_status', '=', 'INVITED')
    .orderBy('m.invited_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const inviter = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  return { accountId: row.account_id, accountName: row.name, inviter, roles: accountRoles(row.roles) };
}

/** The mail of an invitation. A person who cannot sign in yet gets a link with a token, which replaces earlier ones. */
export async function issueInvitation(
  tx: SystemTx,
  deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'config'>,
  { id: personId, email, language, isNewcomer }: Invitee,
  { accountId, ...words }: Invitation,
): Promise<TypedMail> {
  const path = isNewcomer
    ? `${personId}/${accountId}/${await issueProof(tx, deps, { purpose: 'INVITATION', personId, accountId, email })}`
    : `user/${personId}/${accountId}`;
  const texts = invitationMail({ ...words, url: publicLink(deps, `/login/verify/invite/${path}/ACCEPT`), isNewcomer });
  return { kind: 'invitation', recipient: email, accountId, personId, language, texts };
}
