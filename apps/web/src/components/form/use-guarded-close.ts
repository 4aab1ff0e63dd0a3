import { confirmDiscard } from './leave.ts';
import { useTyped } from './use-typed.ts';

/**
 * For a dialog with typed input: the page stays when the session ends, and closing the dialog asks before the changes
 * are lost.
 */
export function useGuardedClose(changes: number, onClose: () => void): () => void {
  useTyped(changes);
  return () => {
    if (changes === 0) return onClose();
    void confirmDiscard(changes).then((isSure) => isSure && onClose());
  };
}
