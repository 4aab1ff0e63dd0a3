import type { NotificationMailKind } from '@quayside/contracts/notifications/notification-mails';
import type { Notification } from '@quayside/contracts/notifications/notifications';
import { say } from '@quayside/contracts/texts/catalogue';
import { pathOfAbout } from '@quayside/domain/notifications/about-path';
import { textOfMessage } from '@quayside/domain/notifications/message-html';
import type { MailTexts } from '../../mail/queue-mail.ts';
import type { Waiting } from '../area.ts';

type Texts = MailTexts & Required<Pick<MailTexts, 'unsubscribe'>>;
/** The absolute URLs that a notification mail links to. */
export interface MailLinks {
  readonly page: (path: string) => string;
  readonly unsubscribe: string;
}

/** The maximum number of notifications that one mail lists. */
const NAMED = 10;
const OPEN = {
  INVOICE: 'mail.open_invoice',
  PRODUCT: 'mail.open_product',
  DOCUMENT: 'mail.open_document',
  SUPPLIER: 'mail.open_supplier',
  IMPORT: 'mail.open_import',
  PURCHASE_ORDER: 'mail.open_purchase_order',
  SHIPMENT_PLAN: 'mail.open_shipment_plan',
} as const;
/** The heading of a mail about several notifications, by their kind. */
const SEVERAL = {
  INVOICE_UPLOADED: 'mail.uploads',
  COST_CHECK: 'mail.cost_checks',
  BANK_DETAILS: 'mail.bank_changes',
  PAYMENT_DUE: 'mail.payments_due',
  PAYMENT_PAID: 'mail.payments_paid',
} as const;
const STOP = {
  INVOICE_UPLOADED: 'mail.stop_uploads',
  COST_CHECK: 'mail.stop_cost_checks',
  BANK_DETAILS: 'mail.stop_bank',
  PAYMENT_DUE: 'mail.stop_payments_due',
  PAYMENT_PAID: 'mail.stop_payments_paid',
  ACCOUNT_SUMMARY: 'mail.stop_summaries',
} as const;

/**
 * The mail about the notifications of one kind, newest first. The notifications are already translated for the
 * recipient. A single notification is included in full; several are listed.
 */
export function notificationMail(
  kind: Exclude<NotificationMailKind, 'ACCOUNT_SUMMARY'>,
  accountName: string,
  notifications: readonly [Notification, ...Notification[]],
  links: MailLinks,
): Texts {
  const unsubscribe = { label: say(STOP[kind]), url: links.unsubscribe };
  const openAll = { label: say('mail.open_notifications'), url: links.page('/notifications') };
  const afterAction = [say('mail.in_account', { account: accountName })];
  const [first, ...others] = notifications;
  if (others.length === 0) {
    const path = pathOfAbout(first.about);
    return {
      subject: first.summary,
      heading: first.summary,
      paragraphs: textOfMessage(first.message)
        .split('\n')
        .filter((line) => line.trim() !== ''),
      action:
        path === undefined || !first.about ? openAll : { label: say(OPEN[first.about.type]), url: links.page(path) },
      afterAction,
      unsubscribe,
    };
  }
  const title = say(SEVERAL[kind], { count: notifications.length });
  const hasMore = notifications.length > NAMED;
  return {
    subject: say('mail.title_in_account', { title, account: accountName }),
    heading: title,
    paragraphs: hasMore ? [say('mail.latest', { named: NAMED })] : [],
    items: notifications.slice(0, NAMED).map(({ summary, message, about }) => {
      const path = pathOfAbout(about);
      const [line = ''] = textOfMessage(message).split('\n');
      const text = say('mail.notification', { summary, message: line });
      return { text, ...(path !== undefined && { url: links.page(path) }) };
    }),
    action: hasMore ? { ...openAll, label: say('mail.see_all', { all: notifications.length }) } : openAll,
    afterAction,
    unsubscribe,
  };
}

/** The weekly mail about the records that need attention. */
export function summaryMail(account: string, waiting: readonly Waiting[], links: MailLinks): Texts {
  const nothing = waiting.length === 0;
  return {
    subject: say('mail.waiting_subject', {
      account,
      waiting: nothing
        ? say('mail.nothing_waits')
        : waiting.map(({ what }) => what).reduceRight((others, first) => say('mail.waiting_listed', { first, others })),
    }),
    heading: say('mail.waiting', { account }),
    paragraphs: [say(nothing ? 'mail.waiting_none' : 'mail.waiting_since')],
    items: waiting.map(({ what, detail, path }) => ({
      text: detail === undefined ? what : say('mail.waiting_detail', { what, detail }),
      url: links.page(path),
    })),
    action: { label: say('mail.open_account', { account }), url: links.page('/') },
    unsubscribe: { label: say(STOP.ACCOUNT_SUMMARY), url: links.unsubscribe },
  };
}
