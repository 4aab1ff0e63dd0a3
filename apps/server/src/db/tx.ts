import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@quayside/contracts/texts/languages';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Caller, FLAGS } from '@quayside/domain/access/access';
import type { Role } from '@quayside/domain/lists';
import { escapeLiteral } from 'pg';
import { withConnection } from './connection-shares.ts';
import { HELD } from './held.ts';
import { STALE_PLAN } from './sql-states.ts';
import type { DB } from './types.gen.ts';

declare const brand: unique symbol;

/**
 * Who works in which account: a signed-in person or a job. Every query of account data needs a scope, and only
 * `http/sign-in.ts`, the seed and `inAccountAsJob` create one.
 */
export interface Scope extends Caller {
  readonly [brand]: 'scope';
  /** The id of the person. Empty in a job, where nobody is signed in. */
  readonly userId: string;
  readonly accountId: string;
  readonly roles: readonly Role[];
  readonly currency: string;
  readonly timeZone: string;
  readonly sessionId: string | null;
  readonly requestId: string | null;
  /** The language of the answers; English in a job. */
  readonly language: Language;
}
/**
 * A transaction with the application role and one account. Functions that write accept only this type, so that nobody
 * passes the pool by mistake.
 */
export type Tx = Transaction<DB> & { readonly [brand]: 'tx' };
/** A transaction of the owner role that is bound to no account: only for sign-in, registration and sweepers. */
export type SystemTx = Transaction<DB> & { readonly [brand]: 'system' };

export const makeScope = (fields: Omit<Scope, typeof brand>): Scope => fields as Scope;

/** The person who acts; null in a job. */
export const personOf = (scope: Scope): string | null => (scope.userId === '' ? null : scope.userId);

/** Everything that a service works with: the transaction, the caller, the time, and a generator of ids. */
export interface Work {
  readonly tx: Tx;
  readonly scope: Scope;
  /** The one time that the whole unit of work uses. */
  readonly now: Date;
  readonly clock: { now(): Date };
  readonly newId: () => string;
  /** What is left to do once all else is done, in the same transaction. */
  readonly beforeCommit: (() => Promise<void>)[];
}

export interface TxDeps {
  readonly db: Kysely<DB>;
  readonly clock: { now(): Date };
  readonly newId: () => string;
  /** For tests only: makes row-level security use another account than the services do. Never set in production. */
  readonly rowSecurityAccount?: (scope: Scope) => string;
}

const NO_FLAGS = Object.fromEntries(FLAGS.map((flag) => [flag, false])) as Caller['flags'];
const RETRY = new Set(['40001', '40P01', STALE_PLAN]);
const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The longest delay before the second attempt, in ms. */
const RETRY_MS = 50;

async function retrying<T>(use: Parameters<typeof withConnection>[0], run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withConnection(use, run);
    } catch (error) {
      if (attempt >= 3 || !RETRY.has(codeOf(error))) throw error;
      // The delay is random, so that two conflicting transactions do not collide again at once.
      if (codeOf(error) !== STALE_PLAN) await sleep(Math.random() * RETRY_MS * attempt);
    }
  }
}

/**
 * Runs one unit of work as the application role inside one account. Account data cannot be reached in any other way.
 */
export function inAccount<T>(deps: TxDeps, scope: Scope, work: (w: Work) => Promise<T>): Promise<T> {
  return retrying({ accountId: scope.accountId }, () =>
    deps.db.transaction().execute(async (trx) => {
      const tx = await bind(trx, deps.rowSecurityAccount?.(scope) ?? scope.accountId, scope.userId);
      return finished(
        { tx, scope, now: deps.clock.now(), clock: deps.clock, newId: deps.newId, beforeCommit: [] },
        work,
      );
    }),
  );
}

async function finished<T>(w: Work, work: (w: Work) => Promise<T>): Promise<T> {
  const result = await work(w);
  for (const finish of w.beforeCommit) await finish();
  return result;
}

/**
 * Moves the time of a unit of work forward after it waited for a lock. Call it before the first write, so that all rows
 * of the unit of work have the same time.
 */
export function moveTime(w: Work, now: Date): void {
  (w as { now: Date }).now = now;
}

/**
 * Runs one unit of work of a job inside one account, under row-level security and with nobody signed in. The scope has
 * no roles and no flags, because no authorisation check uses it. The rows that it writes name no person, unless the job
 * finishes a task that `personId` started in the request `requestId`.
 */
