import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What somebody is mailed about without having asked for it just now. Each kind can be switched off by itself. */
export const NOTIFICATION_MAIL_KINDS = ['INVOICE_UPLOADED', 'COST_CHECK', 'BANK_DETAILS', 'ACCOUNT_SUMMARY'] as const;
export type NotificationMailKind = (typeof NOTIFICATION_MAIL_KINDS)[number];

/** What the link at the end of a mail is about. */
export const subscriptionSchema = z.object({
  kind: z.enum(NOTIFICATION_MAIL_KINDS),
  /** Null: the mails of all accounts of the person. */
  accountName: z.string().nullable(),
  isWanted: z.boolean(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Anything that is not one of ours opens nothing; it is not told apart by its form. */
const tokenPath = z.strictObject({ token: z.string().min(1).max(1000) });
const LINK = {
  path: '/unsubscribe/{token}',
  access: 'public',
  withoutToken: true,
  params: tokenPath,
  response: subscriptionSchema,
  errors: ['not_found'],
} as const;

export const getSubscription = endpoint({
  ...LINK,
  id: 'getSubscription',
  method: 'GET',
  summary: 'What the link at the end of a mail would switch off',
  description:
    'Changes nothing: what reads mails on the way opens links too. The link holds as long as its person belongs to the account.',
});
export const unsubscribe = endpoint({
  ...LINK,
  id: 'unsubscribe',
  method: 'POST',
  summary: 'Get no more mails of this kind',
  description:
    'Needs no sign-in; the same again changes nothing. Mail programs post to the address of the page, `/unsubscribe/{token}`, instead (RFC 8058).',
});
