/** The fields of an invoice line that a column of a table can fill. */
export const LINE_FIELDS = [
  'sku',
  'name',
  'costType',
  'quantity',
  'unitPrice',
  'amount',
  'taxAmount',
  'account',
  'internalReference',
] as const;
export type LineField = (typeof LINE_FIELDS)[number];

/**
 * Known headings of factory invoices and packing lists in English, Chinese and German, the most exact first. If the
 * headings of two columns match the same field, the column whose heading comes first in this list is used.
 */
const HEADINGS: Readonly<Record<LineField, readonly string[]>> = {
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
    'artikelnummer',
    'artikel nr',
    'art nr',
    'artikel',
    'artnr',
    'bestellnummer',
    'modell',
    'teilenummer',
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
    'bezeichnung',
    'artikelbezeichnung',
    'beschreibung',
    'leistung',
    'produkt',
    'ware',
    'warenbezeichnung',
    'position',
  ],
  costType: [
    'cost type',
    'type of cost',
    'cost category',
    'category',
    'type',
    '费用类型',
    '费用类别',
    '类型',
    '类别',
    'kostenart',
  ],
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
    'menge',
    'anzahl',
    'stück',
    'stk',
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
    'einzelpreis',
    'stückpreis',
    'preis',
    'e preis',
    'ep',
    'preis stück',
    'preis pro stück',
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
    'betrag',
    'gesamtpreis',
    'gesamt',
    'gesamtbetrag',
    'nettobetrag',
    'netto',
    'summe',
    'gp',
    'g preis',
    'wert',
  ],
  taxAmount: [
    'tax amount',
    'vat amount',
    'gst amount',
    'sales tax',
    'tax',
    'vat',
    'gst',
    '税额',
    '税金',
    '增值税',
    'mwst',
    'ust',
    'steuer',
    'steuerbetrag',
    'mwst betrag',
  ],
  account: [
    'account',
    'account code',
    'ledger account',
    'nominal code',
    'gl code',
    'gl account',
    '科目',
    '会计科目',
    'konto',
    'sachkonto',
  ],
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
    'referenz',
    'bestellung',
    'auftragsnummer',
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

const BY_HEADING: ReadonlyMap<string, { readonly field: LineField; readonly rank: number }> = new Map(
  (Object.entries(HEADINGS) as [LineField, readonly string[]][]).flatMap(([field, headings]) =>
    headings.map((heading, rank) => [heading, { field, rank }] as const),
  ),
);

const HAN = /[\p{Script=Han}]+/gu;

/**
 * The field that a heading means, with a rank; the lower the rank, the more exact the match. A heading in two languages
 * means what one of them means. Undefined for an unknown heading.
 */
export function fieldOfHeading(heading: string): { readonly field: LineField; readonly rank: number } | undefined {
  const found = BY_HEADING.get(words(heading));
  const chinese = found ? '' : (heading.match(HAN) ?? []).join('');
  return (
    found ??
    (chinese === '' ? undefined : (BY_HEADING.get(chinese) ?? BY_HEADING.get(words(heading.replace(HAN, ' ')))))
  );
}

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
