import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * The kinds of mail that people receive without having just requested them. Each kind can be switched off separately.
 */
export const NOTIFICATION_MAIL_KINDS = [
  'INVOICE_UPLOADED',
  'COST_CHECK',
  'BANK_DETAILS',
  'ACCOUNT_SUMMARY',
  'PAYMENT_DUE',
  'PAYMENT_PAID',
] as const;
export type NotificationMailKind = (typeof NOTIFICATION_MAIL_KINDS)[number];

/** The kind of mail and the account that the unsubscribe link of a mail refers to. */
const subscriptionSchema = z.object({
  kind: z.enum(NOTIFICATION_MAIL_KINDS),
  /** The name of the account. Null: the link refers to the mails of all the person's accounts. */
  accountName: z.string().nullable(),
  isWanted: z.boolean(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/**
 * The token of an unsubscribe link. A malformed token gets the same refusal as an unknown one, so the schema does not
 * check its form.
 */
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
  summary: 'Which mails the unsubscribe link of a mail would switch off',
  description:
    'Changes nothing, because mail scanners also open links. The link is valid as long as the person belongs to the ' +
    'account.',
});
export const unsubscribe = endpoint({
  ...LINK,
  id: 'unsubscribe',
  method: 'POST',
  summary: 'Unsubscribe from one kind of mail',
  description:
    'Needs no sign-in. Repeating the call changes nothing. Mail programs post to the URL of the page, ' +
    '`/unsubscribe/{token}`, instead (RFC 8058).',
});
