import type { Account } from '@quayside/contracts/users';
import { aboveAccount, type SystemTx, type Work } from '../../db/tx.ts';
import { notFound } from '../../http/errors.ts';

/**
 * Accounts that a person belongs to or, at a verified address, is invited to, by name. Refused and revoked ones are not
 * among them. The transaction stands in their name.
 */
export async function accountsOf(tx: SystemTx, personId: string, currentAccountId: string): Promise<Account[]> {
  const rows = await tx
    .selectFrom('account_member as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['a.account_id', 'a.name', 'a.tier', 'a.tier_expiry_at', 'm.invitation_status'])
    .where('m.person_id', '=', personId)
    .where('m.invitation_status', 'in', ['ACCEPTED', 'INVITED'])
    // An invitation is for an address: it is hidden from a person who has not verified the address, and does not apply
    // after a change of address.
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