export function inAccountAsJob<T>(
  deps: TxDeps,
  accountId: string,
  work: (w: Work) => Promise<T>,
  { personId = '', requestId = null }: { readonly personId?: string; readonly requestId?: string | null } = {},
): Promise<T> {
  return retrying({ accountId, isPatient: true }, () =>
    deps.db.transaction().execute(async (trx) => {
      const tx = await bind(trx, accountId, personId);
      const account = await tx
        .selectFrom('account')
        .select(['currency', 'time_zone'])
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (!account) throw new Error(`There is no account ${accountId}`);
      const scope = makeScope({
        userId: personId,
        accountId,
        roles: [],
        flags: NO_FLAGS,
        tierExpired: false,
        secondFactorMissing: false,
        currency: account.currency,
        timeZone: account.time_zone,
        sessionId: null,
        requestId,
        language: 'en',
      });
      return finished(
        { tx, scope, now: deps.clock.now(), clock: deps.clock, newId: deps.newId, beforeCommit: [] },
        work,
      );
    }),
  );
}

/** Sets the role, the account and the person (may be empty) for the rest of a transaction. */
async function bind(trx: Transaction<DB>, accountId: string, userId: string): Promise<Tx> {
  await sql
    .raw(
      `${HELD}set local role quayside_app; set local app.account_id = ${escapeLiteral(accountId)}; ` +
        `set local app.user_id = ${escapeLiteral(userId)}`,
    )
    .execute(trx);
  return trx as Tx;
}

/**
 * Runs a unit of work outside any account. Tables with account data show no rows until `enterAccount` is called. The
 * unit of work has its own connection, so call this function before a request's transaction or without one. During a
 * request's transaction, use it ONLY for work in ANOTHER account; for the caller's own account, or for tables that
 * belong to no account, use `aboveAccount` and `record`. Requests that hold one connection while they wait for a second
 * can deadlock the pool, and two transactions are not atomic.
 */
export function asSystem<T>(deps: TxDeps, work: (tx: SystemTx) => Promise<T>): Promise<T> {
  return retrying({}, () => deps.db.transaction().execute((trx) => work(trx as SystemTx)));
}

/**
 * Lets part of a unit of work use tables that belong to no account (people, sessions, proofs) in the same transaction.
 * Account data stays limited to the one account, because row-level security is forced on the owner too.
 */
export async function aboveAccount<T>(w: Work, run: (tx: SystemTx) => Promise<T>): Promise<T> {
  await sql`select set_config('role', 'none', true)`.execute(w.tx);
  // The role is not reset in a `finally`: after an error the transaction accepts no more statements, and the rollback
  // resets the role.
  const result = await run(w.tx as unknown as SystemTx);
  await sql`select set_config('role', 'quayside_app', true)`.execute(w.tx);
  return result;
}

/** Lets the rest of a system transaction use the data of one account, or see one person's memberships. */
export async function enterAccount(tx: SystemTx, accountId: string | null, userId: string | null): Promise<void> {
  await sql`
    select set_config('app.account_id', ${accountId ?? ''}, true),
      set_config('app.user_id', ${userId ?? ''}, true)`.execute(tx);
}

/**
 * Throws if the settings of the database could lose acknowledged writes, or if the application role is missing or could
 * bypass row-level security.
 */
export async function checkDatabase(db: Kysely<DB>, options: { allowUnsafe: boolean }): Promise<void> {
  const row = await sql<{ num: string; fsync: string; fpw: string; commit: string; bypass: boolean; owner: boolean }>`
    select current_setting('server_version_num') as num, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as fpw, current_setting('synchronous_commit') as commit,
      (select rolbypassrls or rolsuper from pg_roles where rolname = 'quayside_app') as bypass,
      (
        select count(*) > 0 from pg_tables where schemaname = 'public' and tableowner = 'quayside_app'
      ) as owner`.execute(db);
  const s = row.rows[0];
  if (!s) throw new Error('The database did not answer.');
  const version = Number(s.num);
  if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is needed, this is ${s.num}.`);
  if (s.bypass || s.owner)
    throw new Error('The role quayside_app must not be superuser, bypass row-level security or own tables.');
  if (!options.allowUnsafe && (s.fsync !== 'on' || s.fpw !== 'on' || s.commit === 'off')) {
    throw new Error(
      'fsync, full_page_writes and synchronous_commit must be on: without them acknowledged writes can be lost.',
    );
  }
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'quayside_app', true)`.execute(trx);
    const who = await sql<{ who: string }>`select current_user as who`.execute(trx);
    if (who.rows[0]?.who !== 'quayside_app') throw new Error('The role quayside_app could not be taken.');
  });
}
