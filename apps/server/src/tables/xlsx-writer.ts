import { StringDecoder } from 'node:string_decoder';
import { readCode } from '@quayside/domain/products/code-text';
import type { FileColumn } from './file-columns.ts';
import { withoutFormulaMark } from './formula-safe.ts';
import { type ZipFile, zipArchive } from './zip-writer.ts';

/** PostgreSQL's COPY options: text format, with one row per line. */
export const XLSX_OPTIONS = 'format text';
/** The maximum number of rows of a sheet, not counting the headings. */
const SHEET_ROWS = 1_048_575;
/**
 * The maximum number of digits of a number. A longer number is written as a string, because spreadsheets calculate with
 * doubles and would round it.
 */
const EXACT_DIGITS = 15;
const MAX_CELL = 32_767;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Indexes of the cell styles: heading, two decimals, more decimals. Plain cells have 0. */
const STYLE = { heading: 1, money: 2, fine: 3 } as const;
const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.00####"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/>' +
  '</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill>' +
  '<patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/>' +
  '<diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>' +
  '</cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';

/**
 * Streams a table as a workbook, from rows in PostgreSQL's text format. Rows that do not fit into one sheet continue on
 * the next.
 */
export const xlsxFile = (
  columns: readonly FileColumn[],
  rows: AsyncIterable<Buffer>,
  sheetName: string,
): AsyncGenerator<Buffer> => zipArchive(parts(columns, lines(rows), sheetName));

async function* parts(
  columns: readonly FileColumn[],
  rows: AsyncGenerator<string[]>,
  sheetName: string,
): AsyncGenerator<ZipFile> {
  const source = new Lookahead(rows);
  let sheets = 0;
  do {
    sheets += 1;
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(columns, source) };
  } while (await source.hasMore());
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  const sheetType = `${TYPES}.worksheet+xml`;
  const sheetNames = numbers.map((n) => xmlText(n === 1 ? sheetName : `${sheetName} ${n}`));
  yield { name: 'xl/styles.xml', content: [STYLES] };
  yield {
    name: 'xl/workbook.xml',
    content: [
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>`,
      ...sheetNames.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`),
      '</sheets></workbook>',
    ],
  };
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    content: [
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">`,
      ...numbers.map(
        (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      ),
      `<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
  };
  yield {
    name: '_rels/.rels',
    content: [
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
        `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  };
  yield {
    name: '[Content_Types].xml',
    content: [
      `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>`,
      `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>`,
      ...numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetType}"/>`),
      '</Types>',
    ],
  };
}

/** Looks ahead in the rows, so that the writer begins another sheet only if more rows follow. */
class Lookahead {
  readonly #rows: AsyncGenerator<string[]>;
  #next: Promise<IteratorResult<string[]>> | undefined;
  constructor(rows: AsyncGenerator<string[]>) {
    this.#rows = rows;
  }
  #peek(): Promise<IteratorResult<string[]>> {
    this.#next ??= this.#rows.next();
    return this.#next;
  }
  async hasMore(): Promise<boolean> {
    return (await this.#peek()).done !== true;
  }
  /** Returns many lines at a time, because a promise per row would be slow. */
  async take(): Promise<string[]> {
    const next = await this.#peek();
    this.#next = undefined;
    return next.done === true ? [] : next.value;
  }
  giveBack(lines: string[]): void {
    this.#next = Promise.resolve({ done: false, value: lines });
  }
}

async function* sheet(columns: readonly FileColumn[], source: Lookahead): AsyncGenerator<string> {
  const letters = columns.map((_, i) => columnLetters(i));
  const widths = columns.map(({ heading, kind }, i) => {
    const width = Math.max(kind === 'number' ? 12 : 20, heading.length + 3);
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`;
  });
  const headings = columns.map(({ heading }, i) => textCell(`${letters[i]}1`, heading, STYLE.heading));
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">` +
    `${headings.join('')}</row>`;
  let row = 1;
  for (let taken = await source.take(); taken.length > 0; taken = await source.take()) {
    const room = SHEET_ROWS + 1 - row;
    if (taken.length > room) source.giveBack(taken.splice(room));
    let xml = '';
    for (const line of taken) {
      row += 1;
      xml += rowXml(columns, letters, row, line);
    }
    yield xml;
    if (row > SHEET_ROWS) break;
  }
  yield '</sheetData></worksheet>';
}

function rowXml(columns: readonly FileColumn[], letters: readonly string[], row: number, line: string): string {
  let xml = `<row r="${row}">`;
  const fields = line.split('\t');
  for (let i = 0; i < columns.length; i += 1) {
    const field = fields[i] ?? '\\N';
    if (field !== '\\N')
      xml +=
        columns[i]?.kind === 'number'
          ? numberCell(`${letters[i]}${row}`, field)
          : textCell(`${letters[i]}${row}`, unguarded(unescaped(field)));
  }
  return `${xml}</row>`;
}

function numberCell(place: string, text: string): string {
  if (text.replace(/\D/g, '').replace(/^0+/, '').length > EXACT_DIGITS) return textCell(place, text);
  const decimals = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  const style = decimals < 2 ? '' : ` s="${decimals === 2 ? STYLE.money : STYLE.fine}"`;
  return `<c r="${place}"${style}><v>${text}</v></c>`;
}

const textCell = (place: string, text: string, style?: number): string =>
  `<c r="${place}" t="inlineStr"${style === undefined ? '' : ` s="${style}"`}><is><t xml:space="preserve">` +
  `${xmlText(text.slice(0, MAX_CELL))}</t></is></c>`;

// Characters that XML cannot contain, and CR, which XML reads as LF. Workbooks encode them as _xHHHH_. An underscore
// that looks like the beginning of such a code must be encoded too.
const UNWRITABLE = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const xmlText = (text: string): string =>
  text
    .replace(UNWRITABLE, (c) => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&quot;'));

/**
 * A text without the apostrophe against formulas: a cell of a workbook says itself that it is text. It stays where an
 * import would otherwise take signs of the text itself: an apostrophe of its own, or the formula of a code.
 */
function unguarded(text: string): string {
  const bare = withoutFormulaMark(text);
  return bare.startsWith("'") || readCode(bare) !== bare ? text : bare;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
/** Decodes a field in PostgreSQL's text format. */
const unescaped = (field: string): string =>
  field.includes('\\') ? field.replace(/\\(.)/g, (_, c: string) => ESCAPES[c] ?? c) : field;

/** Splits PostgreSQL's text format into lines, in batches as the pieces arrive. Line ends inside values are escaped. */
async function* lines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of pieces) {
    const whole = (rest + decoder.write(piece)).split('\n');
    rest = whole.pop() ?? '';
    if (whole.length > 0) yield whole;
  }
}

/** The letters of a column: A, B, …, Z, AA. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
