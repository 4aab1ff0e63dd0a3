import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { isSame } from '../../../lib/editing/draft-editor/part.ts';
import type { EditorState, Overwritten } from './editor-state.ts';
import { type HeaderField, headerValue } from './header-draft.ts';
import { type Cell, lineValue } from './line-draft.ts';

/**
 * Remembers which fields this person has saved, and finds those that somebody else has changed since. The values of the
 * editor are compared, so that later changes of the person do not count.
 */
export function createOverwrites() {
  const header = new Set<HeaderField>();
  const lines = new Map<string, Set<Cell>>();
  return {
    savedHeader(fields: readonly HeaderField[]): void {
      for (const field of fields) header.add(field);
    },
    savedLine(key: string, cells: readonly Cell[]): void {
      lines.set(key, new Set([...(lines.get(key) ?? []), ...cells]));
    },
    /** The values that a newer invoice of somebody else replaces, before it is applied. Each is found once. */
    findIn(next: InvoiceWithLines, { record: invoice, rows }: EditorState): readonly Overwritten[] {
      const found: Overwritten[] = [];
      const fields = [...header].filter((field) => !isSame(headerValue(invoice, field), headerValue(next, field)));
      if (next.version > invoice.version && fields.length > 0) {
        found.push({ of: 'header', fields, mine: invoice, theirs: next });
        for (const field of fields) header.delete(field);
      }
      const byId = new Map(next.lines.map((line) => [line.invoiceLineId, line]));
      for (const [key, cells] of lines) {
        const mine = rows.get(key)?.stored;
        const theirs = mine && byId.get(mine.invoiceLineId);
        if (!mine || !theirs || theirs.version <= mine.version) continue;
        const changed = [...cells].filter((cell) => !isSame(lineValue(mine, cell), lineValue(theirs, cell)));
        if (changed.length === 0) continue;
        found.push({ of: key, fields: changed, mine, theirs });
        for (const cell of changed) cells.delete(cell);
      }
      return found;
    },
  };
}
