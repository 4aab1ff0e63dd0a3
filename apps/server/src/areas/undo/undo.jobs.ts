import type { Job } from '../../jobs/define-job.ts';
import { sweepAccountJob } from '../../jobs/sweep.ts';
import { dropOldOperationRows } from './undo.queries.ts';

export const undoJobs: readonly Job[] = [sweepAccountJob('undo.sweep', dropOldOperationRows)];
