import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import type { EditedInvoice, EditorState, Overwritten } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import type { HeaderField } from './header-draft.ts';
import type { Cell } from './line-draft.ts';

const LINE_VALUES: Readonly<Record<Cell, (line: InvoiceLine) => unknown>> = {
  product: ({ product }) => product?.id ?? null,
  name: ({ name }) => name,
  costType: ({ costType }) => costType,
  quantity: ({ quantity }) => quantity,
  price: ({ unitPrice }) => unitPrice,
  amount: ({ amount }) => amount,
  tax: ({ taxAmount }) => taxAmount,
  account: ({ account }) => account,
  internalReference: ({ internalReference }) => internalReference,
};
const headerValue = (invoice: EditedInvoice, field: HeaderField): unknown =>
  field === 'supplierId'
    ? invoice.supplierContact?.id
    : field === 'pairedWith'
      ? invoice.pairedWith.map(({ type, id }) => `${type}:${id}`).join()
      : invoice[field];

/**
 * Remembers which fields this person has saved, and finds those that somebody else has changed since. The values of the
 * editor are compared, so that later changes of the person do not count.
 */
export function createOverwrites(store: EditorStore) {
  const header = new Set<HeaderField>();
  const lines = new Map<string, Set<Cell>>();
  return {
    savedHeader(fields: readonly HeaderField[]): void {
      for (const field of fields) header.add(field);
    },
    savedLine(key: string, cells: readonly Cell[]): void {
      lines.set(key, new Set([...(lines.get(key) ?? []), ...cells]));
    },
    /** Compares the editor with a newer invoice of somebody else. Must be called before that is applied. */
    notice(next: InvoiceWithLines): void {
      const { invoice, rows, overwritten } = store.get();
      const found: Overwritten[] = [];
      const fields = [...header].filter((field) => headerValue(invoice, field) !== headerValue(next, field));
      if (next.version > invoice.version && fields.length > 0) {
        found.push({ of: 'header', fields, mine: invoice, theirs: next });
        for (const field of fields) header.delete(field);
      }
      const byId = new Map(next.lines.map((line) => [line.invoiceLineId, line]));
      for (const [key, cells] of lines) {
        const mine = rows.get(key)?.line;
        const theirs = mine && byId.get(mine.invoiceLineId);
        if (!mine || !theirs || theirs.version <= mine.version) continue;
        const changed = [...cells].filter((cell) => LINE_VALUES[cell](mine) !== LINE_VALUES[cell](theirs));
        if (changed.length === 0) continue;
        found.push({ of: key, fields: changed, mine, theirs });
        for (const cell of changed) cells.delete(cell);
      }
      if (found.length > 0) store.set({ overwritten: [...overwritten, ...found] });
    },
  };
}
export type Overwrites = ReturnType<typeof createOverwrites>;
/** Removes a message about an overwritten value. */
export const withoutOverwritten = ({ overwritten }: EditorState, one: Overwritten): readonly Overwritten[] =>
  overwritten.filter((other) => other !== one);
