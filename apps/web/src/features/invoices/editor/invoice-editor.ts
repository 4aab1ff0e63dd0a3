import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import { createSaves } from './editor-saves.ts';
import { countProblems, type EditorCalls, type Overwritten } from './editor-state.ts';
import { createEditorStore } from './editor-store.ts';
import { createLineMoves } from './line-moves.ts';
import { createSaveQueue, LEAVE_MS } from '../../../lib/save-queue.ts';
import { createOverwrites, withoutOverwritten } from './overwritten.ts';
import { applyInvoice, applyOthers, resolveConflict } from './stored-invoice.ts';
import { createCellTyping, createHeaderTyping } from './typing.ts';

/**
 * Creates the editor of one invoice. The editor shows unsaved input over the stored values, and saves the input with
 * one call at a time.
 */
export function createInvoiceEditor(first: InvoiceWithLines, calls: EditorCalls) {
  const store = createEditorStore(first);
  const overwrites = createOverwrites(store);
  const saves = createSaves(store, calls, overwrites);
  const queue = createSaveQueue({
    store,
    nextSave: saves.nextSave,
    isHeld: saves.isHeld,
    now: () => calls.now(),
    onRefusal: (error) => calls.onRefusal(error),
    onSettled: () => calls.onSettled(),
  });
  const { run, schedule } = queue;
  const hasUnsaved = () => saves.hasWaiting() || saves.isHeld() || queue.isRunning();
  // What waited for a field to be left may have been put back: then only the mark "saving" ends.
  const onLeave = () => void ((saves.hasWaiting() || store.get().save.isSaving) && schedule(LEAVE_MS));
  return {
    get: store.get,
    subscribe: store.subscribe,
    ...createCellTyping(store, schedule, onLeave),
    ...createHeaderTyping(store, schedule, onLeave),
    ...createLineMoves({ store, calls, saves, run }),
    run,
    /** Applies an invoice that was fetched again. Somebody else may have changed it. */
    take(next: InvoiceWithLines): void {
      overwrites.notice(next);
      applyOthers(store, next);
    },
    /** Applies the answer of a call of this person. */
    adopt: (next: InvoiceWithLines) => applyInvoice(store, next),
    forgetOverwritten: (one: Overwritten) => store.set({ overwritten: withoutOverwritten(store.get(), one) }),
    isIdle: queue.isIdle,
    hasUnsaved,
    /** Saves all input immediately. Returns whether everything is stored and no field has an error. */
    async flush(): Promise<boolean> {
      await saves.whole(async () => {
        await queue.pump();
        await queue.idle();
      });
      return !hasUnsaved() && countProblems(store.get()) === 0;
    },
    /**
     * Resolves a version conflict. The fields in `keep` are saved on top of the newer version; all other input is
     * dropped.
     */
    resolve(keep: readonly string[]): void {
      if (!resolveConflict(store, keep)) return;
      queue.markWritten();
      void queue.pump();
    },
    dispose: () => void saves.whole(queue.pump),
  };
}
export type InvoiceEditor = ReturnType<typeof createInvoiceEditor>;
