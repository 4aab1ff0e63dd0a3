import type { Language } from '@quayside/contracts/texts/languages';
import type { Token } from '@quayside/contracts/accounts/accounts';
import { asSystem, type SystemTx, type TxDeps } from '../../../db/tx.ts';
import { emitAsSystem } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import { ACCESS_SECONDS } from '../../../http/sign-in.ts';
import { hashToken, newToken } from '../../../http/tokens.ts';
import { isLasting } from '../../../ports/clock.ts';

export const REFRESH_IDLE_SECONDS = 7 * 24 * 3600;
export const SESSION_SECONDS = 30 * 24 * 3600;
/**
 * How long a refresh token can be used again after its first use, because two tabs may renew at the same time. A later
 * reuse is treated as a stolen token, and the session is revoked.
 */
const SPENT_GRACE_MS = 10_000;

export interface Agent {
  readonly ip: string;
  readonly userAgent: string | null;
  /** The language that the browser prefers. */
  readonly language?: Language | undefined;
  /** The cookie that identifies a known browser (known-device.ts). */
  readonly deviceCookie?: string | undefined;
}
/** A new pair of tokens. Calls of the web client put `refresh` into a cookie instead of the response body. */
export interface Issued {
  readonly token: Token;
  readonly refresh: string;
  /** The key under which the browser becomes known to the person (known-device.ts). */
  readonly knownTo?: string;
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

async function issue(
  tx: SystemTx,
  now: Date,
  session: { id: string; personId: string; expiresAt: Date },
): Promise<Issued> {
  const access = newToken();
  const refresh = newToken();
  const accessUntil = new Date(Math.min(after(now, ACCESS_SECONDS).getTime(), session.expiresAt.getTime()));
  const refreshUntil = new Date(Math.min(after(now, REFRESH_IDLE_SECONDS).getTime(), session.expiresAt.getTime()));
  await tx
    .insertInto('session_token')
    .values([
      { hash: hashToken(access), session_id: session.id, kind: 'access', expires_at: accessUntil },
      { hash: hashToken(refresh), session_id: session.id, kind: 'refresh', expires_at: refreshUntil },
    ])
    .execute();
  const seconds = (until: Date) => Math.floor((until.getTime() - now.getTime()) / 1000);
  return {
    refresh,
    token: {
      access_token: access,
      expires_in: seconds(accessUntil),
      refresh_token: refresh,
      refresh_expires_in: seconds(refreshUntil),
      scope: 'account',
      session_state: session.id,
      userId: session.personId,
    },
  };
}

/** Creates a session of a person in one account. */
export async function startSession(
  tx: SystemTx,
  deps: TxDeps,
  personId: string,
  accountId: string,
  agent: Agent,
): Promise<Issued> {
  const now = deps.clock.now();
  const id = deps.newId();
  const expiresAt = after(now, SESSION_SECONDS);
  await tx
    .insertInto('session')
    .values({
      id,
      person_id: personId,
      account_id: accountId,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
      ip: agent.ip,
      agent: agent.userAgent?.slice(0, 300) ?? null,
    })
    .execute();
  return issue(tx, now, { id, personId, expiresAt });
}

/** Revokes sessions: calls with their tokens are answered with 498, and their live streams are closed. */
export async function endSessions(
  tx: SystemTx,
  now: Date,
  sessions: readonly { id: string; accountId: string; personId: string }[],
): Promise<void> {
  if (sessions.length === 0) return;
  await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where(
      'id',
      'in',
      sessions.map((s) => s.id),
    )
    .where('ended_at', 'is', null)
    .execute();
  for (const s of sessions)
    await emitAsSystem(tx, s.accountId, s.personId, { type: 'sessions-ended', sessionIds: [s.id] });
}

/**
 * Renews a session. `presented` is a valid access token or a refresh token. The web client's cookie always contains a
 * refresh token.
 */
export async function renewSession(deps: TxDeps, userId: string, presented: string): Promise<Issued> {
  // A refusal that also revokes the session must be committed. It is therefore returned from the transaction and thrown
  // afterwards.
  const result = await asSystem(deps, async (tx): Promise<Issued | AppError> => {
    const now = deps.clock.now();
    const row = await tx
      .selectFrom('session_token as t')
      .innerJoin('session as s', 's.id', 't.session_id')
      .innerJoin('person as p', 'p.id', 's.person_id')
      .select([
        't.kind',
        't.expires_at',
        't.spent_at',
        's.id',
        's.person_id',
        's.account_id',
        's.ended_at',
        's.expires_at as session_until',
        'p.is_active',
      ])
      .where('t.hash', '=', hashToken(presented))
      .forUpdate('t')
      .executeTakeFirst();
    // An access token is sent with every call and is easily leaked. If it could be renewed, whoever has read it could
    // stay signed in.
    if (!row || row.kind !== 'refresh') return new AppError('not_signed_in');
    const isOver =
      !isLasting(row.expires_at, REFRESH_IDLE_SECONDS * 1000, now) ||
      !isLasting(row.session_until, SESSION_SECONDS * 1000, now);
    if (row.ended_at || !row.is_active || isOver) return new AppError('session_ended');
    if (row.person_id !== userId) return new AppError('forbidden');
    if (row.spent_at && !isLasting(row.spent_at.getTime() + SPENT_GRACE_MS + 1, SPENT_GRACE_MS, now)) {
      await endSessions(tx, now, [{ id: row.id, accountId: row.account_id, personId: row.person_id }]);
      return new AppError('session_ended');
    }
    if (!row.spent_at)
      await tx.updateTable('session_token').set({ spent_at: now }).where('hash', '=', hashToken(presented)).execute();
    await tx.updateTable('session').set({ last_used_at: now }).where('id', '=', row.id).execute();
    return issue(tx, now, { id: row.id, personId: row.person_id, expiresAt: row.session_until });
  });
  if (result instanceof AppError) throw result;
  return result;
}
