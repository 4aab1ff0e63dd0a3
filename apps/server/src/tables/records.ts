import { say } from '@quayside/contracts/texts/catalogue';
import { MAX_LINE } from './cells.ts';
import { UnreadableTable } from './unreadable.ts';

/** Splits text that arrives in pieces into rows of cells. */
interface Records {
  push(text: string): void;
  /** Ends the text. The remaining characters become the last row. */
  end(): void;
}

const QUOTE = 34;
const [LF, CR] = [10, 13];
/** Returned if the text so far contains only the beginning of the record. */
const MORE = -1;

/**
 * Creates a splitter of text into rows of cells (RFC 4180, with any line end). No package is used, because none meets
 * the requirements: every row must keep its number, an error must name the row and cell of a faulty quote, and 200,000
 * rows must neither block other requests nor fill the memory. In tab-separated files quotes are ordinary characters,
 * unless a spreadsheet copied the text (`isPasted`).
 */
export function createRecords(
  delimiter: string,
  isPasted: boolean,
  take: (row: number, cells: string[]) => void,
): Records {
  const comma = delimiter.charCodeAt(0);
  const isQuoted = delimiter !== '\t';
  let row = 1;
  let text = '';

  /** Reads the record at `start`. Returns where the next record begins, or `MORE`. */
  const readRecord = (start: number, isLast: boolean): number => {
    const cells: string[] = [];
    for (let i = start; ; ) {
      const copied = isPasted && !isQuoted ? copiedEnd(text, i) : -1;
      if (copied >= 0) {
        cells.push(text.slice(i + 1, copied).replaceAll('""', '"'));
        i = copied + 1;
      } else if (isQuoted && text.charCodeAt(i) === QUOTE) {
        const end = quotedEnd(text, i, isLast);
        if (end === MORE) {
          if (!isLast && text.length - start <= MAX_LINE) return MORE;
          throw new UnreadableTable(say('table.quote_open', { row, column: cells.length + 1 }));
        }
        cells.push(text.slice(i + 1, end).replaceAll('""', '"'));
        i = end + 1;
        const next = i < text.length ? text.charCodeAt(i) : LF;
        if (next !== comma && next !== LF && next !== CR)
          throw new UnreadableTable(say('table.quote_broken', { row, column: cells.length }));
      } else {
        const from = i;
        for (let c = text.charCodeAt(i); i < text.length && c !== comma && c !== LF && c !== CR; c = text.charCodeAt(i))
          i += 1;
        cells.push(text.slice(from, i));
      }
      if (i < text.length && text.charCodeAt(i) === comma) {
        i += 1;
        if (i < text.length) continue;
        if (isLast) cells.push('');
      }
      // The line end may be a carriage return whose line feed is in the next piece.
      if (!isLast && i + 1 >= text.length && text.charCodeAt(i) !== LF) {
        if (text.length - start > MAX_LINE) throw new UnreadableTable(say('table.row_too_long', { row }));
        return MORE;
      }
      take(row, cells);
      row += 1;
      return i + (text.charCodeAt(i) === CR && text.charCodeAt(i + 1) === LF ? 2 : 1);
    }
  };
  const readAll = (isLast: boolean) => {
    let at = 0;
    while (at < text.length) {
      const next = readRecord(at, isLast);
      if (next === MORE) break;
      at = next;
    }
    text = at < text.length ? text.slice(at) : '';
  };
  return {
    push(piece) {
      text += piece;
      readAll(false);
    },
    end() {
      readAll(true);
    },
  };
}

/**
 * Finds the end of the quoted text that opens at `start`; a doubled quote is a literal quote. A quote at the end of a
 * piece may be the first one of a pair, so the next piece is needed.
 */
function quotedEnd(text: string, start: number, isLast: boolean): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (!isLast && at + 1 === text.length) return MORE;
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
  }
  return MORE;
}

/**
 * Finds the end of a pasted cell that is quoted because it contains a tab or a line end. Returns -1 if its first quote
 * is literal.
 */
function copiedEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) return -1;
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) === QUOTE) continue;
    const closes = at + 1 === text.length || /[\t\r\n]/.test(text.charAt(at + 1));
    return closes && /[\t\r\n]/.test(text.slice(start, at)) ? at : -1;
  }
  return -1;
}
