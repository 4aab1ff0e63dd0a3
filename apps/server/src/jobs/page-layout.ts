import { columnsOf } from '@quayside/domain/invoices/page-lines';

/** A piece of text on a page, with its place in points. `y` counts downwards and is that of the baseline. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether the text runs from left to right. Other text is put at the end of the page. */
  readonly isLevel: boolean;
}

interface Row {
  y: number;
  height: number;
  items: PlacedText[];
}

/** How far two baselines of one line may be apart, as a part of the height of the letters. */
const SAME_LINE = 0.4;
/**
 * A gap of more than this part of the height of the letters separates two cells. A space between Chinese words is as
 * wide as a letter.
 */
const [CELL_GAP, CHINESE_CELL_GAP] = [0.55, 1.05];
/** A gap of at least this part of the height of the letters is a space between two words. */
const WORD_GAP = 0.12;
/** Lines that are further apart than this part of the height of the letters belong to different blocks. */
const BLOCK_GAP = 1.55;
const [NARROWEST, WIDEST] = [2, 12];
const MOST_COLUMNS = 240;

/**
 * Writes the text of a page so that it keeps its layout: lines from top to bottom, whatever the order in the file, with
 * columns padded by spaces. At least two spaces separate cells, and an empty line separates blocks.
 */
export function layOut(items: readonly PlacedText[]): string {
  const visible = items.filter(({ text }) => text.trim() !== '');
  const rows = rowsOf(visible.filter(({ isLevel }) => isLevel));
  const left = Math.min(...rows.map(({ items: [first] }) => first?.x ?? 0));
  const column = columnWidth(visible);
  const lines: string[] = [];
  rows.forEach((row, i) => {
    const above = rows[i - 1];
    if (above && row.y - above.y > BLOCK_GAP * Math.max(row.height, above.height)) lines.push('');
    lines.push(lineOf(row, left, column));
  });
  const tilted = visible.filter(({ isLevel }) => !isLevel).map(({ text }) => text.trim());
  return [...lines, ...tilted].join('\n').trimEnd();
}

/** Groups pieces with about the same baseline into rows, and puts each row in order. */
function rowsOf(items: readonly PlacedText[]): Row[] {
  const rows: Row[] = [];
  for (const item of items.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1);
    if (row && item.y - row.y <= SAME_LINE * Math.min(row.height, item.height)) {
      row.items.push(item);
      row.height = Math.max(row.height, item.height);
    } else rows.push({ y: item.y, height: item.height, items: [item] });
  }
  for (const row of rows) row.items = withoutShadows(row.items.toSorted((a, b) => a.x - b.x));
  return rows;
}

/** Some programs draw bold text twice, slightly shifted. */
const withoutShadows = (items: readonly PlacedText[]): PlacedText[] =>
  items.filter((item, i) => {
    const before = items[i - 1];
    return !before || before.text !== item.text || item.x - before.x > item.width / 2;
  });

/** The width of one column in points: that of a typical letter. */
function columnWidth(items: readonly PlacedText[]): number {
  const widths = items
    .filter(({ width }) => width > 0)
    .map(({ text, width }) => width / columnsOf(text))
    .toSorted((a, b) => a - b);
  const typical = widths[Math.floor(widths.length / 2)] ?? NARROWEST;
  return Math.min(WIDEST, Math.max(NARROWEST, typical));
}

const HAN_END = /\p{Script=Han}\s*$/u;
const HAN_START = /^\s*\p{Script=Han}/u;

function lineOf({ items }: Row, left: number, column: number): string {
  let line = '';
  let columns = 0;
  let end: number | undefined;
  for (const { text, x, width, height } of items) {
    const gap = end === undefined ? Number.POSITIVE_INFINITY : x - end;
    const isChinese = HAN_END.test(line) || HAN_START.test(text);
    const isCell = gap > (isChinese ? CHINESE_CELL_GAP : CELL_GAP) * height;
    const wanted = Math.min(Math.round((x - left) / column), MOST_COLUMNS);
    const least = end === undefined ? 0 : isCell ? 2 : gap > WORD_GAP * height && !/\s$/.test(line) ? 1 : 0;
    const padding = isCell ? Math.max(least, wanted - columns) : least;
    // A piece can begin with the space that separates it from the one before it.
    const own = isCell ? text.trimStart() : text;
    line = (isCell ? line.trimEnd() : line) + ' '.repeat(padding) + own;
    columns = columnsOf(line);
    end = x + width;
  }
  return line.trimEnd();
}
