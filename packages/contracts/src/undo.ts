import { endpoint } from './endpoint.ts';
import { userAnd } from './primitives.ts';

export const undoOperation = endpoint({
  id: 'undoOperation',
  method: 'POST',
  path: '/undo/{userId}/{operationId}',
  access: 'write',
  idempotent: true,
  summary: 'Take back an operation on many rows, within 10 minutes',
  params: userAnd('operationId'),
  errors: ['undo.too_late'],
});
