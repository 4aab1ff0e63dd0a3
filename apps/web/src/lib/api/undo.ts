import { undoOperation } from '@quayside/contracts/undo';
import { call } from './call.ts';

/** Undoes an operation. A retry is safe, because the call has an idempotency key. */
export const takeBack = (operationId: string) =>
  call(undoOperation, { params: { operationId }, idempotencyKey: operationId });
