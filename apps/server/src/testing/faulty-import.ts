/** A wrong cell of the file, and the error that an import must report for it. */
interface PlantedFault {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}
interface FaultyImport {
  readonly text: string;
  readonly faults: readonly PlantedFault[];
  /** The same file with all faults corrected. */
  readonly mended: string;
  /** The rows with a wrong cell, both as they are in the file and corrected. */
  readonly wrong: readonly {
    readonly row: number;
    readonly cells: readonly string[];
    readonly mended: readonly string[];
  }[];
}

const COLUMNS = [
  'sku',
  'name',
  'asin',
  'brand',
  'supplier',
  'status',
  'channel',
  'countryOfOrigin',
  'length',
  'dimensionUnit',
  'weight',
  'weightUnit',
  'supplierLeadTime',
  'thumbnail',
  'parent',
] as const;
type Column = (typeof COLUMNS)[number];
const STATUSES = 'Use one of Active, Inactive, Top seller, Under review, Closed listing, Discontinued';
const NUMBER = 'Enter a number of 0 or more with at most 4 decimals';
/** The kinds of faults: the wrong value of a cell, and the error that an import must report. */
const KINDS: readonly {
  readonly column: Column;
  readonly value: (row: number) => string;
  readonly shown?: (row: number) => string;
  readonly reason: string;
}[] = [
  { column: 'sku', value: () => '', reason: 'Every row needs a SKU' },
  { column: 'sku', value: () => 'GOOD-00002', reason: 'The same SKU as in row 2' },
  {
    column: 'sku',
    value: (row) => `${row}-${'S'.repeat(120)}`,
    shown: (row) => `${row}-${'S'.repeat(120)}`.slice(0, 100),
    reason: 'At most 100 characters',
  },
  { column: 'name', value: () => '', reason: 'A new product needs a name' },
  { column: 'name', value: () => 'n'.repeat(501), shown: () => 'n'.repeat(100), reason: 'At most 500 characters' },
  { column: 'asin', value: () => 'B0123456789012345678901', reason: 'At most 20 characters' },
  { column: 'supplier', value: (row) => `Nobody ${row} Ltd`, reason: 'No supplier has this company name' },
  { column: 'status', value: () => 'sold', reason: STATUSES },
  { column: 'countryOfOrigin', value: () => 'Atlantis', reason: 'Enter the code or the English name of a country' },
  { column: 'length', value: () => '-4', reason: NUMBER },
  { column: 'weight', value: () => 'heavy', reason: NUMBER },
  { column: 'weight', value: () => '1.23456', reason: NUMBER },
  { column: 'weightUnit', value: () => 'stone', reason: 'Use one of g, kg, oz, lb' },
  { column: 'supplierLeadTime', value: () => 'soon', reason: 'Whole days' },
  { column: 'supplierLeadTime', value: () => '4000', reason: 'At most 3650 days' },
  { column: 'thumbnail', value: () => 'no address', reason: 'Please enter a valid URL' },
  { column: 'parent', value: (row) => `GONE-${row}`, reason: 'No product has this SKU' },
];

/**
 * Creates a product file with this many rows and faults. The faults are of all kinds and are spread over the file. The
 * result is always the same, so that a failing test is reproducible.
 */
export function faultyImport({
  rows = 10_000,
  faults = 137,
  supplier,
}: {
  readonly rows?: number;
  readonly faults?: number;
  readonly supplier: string;
}): FaultyImport {
  const every = Math.floor(rows / faults);
  const planted: PlantedFault[] = [];
  const wrong: FaultyImport['wrong'][number][] = [];
  const [lines, clean]: [string[], string[]] = [[COLUMNS.join(',')], [COLUMNS.join(',')]];
  for (let i = 0; i < rows; i += 1) {
    const row = i + 2;
    const good = cellsOf(row, supplier);
    const kind = i % every === every - 1 && planted.length < faults ? KINDS[planted.length % KINDS.length] : undefined;
    const cells = kind
      ? COLUMNS.map((column, n) => (column === kind.column ? kind.value(row) : (good[n] ?? '')))
      : good;
    if (kind) {
      const value = (kind.shown ?? kind.value)(row);
      planted.push({ row, column: kind.column, value, reason: kind.reason });
      wrong.push({ row, cells, mended: good });
    }
    lines.push(line(cells));
    clean.push(line(good));
  }
  return { text: `${lines.join('\r\n')}\r\n`, mended: `${clean.join('\r\n')}\r\n`, faults: planted, wrong };
}

const line = (cells: readonly string[]) =>
  cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');

/** Creates the cells of a correct row. Some rows have a parent, lists, or strings that look like formulas. */
function cellsOf(row: number, supplier: string): string[] {
  const number = String(row).padStart(5, '0');
  const cells: Readonly<Record<Column, string>> = {
    sku: `GOOD-${number}`,
    name: row % 7 === 0 ? `Pan "${number}", black` : `Product ${number} Größe 竹`,
    asin: `B0${number.padStart(8, '0')}`,
    brand: `Brand ${row % 40}`,
    supplier: row % 3 === 0 ? '' : supplier,
    status: row % 5 === 0 ? 'INACTIVE' : 'active',
    channel: row % 2 === 0 ? 'AMAZON_UK;AMAZON_DE' : 'AMAZON_UK',
    countryOfOrigin: row % 4 === 0 ? 'China' : 'DE',
    length: `${(row % 90) + 1}.5`,
    dimensionUnit: 'CM',
    weight: `${(row % 900) + 1}`,
    weightUnit: 'GR',
    supplierLeadTime: String(row % 60),
    thumbnail: row % 11 === 0 ? `https://images.example/${number}.jpg` : '',
    parent: row % 50 === 4 && row > 2 ? 'GOOD-00003' : '',
  };
  return COLUMNS.map((column) => cells[column]);
}
