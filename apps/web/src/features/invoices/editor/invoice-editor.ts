import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import type { DraftDescription } from '../../../lib/editing/draft-editor/description.ts';
import { createDraftEditor } from '../../../lib/editing/draft-editor.ts';
import { defaultCostType, type EditorCalls, type InvoiceTypes, type Overwritten } from './editor-state.ts';
import { type HeaderField, headerKind } from './header-draft.ts';
import type { Cell } from './line-draft.ts';
import { lineKind } from './line-kind.ts';
import { createLineMoves } from './line-moves.ts';
import { createOverwrites } from './overwritten.ts';

const rowAnswer = ({ line, invoice }: { line: InvoiceLine; invoice: Invoice }) => ({ row: line, record: invoice });

const describe = (calls: EditorCalls): DraftDescription<InvoiceTypes> => ({
  ports: calls,
  extra: { overwritten: [] },
  split: ({ lines, ...record }) => ({ record, rows: lines.toSorted((a, b) => a.position - b.position) }),
  header: headerKind,
  saveHeader: (body) => calls.saveHeader(body),
  rows: {
    idOf: ({ invoiceLineId }) => invoiceLineId,
    kind: ({ currency }) => lineKind(currency),
    newKey: () => calls.newKey(),
    complete: (body, invoice) => ({ costType: defaultCostType(invoice), ...body }),
    create: async (body, key) => rowAnswer(await calls.createLine(body, key)),
    save: async (id, body) => rowAnswer(await calls.saveLine(id, body)),
    remove: (id, version) => calls.deleteLine(id, version),
    load: () => calls.load(),
  },
});

/** Creates the editor of one invoice, which saves by itself. */
export function createInvoiceEditor(first: InvoiceWithLines, calls: EditorCalls) {
  const overwrites = createOverwrites();
  const onSaved = (key: string, fields: readonly string[]) =>
    key === 'header' ? overwrites.savedHeader(fields as HeaderField[]) : overwrites.savedLine(key, fields as Cell[]);
  const editor = createDraftEditor<InvoiceTypes>({ ...describe(calls), onSaved }, first);
  return {
    ...editor,
    ...createLineMoves(editor, calls),
    /** Applies an invoice that was fetched again. Somebody else may have changed it. */
    take(next: InvoiceWithLines): void {
      const state = editor.get();
      editor.setExtra({ overwritten: [...state.overwritten, ...overwrites.findIn(next, state)] });
      editor.take(next);
    },
    /** Removes a message about an overwritten value. */
    forgetOverwritten(one: Overwritten): void {
      editor.setExtra({ overwritten: editor.get().overwritten.filter((other) => other !== one) });
    },
    /** Takes the amount that a row offers, or keeps the one that it has. */
    answerOffer: (key: string, isTaken: boolean) =>
      editor.changeRow(key, ({ offer, ...row }) => {
        if (!offer) return row;
        const { amount, price } = offer;
        // The price stays the one that later quantities are held against, also where the amount is kept.
        const pricing = isTaken ? { price, isTyped: true } : row.pricing;
        return { ...row, pricing, draft: isTaken ? { ...row.draft, amount } : row.draft };
      }),
  };
}
export type InvoiceEditor = ReturnType<typeof createInvoiceEditor>;
