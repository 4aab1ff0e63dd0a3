import type { OwnSession } from '@quayside/contracts/accounts/own-settings';
import { aboveAccount, type SystemTx, type Work } from '../../../db/tx.ts';
import { record } from '../../../events/outbox.ts';
import { notFound } from '../../../http/errors.ts';
import type { SignIn } from '../../../http/sign-in.ts';
import { latestEnd } from '../../../ports/clock.ts';
import { endSessions, REFRESH_IDLE_SECONDS, SESSION_SECONDS } from '../sign-in/sessions.service.ts';
import { deviceOf } from './user-agent.ts';

interface SessionDeps {
  readonly signIn: SignIn;
}

/** The active sessions of the person: not revoked, and with an unexpired token. */
const liveOnes = (tx: SystemTx, w: Work) =>
  tx
    .selectFrom('session as s')
    .where('s.person_id', '=', w.scope.userId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', w.now)
    .where('s.expires_at', '<=', latestEnd(w.now, SESSION_SECONDS * 1000))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('session_token as t')
          .select('t.hash')
          .whereRef('t.session_id', '=', 's.id')
          .where('t.expires_at', '>', w.now)
          .where('t.expires_at', '<=', latestEnd(w.now, REFRESH_IDLE_SECONDS * 1000))
          .where('t.spent_at', 'is', null),
      ),
    );

/** Lists the person's active sessions in all of their accounts. */
export async function listSessions(w: Work): Promise<OwnSession[]> {
  const rows = await aboveAccount(w, (tx) =>
    liveOnes(tx, w)
      .select(['s.id', 's.created_at', 's.last_used_at', 's.ip', 's.agent'])
      .orderBy('s.last_used_at', 'desc')
      .orderBy('s.id', 'desc')
      .execute(),
  );
  const all = rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.agent),
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === w.scope.sessionId,
  }));
  return [...all.filter((s) => s.isCurrent), ...all.filter((s) => !s.isCurrent)];
}

/**
 * Revokes one session of the person. For somebody else's session, the answer is the same as for an unknown or ended
 * one.
 */
export async function endSession(deps: SessionDeps, w: Work, id: string): Promise<void> {
  if ((await end(deps, w, (live) => live.where('s.id', '=', id))) === 0) throw notFound();
}

/** Revokes all sessions but the current one. */
export async function endOtherSessions(deps: SessionDeps, w: Work): Promise<{ ended: number }> {
  return {
    ended: await end(deps, w, (live) =>
      w.scope.sessionId === null ? live : live.where('s.id', '<>', w.scope.sessionId),
    ),
  };
}

async function end(
  deps: SessionDeps,
  w: Work,
  which: (live: ReturnType<typeof liveOnes>) => ReturnType<typeof liveOnes>,
): Promise<number> {
  const ids = await aboveAccount(w, async (tx) => {
    const sessions = await which(liveOnes(tx, w))
      .select(['s.id', 's.account_id as accountId', 's.person_id as personId'])
      .forUpdate('s')
      .execute();
    await endSessions(tx, w.now, sessions);
    return sessions.map((s) => s.id);
  });
  if (ids.length > 0) await record(w, { action: 'session.ended', subjectIds: ids });
  // From now on, this process refuses calls of the revoked sessions. Other server processes learn about it from the
  // event.
  deps.signIn.forgetSessions(ids);
  return ids.length;
}
