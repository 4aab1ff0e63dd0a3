import { ENTITY_TYPES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, id, instant, maySchema, NOT_IN_A_LINE, plainText, userAnd, userPath } from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// Mails with documents that people send to others, such as a purchase order to its supplier.

/** The most addresses in each of To and CC. */
const MAX_ADDRESSES = 20;
/** The most bytes of all attachments of a mail together. */
export const MAX_ATTACHED_BYTES = 20 * 1024 * 1024;

const addresses = z.array(email).max(MAX_ADDRESSES, sayInSchema('mail.most_recipients', { max: MAX_ADDRESSES }));
const subject = plainText(200)
  .refine((s) => !NOT_IN_A_LINE.test(s), sayInSchema('mail.one_line'))
  .transform((s) => s.trim())
  .refine((s) => s !== '', sayInSchema('field.required'));

const SENT_MAIL_STATES = ['WAITING', 'NO_MAIL_SERVER', 'SENT', 'FAILED'] as const;

const sentMailSchema = z.object({
  id,
  /** The records that it is about: the one that was named, and those of its documents. */
  entities: z.array(z.object({ entityType: z.enum(ENTITY_TYPES), entityId: id, label: z.string() })),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  replyTo: z.string().meta({ description: 'The address of the person who sent it' }),
  subject: z.string(),
  body: z.string().meta({ description: 'HTML with only these elements: p, br, b, strong, i, em, ul, ol, li, a, code' }),
  /** The documents as they were sent: the version and the hash of its bytes. */
  attachments: z.array(
    z.object({
      documentId: id,
      versionNumber: z.int(),
      fileName: z.string(),
      contentType: z.string(),
      size: z.int(),
      sha256: z.string(),
    }),
  ),
  state: z.enum(SENT_MAIL_STATES).meta({
    description:
      'NO_MAIL_SERVER: it waits, because no mail server is configured, and leaves once one is. FAILED: it was given up',
  }),
  failure: z.string().nullable().meta({ description: 'Why it failed or waits for another attempt' }),
  queuedAt: instant,
  sentBy: z.object({ id, name: z.string() }).nullable(),
  endedAt: instant.nullable().meta({ description: 'When the mail server accepted it, or when it was given up' }),
  can: z.object({ retry: maySchema }),
});
export type SentMail = z.infer<typeof sentMailSchema>;

export const sendEmailWithAttachments = endpoint({
  id: 'sendEmailWithAttachments',
  method: 'POST',
  path: '/documents/{userId}/send-email-with-attachments',
  access: 'write',
  idempotent: true,
  summary: 'Send a mail with documents; it is queued when the call answers',
  description:
    'Answers go to the person who sends it, whose own address must be verified. The attachments are at most 20 MB ' +
    'together. An account and a person can each send mails to 100 recipients within an hour, and all people of the ' +
    'installation to as many as its operator allows.',
  params: userPath,
  body: z.strictObject({
    to: addresses.min(1, sayInSchema('field.email_required')),
    cc: addresses.default([]),
    subject,
    body: plainText(50_000).meta({ description: 'HTML; elements and attributes that are not allowed are removed' }),
    documentIds: z.array(id).max(20).default([]),
    entityType: z.enum(ENTITY_TYPES).optional().meta({ description: 'The record that the mail is about' }),
    entityId: id.nullable().optional(),
  }),
  response: sentMailSchema,
  status: 201,
  errors: ['documents.unknown', 'documents.no_mail_server', 'accounts.address_unverified', 'too_large', 'too_many'],
});

export const listSentMails = endpoint({
  id: 'listSentMails',
  method: 'GET',
  path: '/documents/{userId}/entity/{entityType}/{entityId}/mails',
  access: 'read',
  summary: 'What was sent to whom about one record, newest first (at most 200)',
  params: z.strictObject({ userId: id, entityType: z.enum(ENTITY_TYPES), entityId: id }),
  response: z.array(sentMailSchema),
  errors: ['invoices.unknown', 'purchasing.unknown', 'shipments.unknown_plan'],
});

export const retrySentMail = endpoint({
  id: 'retrySentMail',
  method: 'POST',
  path: '/documents/{userId}/sent-mails/{id}/retry',
  access: 'write',
  idempotent: true,
  summary: 'Send a mail that failed once more, with the same documents',
  params: userAnd('id'),
  response: sentMailSchema,
  errors: [
    'documents.mail_unknown',
    'documents.mail_not_failed',
    'documents.no_mail_server',
    'accounts.address_unverified',
    'too_many',
  ],
});

declare module '../live.ts' {
  interface Topics {
    readonly 'sent-mails': true;
  }
}
