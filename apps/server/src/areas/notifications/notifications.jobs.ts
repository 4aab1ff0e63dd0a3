import { dailyJob } from '../../jobs/daily.ts';
import { defineJob, type Job } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { listDueAccounts } from './notification-mails.queries.ts';
import { createNotificationMailer, gatheredBefore, sendSummary } from './notification-mails.service.ts';

export const mailNotifications = defineJob({
  name: 'notifications.mail',
  payload: ofAccount,
  attempts: 10,
  backOffSeconds: 5,
  concurrency: 1,
  perAccount: true,
  findUnfinished: async (tx, { clock }) =>
    (await listDueAccounts(tx, gatheredBefore(clock.now()))).map((accountId) => ({ accountId })),
  work: createNotificationMailer,
});

/** The job runs every night, but sends the summary only once a week. */
export const accountSummary = dailyJob({ name: 'notifications.account-summary', run: sendSummary });

export const notificationsJobs: readonly Job[] = [mailNotifications, accountSummary];
