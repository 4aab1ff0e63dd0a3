import type { BodyOut } from '@quayside/contracts/endpoint';
import {
  MAX_ATTACHED_BYTES,
  type SentMail,
  type sendEmailWithAttachments,
} from '@quayside/contracts/documents/sent-mails';
import { say } from '@quayside/contracts/texts/catalogue';
import type { EntityType } from '@quayside/domain/lists';
import type { Deps } from '../../deps.ts';
import { personOf, type Work } from '../../db/tx.ts';
import { changed, emit, record } from '../../events/outbox.ts';
import { type EntityRef, react, type ReactionEvents } from '../../events/reactions.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';
import type { MailAttachment } from '../../mail/queue-mail.ts';
import { mailSender, sendTypedMail, type TypedMailDeps } from '../accounts/public.ts';
import { cleanedMessage, notify } from '../notifications/public.ts';
import { findPresent } from './document-owners.views.ts';
import { requireEntities, wishOf } from './documents.entities.ts';
import { ownerOf } from './documents.owners.ts';
import { findEntities, findVersion } from './documents.queries.ts';
import { toMails } from './sent-mails.answers.ts';
import {
  findMailEntities,
  findSentDocuments,
  findStoredVersion,
  insertSentMail,
  lockSentMail,
  saveSentMail,
  type SentMailRow,
} from './sent-mails.queries.ts';
import { listMailsOf } from './sent-mails.views.ts';

type Body = BodyOut<typeof sendEmailWithAttachments>;
const MOST_LISTED = 200;
const MEGABYTE = 1024 * 1024;

type SendDeps = TypedMailDeps & Pick<Deps, 'mailer'>;

/** Refuses a mail that would wait for a mail server that does not exist, and would look as if it was on its way. */
function requireMailServer({ mailer }: SendDeps): void {
  if (!mailer) throw new AppError('documents.no_mail_server');
}

/** Queues a mail with documents. What is sent to whom is kept, with the version and the hash of each document. */
export async function sendDocuments(w: Work, deps: SendDeps, body: Body): Promise<SentMail> {
  requireMailServer(deps);
  const to = withoutRepeated(body.to);
  const cc = withoutRepeated(body.cc).filter((address) => !to.some((other) => isSameAddress(other, address)));
  const named = wishOf({ entityType: body.entityType, entityId: body.entityId }, []);
  await requireEntities(w, named);
  const documents = await chosenVersions(w, body.documentIds);
  refuseSize(documents.reduce((sum, { size }) => sum + Number(size), 0));
  const html = await cleanedMessage(body.body);
  if (html === null) throw fieldError('body', say('field.required'));
  const { email } = await mailSender(w);
  const letter = { to, cc, replyTo: email ?? '', subject: body.subject, body: html };
  const id = w.newId();
  const attachments = documents.map((document) => ({
    fileName: document.file_name,
    contentType: document.content_type,
    storageKey: document.storage_key,
    sha256: document.sha256,
    size: Number(document.size),
  }));
  const mailId = await queueDocuments(w, deps, letter, attachments);
  await insertSentMail(
    w,
    {
      id,
      mail_id: mailId,
      to_addresses: to,
      cc_addresses: cc,
      reply_to: letter.replyTo,
      subject: letter.subject,
      body: html,
      state: 'WAITING',
      sent_by: personOf(w.scope),
      queued_at: w.now,
    },
    documents.map((document) => ({
      document_id: document.id,
      version_number: document.number,
      file_name: document.file_name,
      content_type: document.content_type,
      size: document.size,
      sha256: document.sha256,
    })),
    await entitiesOf(
      w,
      named.map(({ ref }) => ref),
      documents,
    ),
  );
  return announceQueued(w, deps, id);
}

const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const withoutRepeated = (addresses: readonly string[]): string[] =>
  addresses.filter((address, i) => addresses.findIndex((other) => isSameAddress(other, address)) === i);

/** The newest versions of the documents. Throws 404 if the account does not have one of them. */
async function chosenVersions(w: Work, documentIds: readonly string[]) {
  const versions = [];
  for (const id of new Set(documentIds)) {
    const version = await findVersion(w, id);
    if (!version) throw new AppError('documents.unknown');
    versions.push({ ...version, id });
  }
  return versions;
}

/** The records that a mail is about: the named one, and those that its documents belong to. */
async function entitiesOf(
  w: Work,
  named: readonly EntityRef[],
  documents: readonly { readonly id: string }[],
): Promise<EntityRef[]> {
  const all = [...named];
  for (const { id } of documents) all.push(...(await findPresent(w, await findEntities(w, id))));
  return [...new Map(all.map((ref) => [`${ref.entityType} ${ref.entityId}`, ref])).values()];
}

/** Refuses attachments that many mail servers would refuse, and says how large they are together. */
function refuseSize(bytes: number): void {
  if (bytes <= MAX_ATTACHED_BYTES) return;
  const megabytes = (Math.ceil((bytes / MEGABYTE) * 10) / 10).toFixed(1);
  const message = say('documents.attachments_too_large', { megabytes, max: MAX_ATTACHED_BYTES / MEGABYTE });
  throw new AppError('too_large', { message, errors: [{ field: 'documentIds', message }] });
}

