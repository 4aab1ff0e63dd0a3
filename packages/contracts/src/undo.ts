import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, userAnd } from './primitives.ts';

const undoSchema = z.object({
  restored: z.int(),
  keptCount: z.int(),
  /** The first 100 records that were not restored, because somebody has edited, used or deleted them since. */
  kept: z.array(z.object({ id, label: z.string(), reason: z.enum(['EDITED', 'USED', 'DELETED']) })),
});
export type UndoResult = z.infer<typeof undoSchema>;

export const undoOperation = endpoint({
  id: 'undoOperation',
  method: 'POST',
  path: '/undo/{userId}/{operationId}',
  access: 'write',
  idempotent: true,
  summary: 'Undo an operation on many rows within 10 minutes, or an import within 30 days',
  params: userAnd('operationId'),
  response: undoSchema,
  errors: ['undo.too_late'],
});
