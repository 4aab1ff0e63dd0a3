import { dailyJob } from '../../jobs/daily.ts';
import type { Job } from '../../jobs/define-job.ts';
import { sendMails } from '../../mail/mail.jobs.ts';
import { daysAgo, sweepJob } from '../../jobs/sweep.ts';
import { canSendMail } from './mails/leaving-mails.service.ts';
import { resealSecondFactors } from './second-factor/second-factor.service.ts';
import { deleteEnded } from './rows/sweep.queries.ts';

export const accountsJobs: readonly Job[] = [
  sendMails((deps) => (mail) => canSendMail(deps, mail)),
  dailyJob({ name: 'accounts.reseal-second-factors', run: resealSecondFactors }),
  sweepJob('accounts.sweep', (tx, now) => deleteEnded(tx, now, daysAgo(now, 30))),
];
