import { enterAccount, type SystemTx, type TxDeps } from '../../../db/tx.ts';
import { auditAsSystem, changed, doerOutside, emitAsSystem } from '../../../events/outbox.ts';
import { endSessionsOf } from '../sign-in/auth.queries.ts';
import { accountsOf } from '../people/memberships.service.ts';

/** The outcome of making a person a system administrator. */
export type MadeSystemAdmin = 'made' | 'is_one_already' | 'unknown' | 'not_verified' | 'not_active';

/**
 * Makes a person a system administrator. An operator requests this on the command line, where nobody is signed in. All
 * sessions of the person are revoked, so that they sign in again and every page they open has the new role. Each
 * account of the person records the change in its audit log, because the person can now do there whatever an admin can.
 */
export async function makeSystemAdmin(tx: SystemTx, deps: TxDeps, email: string): Promise<MadeSystemAdmin> {
  const person = await tx
    .selectFrom('person')
    .select(['id', 'is_active', 'is_verified', 'is_system_admin', 'default_account_id'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .forUpdate()
    .executeTakeFirst();
  if (!person) return 'unknown';
  // An unverified address may not belong to the person who registered with it.
  if (!person.is_verified) return 'not_verified';
  if (!person.is_active) return 'not_active';
  if (person.is_system_admin) return 'is_one_already';
  const now = deps.clock.now();
  await tx.updateTable('person').set({ is_system_admin: true, updated_at: now }).where('id', '=', person.id).execute();
  await enterAccount(tx, person.default_account_id ?? '', person.id);
  for (const account of await accountsOf(tx, person.id, person.default_account_id ?? '')) {
    if (account.currentAccountUser.invitationStatus !== 'ACCEPTED') continue;
    await enterAccount(tx, account.id, person.id);
    await auditAsSystem(tx, doerOutside(deps, null), account.id, {
      action: 'person.made-system-admin',
      subjectIds: [person.id],
    });
    await emitAsSystem(tx, account.id, null, changed('account', [person.id]));
  }
  await endSessionsOf(tx, now, person.id, null);
  return 'made';
}
