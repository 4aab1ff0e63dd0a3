import { sql } from 'kysely';
import type { Work } from '../db/tx.ts';
import { AppError } from './errors.ts';

export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** An idempotent request: the client's key for it, and a fingerprint of its content. */
export interface Intent {
  readonly key: string;
  readonly operation: string;
  readonly hash: string;
}

/** The stored answer of an earlier run, or undefined. Refuses another request with the same key. */
export async function firstAnswer(w: Work, { key, operation, hash }: Intent): Promise<StoredAnswer | undefined> {
  const first = await w.tx
    .selectFrom('idempotency_key')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!first) return undefined;
  if (first.request_sha256 !== hash || first.operation !== operation) throw new AppError('conflict_key');
  if (first.status === null) throw new AppError('conflict_running', { retryAfterSeconds: 2 });
  return { status: first.status, body: first.response === null ? undefined : JSON.parse(first.response) };
}

/**
 * Runs an effect once per key, in the effect's own transaction. A repeat gets the first answer; another request with
 * the same key is refused. A running request locks the row, and a repeat waits for it up to 5 s.
 */
export async function once(w: Work, intent: Intent, effect: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const { key, operation, hash } = intent;
  await sql`select set_config('lock_timeout', '5s', true)`.execute(w.tx);
  const inserted = await w.tx
    .insertInto('idempotency_key')
    .values({ account_id: w.scope.accountId, key, operation, request_sha256: hash, created_at: w.now })
    .onConflict((oc) => oc.columns(['account_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? new AppError('conflict_running', { retryAfterSeconds: 2 }) : error;
    });
  await sql`select set_config('lock_timeout', '10s', true)`.execute(w.tx);
  if (!inserted) {
    const first = await firstAnswer(w, intent);
    if (!first) throw new AppError('conflict_key');
    return first;
  }
  const answer = await effect();
  await w.tx
    .updateTable('idempotency_key')
    .set({ status: answer.status, response: answer.body === undefined ? null : JSON.stringify(answer.body) })
    .where('account_id', '=', w.scope.accountId)
    .where('key', '=', key)
    .execute();
  return answer;
}

const isLockTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '55P03';
