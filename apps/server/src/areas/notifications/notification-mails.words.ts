import type { NotificationMailKind } from '@quayside/contracts/notification-mails';
import type { Notification } from '@quayside/contracts/notifications';
import { pathOfAbout } from '@quayside/domain/notifications/about-path';
import type { MailParts } from '../../mail/queue-mail.ts';

type Parts = MailParts & Required<Pick<MailParts, 'unsubscribe'>>;
/** Absolute addresses. */
export interface MailLinks {
  readonly page: (path: string) => string;
  readonly unsubscribe: string;
}

/** So many are named in one mail. */
const NAMED = 10;
const OPEN: Readonly<Record<NonNullable<Notification['about']>['type'], string>> = {
  INVOICE: 'Open the invoice',
  PRODUCT: 'Open the product',
  DOCUMENT: 'Open the document',
  SUPPLIER: 'Open the supplier',
  IMPORT: 'Open the import',
};
/** What several of a kind are, before their count is known. */
const SEVERAL: Readonly<Record<Exclude<NotificationMailKind, 'ACCOUNT_SUMMARY'>, (count: number) => string>> = {
  INVOICE_UPLOADED: (count) => `${count} invoices were uploaded`,
  COST_CHECK: (count) => `${count} cost checks found differences`,
  BANK_DETAILS: (count) => `Bank details were changed ${count} times`,
};
const WHY: Readonly<Record<NotificationMailKind, string>> = {
  INVOICE_UPLOADED: 'Stop mails about uploaded invoices',
  COST_CHECK: 'Stop mails about the cost check',
  BANK_DETAILS: 'Stop mails about bank details',
  ACCOUNT_SUMMARY: 'Stop account summaries',
};

/** A message of the allow-list as plain text. */
export const textOfMessage = (html: string): string =>
  html
    .replaceAll(/<br ?\/?>|<\/(?:p|li|h4)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();

/** One mail about all that came of one kind, the newest first. One alone is told whole. */
export function notificationMail(
  kind: Exclude<NotificationMailKind, 'ACCOUNT_SUMMARY'>,
  accountName: string,
  notifications: readonly [Notification, ...Notification[]],
  links: MailLinks,
): Parts {
  const unsubscribe = { label: WHY[kind], url: links.unsubscribe };
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
        path === undefined || !first.about
          ? { label: 'Open the notifications', url: links.page('/notifications') }
          : { label: OPEN[first.about.type], url: links.page(path) },
      afterAction: [`In the account ${accountName}.`],
      unsubscribe,
    };
  }
  const title = SEVERAL[kind](notifications.length);
  const more = notifications.length - NAMED;
  return {
    subject: `${title} in ${accountName}`,
    heading: title,
    paragraphs: more > 0 ? [`The latest ${NAMED} of them:`] : [],
    items: notifications.slice(0, NAMED).map(({ summary, message, about }) => {
      const path = pathOfAbout(about);
      const [line = ''] = textOfMessage(message).split('\n');
      return { text: `${summary}\n${line}`, ...(path !== undefined && { url: links.page(path) }) };
    }),
    action: {
      label: more > 0 ? `See all ${notifications.length}` : 'Open the notifications',
      url: links.page('/notifications'),
    },
    afterAction: [`In the account ${accountName}.`],
    unsubscribe,
  };
}

/** What an account summary counts. */
export interface SummaryFigures {
  readonly unread: number;
  readonly inReview: number;
  readonly unassignedLines: number;
  /** What is unassigned, a sum for each currency: "1,200.00 CNY". */
  readonly unassigned: readonly string[];
}

/** Once a week: what waits in the account. */
export function summaryMail(
  accountName: string,
  { unread, inReview, unassignedLines, unassigned }: SummaryFigures,
  links: MailLinks,
): Parts {
  const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
  const items = [
    ...(inReview > 0
      ? [
          {
            text: `${count(inReview, 'invoice', 'invoices')} in review`,
            url: links.page('/invoices-purchase-orders/invoices?f.status.in=REVIEW'),
          },
        ]
      : []),
    ...(unassignedLines > 0
      ? [
          {
            text: `${count(unassignedLines, 'cost', 'costs')} not assigned to products: ${unassigned.join(', ')}`,
            url: links.page('/transactions/reconciliation'),
          },
        ]
      : []),
    ...(unread > 0
      ? [{ text: count(unread, 'unread notification', 'unread notifications'), url: links.page('/notifications') }]
      : []),
  ];
  const waits =
    items.length === 0 ? 'nothing waits' : [...items.map(({ text }) => text.replace(/:.*$/, ''))].join(', ');
  return {
    subject: `${accountName}: ${waits}`,
    heading: `What waits in ${accountName}`,
    paragraphs: [
      items.length === 0
        ? 'No invoice is in review, all costs are assigned, and you have read every notification.'
        : 'As of this morning:',
    ],
    items,
    action: { label: `Open ${accountName}`, url: links.page('/') },
    unsubscribe: { label: WHY.ACCOUNT_SUMMARY, url: links.unsubscribe },
  };
}
