import type { SystemTx, TxDeps } from '../../../db/tx.ts';
import { hashToken, newToken } from '../../../http/tokens.ts';
import { isLasting, latestEnd } from '../../../ports/clock.ts';

export type ProofPurpose = 'VERIFY' | 'RESET' | 'INVITATION' | 'NEW_ADDRESS';
const HOUR_MS = 3_600_000;
const LIFETIME_MS: Readonly<Record<ProofPurpose, number>> = {
  VERIFY: 168 * HOUR_MS,
  RESET: HOUR_MS,
  INVITATION: 168 * HOUR_MS,
  NEW_ADDRESS: HOUR_MS * 24,
};

/** A mailed link and its purpose. A person who opens the link proves that they receive the mail of the address. */
export interface Proof {
  readonly purpose: ProofPurpose;
  readonly personId: string;
  /** The account that the person is invited to; null if the link is not an invitation. */
  readonly accountId: string | null;
  /** The address that the mail is sent to. */
  readonly email: string;
}

const endOf = (purpose: ProofPurpose, now: Date): Date => new Date(now.getTime() + LIFETIME_MS[purpose]);

/** Whether a link with this purpose and this expiry date can still be opened. */
export const isValidProof = (purpose: ProofPurpose, expiresAt: Date, now: Date): boolean =>
  isLasting(expiresAt, LIFETIME_MS[purpose], now);

/** Creates the token of a link and invalidates older ones of the same purpose, person and account. */
export async function issueProof(tx: SystemTx, deps: TxDeps, proof: Proof): Promise<string> {
  const now = deps.clock.now();
  await revokeProofs(tx, deps, proof);
  const token = newToken();
  await tx
    .insertInto('mail_proof')
    .values({
      hash: hashToken(token),
      purpose: proof.purpose,
      person_id: proof.personId,
      account_id: proof.accountId,
      email: proof.email,
      created_at: now,
      expires_at: endOf(proof.purpose, now),
    })
    .execute();
  return token;
}

/** Restarts the lifetime of the newest link, because the mail with the link is being sent only now. */
export async function renewProof(
  tx: SystemTx,
  deps: TxDeps,
  { purpose, personId, accountId, email }: Proof,
): Promise<void> {
  await tx
    .updateTable('mail_proof')
    .set({ expires_at: endOf(purpose, deps.clock.now()) })
    .where('purpose', '=', purpose)
    .where('person_id', '=', personId)
    .where('account_id', 'is not distinct from', accountId)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();
}

export async function revokeProofs(tx: SystemTx, deps: TxDeps, proof: Omit<Proof, 'email'>): Promise<void> {
  await tx
    .updateTable('mail_proof')
    .set({ used_at: deps.clock.now() })
    .where('purpose', '=', proof.purpose)
    .where('person_id', '=', proof.personId)
    .where('account_id', 'is not distinct from', proof.accountId)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Uses up a token. Returns the address that the link was mailed to, or undefined if the token is unknown, used, expired
 * or for another purpose.
 */
export async function spendProof(
  tx: SystemTx,
  deps: TxDeps,
  token: string,
  proof: Omit<Proof, 'email'>,
): Promise<string | undefined> {
  const now = deps.clock.now();
  const row = await tx
    .updateTable('mail_proof')
    .set({ used_at: now })
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', proof.purpose)
    .where('person_id', '=', proof.personId)
    .where('account_id', 'is not distinct from', proof.accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestEnd(now, LIFETIME_MS[proof.purpose]))
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}
