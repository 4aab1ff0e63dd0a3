import type { LINE_COLUMNS } from '@quayside/contracts/invoice-line-imports';
import { COST_CATEGORIES, type CostCategory } from '@quayside/domain/lists';

export type LineColumn = (typeof LINE_COLUMNS)[number];

/**
 * Known headings of factory invoices and packing lists, the most exact first. If the headings of two columns match the
 * same field, the column whose heading comes first in this list is used.
 */
const HEADINGS: Readonly<Record<LineColumn, readonly string[]>> = {
  sku: [
    'sku',
    'seller sku',
    'item sku',
    'product sku',
    'sku code',
    'product code',
    'item code',
    'item no',
    'item number',
    'product no',
    'product number',
    'product id',
    'part no',
    'part number',
    'article no',
    'article number',
    'article',
    'model no',
    'model number',
    'model',
    'style no',
    'style',
    'code',
    'supplier sku',
    'supplier item no',
    'asin',
    'fnsku',
    'barcode',
    'bar code',
    'ean',
    'ean code',
    'upc',
    'gtin',
    'sku编码',
    '货号',
    '产品货号',
    '商品编码',
    '产品编码',
    '商品编号',
    '产品编号',
    '物料编码',
    '款号',
    '型号',
    '编号',
    '编码',
    '条码',
    '条形码',
  ],
  name: [
    'name',
    'product name',
    'item name',
    'description',
    'product description',
    'item description',
    'description of goods',
    'goods description',
    'name of goods',
    'commodity',
    'goods',
    'product',
    'title',
    'details',
    'particulars',
    'item',
    '品名',
    '品名规格',
    '品名及规格',
    '产品名称',
    '商品名称',
    '货物名称',
    '名称',
    '货品名称',
    '描述',
    '产品描述',
    '中文品名',
    '产品',
    '商品',
  ],
  costType: ['cost type', 'type of cost', 'cost category', 'category', 'type', '费用类型', '费用类别', '类型', '类别'],
  quantity: [
    'quantity',
    'qty',
    'order quantity',
    'order qty',
    'ordered',
    'total quantity',
    'total qty',
    'total pcs',
    'qnty',
    'q ty',
    'quantity pcs',
    'qty pcs',
    'no of units',
    'number of units',
    'pieces',
    'pcs',
    'units',
    '数量',
    '订单数量',
    '总数量',
    '数量pcs',
    '数量个',
    '件数',
  ],
  unitPrice: [
    'unit price',
    'price per unit',
    'price each',
    'unit cost',
    'cost per unit',
    'price per piece',
    'price pc',
    'price pcs',
    'u p',
    'fob price',
    'exw price',
    'price',
    'each',
    'rate',
    '单价',
    '含税单价',
    '价格',
  ],
  amount: [
    'amount',
    'net amount',
    'line amount',
    'amount net',
    'net',
    'net total',
    'net value',
    'line total',
    'total amount',
    'total price',
    'extended price',
    'extended amount',
    'sub total',
    'subtotal',
    'total cost',
    'total value',
    'value',
    'total',
    'cost',
    '金额',
    '总金额',
    '总价',
    '小计',
    '合计',
    '合计金额',
    '货款',
  ],
  taxAmount: ['tax amount', 'vat amount', 'gst amount', 'sales tax', 'tax', 'vat', 'gst', '税额', '税金', '增值税'],
  account: ['account', 'account code', 'ledger account', 'nominal code', 'gl code', 'gl account', '科目', '会计科目'],
  internalReference: [
    'internal reference',
    'our reference',
    'our ref',
    'reference',
    'reference no',
    'ref',
    'ref no',
    'po',
    'po no',
    'p o no',
    'po number',
    'order no',
    'order number',
    '参考号',
    '订单号',
    '合同号',
  ],
};

const MAX_HEADING = 100;
/** Reduces a heading to its words, without punctuation and without a unit or a currency in brackets. */
const words = (heading: string): string =>
  heading
    .slice(0, MAX_HEADING)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .replace(/\b(?:usd|cny|rmb|eur|gbp|jpy|hkd)\b|(?:\b(?:us|hk|nt|[acs]))?\$|[€£¥]/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const BY_HEADING: ReadonlyMap<string, { readonly field: LineColumn; readonly rank: number }> = new Map(
  (Object.entries(HEADINGS) as [LineColumn, readonly string[]][]).flatMap(([field, headings]) =>
    headings.map((heading, rank) => [heading, { field, rank }] as const),
  ),
);

/**
 * The field that a heading means, with a rank; the lower the rank, the more exact the match. Undefined for an unknown
 * heading.
 */
export const fieldOfHeading = (heading: string) => BY_HEADING.get(words(heading));

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]+/gu, '');
/** Common names of cost types, in addition to their codes. */
const ALIASES: Readonly<Record<string, CostCategory>> = {
  factory: 'FACTORY_INVOICE',
  goods: 'FACTORY_INVOICE',
  货款: 'FACTORY_INVOICE',
  freight: 'SHIPPING',
  运费: 'SHIPPING',
  customs: 'CUSTOMS_AND_DUTIES',
  duty: 'CUSTOMS_AND_DUTIES',
  duties: 'CUSTOMS_AND_DUTIES',
  关税: 'CUSTOMS_AND_DUTIES',
  inspection: 'INSPECTIONS',
  samples: 'PRODUCT_SAMPLES',
  testing: 'PRODUCT_TESTING',
  保险: 'INSURANCE',
};
const COST_TYPES: ReadonlyMap<string, CostCategory> = new Map([
  ...Object.entries(ALIASES),
  ...COST_CATEGORIES.map((category): [string, CostCategory] => [letters(category), category]),
]);

/** The cost type that a cell contains, as a code or in words. */
export const costTypeOf = (text: string): CostCategory | undefined => COST_TYPES.get(letters(text));

/** The labels of rows that contain sums of other rows. */
const SUM = /^(?:grand |sub-?|net )?totals?$|^sum$|^(?:合计|总计|小计|共计|总额)$/;
const MAX_LABEL = 30;
export const isSumLabel = (text: string): boolean =>
  text.length <= MAX_LABEL &&
  SUM.test(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[:\s]+$/, '')
      .trim(),
  );

const UNITS =
  /\s*(?:pcs?|pieces?|units?|ea|each|sets?|pairs?|ctns?|cartons?|boxes|个|件|只|套|台|条|双|箱|把|支|包)\.?$/i;
/** Removes the word for the unit from a quantity, for example "pcs". */
export const withoutUnits = (text: string): string =>
  text.length > 60 ? text : text.normalize('NFKC').trim().replace(UNITS, '');
