import { sql } from 'kysely';
import type { Work } from '../db/tx.ts';
import { AppError } from './errors.ts';

export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The live topics that the request announced, so that a repeated request names them too. */
  readonly topics: readonly string[];
}

/** What identifies an idempotent request: the key that the client chose, and a fingerprint of the content. */
export interface Intent {
  readonly key: string;
  readonly operation: string;
  readonly hash: string;
}

/**
 * Finds the stored answer of an earlier request with this key. Refuses the request if it differs from the earlier one.
 */
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
  return {
    status: first.status,
    body: first.response === null ? undefined : JSON.parse(first.response),
    topics: first.topics,
  };
}

/**
 * Runs an effect once per key, in the effect's own transaction. A repeated request gets the first answer; a different
 * request with the same key is refused. While the first request runs, it locks the row, and a repeated request waits
 * for up to 5 s.
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
    .set({
      status: answer.status,
      response: answer.body === undefined ? null : JSON.stringify(answer.body),
      topics: [...answer.topics],
    })
    .where('account_id', '=', w.scope.accountId)
    .where('key', '=', key)
    .execute();
  return answer;
}

const isLockTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '55P03';
