import { sql } from 'kysely';
import { asSystem, enterAccount, type SystemTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { eachAccount } from './accounts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a deleted document can be restored. */
const RESTORABLE = 30 * DAY;
/** How long a finished import can be undone, and its wrong rows be fetched. */
const IMPORT_KEPT = 30 * DAY;
/** How long it is known which mails went to whom. */
const MAIL_KEPT = 30 * DAY;

/** Removes what has had its time: old outbox rows, keys, sessions, deleted documents, and files that no row names. */
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
      .deleteFrom('mail_message')
      // All but those of the last days have ended; where no mail server was named, the rest is too old to send.
      .where('created_at', '<', before(MAIL_KEPT))
      .execute();
    await tx
      .deleteFrom('mail_proof')
      .where('expires_at', '<', before(30 * DAY))
      .execute();
    await tx
      .deleteFrom('session_token')
      .where('expires_at', '<', before(30 * DAY))
      .execute();
    await tx
      .deleteFrom('session')
      .where('expires_at', '<', before(30 * DAY))
      .execute();
  });
  const named = new Set<string>();
  const unnamed: string[] = [];
  for (const accountId of await eachAccount(deps)) {
    const found = await sweepAccount(deps, accountId, {
      keys: before(30 * DAY),
      documents: before(RESTORABLE),
      operations: before(DAY),
      imports: before(IMPORT_KEPT),
    });
    for (const key of found.named) named.add(key);
    unnamed.push(...found.unnamed);
  }
  // Rows first, then bytes: what is lost between the two is an old file without a row, which the next sweep finds.
  for (const key of unnamed) await deps.files.remove(key);
  for (const key of await deps.files.listOld(before(HOUR))) if (!named.has(key)) await deps.files.remove(key);
}

/** Removes rows of one account, and says which files are named by rows that stay, and which no longer are. */
function sweepAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'newId'>,
  accountId: string,
  before: { readonly keys: Date; readonly documents: Date; readonly operations: Date; readonly imports: Date },
): Promise<{ named: string[]; unnamed: string[] }> {
  return asSystem(deps, async (tx) => {
    await enterAccount(tx, accountId, null);
    // What an operation changed is kept as long as it can be taken back, and then some.
    await sql`delete from operation_row r using operation o where o.account_id = ${accountId} and o.id = r.operation_id and r.account_id = ${accountId}
      and o.created_at < ${before.operations}`.execute(tx);
    await tx.deleteFrom('idempotency_key').where('account_id', '=', accountId).where('created_at', '<', before.keys).execute();
    const old = await tx
      .selectFrom('document')
      .select('id')
      .where('account_id', '=', accountId)
      .where('deleted_at', '<', before.documents)
      .forUpdate()
      .execute();
    const ids = old.map((d) => d.id);
    const unnamed: string[] = [];
    if (ids.length > 0) {
      const removed = await tx
        .deleteFrom('document_version')
        .where('account_id', '=', accountId)
        .where('document_id', 'in', ids)
        .returning('storage_key')
        .execute();
      unnamed.push(...removed.map((v) => v.storage_key));
      // A deleted invoice keeps its row, and with it the document that was in front of it.
      await tx.updateTable('invoice').set({ document_id: null }).where('account_id', '=', accountId).where('document_id', 'in', ids).execute();
      await tx.deleteFrom('document_entity').where('account_id', '=', accountId).where('document_id', 'in', ids).execute();
      await tx.deleteFrom('document').where('account_id', '=', accountId).where('id', 'in', ids).execute();
    }
    unnamed.push(...(await sweepImports(tx, accountId, before.imports)));
    const rows = await tx.selectFrom('document_version').select('storage_key').where('account_id', '=', accountId).execute();
    const pictures = await tx.selectFrom('product').select('picture_key').where('account_id', '=', accountId).where('picture_key', 'is not', null).execute();
    const imports = await tx
      .selectFrom('product_import')
      .select('storage_key')
      .where('account_id', '=', accountId)
      .where('storage_key', 'is not', null)
      .execute();
    const named = [...rows.map((v) => v.storage_key), ...pictures.flatMap((p) => p.picture_key ?? []), ...imports.flatMap((i) => i.storage_key ?? [])];
    return { named, unnamed };
  });
}

/** Takes the file and the rows of old imports, and what undoing them would need. What the import says of itself stays. */
async function sweepImports(tx: SystemTx, accountId: string, before: Date): Promise<string[]> {
  const old = await tx
    .selectFrom('product_import')
    .select(['id', 'storage_key'])
    .where('account_id', '=', accountId)
    .where('storage_key', 'is not', null)
    .where('finished_at', '<', before)
    .where('state', 'not in', ['PENDING', 'CHECKING', 'IMPORTING'])
    .forUpdate()
    .execute();
  const ids = old.map((i) => i.id);
  if (ids.length === 0) return [];
  await tx.deleteFrom('product_import_row').where('account_id', '=', accountId).where('import_id', 'in', ids).execute();
  await tx.deleteFrom('operation_row').where('account_id', '=', accountId).where('operation_id', 'in', ids).execute();
  await tx.updateTable('product_import').set({ storage_key: null }).where('account_id', '=', accountId).where('id', 'in', ids).execute();
  return old.flatMap((i) => i.storage_key ?? []);
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
