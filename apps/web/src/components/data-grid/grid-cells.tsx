import { Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ICellRendererParams } from 'ag-grid-community';
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { EN_DASH, langOf } from '../../lib/words/format.ts';
import { useStore } from '../../lib/store.ts';
import classes from './data-grid.module.css';
import { cellKey } from './edit/cell-edit.ts';
import type { Draft } from './edit/edit-state.ts';
import type { GridEdits } from './edit/grid-edits.ts';
import editClasses from './edit/edit.module.css';
import type { GridColumn } from './grid-types.ts';
import { FIT } from './use-column-fit.ts';

/** Data that cells need but that AG Grid does not pass on: the newest rows, the totals and the pending edits. */
export interface Shared {
  readonly rows: ReadonlyMap<string, unknown>;
  readonly totals: unknown;
  readonly totalsLabel: string;
  readonly firstColumn: string | undefined;
  readonly rowHref: ((row: unknown) => string) | undefined;
  readonly edits: GridEdits<unknown> | undefined;
  /** Called when a cell that must not be cut has rendered. */
  readonly onCell: () => void;
}
export const SharedContext = createContext<Shared | undefined>(undefined);

export function valueOf<Row, Totals>(column: GridColumn<Row, Totals>, row: Row): unknown {
  return column.value ? column.value(row) : (row as Record<string, unknown>)[column.id];
}

/** One cell. It takes its row from the newest response, so that all cells of a row show the same version. */
export function Cell<Row, Totals>(params: ICellRendererParams<Row> & { column: GridColumn<Row, Totals> }): ReactNode {
  const { column, node, data } = params;
  const shared = useContext(SharedContext);
  if (node.rowPinned) return <TotalsCell column={column} shared={shared} />;
  const row = (node.id === undefined ? undefined : (shared?.rows.get(node.id) as Row | undefined)) ?? data;
  if (!row || node.id === undefined) return null;
  const shown = <Stored column={column} row={row} shared={shared} />;
  if (!shared?.edits || !column.edit) return shown;
  return (
    <Editable columnId={column.id} rowId={node.id} cell={params.eGridCell} edits={shared.edits}>
      {shown}
    </Editable>
  );
}

function Stored<Row, Totals>({
  column,
  row,
  shared,
}: {
  column: GridColumn<Row, Totals>;
  row: Row;
  shared: Shared | undefined;
}) {
  const value = valueOf(column, row);
  const looks = column.render
    ? column.render(row)
    : value === null || value === undefined || value === ''
      ? EN_DASH
      : String(value);
  const lang = typeof looks === 'string' ? langOf(looks) : undefined;
  const inside =
    column.link && shared?.rowHref ? (
      <Link to={shared.rowHref(row)} className={classes.link} tabIndex={-1} lang={lang}>
        {looks}
      </Link>
    ) : lang ? (
      <span lang={lang}>{looks}</span>
    ) : (
      looks
    );
  return (
    <Inside column={column} shared={shared}>
      {column.spoken ? <span aria-hidden>{inside}</span> : inside}
      {column.spoken && <span className="visually-hidden">{column.spoken(row)}</span>}
    </Inside>
  );
}

/** The content of a cell. Content that must not be cut is measured each time that it has rendered. */
function Inside<Row, Totals>({
  column,
  shared,
  isFit = column.kind === 'number' || column.fits === true,
  children,
}: {
  column: GridColumn<Row, Totals>;
  shared: Shared | undefined;
  isFit?: boolean;
  children: ReactNode;
}) {
  const onCell = isFit ? shared?.onCell : undefined;
  useLayoutEffect(() => onCell?.());
  return (
    <span className={classes.inside} {...(isFit ? { [FIT]: column.id } : {})}>
      {children}
    </span>
  );
}

interface EditableProps {
  readonly columnId: string;
  readonly rowId: string;
  readonly cell: HTMLElement;
  readonly edits: GridEdits<unknown>;
  readonly children: ReactNode;
}

/** A cell with a pending or refused edit. AG Grid owns the cell element, so its attributes are set imperatively. */
function Editable({ columnId, rowId, cell, edits, children }: EditableProps) {
  const { store } = edits;
  const key = cellKey({ rowId, columnId });
  const draft = useStore(store, ({ drafts }) => drafts.get(key));
  const state = draft?.state;
  useLayoutEffect(() => {
    if (state) cell.setAttribute('data-draft', state);
    else cell.removeAttribute('data-draft');
    if (state === 'refused') cell.setAttribute('aria-invalid', 'true');
    else cell.removeAttribute('aria-invalid');
  }, [cell, state]);
  if (!draft) return children;
  return draft.state === 'saving' ? (
    <SavingCell text={draft.text} />
  ) : (
    <RefusedCell draft={draft} cell={cell} edits={edits} />
  );
}

function SavingCell({ text }: { text: string }) {
  const t = useT();
  const words = text === '' ? EN_DASH : text;
  return (
    <span className={classes.inside}>
      {words}
      <span className="visually-hidden">, {t('grid.edit.saving')}</span>
    </span>
  );
}

/** If more cells than this have an error, only the focused cell shows its message. */
const OPEN_MESSAGES = 2;
const countRefused = (drafts: ReadonlyMap<string, Draft>): number =>
  [...drafts.values()].filter(({ state }) => state === 'refused').length;

function RefusedCell({
  draft: { text, message },
  cell,
  edits,
}: {
  draft: Draft;
  cell: HTMLElement;
  edits: GridEdits<unknown>;
}) {
  const [isFocused, setFocused] = useState(() => document.activeElement === cell);
  const isFew = useStore(edits.store, ({ drafts }) => countRefused(drafts) <= OPEN_MESSAGES);
  useEffect(() => {
    const [onFocus, onBlur] = [() => setFocused(true), () => setFocused(false)];
    cell.addEventListener('focusin', onFocus);
    cell.addEventListener('focusout', onBlur);
    return () => {
      cell.removeEventListener('focusin', onFocus);
      cell.removeEventListener('focusout', onBlur);
    };
  }, [cell]);
  const words = text === '' ? EN_DASH : text;
  return (
    <Tooltip
      label={message}
      position="top-start"
      withinPortal
      multiline
      maw={280}
      zIndex={2}
      {...(isFew || isFocused ? { opened: true } : {})}
    >
      <span className={editClasses['refused']}>
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
        {words}
        <span className="visually-hidden">, {message}</span>
      </span>
    </Tooltip>
  );
}

function TotalsCell<Row, Totals>({
  column,
  shared,
}: {
  column: GridColumn<Row, Totals>;
  shared: Shared | undefined;
}): ReactNode {
  const isLabel = column.id === shared?.firstColumn;
  if (!isLabel && (shared?.totals === undefined || !column.total)) return null;
  return (
    <Inside column={column} shared={shared} isFit>
      {isLabel ? shared.totalsLabel : column.total?.(shared?.totals as Totals)}
    </Inside>
  );
}
