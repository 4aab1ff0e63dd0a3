import { undoOperation } from '@quayside/contracts/undo';
import { type Mounting, mount } from '../../http/mount.ts';
import * as undo from './undo.service.ts';

/** Mounts the only undo call, which undoes operations of all areas. */
export function mountUndo(m: Mounting): void {
  mount(m, undoOperation)((w, i) => undo.undoOperation(w, i.params.operationId));
}
