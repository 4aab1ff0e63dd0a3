import {
  type DecimalMark,
  evidenceOf,
  type NumberReading,
  readingOf,
  readingOfMark,
} from '@quayside/domain/money/number-text';
import type { CellArea, Shown } from './cell-block.ts';
import type { CellEdit, CellRef, Parsed } from './cell-edit.ts';

/** A cell that an edit would change. */
export interface PlannedChange extends CellRef {
  readonly before: string;
  readonly after: string;
  readonly patch: Readonly<Record<string, unknown>>;
}
interface PlannedRefusal extends CellRef {
  readonly text: string;
  readonly message: string;
}
/** The result of a dry run of an edit: the changes, and the cells that would be refused. */
export interface EditPlan {
  readonly changes: readonly PlannedChange[];
  readonly refused: readonly PlannedRefusal[];
  /** The number of cells that have the text already. */
  readonly same: number;
  /** The numbers of pasted rows and columns that extend beyond the table. */
  readonly rowsBeyond: number;
  readonly columnsBeyond: number;
  /** How the numbers of pasted columns are read. Columns whose numbers have no separator are left out. */
  readonly numbers: readonly PastedNumbers[];
}
/** How the numbers of one pasted column are read. */
interface PastedNumbers {
  readonly columnId: string;
  readonly reading: NumberReading;
  readonly ambiguous: string | null;
}
/** The decimal marks that a person chose for pasted columns, or the one of all columns if the cells are our own. */
type ChosenMarks = DecimalMark | ReadonlyMap<string, DecimalMark>;

/** The data of the table that planning an edit requires. */
export interface PlanSource<Row> {
  readonly rowOf: (rowId: string) => Row | undefined;
  readonly editOf: (columnId: string) => CellEdit<Row> | undefined;
  /** The message for cells of columns that cannot be edited. */
  readonly fixedWords: string;
}

interface Wanted extends CellRef {
  readonly text: string;
}

function planOf<Row>(
  wanted: readonly Wanted[],
  source: PlanSource<Row>,
  beyond: Pick<EditPlan, 'rowsBeyond' | 'columnsBeyond'>,
  numbers: readonly PastedNumbers[] = [],
): EditPlan {
  const readings = new Map(numbers.map(({ columnId, reading }) => [columnId, reading]));
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
    const parsed: Parsed = edit.parse(text, readings.get(cell.columnId));
    if (!parsed.ok) refused.push({ ...cell, text, message: parsed.message });
    else if (parsed.text === before) same += 1;
    else changes.push({ ...cell, before, after: parsed.text, patch: parsed.patch });
  }
  return { changes, refused, same, ...beyond, numbers: numbers.filter(({ reading }) => reading !== 'PLAIN') };
}
const INSIDE = { rowsBeyond: 0, columnsBeyond: 0 } as const;

/**
 * Plans a paste at the top left corner of the area. A single pasted cell fills the whole area. A block is repeated if
 * the area is a multiple of its size.
 */
export function planPaste<Row>(
  block: readonly (readonly string[])[],
  area: CellArea,
  shown: Shown,
  source: PlanSource<Row>,
  marks: ChosenMarks = new Map(),
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
  const beyond = { rowsBeyond: height - rowIds.length, columnsBeyond: across - columnIds.length };
  return planOf(wanted, source, beyond, numbersOf(wanted, source, marks));
}

/** Decides for each pasted column of numbers how it is read: as the person chose, or as its cells show. */
function numbersOf<Row>(wanted: readonly Wanted[], source: PlanSource<Row>, marks: ChosenMarks): PastedNumbers[] {
  const columns = Map.groupBy(wanted, ({ columnId }) => columnId);
  return [...columns].flatMap(([columnId, cells]) => {
    if (source.editOf(columnId)?.kind !== 'number') return [];
    const evidence = evidenceOf(cells.map(({ text }) => text));
    const mark = typeof marks === 'string' ? marks : marks.get(columnId);
    const reading = mark === undefined ? readingOf(evidence) : readingOfMark(mark);
    return [{ columnId, reading, ambiguous: evidence.open ?? null }];
  });
}

/**
 * Plans a fill-down, which copies the first row of the area to the rows below. If the area has a single row, the row
 * above the area is copied. Columns that cannot be edited are left out.
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

/** Plans an edit that stores the same text in all editable cells of the area. */
export function planSame<Row>(text: string, area: CellArea, source: PlanSource<Row>): EditPlan {
  const columnIds = area.columnIds.filter((columnId) => source.editOf(columnId));
  return planOf(
    area.rowIds.flatMap((rowId) => columnIds.map((columnId) => ({ rowId, columnId, text }))),
    source,
    INSIDE,
  );
}
