import { fieldOfHeading } from '../invoices/line-headings.ts';
import { headingWithoutUnit } from '../products/units.ts';

/** What a column of a factory's packing list can say. */
export const PACKING_LIST_FIELDS = [
  'cartonNumbers',
  'cartons',
  'sku',
  'order',
  'unitsPerCarton',
  'units',
  'cartonWeight',
  'totalWeight',
  'weightUnit',
  'sides',
  'length',
  'width',
  'height',
  'dimensionUnit',
  'marks',
] as const;
export type PackingListField = (typeof PACKING_LIST_FIELDS)[number];

/** WEIGHT: a gross weight, and the heading does not say whether of one carton or of all. */
type Meaning = Exclude<PackingListField, 'sku'> | 'WEIGHT';

/** The headings of packing lists in English, Chinese and German, reduced to their words, the most exact first. */
const HEADINGS: Readonly<Record<Meaning, string>> = {
  cartonNumbers:
    'carton row|carton no|carton nos|carton number|carton numbers|ctn no|ctn nos|ctn number|ctn numbers|c no|c nos|' +
    'c n|box no|box nos|box number|case no|case nos|package no|pkg no|箱号|件号|kartonnummer|kartonnummern|karton nr',
  cartons:
    'cartons|no of cartons|number of cartons|qty of cartons|carton qty|cartons qty|carton quantity|carton count|' +
    'total cartons|ctns|no of ctns|ctns qty|ctn qty|total ctns|ttl ctns|t ctns|boxes|no of boxes|number of boxes|' +
    'packages|no of packages|pkgs|no of pkgs|cases|箱数|总箱数|件数|kartons|anzahl kartons|anzahl karton',
  order:
    'order|order no|order number|invoice|invoice no|invoice number|factory invoice|po|po no|po number|p o|p o no|' +
    'p o number|purchase order|purchase order no|订单|订单号|发票号|bestellung|auftragsnummer|rechnung|rechnungsnummer',
  unitsPerCarton:
    'units per carton|qty per carton|quantity per carton|pcs per carton|pieces per carton|units per ctn|qty per ctn|' +
    'q ty per ctn|q ty per carton|pcs per ctn|units ctn|qty ctn|q ty ctn|pcs ctn|pc ctn|units carton|qty carton|' +
    'q ty carton|pcs carton|units per box|qty per box|pcs per box|qty box|pcs box|units box|units per case|' +
    'qty per case|pcs per case|case pack|per carton|per ctn|packing|pack|每箱数量|每箱数|每箱个数|每箱|装箱数|' +
    '装箱数量|单箱数量|装箱率|stück pro karton|stk pro karton|stk karton|menge pro karton',
  units:
    'total units|total qty|total quantity|total q ty|total pcs|total pieces|ttl qty|ttl pcs|t qty|总数量|总数|总个数|' +
    'gesamtmenge|units|quantity|qty|q ty|pcs|pieces|数量|个数|menge|stück|stk',
  cartonWeight:
    'gross weight per carton|gross weight per ctn|gross weight carton|gross weight ctn|carton gross weight|' +
    'carton weight|weight per carton|weight per ctn|g w per carton|g w per ctn|gw per carton|gw per ctn|g w carton|' +
    'g w ctn|gw carton|gw ctn|unit gross weight|单箱毛重|每箱毛重|箱重|gewicht pro karton|bruttogewicht pro karton',
  totalWeight:
    'total gross weight|gross weight total|total g w|total gw|ttl g w|ttl gw|t g w|tgw|g w total|total weight|' +
    '总毛重|毛重合计|gesamtgewicht|gesamtbruttogewicht',
  WEIGHT: 'gross weight|g w|gw|g wt|gross wt|gross|weight|毛重|bruttogewicht|brutto|gewicht',
  weightUnit: 'weight unit|unit of weight|gewichtseinheit',
  sides:
    'carton size|carton dimensions|carton dimension|carton measurement|carton measurements|carton meas|ctn size|' +
    'ctn meas|ctn measurement|ctn dimensions|box size|box dimensions|measurement|measurements|meas|dimensions|' +
    'dimension|dims|size|l x w x h|lxwxh|l w h|length width height|length x width x height|外箱尺寸|纸箱尺寸|箱规|' +
    '尺寸|长宽高|kartonmaße|kartonmasse|maße|abmessungen',
  length: 'carton length|ctn length|length|l|len|长|länge',
  width: 'carton width|ctn width|width|w|wid|宽|breite',
  height: 'carton height|ctn height|height|h|ht|高|höhe',
  dimensionUnit: 'unit of length|dimension unit|length unit|längeneinheit',
  marks:
    'shipping marks|shipping mark|marks|mark|main mark|main marks|side mark|carton mark|carton marks|' +
    'marks and numbers|marks numbers|marks nos|唛头|箱唛|markierung|markierungen',
};

