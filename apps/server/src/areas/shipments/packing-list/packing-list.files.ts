import { MAX_PACKING_ROWS } from '@quayside/contracts/shipments/packing-lists';
import { say } from '@quayside/contracts/texts/catalogue';
import {
  columnsByHeading,
  joinHeadings,
  type PackingListField,
} from '@quayside/domain/shipments/packing-list-headings';
import { decodeText } from '../../../tables/decode.ts';
import { cellText } from '../../../tables/line-columns.ts';
import { commonest, isBlank, readTable, type TableRow, UnreadableTable } from '../../../tables/table.ts';
import { refuseSize } from '../../../tables/whole-table.ts';
import { openWorkbook } from '../../../tables/workbook.ts';
import { bytesOf } from '../../imports/public.ts';

// Reads the table of a packing list. Factories write titles and addresses above it, headings in two rows, and sums and
// signatures below it.

/** The table of a packing list: its headings, if there are any, and the rows below them. */
export interface PackingTable {
  readonly sheet: string | null;
  readonly delimiter: string;
  readonly headings: readonly string[] | undefined;
  /** The number of the (last) row of headings. */
  readonly headingRow: number | null;
  readonly rows: readonly TableRow[];
}
interface Sent {
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
}

/** Rows that are read above the headings and below the cartons, beside the most rows of cartons. */
const AROUND = 200;
const MOST_READ = MAX_PACKING_ROWS + AROUND;
/** The headings are looked for in so many rows. */
const SEARCHED = 40;

/** Reads pasted cells or a file. Throws if it is no table, or has too many rows or columns. */
export async function readPackingTable(sent: Sent): Promise<PackingTable> {
  const table = sent.text === undefined ? await fromFile(bytesOf(sent.base64 ?? '')) : fromText(sent.text);
  const { rows, headings = [] } = table;
  if (rows.length === 0) throw new UnreadableTable(say('table.no_rows'));
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.length);
  refuseLong(rows.length);
  refuseSize({ rows: 0, columns, maxRows: MOST_READ });
  return table;
}

/** Titles and signatures are no rows of cartons, so more rows are read than a list may have. */
export function refuseLong(rows: number, most = MOST_READ): void {
  if (rows > most) refuseSize({ rows, columns: 0, maxRows: MAX_PACKING_ROWS });
}

async function fromFile(bytes: Buffer): Promise<PackingTable> {
  const sheets = await openWorkbook(bytes);
  if (sheets) {
    const tables = [];
    for (const sheet of sheets) {
      const rows: TableRow[] = [];
      for await (const some of sheet.rows()) {
        rows.push(...some.filter(({ cells }) => !isBlank(cells)));
        if (rows.length > MOST_READ + SEARCHED) break;
      }
      if (rows.length > 0) tables.push(tableOf(rows, ',', sheet.name));
    }
    // The first sheet with known headings, or else the first one that is not empty.
    const found = tables.find(({ headings }) => headings) ?? tables[0];
    if (!found) throw new UnreadableTable(say('table.empty'));
    return found;
  }
  const text = decodeText(bytes)?.text;
  if (text === undefined) throw new UnreadableTable(say('packing_list.no_table'));
  return fromText(text);
}

function fromText(text: string): PackingTable {
  const { header, rows, total, delimiter } = readTable(text, MOST_READ, {
    isPasted: true,
    delimiter: delimiterIn(text),
  });
  refuseLong(total);
  return tableOf([header, ...rows], delimiter, null);
}

/** The separator of the line with the most of them: a title above the table has none. */
function delimiterIn(text: string): string | undefined {
  if (text.includes('\t')) return undefined;
  const lines = text.slice(0, 64 * 1024).split(/\r?\n/, SEARCHED);
  const counted = lines.map((line) => {
    const delimiter = commonest(line);
    return { delimiter, parts: line.split(delimiter).length };
  });
  return counted.reduce((best, one) => (one.parts > best.parts ? one : best), { delimiter: ',', parts: 1 }).delimiter;
}

/** Finds the headings: the row, or the two rows, of which the most cells are known. */
function tableOf(all: readonly TableRow[], delimiter: string, sheet: string | null): PackingTable {
  let best = { score: 1, at: -1, headings: [] as string[], height: 0 };
  for (let at = 0; at < Math.min(all.length, SEARCHED); at += 1) {
    const [first, second] = [textsOf(all[at]), textsOf(all[at + 1])];
    if (!isWords(first)) continue;
    const own = scoreOf(first);
    if (own > best.score) best = { score: own, at, headings: first, height: 1 };
    if (!isWords(second)) continue;
    const joined = joinHeadings(first, second);
    const score = scoreOf(joined);
    if (score > best.score && score > scoreOf(second)) best = { score, at, headings: joined, height: 2 };
  }
  if (best.at < 0) return { sheet, delimiter, headings: undefined, headingRow: null, rows: all };
  const rows = all.slice(best.at + best.height);
  return { sheet, delimiter, headings: best.headings, headingRow: all[best.at + best.height - 1]?.row ?? null, rows };
}

const MAX_HEADING = 200;
const textsOf = (row: TableRow | undefined): string[] =>
  row?.cells.map((_, at) => cellText(row, at).slice(0, MAX_HEADING)) ?? [];
/** Headings have no numbers of their own. */
const isWords = (texts: readonly string[]): boolean =>
  texts.some((text) => text !== '') && !texts.some((text) => /^[\d.,\s]+$/.test(text) && text.trim() !== '');

/** Fields that hardly any other table has, or that every packing list has. */
const TELLING: ReadonlySet<PackingListField> = new Set(['sku', 'units', 'unitsPerCarton', 'cartons', 'cartonNumbers']);

/** The number of known headings, if they can be those of a packing list. */
function scoreOf(headings: readonly string[]): number {
  const { columns, openWeights } = columnsByHeading(headings);
  const known = columns.filter((field) => field !== null);
  const isList = known.length > 1 && known.some((field) => TELLING.has(field));
  return isList ? known.length + openWeights.length : 0;
}
