/**
 * Creates a small generator of random numbers with a seed, so that every run has the same catalogue and the same order
 * of requests.
 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ADJECTIVES = (
  'Folding Stackable Large Small Slim Deep Round Square Portable Classic Premium Everyday Travel Outdoor ' +
  'Compact Heavy'
).split(' ');
// Common, medium and rare materials, so that there are searches that match a third of the products, a few of them, or
// almost none.
const MATERIALS = [
  ...'Bamboo '.repeat(30).trim().split(' '),
  ...'Steel '.repeat(15).trim().split(' '),
  ...'Glass Linen Cotton Cork Ceramic Silicone Acacia'.split(' '),
  'Walnut',
];
const NOUNS = (
  'Bowl Board Basket Box Tray Rack Stand Lamp Bottle Mug Pan Shelf Hanger Organiser Mat Holder Knife Spoon ' +
  'Towel Clock'
).split(' ');
const BRANDS = 'Moss Fjord Alder Tern Loam'.split(' ');

/** Searches of each kind: a common, a medium and a rare word, two words, a SKU, and a word that matches nothing. */
export const SEARCHES = [
  'bamboo',
  'steel tray',
  'walnut tray',
  'qb-04217',
  'cork',
  'moss bamboo bowl',
  'walnut',
  'zeppelin',
];

export const SUPPLIERS = Array.from({ length: 10 }, (_, i) => `Ningbo Works ${i + 1}`);

export interface BenchProduct {
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly supplier: string;
  readonly asin: string;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly weight: number;
}

/** Creates this many products, each with size and weight. */
export function makeCatalogue(count: number): BenchProduct[] {
  const random = seeded(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const number = (least: number, most: number) => least + Math.floor(random() * (most - least));
  return Array.from({ length: count }, (_, i) => ({
    sku: `QB-${String(i).padStart(5, '0')}`,
    name: `${pick(ADJECTIVES)} ${pick(MATERIALS)} ${pick(NOUNS)}, ${number(1, 13)} pieces, ${number(10, 60)} cm`,
    brand: pick(BRANDS),
    supplier: pick(SUPPLIERS),
    asin: `B0${String(i).padStart(8, '0')}`,
    length: number(10, 60),
    width: number(5, 40),
    height: number(2, 30),
    weight: number(50, 4_000),
  }));
}

/** Formats the products as CSV, with the columns of the product import. */
export function toCsv(products: readonly BenchProduct[]): string {
  const rows = products.map(
    (p) =>
      `${p.sku},"${p.name}",${p.asin},${p.brand},${p.supplier},ACTIVE,AMAZON_UK;AMAZON_DE,${p.length},${p.width},` +
      `${p.height},CM,${p.weight},GR`,
  );
  return (
    'sku,name,asin,brand,supplier,status,channel,length,width,height,dimensionUnit,weight,weightUnit\r\n' +
    `${rows.join('\r\n')}\r\n`
  );
}
