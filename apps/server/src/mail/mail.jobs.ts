import type { Deps } from '../deps.ts';
import { defineJob, type Job } from '../jobs/define-job.ts';
import { ofAccountOrNone } from '../jobs/payloads.ts';
import { daysAgo, sweepJob } from '../jobs/sweep.ts';
import { createMailSender, type CanSendMail } from './mail-sender.ts';
import { deleteOldMails, listDueAccounts } from './mail-sender.queries.ts';

/** Sends queued mails, account by account. Without a mail server they stay in the queue. */
export const sendMails = (canSendMail: (deps: Deps) => CanSendMail): Job =>
  defineJob({
    name: 'mail.send',
    payload: ofAccountOrNone,
    // A mail that cannot be sent has its own retry state; this counts only database errors.
    attempts: 10,
    backOffSeconds: 2,
    concurrency: 2,
    perAccount: true,
    findUnfinished: async (tx, { mailer, clock }) =>
      mailer ? (await listDueAccounts(tx, clock.now())).map((accountId) => ({ accountId })) : [],
    work: (deps) => createMailSender({ ...deps, canSendMail: canSendMail(deps) }),
  });

/** How long the record of sent mails is kept. */
const KEPT_DAYS = 30;
export const sweepMails = sweepJob('mail.sweep', (tx, now) => deleteOldMails(tx, daysAgo(now, KEPT_DAYS)));
