import { undoOperation } from '@quayside/contracts/undo';
import { type Mounting, mount } from '../../http/mount.ts';
import * as undo from './undo.service.ts';

/** The one call that takes operations back; the application says which area undoes which kind. */
export function mountUndo(m: Mounting, undoers: undo.Undoers): void {
  mount(m, undoOperation)((w, i) => undo.undoOperation(w, undoers, i.params.operationId));
}
