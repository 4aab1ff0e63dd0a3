import type { SystemTx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { verifyAddressMail } from './auth.mails.ts';
import { issueProof } from '../rows/mail-proofs.queries.ts';
import { queuePersonMail, type Reader } from './person-mail.ts';

/** Queues the mail that asks a person to verify their address, in the running transaction. */
export async function queueVerification(
  tx: SystemTx,
  deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets' | 'config'>,
  person: Reader,
): Promise<void> {
  const token = await issueProof(tx, deps, {
    purpose: 'VERIFY',
    personId: person.id,
    accountId: null,
    email: person.email,
  });
  await queuePersonMail(tx, deps, person, 'verify-address', verifyAddressMail(deps, { personId: person.id, token }));
}
