/** A file of products in which known cells are wrong, and the same file with every row right. */
export interface PlantedFile {
  readonly csv: string;
  /** The rows that are wrong, as the screen numbers them: row 1 is the header. */
  readonly wrongRows: readonly number[];
  /** The cells of a row as they should have been, by its number. */
  readonly rightRow: (row: number) => readonly string[];
  readonly columns: readonly string[];
}

const COLUMNS = ['sku', 'name', 'brand', 'status', 'countryOfOrigin', 'weight', 'supplierLeadTime', 'notes'] as const;
type Column = (typeof COLUMNS)[number];

/** One wrong cell each; what makes it wrong is another thing every time. */
const FAULTS: readonly (readonly [Column, string])[] = [
  ['sku', ''],
  ['name', ''],
  ['status', 'SOLD'],
  ['countryOfOrigin', 'Atlantis'],
  ['weight', 'heavy'],
  ['weight', '-3'],
  ['supplierLeadTime', '3.5'],
  ['name', 'n'.repeat(501)],
];

export const csvLine = (cells: readonly string[]): string => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');

/** `rows` products of which `faults` are wrong, spread over the file; `existing` SKUs are changed by the first right rows. */
export function plantFaults({
  rows,
  faults,
  existing = [],
  prefix,
}: {
  rows: number;
  faults: number;
  existing?: readonly string[];
  prefix: string;
}): PlantedFile {
  const right = Array.from({ length: rows }, (_, i): string[] => {
    const sku = existing[i] ?? `${prefix}-${String(i + 1).padStart(5, '0')}`;
    return [sku, `Planted ${i + 1}, size "${i % 7}"`, 'Reef & Pine', 'ACTIVE', 'CN', String(100 + (i % 900)), '30', ''];
  });
  const step = Math.floor((rows - existing.length) / faults);
  const wrong = new Map<number, string[]>();
  for (let n = 0; n < faults; n++) {
    const at = existing.length + n * step;
    const [column, value] = FAULTS[n % FAULTS.length] ?? ['sku', ''];
    const cells = [...(right[at] ?? [])];
    cells[COLUMNS.indexOf(column)] = value;
    wrong.set(at, cells);
  }
  return {
    csv: [COLUMNS, ...right.map((cells, at) => wrong.get(at) ?? cells)].map(csvLine).join('\r\n').concat('\r\n'),
    wrongRows: [...wrong.keys()].map((at) => at + 2),
    rightRow: (row) => right[row - 2] ?? [],
    columns: COLUMNS,
  };
}

/** The cells of a CSV, quotes and line ends inside cells included. */
export function csvCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = text.startsWith('\ufeff') ? 1 : 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (isQuoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text.charAt(++i);
      else isQuoted = false;
    } else if (c === '"') isQuoted = true;
    else if (c === ',') row.push(cell), (cell = '');
    else if (c === '\n') rows.push([...row, cell.replace(/\r$/, '')]), (row = []), (cell = '');
    else cell += c;
  }
  return cell || row.length > 0 ? [...rows, [...row, cell]] : rows;
}
