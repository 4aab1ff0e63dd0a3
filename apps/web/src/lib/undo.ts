import { undoOperation } from '@quayside/contracts/undo';
import { call } from './call.ts';

/** Takes an operation back; sent again after a lost answer, it is done once. */
export const takeBack = (operationId: string) => call(undoOperation, { params: { operationId }, idempotencyKey: operationId });
