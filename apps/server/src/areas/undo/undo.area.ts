import type { Area } from '../area.ts';
import { undoJobs } from './undo.jobs.ts';
import { mountUndo } from './undo.routes.ts';

export const undoArea: Area = {
  name: 'undo',
  tables: ['operation', 'operation_row'],
  mount: mountUndo,
  jobs: undoJobs,
};
