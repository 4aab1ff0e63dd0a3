import { createHash } from 'node:crypto';
import { CronExpressionParser } from 'cron-parser';

/** When a job runs. If runs were missed while no worker was running, the job runs once. */
export interface Schedule {
  readonly job: `${string}.${string}`;
  readonly cron: string;
  /** `account`: the job runs in every account, in the account's time zone. `installation`: it runs once, in UTC. */
  readonly for: 'account' | 'installation';
  /** The start times of the accounts are spread over this many minutes, so that not all of them start at once. */
  readonly spreadMinutes?: number;
}

const NIGHT = { for: 'account', cron: '0 3 * * *', spreadMinutes: 60 } as const;

/** All schedules; their order has no meaning. */
export const SCHEDULES: readonly Schedule[] = [
  { job: 'accounts.reseal-second-factors', ...NIGHT },
  { job: 'costs.cost-invariants', ...NIGHT },
  { job: 'invoices.archive-closed', ...NIGHT },
  { job: 'payments.payables-invariants', ...NIGHT },
  { job: 'payments.tell-of-due', for: 'account', cron: '0 7 * * *', spreadMinutes: 60 },
  { job: 'shipments.ask-about-departures', for: 'account', cron: '0 7 * * *', spreadMinutes: 60 },
  { job: 'purchasing.archive-purchase-orders', ...NIGHT },
  { job: 'shipments.archive-shipment-plans', ...NIGHT },
  { job: 'shipments.shipment-invariants', ...NIGHT },
  { job: 'stock.new-skus', ...NIGHT },
  { job: 'stock.sale-places', ...NIGHT },
  { job: 'stock.stock-invariants', ...NIGHT },
  { job: 'notifications.account-summary', ...NIGHT },
  { job: 'products.tally-check', ...NIGHT },
  { job: 'suppliers.reseal-bank-details', ...NIGHT },
  { job: 'documents.sweep', ...NIGHT },
  { job: 'http.sweep', ...NIGHT },
  { job: 'products.sweep', ...NIGHT },
  { job: 'stock.sweep', ...NIGHT },
  { job: 'suppliers.sweep', ...NIGHT },
  { job: 'undo.sweep', ...NIGHT },
  { job: 'accounts.sweep', for: 'installation', cron: '7 * * * *' },
  { job: 'events.sweep', for: 'installation', cron: '17 * * * *' },
  { job: 'files.sweep', for: 'installation', cron: '27 * * * *' },
  { job: 'files.find-lost', for: 'installation', cron: '47 4 * * *' },
  { job: 'files.empty-bin', for: 'installation', cron: '57 4 * * *' },
  { job: 'mail.sweep', for: 'installation', cron: '37 * * * *' },
];

/** Used in place of an account id in the due times of schedules that run once for the whole installation. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** Computes the first due time of a schedule after an instant. */
export function nextRun(schedule: Schedule, accountId: string, timeZone: string, after: Date): Date {
  const spread = spreadMs(schedule, accountId);
  const currentDate = new Date(after.getTime() - spread);
  const time = CronExpressionParser.parse(schedule.cron, { currentDate, tz: timeZone }).next().getTime();
  return new Date(time + spread);
}

/**
 * How many milliseconds after the scheduled time the job starts in this account. Always the same for an account and a
 * job.
 */
function spreadMs({ job, spreadMinutes = 0 }: Schedule, accountId: string): number {
  if (spreadMinutes === 0) return 0;
  const number = createHash('sha256').update(`${job}/${accountId}`).digest().readUInt32BE(0);
  return (number % (spreadMinutes * 60)) * 1000;
}
