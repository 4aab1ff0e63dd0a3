import { asSystem, enterAccount, type TxDeps, type Work } from '../../../db/tx.ts';
import { auditAsSystem, doerOf, emitAsSystem } from '../../../events/outbox.ts';
import { notFound } from '../../../http/errors.ts';

/**
 * Switches this session to another account of the person, and makes that account the default for the next sign-in. The
 * person's other sessions stay in their accounts. Without an accepted membership, the call is refused as if the account
 * did not exist.
 */
export async function switchAccount(deps: TxDeps, w: Work, accountId: string): Promise<void> {
  const { userId, sessionId, accountId: from } = w.scope;
  await asSystem(deps, async (tx) => {
    await enterAccount(tx, accountId, userId);
    // The membership is locked until the end of the transaction, so that a person cannot switch to an account while
    // they are being removed from it.
    const member = await tx
      .selectFrom('account_member')
      .select('invitation_status')
      .where('account_id', '=', accountId)
      .where('person_id', '=', userId)
      .forShare()
      .executeTakeFirst();
    if (member?.invitation_status !== 'ACCEPTED') throw notFound();
    await tx
      .updateTable('person')
      .set({ default_account_id: accountId, updated_at: w.now })
      .where('id', '=', userId)
      .execute();
    if (sessionId === null || accountId === from) return;
    const moved = await tx
      .updateTable('session')
      .set({ account_id: accountId })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return;
    await auditAsSystem(tx, doerOf(w), accountId, {
      action: 'session.account-opened',
      subjectIds: [sessionId],
    });
    await emitAsSystem(tx, from, userId, { type: 'sessions-shut-out', sessionIds: [sessionId] });
  });
}
