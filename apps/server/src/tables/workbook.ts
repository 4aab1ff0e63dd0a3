import { say } from '@quayside/contracts/texts/catalogue';
import { visibleLines } from '@quayside/domain/written-text';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import {
  type DigitFormat,
  digitFormat,
  inDigits,
  isDateFormat,
  isoDay,
  isPercentFormat,
  numberText,
  percentText,
} from './workbook-numbers.ts';
import type { StoredCell, TableRow } from './table.ts';
import { UnreadableTable } from './unreadable.ts';
import { isModestZip, unpack, type ZipEntry, zipEntries } from './zip.ts';

/** One sheet of a workbook. Each call of `rows` reads the sheet again. */
export interface Sheet {
  readonly name: string;
  /** `notes` gets what the sheet contains besides texts; it is complete when the last row is read. */
  rows(notes?: SheetNotes): AsyncGenerator<readonly TableRow[]>;
}
/** What a sheet contains besides texts. */
export interface SheetNotes {
  /** The numbers of the hidden rows. */
  readonly hiddenRows: Set<number>;
  /** The number of the last row of each merged range. */
  readonly merged: number[];
}
export const noNotes = (): SheetNotes => ({ hiddenRows: new Set(), merged: [] });

/** The size limit of parts that are kept in memory (shared strings, formats). Sheets are streamed. */
const MAX_KEPT_BYTES = 50 * 1024 * 1024;
/**
 * The index of the last column. Cells further to the right are put into this column: no real table is that wide, and a
 * single distant cell must not lengthen every row.
 */
const MAX_CELLS = 256;
const MAIN = 'xl/workbook.xml';

/** Finds the visible sheets of an XLSX file; undefined if the bytes are not a workbook or not a safe one. */
export async function openWorkbook(bytes: Buffer): Promise<Sheet[] | undefined> {
  const entries = new Map((zipEntries(bytes) ?? []).map((e) => [e.name, e]));
  if (!entries.has('[Content_Types].xml') || !entries.has(MAIN) || !isModestZip([...entries.values()]))
    return undefined;
  const kept = async (name: string, read: (x: Xml) => void) => {
    const entry = entries.get(name);
    if (entry && entry.unpacked > MAX_KEPT_BYTES) throw new UnreadableTable(say('table.workbook_too_large'));
    if (entry) await readThrough(parse(bytes, entry, read));
  };
  const sheets: { name: string; relation: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await kept(MAIN, (x) => {
    x.open = (name, a) => {
      if (name === 'workbookPr') is1904 = a('date1904') === '1' || a('date1904') === 'true';
      if (name === 'sheet')
        sheets.push({
          name: a('name') ?? '',
          relation: a('id') ?? '',
          isHidden: (a('state') ?? 'visible') !== 'visible',
        });
    };
  });
  const targets = new Map<string, string>();
  await kept('xl/_rels/workbook.xml.rels', (x) => {
    x.open = (name, a) => name === 'Relationship' && targets.set(a('Id') ?? '', partName(a('Target') ?? ''));
  });
  const texts: string[] = [];
  await kept(named(entries, targets, 'sharedStrings'), (x) => collectTexts(x, texts));
  const formats: Formats = { dates: new Set(), percents: new Set(), digits: new Map() };
  await kept(named(entries, targets, 'styles'), (x) => collectFormats(x, formats));
  return sheets.flatMap((s) => {
    const entry = entries.get(targets.get(s.relation) ?? '');
    return entry && !s.isHidden
      ? [{ name: s.name, rows: (notes = noNotes()) => readSheet(bytes, entry, { texts, ...formats, is1904 }, notes) }]
      : [];
  });
}

async function readThrough(pieces: AsyncGenerator<void>): Promise<void> {
  while ((await pieces.next()).done !== true);
}

/** The full name of a part of the archive. A target is relative to the workbook's folder, or absolute. */
const partName = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);
const named = (entries: ReadonlyMap<string, ZipEntry>, targets: ReadonlyMap<string, string>, part: string): string =>
  [...targets.values()].find((t) => t.toLowerCase().endsWith(`/${part.toLowerCase()}.xml`) && entries.has(t)) ??
  `xl/${part}.xml`;

