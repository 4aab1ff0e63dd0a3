import type { CellArea, Shown } from './cell-block.ts';
import type { CellEdit, CellRef, Parsed } from './cell-edit.ts';

/** A cell that would change. */
export interface PlannedChange extends CellRef {
  readonly before: string;
  readonly after: string;
  readonly patch: Readonly<Record<string, unknown>>;
}
interface PlannedRefusal extends CellRef {
  readonly text: string;
  readonly message: string;
}
/** A dry run of a paste or fill. */
export interface EditPlan {
  readonly changes: readonly PlannedChange[];
  readonly refused: readonly PlannedRefusal[];
  /** Cells that already have that text. */
  readonly same: number;
  /** Pasted rows and columns beyond the end of the table. */
  readonly rowsBeyond: number;
  readonly columnsBeyond: number;
}

/** What a plan needs to know about the table. */
export interface PlanSource<Row> {
  readonly rowOf: (rowId: string) => Row | undefined;
  readonly editOf: (columnId: string) => CellEdit<Row> | undefined;
  /** The reason shown for columns that cannot be edited. */
  readonly fixedWords: string;
}

interface Wanted extends CellRef {
  readonly text: string;
}

function planOf<Row>(
  wanted: readonly Wanted[],
  source: PlanSource<Row>,
  beyond: Pick<EditPlan, 'rowsBeyond' | 'columnsBeyond'>,
): EditPlan {
  const changes: PlannedChange[] = [];
  const refused: PlannedRefusal[] = [];
  let same = 0;
  for (const { text, ...cell } of wanted) {
    const row = source.rowOf(cell.rowId);
    if (row === undefined) continue;
    const edit = source.editOf(cell.columnId);
    if (!edit) {
      refused.push({ ...cell, text, message: source.fixedWords });
      continue;
    }
    const before = edit.text(row);
    const parsed: Parsed = edit.parse(text);
    if (!parsed.ok) refused.push({ ...cell, text, message: parsed.message });
    else if (parsed.text === before) same += 1;
    else changes.push({ ...cell, before, after: parsed.text, patch: parsed.patch });
  }
  return { changes, refused, same, ...beyond };
}
const INSIDE = { rowsBeyond: 0, columnsBeyond: 0 } as const;

/**
 * Plans a paste from the top left corner of the area. One cell fills the whole area; a block that fits several times is
 * repeated.
 */
export function planPaste<Row>(
  block: readonly (readonly string[])[],
  area: CellArea,
  shown: Shown,
  source: PlanSource<Row>,
): EditPlan {
  const width = Math.max(0, ...block.map((row) => row.length));
  const top = shown.rowIds.indexOf(area.rowIds[0] ?? '');
  const left = shown.columnIds.indexOf(area.columnIds[0] ?? '');
  if (block.length === 0 || width === 0 || top < 0 || left < 0) return planOf([], source, INSIDE);
  const times = (room: number, size: number) => (room > size && room % size === 0 ? room : size);
  const height = times(area.rowIds.length, block.length);
  const across = times(area.columnIds.length, width);
  const rowIds = shown.rowIds.slice(top, top + height);
  const columnIds = shown.columnIds.slice(left, left + across);
  const wanted = rowIds.flatMap((rowId, y) =>
    columnIds.flatMap((columnId, x): Wanted[] => {
      const text = block[y % block.length]?.[x % width];
      return text === undefined ? [] : [{ rowId, columnId, text }];
    }),
  );
  return planOf(wanted, source, { rowsBeyond: height - rowIds.length, columnsBeyond: across - columnIds.length });
}

/**
 * Plans a fill-down: copies the first row of the area to the rows below; a single row copies the row above it. Columns
 * that cannot be edited stay.
 */
export function planFill<Row>(area: CellArea, shown: Shown, source: PlanSource<Row>): EditPlan {
  const [first] = area.rowIds;
  const above = shown.rowIds[shown.rowIds.indexOf(first ?? '') - 1];
  const from = area.rowIds.length > 1 ? first : above;
  const row = from === undefined ? undefined : source.rowOf(from);
  if (row === undefined) return planOf([], source, INSIDE);
  const texts = area.columnIds.flatMap((columnId) => {
    const edit = source.editOf(columnId);
    return edit ? [{ columnId, text: edit.text(row) }] : [];
  });
  const targets = area.rowIds.filter((rowId) => rowId !== from);
  return planOf(
    targets.flatMap((rowId) => texts.map((cell) => ({ rowId, ...cell }))),
    source,
    INSIDE,
  );
}

/** Plans to set one text in all editable cells of the area. */
export function planSame<Row>(text: string, area: CellArea, source: PlanSource<Row>): EditPlan {
  const columnIds = area.columnIds.filter((columnId) => source.editOf(columnId));
  return planOf(
    area.rowIds.flatMap((rowId) => columnIds.map((columnId) => ({ rowId, columnId, text }))),
    source,
    INSIDE,
  );
}
