import type { SystemTx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { verifyAddressMail } from './auth.mails.ts';
import { issueProof } from './mail-proofs.queries.ts';

/** Queues the mail that verifies an address, in the running transaction. */
export async function queueVerification(
  tx: SystemTx,
  deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets' | 'config'>,
  person: { readonly id: string; readonly email: string; readonly language: string | null },
): Promise<void> {
  const token = await issueProof(tx, deps, {
    purpose: 'VERIFY',
    personId: person.id,
    accountId: null,
    email: person.email,
  });
  const texts = verifyAddressMail(deps, { personId: person.id, token });
  await queueMail(tx, deps, {
    kind: 'verify-address',
    recipient: person.email,
    accountId: null,
    personId: person.id,
    language: person.language,
    texts,
  });
}
