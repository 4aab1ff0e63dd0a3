import { PROOF_MINUTES } from '@quayside/contracts/second-factor';
import { aboveAccount, asSystem, type Scope, type SystemTx, type TxDeps, type Work } from '../db/tx.ts';
import { AppError } from './errors.ts';

const PROOF_MS = PROOF_MINUTES * 60_000;

/** When a proof made now expires. */
export const provedUntil = (now: Date): Date => new Date(now.getTime() + PROOF_MS);

/** Records that the person of this session has just proved password and second factor. */
export async function markProved(tx: SystemTx, sessionId: string | null, at: Date): Promise<void> {
  if (sessionId !== null) await tx.updateTable('session').set({ proved_at: at }).where('id', '=', sessionId).execute();
}

// Read from the row, never from the sign-in cache: a proof counts at once and in every process.
async function checkProof(tx: SystemTx, now: Date, sessionId: string | null): Promise<void> {
  const row =
    sessionId === null
      ? undefined
      : await tx.selectFrom('session').select('proved_at').where('id', '=', sessionId).executeTakeFirst();
  if (!row?.proved_at || provedUntil(row.proved_at) <= now) throw new AppError('proof_required');
}

/** Refuses a dangerous call without a recent proof. Runs before the call's transaction. */
export const requireProof = (deps: TxDeps, scope: Scope): Promise<void> =>
  asSystem(deps, (tx) => checkProof(tx, deps.clock.now(), scope.sessionId));

/** The same check inside the transaction, where only the service knows whether the change is dangerous. */
export const requireProofIn = (w: Work): Promise<void> =>
  aboveAccount(w, (tx) => checkProof(tx, w.now, w.scope.sessionId));
