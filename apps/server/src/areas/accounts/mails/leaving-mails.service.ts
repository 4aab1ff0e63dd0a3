import { asSystem, type TxDeps } from '../../../db/tx.ts';
import { type ProofPurpose, renewProof } from '../rows/mail-proofs.queries.ts';
import { isStillFor, type LeavingMail } from './wanted-mails.service.ts';

const PURPOSES: Readonly<Record<string, ProofPurpose>> = {
  'verify-address': 'VERIFY',
  'reset-password': 'RESET',
  'new-address': 'NEW_ADDRESS',
  invitation: 'INVITATION',
};

/**
 * Checks, right before each attempt to send a mail, whether the mail should still be sent; it may have been queued a
 * day ago. If the mail contains a link, the lifetime of the link starts now.
 */
export async function canSendMail(deps: TxDeps, mail: LeavingMail): Promise<boolean> {
  const { personId, accountId, recipient: email, kind } = mail;
  const purpose = PURPOSES[kind];
  if (purpose !== undefined && personId !== null)
    await asSystem(deps, (tx) => renewProof(tx, deps, { purpose, personId, accountId, email }));
  return isStillFor(deps, mail);
}
