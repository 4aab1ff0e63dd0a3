import { createHash } from 'node:crypto';
import { CronExpressionParser } from 'cron-parser';

/** A job that runs by the clock. Runs that were missed while no worker ran happen once. */
export interface Schedule {
  readonly job: `${string}.${string}`;
  readonly cron: string;
  /** `account`: in every account, by its own clock. `installation`: once, by UTC. */
  readonly for: 'account' | 'installation';
  /** Accounts are spread over so many minutes after the time, so that not all begin at once. */
  readonly spreadMinutes?: number;
}

const NIGHT = { for: 'account', cron: '0 3 * * *', spreadMinutes: 60 } as const;

/** All of them. The order says nothing. */
export const SCHEDULES: readonly Schedule[] = [
  { job: 'accounts.reseal-second-factors', ...NIGHT },
  { job: 'costs.cost-invariants', ...NIGHT },
  { job: 'invoices.archive-closed', ...NIGHT },
  { job: 'notifications.account-summary', ...NIGHT },
  { job: 'suppliers.reseal-bank-details', ...NIGHT },
  { job: 'documents.sweep', ...NIGHT },
  { job: 'http.sweep', ...NIGHT },
  { job: 'products.sweep', ...NIGHT },
  { job: 'undo.sweep', ...NIGHT },
  { job: 'accounts.sweep', for: 'installation', cron: '7 * * * *' },
  { job: 'events.sweep', for: 'installation', cron: '17 * * * *' },
  { job: 'files.sweep', for: 'installation', cron: '27 * * * *' },
  { job: 'files.find-lost', for: 'installation', cron: '47 4 * * *' },
  { job: 'mail.sweep', for: 'installation', cron: '37 * * * *' },
];

/** Stands for the installation where a schedule has no account. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** When a schedule is due for the first time after an instant. */
export function nextRun(schedule: Schedule, accountId: string, timeZone: string, after: Date): Date {
  const spread = spreadMs(schedule, accountId);
  const currentDate = new Date(after.getTime() - spread);
  const time = CronExpressionParser.parse(schedule.cron, { currentDate, tz: timeZone }).next().getTime();
  return new Date(time + spread);
}

/** The same for an account each day. */
function spreadMs({ job, spreadMinutes = 0 }: Schedule, accountId: string): number {
  if (spreadMinutes === 0) return 0;
  const number = createHash('sha256').update(`${job}/${accountId}`).digest().readUInt32BE(0);
  return (number % (spreadMinutes * 60)) * 1000;
}
