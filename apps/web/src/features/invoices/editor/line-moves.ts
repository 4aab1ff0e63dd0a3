import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import type { EditorCalls, LineReplacement } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import type { Saves } from './editor-saves.ts';
import type { LineBody } from './line-draft.ts';
import type { SaveQueue } from '../../../lib/save-queue.ts';
import { applyAfterRemoval, dropRow, storedLines, applyInvoice, applyLine } from './stored-invoice.ts';

interface Parts {
  readonly store: EditorStore;
  readonly calls: EditorCalls;
  readonly saves: Saves;
  readonly run: SaveQueue['run'];
}

/** Operations on whole lines. Each operation waits for its turn in the save queue, and throws if its call fails. */
export function createLineMoves({ store, calls, saves, run }: Parts) {
  const drop = (key: string) => {
    saves.forget(key);
    dropRow(store, key);
  };
  const replace = async (lines: readonly LineReplacement[]) =>
    applyAfterRemoval(store, await calls.replaceLines(lines, store.get().invoice.version));
  return {
    /** Deletes a line. Returns the content of the line for Undo, or null if the line was not stored yet. */
    async removeRow(key: string): Promise<InvoiceLine | null> {
      const row = store.rowOf(key);
      if (!row) return null;
      if (row.line === null && !saves.isCreating(key)) {
        drop(key);
        return null;
      }
      return run(async () => {
        // Without an answer to its creation the line may be stored. The same request again says which one it is.
        if (saves.isCreating(key)) await saves.createRow(key);
        const now = store.rowOf(key);
        if (!now?.line) return drop(key), null;
        await calls.deleteLine(now.line.invoiceLineId, now.line.version);
        drop(key);
        applyInvoice(store, await calls.load());
        return now.line;
      });
    },
    /** Removes the row of a line that no longer exists on the server. */
    forgetRow: drop,
    /** Updates the settings of a line in one call, such as its basis or whether it counts as a cost. */
    patchRow: (key: string, body: LineBody): Promise<void> =>
      run(async () => {
        const row = store.rowOf(key);
        if (!row?.line) return;
        const answer = await calls.saveLine(row.line.invoiceLineId, { ...body, version: row.line.version });
        applyLine(store, key, answer, { sent: {}, body: {} });
      }),
    /** Changes many lines in one job of the queue, then loads the invoice again. */
    patchRows: (changes: readonly { readonly lineId: string; readonly body: LineBody }[]): Promise<void> =>
      run(async () => {
        const versions = new Map(storedLines(store).map(({ invoiceLineId, version }) => [invoiceLineId, version]));
        await calls.saveLines(
          changes.flatMap(({ lineId, body }) => {
            const version = versions.get(lineId);
            return version === undefined ? [] : [{ ...body, invoiceLineId: lineId, version }];
          }),
        );
        applyInvoice(store, await calls.load());
      }),
    /**
     * Deletes stored lines in one call, which deletes either all of them or none. Returns all lines as they were
     * before, for Undo.
     */
    removeRows: (lineIds: ReadonlySet<string>): Promise<InvoiceLine[]> =>
      run(async () => {
        const before = storedLines(store);
        await replace(idsOf(before.filter((line) => !lineIds.has(line.invoiceLineId))));
        return before;
      }),
    /**
     * Undoes adding lines. The server refuses to delete a line with an order, so the quantity is set to 0 first, which
     * removes the order.
     */
    takeBackRows: (lineIds: ReadonlySet<string>): Promise<void> =>
      run(async () => {
        const lines = storedLines(store);
        const isOrder = (line: InvoiceLine) => line.order !== null && lineIds.has(line.invoiceLineId);
        if (lines.some(isOrder))
          await replace(
            lines.map((line) => ({ invoiceLineId: line.invoiceLineId, ...(isOrder(line) ? { quantity: '0' } : {}) })),
          );
        await replace(idsOf(lines.filter((line) => !lineIds.has(line.invoiceLineId))));
      }),
    /** Replaces all lines. A line with an id is updated; a line without an id is added. */
    replaceRows: (lines: readonly LineReplacement[]): Promise<void> => run(() => replace(lines)),
    /** Creates a deleted line again with all its fields. */
    recreate: (body: LineBody): Promise<void> =>
      run(async () => {
        await calls.createLine(body, calls.newKey());
        applyInvoice(store, await calls.load());
      }),
  };
}

const idsOf = (lines: readonly InvoiceLine[]) => lines.map(({ invoiceLineId }) => ({ invoiceLineId }));
