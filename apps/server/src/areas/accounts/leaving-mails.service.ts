import { asSystem, type TxDeps } from '../../db/tx.ts';
import { type ProofPurpose, renewProof } from './mail-proofs.queries.ts';
import { isStillFor, type LeavingMail } from './wanted-mails.service.ts';

const PURPOSES: Readonly<Record<string, ProofPurpose>> = {
  'verify-address': 'VERIFY',
  'reset-password': 'RESET',
  'new-address': 'NEW_ADDRESS',
  invitation: 'INVITATION',
};

/**
 * Checks before each attempt whether a mail should still be sent, which may be a day after it was queued. The lifetime
 * of its link begins now.
 */
export async function canSendMail(deps: TxDeps, mail: LeavingMail): Promise<boolean> {
  const { personId, accountId, recipient: email, kind } = mail;
  const purpose = PURPOSES[kind];
  if (purpose !== undefined && personId !== null)
    await asSystem(deps, (tx) => renewProof(tx, deps, { purpose, personId, accountId, email }));
  return isStillFor(deps, mail);
}
