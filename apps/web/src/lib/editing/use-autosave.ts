import { useEffect, useRef } from 'react';
import type { SaveState } from './save-queue.ts';
import { holdsInput, holdsTyped } from './unsaved.ts';

/** An editor that saves by itself. */
interface SavingEditor<Row> {
  get(): { readonly save: SaveState };
  isIdle(): boolean;
  hasUnsaved(): boolean;
  /** Applies a newer version of the record, which somebody else may have changed. */
  take(row: Row): void;
  /** Saves all input at once. Returns whether everything is stored. */
  flush(): Promise<boolean>;
  dispose(): void;
}

/**
 * Passes each newer version of a record to its editor, and saves all input when the person leaves the page. `readAt` is
 * when the record was read, in milliseconds.
 */
export function useAutosave<Row>(editor: SavingEditor<Row>, row: Row, readAt: number): void {
  const taken = useRef(readAt);
  useEffect(() => {
    // Ignore what was read before the last save. It is read again as soon as everything is stored.
    if (taken.current === readAt || !editor.isIdle() || readAt < (editor.get().save.savedAt ?? 0)) return;
    taken.current = readAt;
    editor.take(row);
  }, [editor, row, readAt]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!editor.hasUnsaved()) return;
      void editor.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    // Before the person leaves, all input that can be saved is saved. The person is only asked about the rest.
    const release = holdsInput(async () => (!editor.hasUnsaved() || (await editor.flush()) ? 0 : 1));
    const releaseTyped = holdsTyped(() => (editor.hasUnsaved() ? 1 : 0));
    return () => {
      release();
      releaseTyped();
      window.removeEventListener('beforeunload', ask);
      editor.dispose();
    };
  }, [editor]);
}