/** The handlers of the events of the XML parser. Names are passed without their namespace prefix. */
interface Xml {
  open?: (name: string, attribute: (name: string) => string | undefined) => unknown;
  text?: (text: string) => unknown;
  close?: (name: string) => unknown;
}

const local = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

/**
 * Parses a part of the archive and yields after each piece, so that the caller can let the event loop run. Refuses a
 * document type, which could reference other files or expand without limit.
 */
async function* parse(bytes: Buffer, entry: ZipEntry, read: (x: Xml) => void): AsyncGenerator<void> {
  const xml: Xml = {};
  read(xml);
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('doctype', () => {
    throw new UnreadableTable(say('table.document_type'));
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    const attributes = tag.attributes;
    xml.open?.(
      local(tag.name),
      (name) => attributes[name] ?? attributes[Object.keys(attributes).find((key) => local(key) === name) ?? ''],
    );
  });
  parser.on('text', (text) => xml.text?.(text));
  parser.on('cdata', (text) => xml.text?.(text));
  parser.on('closetag', (tag) => xml.close?.(local(tag.name)));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of unpack(bytes, entry)) {
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.close();
    yield;
  } catch (error) {
    throw error instanceof UnreadableTable
      ? error
      : new UnreadableTable(say('table.workbook_damaged', { part: entry.name }));
  }
}

/** Decodes sequences such as _x000D_, which represent control characters that XML cannot contain. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Collects the shared strings of a workbook, without Japanese phonetic hints (`rPh`). */
function collectTexts(x: Xml, texts: string[]): void {
  let [text, isText, isAid] = ['', false, false];
  x.open = (name) => {
    if (name === 'si') text = '';
    else if (name === 'rPh') isAid = true;
    else if (name === 't') isText = !isAid;
  };
  x.text = (piece) => isText && (text += piece);
  x.close = (name) => {
    if (name === 'si') texts.push(unescaped(text));
    else if (name === 'rPh') isAid = false;
    else if (name === 't') isText = false;
  };
}

/** The numbers of the cell formats that show a date, and of those that show a number in per cent. */
interface Formats {
  readonly dates: Set<number>;
  readonly percents: Set<number>;
  /** What the formats of zeros show. */
  readonly digits: Map<number, DigitFormat>;
}

/** Collects the cell formats by which a number means something else. */
function collectFormats(x: Xml, { dates, percents, digits }: Formats): void {
  const codes = new Map<number, string>();
  let isCells = false;
  let index = 0;
  x.open = (name, a) => {
    if (name === 'numFmt') codes.set(Number(a('numFmtId')), a('formatCode') ?? '');
    else if (name === 'cellXfs') isCells = true;
    else if (name === 'xf' && isCells) {
      const id = Number(a('numFmtId') ?? 0);
      if (isDateFormat(id, codes.get(id))) dates.add(index);
      else if (isPercentFormat(id, codes.get(id))) percents.add(index);
      const shown = digitFormat(id, codes.get(id));
      if (shown) digits.set(index, shown);
      index += 1;
    }
  };
  x.close = (name) => {
    if (name === 'cellXfs') isCells = false;
  };
}

interface Book {
  readonly texts: readonly string[];
  readonly dates: ReadonlySet<number>;
  readonly percents: ReadonlySet<number>;
  readonly digits: ReadonlyMap<number, DigitFormat>;
  readonly is1904: boolean;
}

async function* readSheet(
  bytes: Buffer,
  entry: ZipEntry,
  book: Book,
  notes: SheetNotes,
): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = [];
  const fill = (x: Xml) => collectRows(x, book, notes, (row) => rows.push(row));
  const pieces = parse(bytes, entry, fill);
  while ((await pieces.next()).done !== true) {
    if (rows.length > 0) yield rows;
    rows = [];
  }
}

