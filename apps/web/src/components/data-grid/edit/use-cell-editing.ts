import type { CellDoubleClickedEvent, GridApi, SuppressKeyboardEventParams } from 'ag-grid-community';
import { type ClipboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { type EditHooks, TOTALS_ID } from '../grid-column-defs.ts';
import { focusedCell, isSelectionColumn } from '../grid-events.ts';
import type { GridTableProps } from '../grid-table-props.ts';
import { valueOf } from '../grid-cells.tsx';
import type { BlockStore } from './block-store.ts';
import { type CellArea, type CellBlock, type Direction, moved, type Shown } from './cell-block.ts';
import { cellKey, type CellRef, isSameCell } from './cell-edit.ts';
import { type EditPlan, planFill, planPaste, planSame, type PlanSource } from './edit-plan.ts';
import { readTsv, writeTsv } from './tsv.ts';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface Options<Row, Totals> {
  readonly api: RefObject<GridApi<Row> | null>;
  readonly wrapper: RefObject<HTMLDivElement | null>;
  readonly props: GridTableProps<Row, Totals>;
}

/** Keyboard, pointer and clipboard handling of an editable table. */
export function useCellEditing<Row, Totals>({ api, wrapper, props }: Options<Row, Totals>) {
  const t = useT();
  const { edits } = props;
  const latest = useRef(props);
  latest.current = props;
  /** The cells of the plan; the focus returns there when the dialog closes. */
  const planned = useRef<CellRef>(undefined);
  const typing = useRef<string>(undefined);
  const [plan, setPlan] = useState<EditPlan>();

  const tools = useMemo(() => {
    if (!edits) return undefined;
    const { editing, store, block } = edits;
    const shown = (): Shown => ({
      rowIds: latest.current.rows.map(latest.current.getRowId),
      columnIds: (api.current?.getAllDisplayedColumns() ?? [])
        .map((column) => column.getColId())
        .filter((id) => !isSelectionColumn(id)),
    });
    const editOf = (columnId: string) =>
      editing.permission.allowed ? latest.current.columns.find(({ id }) => id === columnId)?.edit : undefined;
    /** The rows as plans see them: including pending edits. */
    const source = (): PlanSource<Row> => {
      const rows = new Map(latest.current.rows.map((row) => [latest.current.getRowId(row), row]));
      return { rowOf: (id) => rows.get(id), editOf, fixedWords: editing.permission.reason ?? t('grid.edit.fixed') };
    };
    const withNow = (made: EditPlan): EditPlan => ({
      ...made,
      changes: made.changes.map((change) => ({ ...change, before: store.textOf(change) ?? change.before })),
    });
    const focused = (): CellRef | undefined => focusedCell(api.current);
    /**
     * The block that ends at the focused cell. AG Grid reports a new focus with a delay, and the next key may be
     * pressed before that.
     */
    const marked = (): CellBlock | undefined => {
      const [now, cell] = [block.get(), focused()];
      return now && cell && isSameCell(now.head, cell) ? now : undefined;
    };
    const area = (): CellArea | undefined => {
      const cell = focused();
      return marked() ? block.area() : cell && { rowIds: [cell.rowId], columnIds: [cell.columnId] };
    };
    const commit = (made: EditPlan) => {
      const { changes, refused } = withNow(made);
      for (const { message, text, ...cell } of refused) if (editOf(cell.columnId)) store.refuse(cell, text, message);
      if (changes.length > 0) void store.commit(changes);
    };
    const focus = (cell: CellRef) => {
      // Use AG Grid's row index: ours may be newer than what it shows.
      const index = api.current?.getRowNode(cell.rowId)?.rowIndex;
      if (index === null || index === undefined || !api.current) return;
      api.current.ensureIndexVisible(index);
      api.current.ensureColumnVisible(cell.columnId);
      api.current.setFocusedCell(index, cell.columnId);
    };
    const grow = (to: CellRef) => {
      const anchor = marked()?.anchor ?? focused();
      if (!anchor) return;
      block.set({ anchor, head: to }, shown());
      focus(to);
      const now = block.area();
      edits.announce(
        now
          ? t('grid.edit.marked', { rows: now.rowIds.length, columns: now.columnIds.length })
          : t('grid.edit.unmarked'),
      );
    };
    const sayDenied = () => toast('info', editing.permission.reason ?? t('grid.edit.fixed'));
    return { editing, store, block, shown, editOf, source, focused, marked, area, commit, focus, grow, sayDenied };
  }, [edits, api, t]);

  const hooks = useMemo((): EditHooks<Row> | undefined => {
    if (!edits || !tools) return undefined;
    const { editing, store, block, shown, editOf, source, marked, area, commit, grow, sayDenied } = tools;
    const may = editing.permission.allowed;
    /** Keys of a cell that is not being edited. */
    const onCellKey = (event: KeyboardEvent, cell: CellRef, isColumnEdited: boolean): boolean => {
      // A screen reader can move the focus on its own; AG Grid knows only the moves that it made itself.
      const known = tools.focused();
      if (!known || !isSameCell(known, cell)) tools.focus(cell);
      const own = () => (event.preventDefault(), true);
      const isCtrl = (event.ctrlKey || event.metaKey) && !event.altKey;
      const direction = ARROWS[event.key];
      if (direction && event.shiftKey) return grow(moved(cell, direction, shown(), isCtrl)), own();
      const cells = area();
      if (isCtrl && cells && may) {
        const key = event.key.toLowerCase();
        if (key === 'd') return commit(planFill(cells, shown(), source())), own();
        if (key === 'z') return void (event.shiftKey ? store.redo() : store.undo()), own();
        if (key === 'y') return void store.redo(), own();
        if (key === 'enter' && marked() && editOf(cell.columnId))
          return commit(planSame(store.textOf(cell) ?? '', ofColumn(cells, cell), source())), own();
      }
      if (event.key === 'Delete' && cells && may) return commit(planSame('', cells, source())), own();
      if (event.key === 'Escape') {
        if (marked()) return block.set(undefined, shown()), own();
        if (store.get().drafts.get(cellKey(cell))?.state === 'refused') return store.revert(cell), own();
        return false;
      }
      if (event.key === 'F2' && !may && isColumnEdited) return sayDenied(), own();
      // Enter opens the row; F2 and letters start editing.
      if (event.key === 'Enter') return true;
      const byTyping = latest.current.columns.find(({ id }) => id === cell.columnId)?.edit?.byTyping ?? true;
      return !byTyping && event.key.length === 1 && !isCtrl;
    };
    return {
      edits,
      startText: (cell) => store.get().drafts.get(cellKey(cell))?.text ?? store.textOf(cell) ?? '',
      onTyping: (text) => {
        typing.current = text;
      },
      onTyped: (cell, text) => {
        const made = planSame(text, { rowIds: [cell.rowId], columnIds: [cell.columnId] }, source());
        if (made.changes.length === 0 && made.refused.length === 0) {
          // The text equals the stored one again, perhaps while another text is pending.
          const [now, parsed] = [store.textOf(cell), editOf(cell.columnId)?.parse(text)];
          if (parsed?.ok && now !== undefined && now !== parsed.text)
            void store.commit([{ ...cell, before: now, after: parsed.text, patch: parsed.patch }]);
          else if (store.get().drafts.get(cellKey(cell))?.state === 'refused') store.revert(cell);
          return;
        }
        commit(made);
      },
      onKey: ({ event, editing: isEditing, node, column, api: grid }: SuppressKeyboardEventParams<Row>) => {
        if (event.isComposing || node.rowPinned || node.id === undefined) return false;
        const cell = { rowId: node.id, columnId: column.getColId() };
        if (isEditing) {
          // AG Grid closes the editor with a delay; a second Escape would still reach it.
          if (event.key === 'Escape') {
            event.preventDefault();
            grid.stopEditing(true);
            tools.focus(cell);
            return true;
          }
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
          event.preventDefault();
          const text = typing.current ?? '';
          grid.stopEditing(true);
          const ticked = [...(latest.current.selectedIds ?? [])];
          const rowIds = (marked() && block.area()?.rowIds) ?? (ticked.includes(cell.rowId) ? ticked : [cell.rowId]);
          commit(planSame(text, { rowIds, columnIds: [cell.columnId] }, source()));
          tools.focus(cell);
          return true;
        }
        const isColumnEdited = latest.current.columns.some(({ id, edit }) => id === cell.columnId && edit);
        return onCellKey(event, cell, isColumnEdited);
      },
    };
  }, [edits, tools]);

  // One listener marks all cells of AG Grid from outside, so that rows that scroll into view add no cost.
  const { block } = edits ?? {};
  useEffect(() => {
    if (!block || !wrapper.current) return;
    const root = wrapper.current;
    let marked: Element[] = [];
    const paint = () => {
      for (const cell of marked) {
        cell.removeAttribute('data-marked');
        cell.removeAttribute('aria-selected');
      }
      marked = block.get()
        ? [...root.querySelectorAll('.ag-row[row-id] .ag-cell[col-id]')].filter((cell) => isMarked(block, cell))
        : [];
      for (const cell of marked) {
        cell.setAttribute('data-marked', '');
        cell.setAttribute('aria-selected', 'true');
      }
    };
    const onDrawn = () => {
      if (block.get()) requestAnimationFrame(paint);
    };
    // New rows are rendered a moment later.
    const stop = block.subscribe(() => (paint(), onDrawn()));
    root.addEventListener('scroll', onDrawn, { capture: true, passive: true });
    return () => {
      stop();
      root.removeEventListener('scroll', onDrawn, { capture: true });
    };
  }, [block, wrapper]);
  useEffect(() => {
    const now = block?.get();
    // The rows or their order changed, so the block covers other cells.
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
    /** The focus moved by itself: drop the block. */
    onFocused: () => {
      if (tools?.block.get() && tools.focused() && !tools.marked()) tools.block.set(undefined, tools.shown());
    },
    /** Runs before AG Grid moves the focus: with Shift the block is extended. */
    onMouseDown: (event: MouseEvent) => {
      const cell = cellAt(event.target);
      if (!tools || event.button !== 0 || !cell) return;
      if (event.shiftKey) tools.grow(cell);
      else tools.block.set(undefined, tools.shown());
    },
    onDoubleClick: (event: CellDoubleClickedEvent<Row>) => {
      if (!tools || tools.editing.permission.allowed || event.node.rowPinned) return;
      if (latest.current.columns.some(({ id, edit }) => id === event.column.getColId() && edit)) tools.sayDenied();
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
      event.preventDefault();
      edits?.announce(t('grid.edit.copied', { count: area.rowIds.length * area.columnIds.length }));
    },
    onPaste: (event: ClipboardEvent) => {
      const area = tools?.area();
      if (!tools || !area || !isInCell(event.target)) return;
      event.preventDefault();
      if (!tools.editing.permission.allowed) return tools.sayDenied();
      const block = readTsv(event.clipboardData.getData('text/plain'));
      const made = planPaste(block, area, tools.shown(), tools.source());
      const isOne = block.length === 1 && block[0]?.length === 1 && area.rowIds.length * area.columnIds.length === 1;
      if (isOne && made.refused.every(({ columnId }) => tools.editOf(columnId))) tools.commit(made);
      else {
        planned.current = tools.focused();
        setPlan(made);
      }
    },
  };
}

const ofColumn = (area: CellArea, cell: CellRef): CellArea => ({ rowIds: area.rowIds, columnIds: [cell.columnId] });

/** The cell of an event; undefined in the totals row or on a checkbox. */
function cellAt(target: EventTarget | null): CellRef | undefined {
  const cell = target instanceof Element ? target.closest('.ag-cell[col-id]') : null;
  const [rowId, columnId] = [cell?.closest('.ag-row')?.getAttribute('row-id'), cell?.getAttribute('col-id')];
  return !rowId || !columnId || rowId === TOTALS_ID || isSelectionColumn(columnId) ? undefined : { rowId, columnId };
}

function isMarked(block: BlockStore, element: Element): boolean {
  const cell = cellAt(element);
  return cell !== undefined && block.has(cell.rowId, cell.columnId);
}
