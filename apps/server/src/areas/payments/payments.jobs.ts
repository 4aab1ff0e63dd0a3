import { dailyJob } from '../../jobs/daily.ts';
import { defineJob, type Job } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { listUnfinished } from '../../jobs/unfinished.queries.ts';
import { tellOfDue } from './schedule/due-notices.service.ts';
import { createPolicyWorker } from './policy/exchange-policy.job.ts';
import { POLICY_JOB } from './policy/exchange-policy.service.ts';
import { checkPayables } from './check/payables-check.service.ts';

export const tellOfDuePayments = dailyJob({ name: 'payments.tell-of-due', run: tellOfDue });
export const payablesCheck = dailyJob({ name: 'payments.payables-invariants', run: checkPayables });

const followPolicies = defineJob({
  name: POLICY_JOB,
  payload: ofAccount,
  attempts: 10,
  backOffSeconds: 2,
  concurrency: 1,
  perAccount: true,
  findUnfinished: (tx) => listUnfinished(tx, POLICY_JOB),
  work: createPolicyWorker,
});

export const paymentsJobs: readonly Job[] = [tellOfDuePayments, payablesCheck, followPolicies];
