import { HAN } from './document-text.ts';

// The text of a page keeps its layout: columns are padded with spaces, and at least two spaces separate two cells.

/** A cell of a line: a text that no wide gap interrupts. */
export interface PageCell {
  readonly text: string;
  /** Where the cell begins in the text of the line. */
  readonly index: number;
  /** Its first column, and the column behind it. A Chinese character takes two columns. */
  readonly start: number;
  readonly end: number;
}
export interface PageLine {
  /** Counted from 1. */
  readonly page: number;
  readonly text: string;
  readonly cells: readonly PageCell[];
  /** Whether an empty line precedes it: another block of the page begins here. */
  readonly isAfterGap: boolean;
}

const WIDE = new RegExp(`[${HAN}\u3000-\u303f\uff00-\uffef]`, 'u');
const CELL = /\S(?:[^\S\t]?\S)*/gu;

/** How many columns a text takes. */
export const columnsOf = (text: string): number => {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
};

/** The lines of a document, page by page, without empty ones. */
export function linesOf(pages: readonly string[]): PageLine[] {
  return pages.flatMap((page, i) => {
    const texts = page.normalize('NFKC').split('\n');
    return texts.flatMap((text, at) =>
      text.trim() === ''
        ? []
        : [{ page: i + 1, text, cells: cellsOf(text), isAfterGap: at > 0 && texts[at - 1]?.trim() === '' }],
    );
  });
}

function cellsOf(text: string): PageCell[] {
  return [...text.matchAll(CELL)].map((match) => {
    const start = columnsOf(text.slice(0, match.index));
    return { text: match[0], index: match.index, start, end: start + columnsOf(match[0]) };
  });
}

/** How many columns two ranges of columns share; below 0, how many columns are between them. */
export const overlapOf = (a: Pick<PageCell, 'start' | 'end'>, b: Pick<PageCell, 'start' | 'end'>): number =>
  Math.min(a.end, b.end) - Math.max(a.start, b.start);