interface Letter {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly replyTo: string;
  readonly subject: string;
  readonly body: string;
}
const queueDocuments = (
  w: Work,
  deps: TypedMailDeps,
  letter: Letter,
  attachments: readonly MailAttachment[],
): Promise<string> =>
  sendTypedMail(w, deps, {
    kind: 'documents',
    recipients: { to: letter.to, cc: letter.cc },
    ...(letter.replyTo !== '' && { replyTo: letter.replyTo }),
    attachments,
    accountId: w.scope.accountId,
    personId: personOf(w.scope),
    texts: { subject: letter.subject, heading: letter.subject, paragraphs: [], bodyHtml: letter.body },
  });

/** Records a mail that was queued, and tells the areas whose records it is about. */
async function announceQueued(w: Work, deps: SendDeps, id: string): Promise<SentMail> {
  const row = await requireMail(w, id);
  const recipients = [...row.to_addresses, ...row.cc_addresses];
  await record(
    w,
    {
      action: 'document.mailed',
      subjectIds: (await findSentDocuments(w, [id])).map((document) => document.document_id),
      details: { facts: { recipients, summary: row.subject }, trace: { sentMailId: id } },
    },
    changed('sent-mails', [id]),
  );
  await announce(w, row, 'QUEUED');
  const [mail] = await toMails(w, deps, [row]);
  if (!mail) throw new AppError('documents.mail_unknown');
  return mail;
}

async function requireMail(w: Work, id: string): Promise<SentMailRow> {
  const row = await lockSentMail(w, { id });
  if (!row) throw new AppError('documents.mail_unknown');
  return row;
}

async function announce(w: Work, row: SentMailRow, state: ReactionEvents['documents.mailed']['state']): Promise<void> {
  const documents = await findSentDocuments(w, [row.id]);
  await react(w, 'documents.mailed', {
    sentMailId: row.id,
    state,
    recipients: [...row.to_addresses, ...row.cc_addresses],
    documents: documents.map((document) => ({ id: document.document_id, versionNumber: document.version_number })),
    entities: await findMailEntities(w, row.id),
  });
}

/** Queues a mail that failed once more, with the same versions of its documents. */
export async function retryMail(w: Work, deps: SendDeps, id: string): Promise<SentMail> {
  const row = await requireMail(w, id);
  if (row.state !== 'FAILED') throw new AppError('documents.mail_not_failed');
  requireMailServer(deps);
  const attachments: MailAttachment[] = [];
  for (const document of await findSentDocuments(w, [id])) {
    const stored = await findStoredVersion(w, document.document_id, document.version_number);
    if (!stored)
      throw new AppError('documents.mail_not_failed', {
        message: say('documents.mail_file_gone', { file: document.file_name }),
      });
    attachments.push({
      fileName: document.file_name,
      contentType: document.content_type,
      storageKey: stored.storage_key,
      // The hash of the time when it was sent first: other bytes must not leave in their place.
      sha256: document.sha256,
      size: Number(document.size),
    });
  }
  const letter = {
    to: row.to_addresses,
    cc: row.cc_addresses,
    replyTo: row.reply_to,
    subject: row.subject,
    body: row.body,
  };
  const mailId = await queueDocuments(w, deps, letter, attachments);
  await saveSentMail(w, id, { mail_id: mailId, state: 'WAITING', failure: null, ended_at: null, queued_at: w.now });
  return announceQueued(w, deps, id);
}

/** What happens when the mail server has accepted a mail with documents, or when it was given up. */
export async function endMail(w: Work, { mailId, state, failure }: ReactionEvents['mail.ended']): Promise<void> {
  const row = await lockSentMail(w, { mailId });
  if (row?.state !== 'WAITING') return;
  await saveSentMail(w, row.id, { state, failure, ended_at: w.now });
  await emit(w, changed('sent-mails', [row.id]));
  await announce(w, row, state);
  if (state === 'FAILED') await notifyOfFailure(w, row, failure ?? '');
}

/** Notifies the members that a mail did not leave. The list of sent mails has a button that sends it again. */
async function notifyOfFailure(w: Work, row: SentMailRow, reason: string): Promise<void> {
  const entities = await findPresent(w, await findMailEntities(w, row.id));
  const order = entities.find(({ entityType }) => entityType === 'PURCHASE_ORDER');
  const plan = entities.find(({ entityType }) => entityType === 'SHIPMENT_PLAN');
  const invoice = entities.find(({ entityType }) => entityType === 'INVOICE');
  const about = order ?? plan ?? invoice;
  await notify(w, {
    type: 'ERROR',
    summary: order ? say('notice.order_not_sent') : plan ? say('notice.plan_not_sent') : say('notice.mail_not_sent'),
    message: [
      say('notice.mail_not_sent_to', { subject: row.subject, recipients: row.to_addresses.join(', ') }),
      say('notice.mail_not_sent_why', { reason }),
      say('notice.mail_retry'),
    ],
    ...(about && { about: { type: about.entityType, id: about.entityId } }),
    dedupeKey: `mail/${row.mail_id}`,
  });
}

/** Lists what was sent to whom about one record. Throws 404 if the account does not have the record. */
export async function listSentMails(
  w: Work,
  deps: Pick<Deps, 'mailer'>,
  type: EntityType,
  id: string,
): Promise<SentMail[]> {
  const owner = ownerOf(type);
  if (type === 'NONE' || !owner) throw notFound();
  if ((await findPresent(w, [{ entityType: type, entityId: id }])).length === 0) throw new AppError(owner.unknown);
  return toMails(w, deps, await listMailsOf(w, { type, id }, MOST_LISTED));
}
