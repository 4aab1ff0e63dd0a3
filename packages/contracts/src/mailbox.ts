import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, id, instant, userPath } from './primitives.ts';

export const postTestEmail = endpoint({
  id: 'postTestEmail',
  method: 'POST',
  path: '/users/{userId}/test-email',
  access: 'self',
  idempotent: true,
  summary: 'Mail oneself a test',
  description:
    'Only the own address is ever mailed; `email`, where it is given, has to be it. At most five an hour. The mail leaves a moment after the answer.',
  params: userPath,
  body: z.strictObject({ email: email.optional() }),
  response: z.object({ email: z.string() }),
  errors: ['too_many'],
});

/** A mail of the local mailbox, without its words. */
export const mailboxEntrySchema = z.object({ id, to: z.string(), subject: z.string(), sentAt: instant });
export type MailboxEntry = z.infer<typeof mailboxEntrySchema>;
/** The same mail as plain text. */
export const mailboxMailSchema = mailboxEntrySchema.extend({ from: z.string(), text: z.string() });
export type MailboxMail = z.infer<typeof mailboxMailSchema>;

const ONLY_LOCAL =
  'For development and the demo: not found unless there is no mail server and the public address is this machine.';
const mailPath = z.strictObject({ mailId: id });

export const listMailbox = endpoint({
  id: 'listMailbox',
  method: 'GET',
  path: '/mailbox',
  access: 'public',
  summary: 'What would have been mailed, the newest first',
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
  summary: 'One mail of the local mailbox as its reader sees it',
  description: ONLY_LOCAL,
  params: mailPath,
  response: { binary: 'text/html' },
  errors: ['not_found'],
});
