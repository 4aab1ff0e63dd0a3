import { dailyJob } from '../../jobs/daily.ts';
import type { Job } from '../../jobs/define-job.ts';
import { checkCosts } from './check/cost-check.service.ts';

export const costCheck = dailyJob({ name: 'costs.cost-invariants', run: checkCosts });

export const costsJobs: readonly Job[] = [costCheck];
