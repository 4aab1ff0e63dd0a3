import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { useMemo } from 'react';
import { LINE_COLUMNS, useAppState } from '../../../lib/kept/kept-state.ts';
import { type Cell, CELLS } from '../editor/line-draft.ts';
import { useEdited } from '../editor/use-editor.ts';

const ALWAYS = 10;
/** The number of columns of the table, for cells that span the whole row. */
export const columnCount = (extra: readonly ExtraColumn[]): number => ALWAYS + extra.length;

/** A column that the person can show and hide. */
export type ExtraColumn = (typeof LINE_COLUMNS)[number];

/**
 * The further columns that the table shows: those that the person has chosen or, before any choice, those in which a
 * line has a value.
 */
export function useExtraColumns(): readonly ExtraColumn[] {
  const chosen = useAppState(({ layout }) => layout.lineColumns);
  const used = useEdited(({ rows }) =>
    LINE_COLUMNS.filter((column) =>
      [...rows.values()].some(({ stored: line }) => line && hasValue(line, column)),
    ).join(),
  );
  return useMemo(() => {
    const shown: readonly string[] = chosen ?? used.split(',');
    return LINE_COLUMNS.filter((column) => shown.includes(column));
  }, [chosen, used]);
}

const hasValue = (line: InvoiceLine, column: ExtraColumn): boolean =>
  column === 'purchaseOrderLine' ? line.purchaseOrderLine !== null || line.match !== null : line[column] !== null;

/** A further column whose values are words. */
type TextColumn = Exclude<ExtraColumn, 'purchaseOrderLine'>;
export const textColumns = (extra: readonly ExtraColumn[]): readonly TextColumn[] =>
  extra.filter((column) => column !== 'purchaseOrderLine');

/** The cells of a line that can be reached with the keyboard. */
export type Place = Cell | 'tick' | 'purchaseOrderLine' | 'state' | 'delete';
/** The cells of a line from left to right. */
export const cellsOf = (extra: readonly ExtraColumn[]): readonly Cell[] =>
  CELLS.filter((cell) => !isText(cell) || extra.includes(cell));

/** The cells from left to right, including cells that the Tab key skips. */
export const placesOf = (extra: readonly ExtraColumn[]): readonly Place[] => [
  'tick',
  ...cellsOf(extra),
  ...(extra.includes('purchaseOrderLine') ? (['purchaseOrderLine'] as const) : []),
  'state',
  'delete',
];
const isText = (cell: Cell): cell is TextColumn => (LINE_COLUMNS as readonly string[]).includes(cell);
export const isCell = (place: Place): place is Cell => (CELLS as readonly string[]).includes(place);
