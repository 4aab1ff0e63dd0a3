import type { Deps } from '../deps.ts';
import { defineJob, type Job } from '../jobs/define-job.ts';
import { ofAccountOrNone } from '../jobs/payloads.ts';
import { daysAgo, sweepJob } from '../jobs/sweep.ts';
import { createMailSender, type CanSendMail } from './mail-sender.ts';
import { deleteOldMails, listDueAccounts } from './mail-sender.queries.ts';

/** Creates the job that sends queued mails, account by account. Without a mail server they stay in the queue. */
export const sendMails = (canSendMail: (deps: Deps) => CanSendMail): Job =>
  defineJob({
    name: 'mail.send',
    payload: ofAccountOrNone,
    // Only errors of the database count as failed attempts of this job; each mail counts its own failed deliveries.
    attempts: 10,
    backOffSeconds: 2,
    concurrency: 2,
    perAccount: true,
    findUnfinished: async (tx, { mailer, clock }) =>
      mailer ? (await listDueAccounts(tx, clock.now())).map((accountId) => ({ accountId })) : [],
    work: (deps) => createMailSender({ ...deps, canSendMail: canSendMail(deps) }),
  });

/** How many days the record of a mail is kept. */
const KEPT_DAYS = 30;
export const sweepMails = sweepJob('mail.sweep', (tx, now) => deleteOldMails(tx, daysAgo(now, KEPT_DAYS)));
