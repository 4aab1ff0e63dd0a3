import { PROOF_MINUTES } from '@quayside/contracts/accounts/second-factor';
import { aboveAccount, asSystem, type Scope, type SystemTx, type TxDeps, type Work } from '../db/tx.ts';
import { isLasting } from '../ports/clock.ts';
import { AppError } from './errors.ts';

const PROOF_MS = PROOF_MINUTES * 60_000;

/** Computes when a proof of identity made at `now` expires. */
export const provedUntil = (now: Date): Date => new Date(now.getTime() + PROOF_MS);

/** Records that the person of this session has just proved who they are, with password and second factor. */
export async function markProved(tx: SystemTx, sessionId: string | null, at: Date): Promise<void> {
  if (sessionId !== null) await tx.updateTable('session').set({ proved_at: at }).where('id', '=', sessionId).execute();
}

// Reads the row, never the sign-in cache, so that a new proof is valid at once and in every process.
async function checkProof(tx: SystemTx, now: Date, sessionId: string | null): Promise<void> {
  const row =
    sessionId === null
      ? undefined
      : await tx.selectFrom('session').select('proved_at').where('id', '=', sessionId).executeTakeFirst();
  if (!row?.proved_at || !isLasting(provedUntil(row.proved_at), PROOF_MS, now)) throw new AppError('proof_required');
}

/**
 * Refuses a dangerous call unless the session has a recent proof of identity. Runs before the transaction of the call.
 */
export const requireProof = (deps: TxDeps, scope: Scope): Promise<void> =>
  asSystem(deps, (tx) => checkProof(tx, deps.clock.now(), scope.sessionId));

/** Checks the proof inside the transaction, for services that only then know whether the change is dangerous. */
export const requireProofIn = (w: Work): Promise<void> =>
  aboveAccount(w, (tx) => checkProof(tx, w.now, w.scope.sessionId));
