import { PROOF_MINUTES } from '@quayside/contracts/second-factor';
import { aboveAccount, asSystem, type Scope, type SystemTx, type TxDeps, type Work } from '../db/tx.ts';
import { AppError } from './errors.ts';

const PROOF_MS = PROOF_MINUTES * 60_000;

/** Until when a proof of now lets dangerous things be done. */
export const provedUntil = (now: Date): Date => new Date(now.getTime() + PROOF_MS);

/** Says that whoever holds this session has typed what only the person knows and has. */
export async function markProved(tx: SystemTx, sessionId: string | null, at: Date): Promise<void> {
  if (sessionId !== null) await tx.updateTable('session').set({ proved_at: at }).where('id', '=', sessionId).execute();
}

// Read from the row each time, and never from the kept sign-in: a proof holds at once, and in every process.
async function checkProof(tx: SystemTx, now: Date, sessionId: string | null): Promise<void> {
  const row = sessionId === null ? undefined : await tx.selectFrom('session').select('proved_at').where('id', '=', sessionId).executeTakeFirst();
  if (!row?.proved_at || provedUntil(row.proved_at) <= now) throw new AppError('proof_required');
}

/** Refuses what is dangerous unless the person proved a moment ago that it is them. Ahead of the transaction of the call. */
export const requireProof = (deps: TxDeps, scope: Scope): Promise<void> => asSystem(deps, (tx) => checkProof(tx, deps.clock.now(), scope.sessionId));

/** The same inside the transaction, where only the service knows whether it is dangerous. */
export const requireProofIn = (w: Work): Promise<void> => aboveAccount(w, (tx) => checkProof(tx, w.now, w.scope.sessionId));
