import { retrySentMail, type SentMail } from '@quayside/contracts/documents/sent-mails';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { refusalOf } from '@quayside/domain/access/access';
import type { Deps } from '../../deps.ts';
import type { Work } from '../../db/tx.ts';
import { personNames } from '../accounts/public.ts';
import { findSentDocuments, type SentMailRow } from './sent-mails.queries.ts';
import { listMailEntities } from './sent-mails.views.ts';

/**
 * Mails with documents in the form that the API returns, in the same order. A mail that waits says so if no mail server
 * is there to take it.
 */
export async function toMails(
  w: Work,
  { mailer }: Pick<Deps, 'mailer'>,
  rows: readonly SentMailRow[],
): Promise<SentMail[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const documents = Map.groupBy(await findSentDocuments(w, ids), (document) => document.sent_mail_id);
  const entities = Map.groupBy(await listMailEntities(w, ids), (entity) => entity.mailId);
  const people = await personNames(
    w,
    rows.map((row) => row.sent_by),
  );
  return rows.map((row) => ({
    id: row.id,
    entities: (entities.get(row.id) ?? []).map(({ entityType, entityId, label }) => ({ entityType, entityId, label })),
    to: row.to_addresses,
    cc: row.cc_addresses,
    replyTo: row.reply_to,
    subject: row.subject,
    body: row.body,
    attachments: (documents.get(row.id) ?? []).map((document) => ({
      documentId: document.document_id,
      versionNumber: document.version_number,
      fileName: document.file_name,
      contentType: document.content_type,
      size: Number(document.size),
      sha256: document.sha256,
    })),
    state: row.state === 'WAITING' && !mailer ? 'NO_MAIL_SERVER' : row.state,
    failure: row.failure,
    queuedAt: row.queued_at.toISOString(),
    sentBy: row.sent_by === null ? null : { id: row.sent_by, name: people.get(row.sent_by) ?? '' },
    endedAt: row.ended_at?.toISOString() ?? null,
    can: { retry: mayRetry(w, row) },
  }));
}

function mayRetry({ scope }: Work, row: SentMailRow): SentMail['can']['retry'] {
  const no = (reason: Text) => ({ allowed: false, reason: wordsOf(reason, scope.language) });
  if (refusalOf(retrySentMail, scope)) return no(say('forbidden'));
  return row.state === 'FAILED' ? { allowed: true, reason: null } : no(say('documents.mail_not_failed'));
}
