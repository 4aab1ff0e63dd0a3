import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import type { ReactionEvents, Reactions } from '../../../events/reactions.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { findOrderRows, saveOrder } from '../rows/purchase-orders.queries.ts';
import { findLastSent } from './sent.views.ts';

/**
 * Follows mails with documents. A purchase order counts as sent as soon as a mail with one of its PDFs is queued, and
 * if that mail is given up, it is what it was before.
 */
async function followMail(
  w: Work,
  { state, entities, recipients, sentMailId }: ReactionEvents['documents.mailed'],
): Promise<void> {
  if (state === 'SENT') return;
  const ids = entities.filter((e) => e.entityType === 'PURCHASE_ORDER').map((e) => e.entityId);
  if (ids.length === 0) return;
  await lockCosts(w);
  const sent = await findLastSent(w, ids);
  for (const row of await findOrderRows(w, ids)) {
    const last = sent.get(row.id);
    if (last?.at.getTime() === row.sent_at?.getTime() && last?.revision === (row.sent_revision ?? undefined)) continue;
    const version = row.version + 1;
    await saveOrder(w, row.id, {
      version,
      sent_at: last?.at ?? null,
      sent_revision: last?.revision ?? null,
      sent_content: last?.content ?? null,
    });
    const isQueued = state === 'QUEUED';
    await record(
      w,
      {
        action: isQueued ? 'purchase-order.sent' : 'purchase-order.not-sent',
        subjectIds: [row.id],
        historyOf: row.id,
        details: {
          changes: [
            { field: 'revision', from: row.sent_revision, to: last?.revision ?? null },
            { field: 'recipients', from: isQueued ? null : recipients, to: isQueued ? recipients : null },
          ],
          trace: { sentMailId },
        },
      },
      changed('purchase-orders', [row.id], version),
    );
  }
}

export const mailReactions: Reactions = { 'documents.mailed': followMail };
