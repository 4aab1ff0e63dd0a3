import type { Account } from '@quayside/contracts/accounts/users';
import { aboveAccount, type SystemTx, type Work } from '../../../db/tx.ts';
import { notFound } from '../../../http/errors.ts';

/**
 * The accounts that a person belongs to, and the accounts that have invited their verified address, sorted by name.
 * Rejected and revoked invitations are left out. The transaction must run with the rights of this person.
 */
export async function accountsOf(tx: SystemTx, personId: string, currentAccountId: string | null): Promise<Account[]> {
  const rows = await tx
    .selectFrom('account_member as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['a.account_id', 'a.name', 'a.tier', 'a.tier_expiry_at', 'm.invitation_status'])
    .where('m.person_id', '=', personId)
    .where('m.invitation_status', 'in', ['ACCEPTED', 'INVITED'])
    // An invitation is for an address. It is hidden from a person who has not verified that address, or who has changed
    // to another one.
    .where((eb) =>
      eb.or([
        eb('m.invitation_status', '=', 'ACCEPTED'),
        eb.and([
          eb('p.is_verified', '=', true),
          eb.or([
            eb('m.invited_email', 'is', null),
            eb(eb.fn<string>('lower', ['m.invited_email']), '=', eb.fn<string>('lower', ['p.email'])),
          ]),
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

export const listAccounts = (w: Work): Promise<Account[]> =>
  aboveAccount(w, (tx) => accountsOf(tx, w.scope.userId, w.scope.accountId));

export async function getAccount(w: Work): Promise<Account> {
  const current = (await listAccounts(w)).find((a) => a.isCurrent);
  if (!current) throw notFound();
  return current;
}
