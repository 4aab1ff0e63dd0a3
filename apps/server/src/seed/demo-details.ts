import type { BodyIn, EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { bulkEditProducts, patchProductRows } from '@quayside/contracts/products/product-bulk-edits';
import { putProductPicture } from '@quayside/contracts/products/product-pictures';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import type { LocalInput } from '../http/local-client.ts';
import { PRODUCTS, UNWEIGHED } from './demo-data.ts';
import { type Colour, demoPicture, type DemoShape } from './demo-picture.ts';

type Call = <E extends EndpointSpec>(endpoint: E, input?: LocalInput<E>) => Promise<ResponseOf<E>>;
type Agreed = Omit<BodyIn<typeof replaceProductSuppliers>['suppliers'][number], 'supplierId'> & {
  readonly from: 'ningbo' | 'shenzhen' | 'yiwu';
};

/** How many units a case contains, packed 2 × 3 × 2. The weight and size of the case follow from those of the unit. */
const PER_CASE = 12;
const GROUPS: Readonly<Record<string, string>> = { ningbo: 'Kitchen', shenzhen: 'Electronics', yiwu: 'Textiles' };
const TAGS: readonly (readonly [tag: string, codes: readonly string[]])[] = [
  ['coffee', ['KTL', 'MUG']],
  ['bathroom', ['TWL', 'HTW', 'RUG', 'SPK']],
  ['gift', ['MUG', 'LMP', 'APR', 'TRY']],
  ['battery', ['SPK', 'FAN']],
];
/** Codes of ranges whose second and third product are variants of the first one. */
const FAMILIES = ['KTL', 'JAR', 'MUG', 'LMP', 'TWL', 'RUG'];
const SHAPES: Readonly<Record<string, DemoShape>> = {
  KTL: 'kettle',
  JAR: 'jars',
  MUG: 'mug',
  LMP: 'lamp',
  TWL: 'towels',
  HTW: 'towels',
  BAG: 'bag',
  SPK: 'speaker',
};
const COLOURS: Readonly<Record<string, Colour>> = {
  'matt black': [44, 46, 48],
  'brushed steel': [150, 156, 160],
  white: [206, 203, 196],
  'bamboo lid': [176, 148, 104],
  'cork lid': [160, 118, 80],
  'steel lid': [140, 148, 152],
  sand: [201, 178, 140],
  slate: [86, 98, 110],
  sage: [138, 156, 128],
  black: [40, 42, 44],
  blue: [62, 98, 150],
  grey: [138, 140, 140],
  plain: [198, 184, 156],
  striped: [92, 118, 140],
  leaf: [96, 128, 84],
  mint: [132, 186, 164],
  coral: [220, 124, 104],
};
/**
 * Terms with the manufacturers and, for some products, with a second supplier. Prices are in the supplier's currency.
 */
const AGREED: readonly (readonly [sku: string, terms: readonly Agreed[]])[] = [
  [
    'HP-KTL-01',
    [
      { from: 'ningbo', price: '58.40', minimumOrder: 500, leadTime: 35, supplierSku: 'HS-K100-B' },
      { from: 'yiwu', price: '61.20', minimumOrder: 300 },
    ],
  ],
  ['HP-KTL-02', [{ from: 'ningbo', price: '56.80', minimumOrder: 500, leadTime: 35, supplierSku: 'HS-K100-S' }]],
  ['HP-MUG-01', [{ from: 'ningbo', price: '57.60', minimumOrder: 300, leadTime: 40 }]],
  ['HP-LMP-01', [{ from: 'shenzhen', price: '46.60', minimumOrder: 1000, leadTime: 28, supplierSku: 'LT-CL7' }]],
  ['HP-CBL-01', [{ from: 'shenzhen', price: '14.295', minimumOrder: 2000, leadTime: 21 }]],
  [
    'HP-TWL-01',
    [
      { from: 'yiwu', price: '88.00', minimumOrder: 400, leadTime: 40 },
      { from: 'ningbo', price: '91.50', minimumOrder: 200, leadTime: 30 },
    ],
  ],
];

/** Adds to an imported catalogue what a person would add: groups, tags, variants, packaging, terms and pictures. */
export async function fillDetails(
  call: Call,
  skus: ReadonlyMap<string, string>,
  suppliers: ReadonlyMap<string, string>,
): Promise<void> {
  const idsOf = (wanted: (product: (typeof PRODUCTS)[number]) => boolean) =>
    PRODUCTS.filter(wanted).flatMap((p) => skus.get(p.sku) ?? []);
  const codeOf = (sku: string) => sku.slice(3, 6);
  const edit = (ids: string[], changes: BodyIn<typeof bulkEditProducts>['changes']) =>
    call(bulkEditProducts, { body: { selection: { ids }, changes } });
  for (const [supplier, group] of Object.entries(GROUPS))
    await edit(
      idsOf((p) => p.supplier === supplier),
      { group },
    );
  for (const [tag, codes] of TAGS)
    await edit(
      idsOf((p) => codes.includes(codeOf(p.sku))),
      { addTags: [tag] },
    );
  await call(patchProductRows, { body: { rows: PRODUCTS.map((p) => rowOf(p, skus)) } });
  for (const [sku, terms] of AGREED)
    await call(replaceProductSuppliers, {
      params: { id: skus.get(sku) ?? '' },
      body: {
        suppliers: terms.map(({ from, ...agreed }) => ({
          ...agreed,
          supplierId: suppliers.get(from) ?? '',
          currency: 'CNY',
        })),
      },
    });
  for (const { sku, name } of PRODUCTS) {
    const shape = SHAPES[codeOf(sku)];
    const colour = COLOURS[name.slice(name.lastIndexOf(', ') + 2)];
    const file = shape && colour && { name: `${sku}.png`, content: demoPicture(shape, colour) };
    if (file) await call(putProductPicture, { params: { id: skus.get(sku) ?? '' }, file });
  }
}

function rowOf(
  { sku, grams, size }: (typeof PRODUCTS)[number],
  skus: ReadonlyMap<string, string>,
): BodyIn<typeof patchProductRows>['rows'][number] {
  const [length, width, height] = size;
  const parent =
    FAMILIES.includes(sku.slice(3, 6)) && !sku.endsWith('-01') ? skus.get(`${sku.slice(0, 7)}01`) : undefined;
  return {
    id: skus.get(sku) ?? '',
    ...(parent !== undefined && { parentId: parent }),
    productPackaging: { length, width, height, weight: grams, units: 1 },
    ...(sku !== UNWEIGHED && {
      casePackaging: {
        length: 2 * length,
        width: 3 * width,
        height: 2 * height,
        weight: (grams ?? 0) * PER_CASE,
        unitsPerCase: PER_CASE,
      },
    }),
  };
}
