import { sql } from 'kysely';
import { asSystem, enterAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Removes what has had its time: old outbox rows, keys, sessions, and files that no row names. */
export async function sweep(deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'files'>): Promise<void> {
  const now = deps.clock.now().getTime();
  const before = (ms: number) => new Date(now - ms);
  await asSystem(deps, async (tx) => {
    await tx.deleteFrom('outbox').where('created_at', '<', before(7 * DAY)).execute();
    await tx.deleteFrom('rate_limit').where('resets_at', '<', before(0)).execute();
    await tx.deleteFrom('session_token').where('expires_at', '<', before(30 * DAY)).execute();
    await tx.deleteFrom('session').where('expires_at', '<', before(30 * DAY)).execute();
  });
  // Row-level security hides the accounts from here, so they are named by their owners and entered one by one.
  const accounts = await asSystem(deps, async (tx) => (await sql<{ account_id: string }>`select distinct default_account_id as account_id from person where default_account_id is not null`.execute(tx)).rows);
  const named = new Set<string>();
  for (const { account_id } of accounts) {
    const keys = await asSystem(deps, async (tx) => {
      await enterAccount(tx, account_id, null);
      await tx.deleteFrom('idempotency_key').where('account_id', '=', account_id).where('created_at', '<', before(30 * DAY)).execute();
      return tx.selectFrom('document').select('storage_key').where('account_id', '=', account_id).execute();
    });
    for (const k of keys) named.add(k.storage_key);
  }
  for (const key of await deps.files.listOld(before(HOUR))) if (!named.has(key)) await deps.files.remove(key);
}

/** Sweeps a minute after the start and then every hour. */
export function startSweeper(deps: Deps): { stop(): void } {
  const run = () => void sweep(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'the sweep failed; it runs again in an hour'));
  const first = setTimeout(run, 60_000);
  const each = setInterval(run, HOUR);
  first.unref();
  each.unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(each);
    },
  };
}
