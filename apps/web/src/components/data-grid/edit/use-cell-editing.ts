import type { CellDoubleClickedEvent, GridApi } from 'ag-grid-community';
import { type ClipboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import type { GridTableProps } from '../grid-table-props.ts';
import { valueOf } from '../grid-cells.tsx';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import type { CellRef } from './cell-edit.ts';
import { type EditPlan, planPaste } from './edit-plan.ts';
import { readTsv, writeTsv } from './tsv.ts';
import { cellAt, createCellTools } from './cell-tools.ts';
import { createEditHooks } from './edit-hooks.ts';
import { useMarkedCells } from './use-marked-cells.ts';

interface Options<Row, Totals> {
  readonly api: RefObject<GridApi<Row> | null>;
  readonly wrapper: RefObject<HTMLDivElement | null>;
  readonly props: GridTableProps<Row, Totals>;
}

/**
 * Marks cells that were copied from a table of this application. Their numbers have a decimal point, so that nothing is
 * asked when they are pasted.
 */
const OWN_CELLS = 'application/x-quayside-cells';
const OWN_MARK = '.';

/** Handles the keyboard, the pointer and the clipboard for an editable table. */
export function useCellEditing<Row, Totals>({ api, wrapper, props }: Options<Row, Totals>) {
  const t = useT();
  const { edits } = props;
  const latest = useRef(props);
  latest.current = props;
  /** The cell in which the paste was started. The focus returns to this cell when the dialog closes. */
  const planned = useRef<CellRef>(undefined);
  const typing = useRef<string>(undefined);
  const [plan, setPlan] = useState<EditPlan>();
  /** Plans the paste again with the decimal marks that the person chose. */
  const planAgain = useRef<(marks: ReadonlyMap<string, DecimalMark>) => EditPlan>(undefined);
  const marks = useRef<ReadonlyMap<string, DecimalMark>>(new Map());

  const tools = useMemo(() => edits && createCellTools({ edits, api, latest, t }), [edits, api, t]);

  const hooks = useMemo(() => edits && tools && createEditHooks({ edits, tools, latest, typing }), [edits, tools]);

  const { block } = edits ?? {};
  useMarkedCells(block, wrapper);
  useEffect(() => {
    const now = block?.get();
    // When rows or columns have changed, compute again which cells the block covers.
    if (now && tools) block?.set(now, tools.shown());
  }, [props.rows, props.state.columns, block, tools]);

  const isInCell = (target: EventTarget | null) =>
    target instanceof HTMLElement &&
    target.closest('.ag-cell') !== null &&
    !/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
  return {
    hooks,
    plan,
    closePlan: (isApplied: boolean) => {
      if (isApplied && plan) tools?.commit({ ...plan, refused: [] });
      setPlan(undefined);
      if (planned.current) tools?.focus(planned.current);
    },
    /** Reads the numbers of a pasted column with this decimal mark. */
    onMark: (columnId: string, mark: DecimalMark) => {
      marks.current = new Map(marks.current).set(columnId, mark);
      setPlan(planAgain.current?.(marks.current));
    },
    /** Clears the block when the focus has moved to a cell outside the block. */
    onFocused: () => {
      if (tools?.block.get() && tools.focused() && !tools.marked()) tools.block.set(undefined, tools.shown());
    },
    /** Handles a click before AG Grid moves the focus. With Shift, the click extends the block. */
    onMouseDown: (event: MouseEvent) => {
      const cell = cellAt(event.target);
      if (!tools || event.button !== 0 || !cell) return;
      if (event.shiftKey) tools.grow(cell);
      else tools.block.set(undefined, tools.shown());
    },
    onDoubleClick: (event: CellDoubleClickedEvent<Row>) => {
      if (!tools || tools.editing.permission.allowed || event.node.rowPinned) return;
      if (latest.current.columns.some(({ id, edit }) => id === event.column.getColId() && edit)) tools.showDenied();
    },
    onCopy: (event: ClipboardEvent) => {
      const area = tools?.area();
      if (!tools || !area || !isInCell(event.target) || window.getSelection()?.toString()) return;
      const { columns } = latest.current;
      const { rowOf } = tools.source();
      const textOf = (rowId: string, columnId: string): string => {
        const [row, column] = [rowOf(rowId), columns.find(({ id }) => id === columnId)];
        if (!row || !column) return '';
        if (column.edit) return tools.store.textOf({ rowId, columnId }) ?? column.edit.text(row);
        return column.copy ? column.copy(row) : String(valueOf(column, row) ?? '');
      };
      event.clipboardData.setData(
        'text/plain',
        writeTsv(area.rowIds.map((rowId) => area.columnIds.map((columnId) => textOf(rowId, columnId)))),
      );
      event.clipboardData.setData(OWN_CELLS, OWN_MARK);
      event.preventDefault();
      edits?.announce(t('grid.edit.copied', { count: area.rowIds.length * area.columnIds.length }));
    },
    onPaste: (event: ClipboardEvent) => {
      const area = tools?.area();
      if (!tools || !area || !isInCell(event.target)) return;
      event.preventDefault();
      if (!tools.editing.permission.allowed) return tools.showDenied();
      const block = readTsv(event.clipboardData.getData('text/plain'));
      const isOwn = event.clipboardData.getData(OWN_CELLS) === OWN_MARK;
      const made = planPaste(block, area, tools.shown(), tools.source(), isOwn ? OWN_MARK : undefined);
      const isOne = block.length === 1 && block[0]?.length === 1 && area.rowIds.length * area.columnIds.length === 1;
      const isOpen = made.numbers.some(({ reading }) => reading === 'OPEN');
      if (isOne && !isOpen && made.refused.every(({ columnId }) => tools.editOf(columnId))) tools.commit(made);
      else {
        planned.current = tools.focused();
        marks.current = new Map();
        planAgain.current = (chosen) => planPaste(block, area, tools.shown(), tools.source(), chosen);
        setPlan(isOwn ? { ...made, numbers: [] } : made);
      }
    },
  };
}
