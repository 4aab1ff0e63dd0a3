import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { visibleLines } from '@quayside/domain/written-text';
import { MAX_LINE } from './cells.ts';
import { copiedEnd, type Form, isSwallowed, lineEnd, looseCells, MORE, quotedEnd } from './quotes.ts';
import { UnreadableTable } from './unreadable.ts';

/** Splits text that arrives in pieces into rows of cells. */
interface Records {
  push(text: string): void;
  /** Ends the text. The remaining characters become the last row. */
  end(): void;
}

/** Why a row cannot be read, with the index of the cell where this shows. Its cells are what they probably mean. */
export interface RowFault {
  readonly column: number;
  readonly reason: Text;
}

const QUOTE = 34;
const [LF, CR] = [10, 13];

/** A quoted cell, with the index of its first quote. */
interface Quoted {
  readonly column: number;
  readonly opens: number;
}

/**
 * Creates a splitter of text into rows of cells (RFC 4180, with any line end). No package is used, because none meets
 * the requirements: every row must keep its number, a faulty quote must cost its own row and no other, and 200,000
 * rows must neither block other requests nor fill the memory. In tab-separated files quotes are ordinary characters,
 * unless a spreadsheet copied the text (`isPasted`).
 */
export function createRecords(
  delimiter: string,
  isPasted: boolean,
  takeCells: (row: number, cells: string[], fault?: RowFault) => void,
): Records {
  const take = (row: number, cells: string[], fault?: RowFault) => takeCells(row, cells.map(visibleLines), fault);
  const comma = delimiter.charCodeAt(0);
  const form: Form = delimiter !== '\t' ? 'QUOTED' : isPasted ? 'COPIED' : 'BARE';
  let row = 1;
  let text = '';
  /** The number of cells of the last sound row. */
  let width = 0;
  /** The row of the last faulty quote, and up to where it might reach: lines before that may be a part of its cell. */
  let faulty = { row: 0, upTo: 0 };

  /** Takes the row of a faulty quote, which ends with its line. Returns where the next row begins, or `MORE`. */
  const takeFaulty = (cells: string[], { column, opens }: Quoted, reason: Text, upTo: number, isLast: boolean) => {
    const end = lineEnd(text, opens, isLast);
    if (end === MORE) {
      if (text.length - opens > MAX_LINE) throw new UnreadableTable(say('table.row_too_long', { row }));
      return MORE;
    }
    take(row, [...cells.slice(0, column), ...looseCells(text.slice(opens, end), delimiter)], { column, reason });
    faulty = { row, upTo: Math.max(upTo, faulty.upTo) };
    return next(end);
  };

  const next = (end: number): number => {
    row += 1;
    return end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
  };

  const takeRow = (cells: string[], start: number) => {
    // A line behind a faulty quote that is no whole row is probably the rest of the cell.
    const isRest = start < faulty.upTo && cells.length < width;
    if (isRest) take(row, cells, { column: 0, reason: say('rows.quote_rest', { row: faulty.row }) });
    else take(row, cells);
    if (start >= faulty.upTo && cells.length > 1) width = cells.length;
  };

  /** Reads the record at `start`. Returns where the next record begins, or `MORE`. */
  const readRecord = (start: number, isLast: boolean): number => {
    const cells: string[] = [];
    let spread: Quoted | undefined;
    for (let i = start; ; ) {
      const quoted = text.charCodeAt(i) === QUOTE ? { column: cells.length, opens: i } : undefined;
      const end = quoted && form !== 'BARE' ? (form === 'COPIED' ? copiedEnd : quotedEnd)(text, i, isLast) : undefined;
      if (quoted && end !== undefined && (form === 'QUOTED' || end >= 0)) {
        if (end === MORE && !isLast && text.length - start <= MAX_LINE) return MORE;
        if (end === MORE) return takeFaulty(cells, quoted, say('rows.quote_open'), text.length, isLast);
        cells.push(text.slice(i + 1, end).replaceAll('""', '"'));
        i = end + 1;
        const after = i < text.length ? text.charCodeAt(i) : LF;
        const isSpread = /[\r\n]/.test(cells.at(-1) ?? '');
        if (after !== comma && after !== LF && after !== CR)
          return takeFaulty(cells, quoted, say(isSpread ? 'rows.quote_open' : 'rows.quote_broken'), i, isLast);
        if (isSpread) spread ??= quoted;
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
      if (spread && isSwallowed(text.slice(start, i), delimiter, width))
        return takeFaulty(cells, spread, say('rows.quote_open'), i, isLast);
      takeRow(cells, start);
      return next(i);
    }
  };
  const readAll = (isLast: boolean) => {
    let at = 0;
    while (at < text.length) {
      const found = readRecord(at, isLast);
      if (found === MORE) break;
      at = found;
    }
    text = at < text.length ? text.slice(at) : '';
    faulty = { ...faulty, upTo: Math.max(0, faulty.upTo - at) };
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
