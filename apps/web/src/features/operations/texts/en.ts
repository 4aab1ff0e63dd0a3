/** Strings of the page of background jobs, which only system admins can open. */
export const operations = {
  title: 'Background work',
  entity: 'background work',
  counts: 'Now',
  countsHint: 'All accounts, refreshed every five seconds',
  nothing: 'No job is running or waiting.',
  failed: 'Failed permanently',
  failedHint: 'The newest 200 of the last 30 days',
  noneFailed: 'No job has failed permanently in the last 30 days.',
  column: {
    job: 'Job',
    running: 'Running',
    waiting: 'Waiting',
    failed: 'Failed',
    account: 'Account',
    failedAt: 'When',
    tries: 'Attempts',
    reason: 'Reason',
  },
  installation: 'The installation',
  retry: 'Retry',
  retryAll: 'Retry all',
  retryJob: 'job',
  retried_one: '{{formatted}} job will run again',
  retried_other: '{{formatted}} jobs will run again',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly operations: typeof operations;
  }
}
