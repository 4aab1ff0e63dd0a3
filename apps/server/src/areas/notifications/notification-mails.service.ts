import type { NotificationMailKind } from '@quayside/contracts/notifications/notification-mails';
import { languageNamed } from '@quayside/contracts/texts/languages';
import { aboveAccount, inAccountAsJob, type Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { RunAgain } from '../../jobs/define-job.ts';
import { type MailDeps, publicLink, queueMail } from '../../mail/queue-mail.ts';
import { registeredAreas, type Waiting } from '../area.ts';
import { mailReaders, unsubscribeToken } from '../accounts/public.ts';
import { summarySentSince } from './account-summary.views.ts';
import {
  findOldestWaiting,
  findSeen,
  GATHER_MS,
  listWaitingKinds,
  takeWaiting,
  type WaitingMails,
} from './notification-mails.queries.ts';
import { type MailLinks, notificationMail, summaryMail } from './notification-mails.words.ts';
import { listNotices, toNotification } from './notifications.views.ts';

type MailingDeps = MailDeps & Pick<Deps, 'db' | 'config' | 'log'>;

/** Notifications that were created before this instant have waited long enough for others of their kind. */
export const gatheredBefore = (now: Date): Date => new Date(now.getTime() - GATHER_MS);

/**
 * Mails those notifications of one account that have waited long enough for others of their kind. The table
 * `notification_mail` contains the notifications that wait.
 */
export const createNotificationMailer =
  (deps: MailingDeps) =>
  async ({ accountId }: { readonly accountId: string }): Promise<RunAgain | void> => {
    const failures: unknown[] = [];
    for (const kind of await listWaitingKinds(deps.db, accountId, gatheredBefore(deps.clock.now()))) {
      // If the mails of one kind fail, those of the other kinds are still sent, and the failed ones are tried again
      // later.
      await inAccountAsJob(deps, accountId, (w) => writeMails(w, deps, { accountId, kind })).catch(
        (error: unknown) => void failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
    const oldest = await findOldestWaiting(deps.db, accountId);
    return oldest && { again: new Date(oldest.getTime() + GATHER_MS) };
  };

/**
 * Claims the notifications and queues their mails in one transaction, so that each recipient gets each notification in
 * exactly one mail.
 */
async function writeMails(w: Work, deps: MailingDeps, waiting: WaitingMails): Promise<void> {
  const { kind } = waiting;
  if (kind === 'ACCOUNT_SUMMARY') throw new Error('A summary is written by the nightly job');
  const ids = await aboveAccount(w, (tx) => takeWaiting(tx, waiting));
  if (ids.length === 0) return;
  const { accountName, readers } = await mailReaders(w, kind);
  const notices = await listNotices(w, ids);
  const seen = await findSeen(w, ids);
  for (const { personId, email, language } of readers) {
    // A notification that the recipient has read in the meantime is not mailed to them.
    const [first, ...others] = notices
      .filter(({ id }) => !seen.has(`${personId}/${id}`))
      .map((notice) => toNotification(notice, languageNamed(language) ?? 'en'));
    if (!first) continue;
    await queueMail(w.tx, deps, {
      kind: `notification:${kind}`,
      recipient: email,
      accountId: w.scope.accountId,
      personId,
      language,
      texts: notificationMail(kind, accountName, [first, ...others], linksOf(deps, w, personId, kind)),
    });
  }
}

const linksOf = (deps: MailingDeps, w: Work, personId: string, kind: NotificationMailKind): MailLinks => ({
  page: (path) => publicLink(deps, path),
  unsubscribe: publicLink(deps, `/unsubscribe/${unsubscribeToken(deps, w.scope.accountId, personId, kind)}`),
});

/**
 * Mails a summary of the records that need attention to the members who want it. The job runs every night, but sends
 * the summary only on its first run of a week.
 */
export async function sendSummary(w: Work, deps: MailingDeps): Promise<object> {
  if (await summarySentSince(w, 'account-summary')) return { isSent: false };
  const { accountName, readers } = await mailReaders(w, 'ACCOUNT_SUMMARY');
  for (const { personId, email, language } of readers) {
    await queueMail(w.tx, deps, {
      kind: 'notification:ACCOUNT_SUMMARY',
      recipient: email,
      accountId: w.scope.accountId,
      personId,
      language,
      texts: summaryMail(accountName, await listWaiting(w, personId), linksOf(deps, w, personId, 'ACCOUNT_SUMMARY')),
    });
  }
  return { isSent: true, mails: readers.length };
}

/** The records of all areas that need this person's attention. The last area in the order of `all.ts` comes first. */
async function listWaiting(w: Work, personId: string): Promise<readonly Waiting[]> {
  const found: Waiting[] = [];
  for (const area of registeredAreas().toReversed()) found.push(...((await area.waiting?.(w, personId)) ?? []));
  return found;
}
