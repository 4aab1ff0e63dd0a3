import type { Work } from '../../../db/tx.ts';
import { changed, emit, record } from '../../../events/outbox.ts';
import type { ReactionEvents, Reactions } from '../../../events/reactions.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { findLastSent } from './plan-sent.views.ts';
import { findPlanRows, savePlan } from '../rows/plans.queries.ts';

/**
 * Follows mails with documents. A plan counts as sent as soon as a mail with its CSV is queued, and if that mail is
 * given up, it is what it was before. Sending is not leaving: its status and its days stay.
 */
async function followMail(
  w: Work,
  { state, entities, recipients, sentMailId }: ReactionEvents['documents.mailed'],
): Promise<void> {
  if (state === 'SENT') return;
  const ids = entities.filter((e) => e.entityType === 'SHIPMENT_PLAN').map((e) => e.entityId);
  if (ids.length === 0) return;
  await lockCosts(w);
  const sent = await findLastSent(w, ids);
  for (const row of await findPlanRows(w, ids)) {
    const last = sent.get(row.id);
    if (last?.at.getTime() === row.sent_at?.getTime() && last?.sha256 === (row.sent_sha256 ?? undefined)) continue;
    const version = row.version + 1;
    await savePlan(w, row.id, { version, sent_at: last?.at ?? null, sent_sha256: last?.sha256 ?? null });
    const isQueued = state === 'QUEUED';
    await record(
      w,
      {
        action: isQueued ? 'shipment-plan.sent' : 'shipment-plan.not-sent',
        subjectIds: [row.id],
        historyOf: row.id,
        details: {
          changes: [{ field: 'recipients', from: isQueued ? null : recipients, to: isQueued ? recipients : null }],
          trace: { sentMailId },
        },
      },
      changed('shipment-plans', [row.id], version),
    );
  }
}

/** Tells open tabs of plans whose documents changed. */
async function tellOfFiles(w: Work, { entities }: ReactionEvents['document.attached']): Promise<void> {
  const ids = entities.filter(({ entityType }) => entityType === 'SHIPMENT_PLAN').map(({ entityId }) => entityId);
  if (ids.length > 0) await emit(w, changed('shipment-plans', ids));
}

export const planDocumentReactions: Reactions = {
  'documents.mailed': followMail,
  'document.attached': tellOfFiles,
  'document.detached': tellOfFiles,
  'document.restored': tellOfFiles,
  'document.replaced': tellOfFiles,
};
