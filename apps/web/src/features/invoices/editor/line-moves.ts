import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { DraftEditor } from '../../../lib/editing/draft-editor.ts';
import type { EditorCalls, InvoiceTypes, LineReplacement } from './editor-state.ts';
import type { LineBody } from './line-draft.ts';

type Editor = Pick<DraftEditor<InvoiceTypes>, 'get' | 'adopt' | 'run'>;

/** Writes of many lines. Each waits for its turn in the save queue, and throws if its call fails. */
export function createLineMoves({ get, adopt, run }: Editor, calls: EditorCalls) {
  const storedLines = (): InvoiceLine[] => get().keys.flatMap((key) => get().rows.get(key)?.stored ?? []);
  const replace = async (lines: readonly LineReplacement[]) =>
    adopt(await calls.replaceLines(lines, get().record.version));
  return {
    /** Changes many lines in one job of the queue, then loads the invoice again. */
    patchRows: (changes: readonly { readonly lineId: string; readonly body: LineBody }[]): Promise<void> =>
      run(async () => {
        const versions = new Map(storedLines().map(({ invoiceLineId, version }) => [invoiceLineId, version]));
        await calls.saveLines(
          changes.flatMap(({ lineId, body }) => {
            const version = versions.get(lineId);
            return version === undefined ? [] : [{ ...body, invoiceLineId: lineId, version }];
          }),
        );
        adopt(await calls.load());
      }),
    /**
     * Deletes stored lines in one call, which deletes either all of them or none. Returns all lines as they were
     * before, for Undo.
     */
    removeRows: (lineIds: ReadonlySet<string>): Promise<InvoiceLine[]> =>
      run(async () => {
        const before = storedLines();
        await replace(idsOf(before.filter((line) => !lineIds.has(line.invoiceLineId))));
        return before;
      }),
    /**
     * Undoes adding lines. The server refuses to delete a line with an order, so the quantity is set to 0 first, which
     * removes the order.
     */
    takeBackRows: (lineIds: ReadonlySet<string>): Promise<void> =>
      run(async () => {
        const lines = storedLines();
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
        adopt(await calls.load());
      }),
  };
}

const idsOf = (lines: readonly InvoiceLine[]) => lines.map(({ invoiceLineId }) => ({ invoiceLineId }));
