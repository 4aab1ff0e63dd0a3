import type { TestFile } from './files.ts';

// A product list as a German seller has it: Windows-1252, semicolons, decimal commas, units in the headings,
// duplicates, line breaks and quotes in cells.

/** A small generator of pseudo-random numbers, so that each run has the same file. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
const german = (value: number, decimals: number): string =>
  value.toLocaleString('de-DE', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

const ADJECTIVES = ['Klapp', 'Glas', 'Holz', 'Bambus', 'Edelstahl', 'Leinen', 'Keramik', 'Falt', 'Mini', 'Profi'];
const NOUNS = ['tisch', 'flasche', 'brett', 'dose', 'kanne', 'tuch', 'tasse', 'korb', 'schüssel', 'löffel', 'bürste'];
const COLOURS = ['schwarz', 'weiß', 'grün', 'natur', 'rosé', 'anthrazit'];
const STATUSES = ['aktiv', 'aktiv', 'aktiv', 'inaktiv', 'ausgelaufen'];
const HEADINGS = [
  ...['Art.-Nr.', 'Bezeichnung', 'Gewicht (kg)', 'Länge (cm)', 'Breite (cm)', 'Höhe (cm)'],
  ...['EAN', 'Status', 'Lieferant'],
];
/** The rows that cannot be imported as they are, by their number. */
const FAULTY_WEIGHTS: Readonly<Record<number, string>> = { 400: 'ca. 1,5', 402: '-2,0' };

function checkDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

/** The file, and the number of its rows that are kept aside: duplicates, rows without a SKU, wrong weights. */
export function messyProducts(count: number): { file: TestFile; faulty: number } {
  const next = random(7);
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const number = (from: number, to: number, decimals: number) => german(from + next() * (to - from), decimals);
  const rows = Array.from({ length: count }, (_, at) => {
    const name = `${one(ADJECTIVES)}${one(NOUNS)}, ${one(COLOURS)} ${1 + Math.floor(next() * 40)} cm`;
    const digits = `40${String(10_000_000_00 + at)}`;
    return [
      skuOf(at),
      at % 97 === 0
        ? `"${name}\nmit Deckel; spülmaschinenfest ""Premium"""`
        : at % 53 === 0
          ? `"${name}; 2er-Set"`
          : name,
      FAULTY_WEIGHTS[at] ?? (at % 37 === 0 ? '' : number(0.05, 12, 3)),
      ...[number(3, 80, 1), number(3, 80, 1), number(3, 80, 1)],
      `${digits}${checkDigit(digits)}`,
      one(STATUSES),
      at % 2 === 0 ? 'Ningbo Möbel Co.' : 'Guangzhou Glas Ltd',
    ];
  });
  const text = `${[HEADINGS, ...rows].map((row) => row.join(';')).join('\r\n')}\r\n\r\n;;;;;;;;\r\n`;
  const file = { name: 'produkte.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
  return { file, faulty: DUPLICATES.length + 1 + 1 + Object.keys(FAULTY_WEIGHTS).length };
}

const DUPLICATES = [100, 101, 102];
/** The SKU of a row. A few rows repeat one, also in another case, and one row has none. */
function skuOf(at: number): string {
  if (DUPLICATES.includes(at)) return 'MH-0050';
  if (at === 200) return ' mh-0051 ';
  return at === 300 ? '' : `MH-${String(at + 1).padStart(4, '0')}`;
}
