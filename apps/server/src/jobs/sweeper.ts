import { asSystem, enterAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Removes what has had its time: old outbox rows, keys, sessions, and files that no row names. */
export async function sweep(deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'files'>): Promise<void> {
  const now = deps.clock.now().getTime();
  const before = (ms: number) => new Date(now - ms);
  await asSystem(deps, async (tx) => {
    await tx
      .deleteFrom('outbox')
      .where('created_at', '<', before(7 * DAY))
      .execute();
    await tx.deleteFrom('rate_limit').where('resets_at', '<', before(0)).execute();
    await tx
      .deleteFrom('session_token')
      .where('expires_at', '<', before(30 * DAY))
      .execute();
    await tx
      .deleteFrom('session')
      .where('expires_at', '<', before(30 * DAY))
      .execute();
  });
  // Row-level security hides the accounts from here: each person's memberships lead to them, and they are entered one by one.
  const accounts = await asSystem(deps, async (tx) => {
    const ids = new Set<string>();
    for (const { id } of await tx.selectFrom('person').select('id').execute()) {
      await enterAccount(tx, null, id);
      for (const member of await tx.selectFrom('account_member').select('account_id').where('person_id', '=', id).execute()) ids.add(member.account_id);
    }
    return [...ids];
  });
  const named = new Set<string>();
  for (const accountId of accounts) {
    const keys = await asSystem(deps, async (tx) => {
      await enterAccount(tx, accountId, null);
      await tx
        .deleteFrom('idempotency_key')
        .where('account_id', '=', accountId)
        .where('created_at', '<', before(30 * DAY))
        .execute();
      return tx.selectFrom('document').select('storage_key').where('account_id', '=', accountId).execute();
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
