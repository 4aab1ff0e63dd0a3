import { undoOperation } from '@quayside/contracts/undo';
import { call } from './call.ts';

/** Undoes an operation. The idempotency key makes a retry safe. */
export const takeBack = (operationId: string) =>
  call(undoOperation, { params: { operationId }, idempotencyKey: operationId });