function collectRows(x: Xml, book: Book, notes: SheetNotes, take: (row: TableRow) => void): void {
  let row = 0;
  let cells: string[] = [];
  let exact: Set<number> | undefined;
  let stored: Map<number, StoredCell> | undefined;
  let [at, type, style, value, isValue, isAid, isFormula] = [0, '', 0, '', false, false, false];
  x.open = (name, a) => {
    if (name === 'row') {
      const given = Number(a('r') ?? 0);
      row = Number.isInteger(given) && given > row ? given : row + 1;
      cells = [];
      [exact, stored] = [undefined, undefined];
      at = -1;
      if (a('hidden') === '1' || a('hidden') === 'true') notes.hiddenRows.add(row);
    } else if (name === 'mergeCell') {
      notes.merged.push(Number(/\d+$/.exec(a('ref') ?? '')?.[0] ?? 0));
    } else if (name === 'c') {
      const column = columnOf(a('r'));
      at = Math.min(column ?? at + 1, MAX_CELLS);
      [type, style, value, isFormula] = [a('t') ?? 'n', Number(a('s') ?? 0), '', false];
    } else if (name === 'f') isFormula = true;
    else if (name === 'rPh') isAid = true;
    else if (name === 'v' || name === 't') isValue = !isAid;
  };
  x.text = (piece) => isValue && (value += piece);
  x.close = (name) => {
    if (name === 'v' || name === 't') isValue = false;
    else if (name === 'rPh') isAid = false;
    else if (name === 'c') {
      const text = visibleLines(cellText(book, type, style, value));
      const known = storedCell(book, { type, style, value, isFormula }, text);
      if (known) (stored ??= new Map()).set(at, known);
      if (text === '' && !known && at >= cells.length) return;
      while (cells.length < at) cells.push('');
      cells[at] = text;
      if (type === 'n' && text.includes('.')) (exact ??= new Set()).add(at);
    } else if (name === 'row') take({ row, cells, ...(exact && { exact }), ...(stored && { stored }) });
  };
}

/** Converts the letters of a cell reference to the index of its column; A is 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let n = 0;
  for (let i = 0; i < letters.length; i += 1) n = n * 26 + letters.charCodeAt(i) - 64;
  return n - 1;
}

const NUMBER: StoredCell = { as: 'NUMBER' };
const DATE: StoredCell = { as: 'DATE' };
const BOOLEAN: StoredCell = { as: 'BOOLEAN' };
const NO_VALUE: StoredCell = { as: 'NO_VALUE' };

interface CellXml {
  readonly type: string;
  readonly style: number;
  readonly value: string;
  readonly isFormula: boolean;
}
/** What is known of a cell besides its text; undefined for texts and empty cells. */
function storedCell(book: Book, { type, style, value, isFormula }: CellXml, text: string): StoredCell | undefined {
  if (value === '') return isFormula && type !== 'str' ? NO_VALUE : undefined;
  if (type === 'b') return BOOLEAN;
  if (type === 'd' || (type === 'n' && book.dates.has(style))) return DATE;
  if (type !== 'n') return undefined;
  const format = book.digits.get(style);
  const shown = format ? inDigits(text, format) : text;
  return shown === text ? NUMBER : { as: 'NUMBER', shown };
}

function cellText(book: Book, type: string, style: number, value: string): string {
  if (value === '') return '';
  switch (type) {
    case 's':
      return book.texts[Number(value)] ?? '';
    case 'b':
      return value === '1' || value === 'true' ? 'true' : 'false';
    case 'd':
      return value.slice(0, 10);
    case 'n':
      if (book.dates.has(style)) return isoDay(value, book.is1904);
      return book.percents.has(style) ? percentText(value) : numberText(value);
    default:
      return unescaped(value);
  }
}
