import type { NotificationMailKind } from '@quayside/contracts/notification-mails';
import type { Notification } from '@quayside/contracts/notifications';
import { wordsOf } from '@quayside/contracts/texts/words';
import { pathOfAbout } from '@quayside/domain/notifications/about-path';
import type { MailParts } from '../../mail/queue-mail.ts';
import type { Waiting } from '../area.ts';

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

/** Once a week: what waits in the account. */
export function summaryMail(accountName: string, waiting: readonly Waiting[], links: MailLinks): Parts {
  const nothing = waiting.length === 0;
  return {
    subject: `${accountName}: ${nothing ? 'nothing waits' : waiting.map(({ what }) => wordsOf(what)).join(', ')}`,
    heading: `What waits in ${accountName}`,
    paragraphs: [nothing ? 'Nothing in the account waits for you.' : 'As of this morning:'],
    items: waiting.map(({ what, detail, path }) => ({
      text: detail === undefined ? wordsOf(what) : `${wordsOf(what)}: ${detail}`,
      url: links.page(path),
    })),
    action: { label: `Open ${accountName}`, url: links.page('/') },
    unsubscribe: { label: WHY.ACCOUNT_SUMMARY, url: links.unsubscribe },
  };
}
