import { amountsIn } from './document-amounts.ts';
import { fieldOfHeading, isSumLabel, type LineField } from './line-headings.ts';
import { columnsOf, overlapOf, type PageCell, type PageLine } from './page-lines.ts';
import { labelsOf } from './reading-labels.ts';

/** The table of lines of an invoice: its headings and its rows, with one cell for each heading. */
export interface LineTable {
  /** The page on which it begins, counted from 1. */
  readonly page: number;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
/** The table, and the lines of the document that belong to it. */
interface FoundTable {
  readonly table: LineTable;
  readonly lines: ReadonlySet<PageLine>;
}
/** A heading with its columns, and the field that it means. */
interface Heading {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly field: LineField | undefined;
}
/** The head of a table: its headings, which can take several lines. */
interface Head {
  readonly headings: readonly Heading[];
  readonly lines: readonly PageLine[];
}

const FIGURES: ReadonlySet<LineField> = new Set(['quantity', 'unitPrice', 'amount', 'taxAmount']);
const FEWEST_HEADINGS = 3;
const FEWEST_KNOWN = 2;
const MOST_HEAD_LINES = 3;
const MOST_ROWS = 2000;

/**
 * Finds the table of lines: headings of which at least one announces figures, and the rows below them. Lines without
 * figures belong to the name of a row beside or above them. The table ends at a total, and goes on where its headings
 * are repeated on the next page.
 */
export function readTable(lines: readonly PageLine[]): FoundTable | undefined {
  const used = new Set<PageLine>();
  let first: Head | undefined;
  const rows: string[][] = [];
  for (let i = 0; i < lines.length && rows.length < MOST_ROWS; i += 1) {
    const head = headAt(lines, i);
    if (!head || (first && !isSameHead(first, head))) continue;
    const body = readBody(lines.slice(i + head.lines.length), head.headings);
    if (body.rows.length === 0) continue;
    first ??= head;
    for (const line of [...head.lines, ...body.lines]) used.add(line);
    rows.push(...body.rows);
    i += head.lines.length + body.lines.length - 1;
  }
  if (!first) return undefined;
  const isUsed = first.headings.map((_, at) => rows.some((row) => row[at] !== ''));
  const kept = <T>(cells: readonly T[]) => cells.filter((_, at) => isUsed[at]);
  return {
    table: {
      page: first.lines[0]?.page ?? 1,
      headings: kept(first.headings.map(({ text }) => text)),
      rows: rows.slice(0, MOST_ROWS).map(kept),
    },
    lines: used,
  };
}

const isSameHead = (one: Head, other: Head): boolean =>
  one.headings.length === other.headings.length &&
  one.headings.every(({ text }, at) => text === other.headings[at]?.text);

// ---------------------------------------------------------------- headings

/** The head of a table that begins with this line; undefined if none does. */
function headAt(lines: readonly PageLine[], at: number): Head | undefined {
  const taken: PageLine[] = [];
  let found: Head | undefined;
  const isKnown = (line: PageLine) => line.cells.every(({ text }) => isHeadingWord(text));
  for (const line of lines.slice(at, at + MOST_HEAD_LINES)) {
    if (line.page !== lines[at]?.page || (taken.length > 0 && line.isAfterGap)) break;
    taken.push(line);
    // Only one line of a head may have words that are no known headings, and no such line follows a whole head.
    if (taken.filter((one) => !isKnown(one)).length > 1 || (found && !isKnown(line))) break;
    const headings = mergedHeadings(taken);
    if (isHead(headings)) found = { headings, lines: [...taken] };
  }
  return found;
}

const fieldOf = (text: string): LineField | undefined => fieldOfHeading(text)?.field;
/** Headings of columns that no field of a line holds. */
const OTHER_HEADING = new RegExp(
  String.raw`^(?:pos|position|nr|no|#|line|einheit|einh|me|unit|uom|u/m|tax rate|vat rate|(?:vat|tax|mwst|ust)[ -]?%|` +
    String.raw`单位|规格|规格型号|序号|税率)\.?$`,
  'iu',
);
const isOther = (text: string): boolean => OTHER_HEADING.test(text);
/** A heading, or a currency or unit below one. */
const isHeadingWord = (text: string): boolean =>
  fieldOf(text) !== undefined ||
  isOther(text) ||
  /^\(?(?:[A-Z]{3}|\p{Sc}|%|pcs|kg)\)?$/u.test(text) ||
  splitHeading(text) !== undefined;

function isHead(headings: readonly Heading[]): boolean {
  const known = headings.flatMap(({ field }) => field ?? []);
  const hasFigures = known.some((field) => field === 'amount' || field === 'unitPrice');
  const hasThings = known.some((field) => field === 'name' || field === 'sku' || field === 'quantity');
  return (
    headings.length >= FEWEST_HEADINGS &&
    new Set(known).size >= FEWEST_KNOWN &&
    hasFigures &&
    hasThings &&
    // A row of values is no head: a head contains no figures.
    !headings.some(({ text }) => /^\p{Sc}?\s?\d[\d.,]*$/u.test(text))
  );
}

/** The headings of some lines, of which those that stand below each other are one. */
function mergedHeadings(lines: readonly PageLine[]): Heading[] {
  const headings: { parts: string[]; start: number; end: number }[] = [];
  for (const cell of lines.flatMap((line) => line.cells.flatMap(partsOf))) {
    const same = headings.find((one) => overlapOf(one, cell) > 0);
    if (same) {
      same.parts.push(cell.text);
      same.start = Math.min(same.start, cell.start);
      same.end = Math.max(same.end, cell.end);
    } else headings.push({ parts: [cell.text], start: cell.start, end: cell.end });
  }
  return headings
    .toSorted((a, b) => a.start - b.start)
    .map(({ parts, ...place }) => {
      const text = parts.join(' ');
      return { text, ...place, field: fieldOf(text) ?? parts.map(fieldOf).find((field) => field !== undefined) };
    });
}

/** Two headings with only one space between them: "Qty Unit price". */
function splitHeading(text: string): readonly [string, string] | undefined {
  const words = text.split(' ');
  for (let at = 1; at < words.length; at += 1) {
    const [one, other] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    const [a, b] = [isOther(one) ? 'OTHER' : fieldOf(one), isOther(other) ? 'OTHER' : fieldOf(other)];
    if (a !== undefined && b !== undefined && a !== b) return [one, other];
  }
  return undefined;
}

function partsOf(cell: PageCell): Pick<PageCell, 'text' | 'start' | 'end'>[] {
  const split = fieldOf(cell.text) === undefined ? splitHeading(cell.text) : undefined;
  if (!split) return [cell];
  const [one, other] = split;
  return [
    { text: one, start: cell.start, end: cell.start + columnsOf(one) },
    { text: other, start: cell.end - columnsOf(other), end: cell.end },
  ];
}

// ---------------------------------------------------------------- rows

interface Body {
  readonly rows: readonly string[][];
  readonly lines: readonly PageLine[];
}

/** Reads the rows below a head, block by block: a row whose name takes several lines is often a block of its own. */
function readBody(lines: readonly PageLine[], headings: readonly Heading[]): Body {
  const rows: string[][] = [];
  const used: PageLine[] = [];
  const page = lines[0]?.page;
  for (let i = 0; i < lines.length && rows.length < MOST_ROWS; ) {
    const block = blockAt(lines, i, page);
    const found = block.length === 0 ? [] : rowsOf(block, headings);
    if (found.length === 0) break;
    rows.push(...found);
    used.push(...block);
    i += block.length;
  }
  return { rows, lines: used };
}

/** The lines from one on up to the next gap, to the end of the page, to a total, or to other headings. */
function blockAt(lines: readonly PageLine[], from: number, page: number | undefined): PageLine[] {
  const block: PageLine[] = [];
  for (let i = from; i < lines.length; i += 1) {
    const line = lines[i];
    const isNext = i > from && line?.isAfterGap;
    if (!line || isNext || line.page !== page || endsTable(line) || headAt(lines, i)) break;
    block.push(line);
  }
  return block;
}

/** The rows of a block: one for each line with figures, to whose name the lines without figures belong. */
function rowsOf(block: readonly PageLine[], headings: readonly Heading[]): string[][] {
  const rows: string[][] = [];
  let before: string[][] = [];
  for (const line of block) {
    const cells = inColumns(line.cells, headings);
    const hasFigure = headings.some(({ field }, at) => isFigure(field) && amountsIn(cells[at] ?? '').length > 0);
    if (hasFigure) {
      const row = cells.map(withoutDash);
      rows.push(before.length === 0 ? row : joined([...before, row]));
      before = [];
    } else if (!cells.every((text, at) => text === '' || !isFigure(headings[at]?.field))) {
      return rows;
    } else {
      const last = rows.pop();
      if (last) rows.push(joined([last, cells]));
      else before.push(cells);
    }
  }
  return rows;
}

const isFigure = (field: LineField | undefined): boolean => field !== undefined && FIGURES.has(field);
const joined = (rows: readonly (readonly string[])[]): string[] =>
  (rows[0] ?? []).map((_, at) => rows.flatMap((row) => (row[at] ? [row[at]] : [])).join(' '));
/** A dash in a cell of a document means that it is empty. */
const withoutDash = (text: string): string => (/^[-\u2010-\u2015\u2212]+$/.test(text) ? '' : text);

const ENDS: ReadonlySet<string> = new Set(['GROSS', 'DUE', 'TOTAL', 'NET', 'TAX']);
/** Whether a line is a total: one of its cells is the label of one, with at most a currency and figures behind it. */
function endsTable(line: PageLine): boolean {
  if (line.cells.some(({ text }) => isSumLabel(text))) return true;
  return labelsOf(line).some(
    ({ kind, start, end }) =>
      ENDS.has(kind) &&
      line.cells.some(({ index }) => index === start) &&
      /^[^\p{L}]*(?:[A-Z]{3}\b|total\b)?[^\p{L}]*(?:[A-Z]{3}\b)?[^\p{L}]*$/iu.test(line.text.slice(end)),
  );
}

/**
 * Puts the cells of a line into the columns of the headings, in order. As many cells as headings are taken one by one;
 * otherwise each goes to the heading that it overlaps most, or that is nearest.
 */
function inColumns(all: readonly PageCell[], headings: readonly Heading[]): string[] {
  const cells = headings.some(({ text }) => UNIT_HEADING.test(text)) ? all.flatMap(withUnitApart) : all;
  if (cells.length === headings.length) return cells.map(({ text }) => text);
  const texts = headings.map(() => '');
  let from = 0;
  for (const cell of cells) {
    let best = from;
    for (let at = from; at < headings.length; at += 1) {
      const [now, then] = [headings[at], headings[best]];
      if (now && then && nearness(cell, now) > nearness(cell, then)) best = at;
    }
    texts[best] = texts[best] === '' ? cell.text : `${texts[best]} ${cell.text}`;
    from = best;
  }
  return texts;
}

const UNIT_HEADING = /^(?:einheit|einh|me|unit|uom|u\/m|单位)\.?$/iu;
/** Where units have a column of their own, "500 pcs" is two cells that stand close together. */
function withUnitApart(cell: PageCell): PageCell[] {
  const [, figure, unit] = /^([\d.,']+) (\p{L}+\.?)$/u.exec(cell.text) ?? [];
  if (figure === undefined || unit === undefined) return [cell];
  const middle = cell.start + columnsOf(figure);
  return [
    { ...cell, text: figure, end: middle },
    { ...cell, text: unit, index: cell.index + figure.length + 1, start: middle + 1 },
  ];
}

/** How well a cell fits below a heading: their overlap or, if they do not overlap, the smallest distance of an edge. */
function nearness(cell: PageCell, heading: Heading): number {
  const overlap = overlapOf(cell, heading);
  if (overlap > 0) return overlap;
  return -Math.min(-overlap, Math.abs(cell.start - heading.start), Math.abs(cell.end - heading.end)) - 1;
}
