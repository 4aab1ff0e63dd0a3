import type { Work } from '../../db/tx.ts';
import { react } from '../../events/reactions.ts';

const DAY = 24 * 3_600_000;
/** How long a deleted document can be restored. */
const RESTORABLE = 30 * DAY;

/**
 * Permanently removes the documents that were deleted more than 30 days ago, with all their versions. The sweep of
 * unclaimed files then deletes their files.
 */
export async function removeOldDocuments(w: Work, now: Date): Promise<void> {
  const old = await w.tx
    .selectFrom('document')
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('deleted_at', '<', new Date(now.getTime() - RESTORABLE))
    .forUpdate()
    .execute();
  const documentIds = old.map((d) => d.id);
  if (documentIds.length === 0) return;
  await react(w, 'document.removed', { documentIds });
  for (const table of ['document_version', 'document_entity'] as const)
    await w.tx
      .deleteFrom(table)
      .where('account_id', '=', w.scope.accountId)
      .where('document_id', 'in', documentIds)
      .execute();
  await w.tx
    .deleteFrom('document')
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', documentIds)
    .execute();
}
