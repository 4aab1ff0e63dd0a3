import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, id, instant, userPath } from './primitives.ts';

export const postTestEmail = endpoint({
  id: 'postTestEmail',
  method: 'POST',
  path: '/users/{userId}/test-email',
  access: 'self',
  idempotent: true,
  summary: 'Send a test mail to yourself',
  description:
    'The mail goes only to your own address; `email`, if present, must be that address. At most five mails per ' +
    'hour. The mail is sent shortly after the call has answered.',
  params: userPath,
  body: z.strictObject({ email: email.optional() }),
  response: z.object({ email: z.string() }),
  errors: ['too_many'],
});

/** A mail in the local mailbox, without its text. */
const mailboxEntrySchema = z.object({ id, to: z.string(), subject: z.string(), sentAt: instant });
export type MailboxEntry = z.infer<typeof mailboxEntrySchema>;
/** A mail in the local mailbox with its plain text. */
const mailboxMailSchema = mailboxEntrySchema.extend({
  from: z.string(),
  cc: z.string().meta({ description: 'Addresses, separated by commas; empty when there are none' }),
  text: z.string(),
});

const ONLY_LOCAL =
  'For development and the demo. Answers 404 if a mail server is configured, or if the public URL is not local.';
const mailPath = z.strictObject({ mailId: id });

export const listMailbox = endpoint({
  id: 'listMailbox',
  method: 'GET',
  path: '/mailbox',
  access: 'public',
  summary: 'Mails in the local mailbox, newest first',
  description: ONLY_LOCAL,
  params: z.strictObject({}),
  response: z.array(mailboxEntrySchema),
  errors: ['not_found'],
});
export const getMailboxMail = endpoint({
  id: 'getMailboxMail',
  method: 'GET',
  path: '/mailbox/{mailId}',
  access: 'public',
  summary: 'One mail of the local mailbox in plain text',
  description: ONLY_LOCAL,
  params: mailPath,
  response: mailboxMailSchema,
  errors: ['not_found'],
});
export const getMailboxHtml = endpoint({
  id: 'getMailboxHtml',
  method: 'GET',
  path: '/mailbox/{mailId}/html',
  access: 'public',
  summary: 'One mail of the local mailbox as its recipient sees it',
  description: ONLY_LOCAL,
  params: mailPath,
  response: { binary: 'text/html' },
  errors: ['not_found'],
});
