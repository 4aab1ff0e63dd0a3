import type { NotificationMailKind } from '@quayside/contracts/notification-mails';
import { aboveAccount, inAccountAsJob, type Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { NightlyJob } from '../../jobs/nightly.ts';
import { type MailDeps, publicLink, queueMail } from '../../mail/queue-mail.ts';
import { mailReaders, unsubscribeToken } from '../accounts/public.ts';
import { summarySentSince, summaryFigures } from './account-summary.views.ts';
import { findSeen, findWaiting, takeWaiting, type Waiting } from './notification-mails.queries.ts';
import { type MailLinks, notificationMail, summaryMail } from './notification-mails.words.ts';
import { listNotices } from './notifications.views.ts';

/** So long the first of a kind waits for others: a burst of them is one mail. */
export const GATHER_MS = 5 * 60_000;
const POLL_MS = 5_000;

type MailingDeps = MailDeps & Pick<Deps, 'db' | 'config' | 'log'>;

/** Mails notifications that were raised for it. The queue is the rows of `notification_mail`, so nothing is lost with the process. */
export interface NotificationMailer {
  start(): void;
  /** Writes the mails of all that have waited long enough. */
  writeDue(): Promise<void>;
  stop(): Promise<void>;
}

export function createNotificationMailer(deps: MailingDeps): NotificationMailer {
  let running: Promise<void> | undefined;
  let stopped = false;
  let poll: NodeJS.Timeout | undefined;
  const run = async () => {
    for (const waiting of await findWaiting(deps.db, new Date(deps.clock.now().getTime() - GATHER_MS))) {
      if (stopped) return;
      // One account that cannot be mailed holds up no other, and is tried again.
      await inAccountAsJob(deps, waiting.accountId, (w) => writeMails(w, deps, waiting)).catch((error: unknown) =>
        deps.log.error({ err: error, ...waiting }, 'notifications could not be mailed; it is tried again'),
      );
    }
  };
  const writeDue = (): Promise<void> =>
    (running ??= run().finally(() => {
      running = undefined;
    }));
  return {
    start() {
      const look = () => void writeDue().catch((error: unknown) => deps.log.warn({ err: error }, 'waiting notifications could not be read; trying again'));
      poll = setInterval(look, POLL_MS);
      poll.unref();
    },
    writeDue,
    async stop() {
      stopped = true;
      clearInterval(poll);
      await running?.catch(() => undefined);
    },
  };
}

/** Taken and written in one transaction: each notification is in one mail of a reader, or in none while it fails. */
async function writeMails(w: Work, deps: MailingDeps, waiting: Waiting): Promise<void> {
  const { kind } = waiting;
  if (kind === 'ACCOUNT_SUMMARY') throw new Error('A summary is written by the nightly job');
  const ids = await aboveAccount(w, (tx) => takeWaiting(tx, waiting));
  if (ids.length === 0) return;
  const { accountName, readers } = await mailReaders(w, kind);
  const notices = await listNotices(w, ids);
  const seen = await findSeen(w, ids);
  for (const { personId, email } of readers) {
    // Who has read it meanwhile knows it.
    const [first, ...others] = notices.filter(({ id }) => !seen.has(`${personId}/${id}`));
    if (!first) continue;
    await queueMail(w.tx, deps, {
      kind: `notification:${kind}`,
      recipient: email,
      accountId: w.scope.accountId,
      personId,
      parts: notificationMail(kind, accountName, [first, ...others], linksOf(deps, w, personId, kind)),
    });
  }
}

const linksOf = (deps: MailingDeps, w: Work, personId: string, kind: NotificationMailKind): MailLinks => ({
  page: (path) => publicLink(deps, path),
  unsubscribe: publicLink(deps, `/unsubscribe/${unsubscribeToken(deps, w.scope.accountId, personId, kind)}`),
});

/** Once a week, in the first night that the server runs, what waits in the account is mailed to those who asked for it. */
export const accountSummary = (deps: MailingDeps): NightlyJob => ({
  name: 'account-summary',
  async run(w) {
    if (await summarySentSince(w, 'account-summary')) return { isSent: false };
    const { accountName, readers } = await mailReaders(w, 'ACCOUNT_SUMMARY');
    for (const { personId, email } of readers) {
      await queueMail(w.tx, deps, {
        kind: 'notification:ACCOUNT_SUMMARY',
        recipient: email,
        accountId: w.scope.accountId,
        personId,
        parts: summaryMail(accountName, await summaryFigures(w, personId), linksOf(deps, w, personId, 'ACCOUNT_SUMMARY')),
      });
    }
    return { isSent: true, mails: readers.length };
  },
});