interface Hit {
  readonly meaning: Meaning | 'sku';
  /** The lower, the more exact. */
  readonly rank: number;
}
const BY_HEADING: ReadonlyMap<string, Hit> = new Map(
  (Object.entries(HEADINGS) as [Meaning, string][]).flatMap(([meaning, headings]) =>
    headings.split('|').map((heading, rank): [string, Hit] => [heading, { meaning, rank }]),
  ),
);

const MAX_HEADING = 200;
const words = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([{（][^)\]}）]*[)\]}）]/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const HAN = /[\p{Script=Han}]+/gu;
const VOLUME = /cbm|m3|m³|cu\.? ?m|cuft|立方|体积/i;

/** What a heading means. A heading in two languages means what one of them means. */
function hitOf(heading: string): Hit | undefined {
  const text = heading.slice(0, MAX_HEADING);
  // "MEAS. (CBM)" is a volume, which follows from the sides.
  if (VOLUME.test(text.normalize('NFKC'))) return undefined;
  const chinese = (text.match(HAN) ?? []).join('');
  const names = [words(text), words(headingWithoutUnit(text)), chinese, words(text.replace(HAN, ' '))];
  for (const name of names) {
    const hit = name === '' ? undefined : BY_HEADING.get(name);
    if (hit) return hit;
  }
  const line = fieldOfHeading(text);
  return line?.field === 'sku' ? { meaning: 'sku', rank: line.rank } : undefined;
}

/** The columns of a packing list by their headings. */
export interface HeadedColumns {
  readonly columns: readonly (PackingListField | null)[];
  /** The columns with a gross weight of which the heading does not say whether it is of one carton or of all. */
  readonly openWeights: readonly number[];
}

/**
 * The headings by which the CSV of a plan is known. Its gross weight is worked out for each pack list, so nothing is
 * asked about it.
 */
const OF_PLAN = ['shipment plan', 'pack list', 'carton row'];

/**
 * Assigns each field to the column with the most exact heading. Two columns of units are the units of a carton and all
 * units, and a weight beside that of all cartons is that of one; a weight alone is left to a person.
 */
export function columnsByHeading(headings: readonly string[]): HeadedColumns {
  const hits = headings.map(hitOf);
  const best = (meaning: Hit['meaning']): number[] =>
    hits
      .flatMap((hit, at) => (hit?.meaning === meaning ? [{ at, rank: hit.rank }] : []))
      .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
      .map(({ at }) => at);
  const columns = headings.map((): PackingListField | null => null);
  const take = (field: PackingListField, at: number | undefined) => {
    if (at !== undefined) columns[at] = field;
  };
  for (const field of PACKING_LIST_FIELDS) take(field, best(field)[0]);
  if (!columns.includes('unitsPerCarton')) take('unitsPerCarton', best('units')[1]);
  const weights = best('WEIGHT');
  const isOne = columns.includes('totalWeight') && !columns.includes('cartonWeight');
  if (isOne) take('cartonWeight', weights[0]);
  const isKnown = columns.includes('totalWeight') || columns.includes('cartonWeight');
  const isOfPlan = OF_PLAN.every((name) => headings.some((heading) => words(heading) === name));
  return { columns, openWeights: isKnown || isOfPlan ? [] : weights };
}

/** Two rows of headings as one: a heading above several columns belongs to each of them that has its own below. */
export function joinHeadings(above: readonly string[], below: readonly string[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(above.length, below.length) }, (_, at) => {
    const [first, second] = [above[at]?.trim() ?? '', below[at]?.trim() ?? ''];
    if (first !== '') group = first;
    if (second === '') return first;
    // "Measurement (cm)" above "L" is a length in centimetres.
    const unit = /[([（][^)\]）]*[)\]）]/u.exec(group)?.[0] ?? '';
    const own = hitOf(second);
    if (own && own.meaning !== 'units') return /[([（]/u.test(second) ? second : `${second} ${unit}`.trim();
    return `${group} ${second}`.trim();
  });
}
