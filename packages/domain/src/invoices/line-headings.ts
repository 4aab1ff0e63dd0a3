import { headingReader, type HeadingHit } from '../trade/headings.ts';

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
 * The headings of factory invoices and packing lists, the most exact first. If the headings of two columns match one
 * field, the column with the more exact one is used.
 */
const READ = headingReader<LineField>({
  sku: {
    trade: ['productCode', 'asin', 'fnsku', 'barcode'],
    own:
      'product id | model | style | article | code | supplier sku | supplier item no | 编号 | 编码 | artikel | ' +
      'modell | artículo | articolo',
  },
  name: {
    trade: ['productName'],
    own:
      'name | description | commodity | goods | product | title | details | particulars | item | 名称 | 描述 | ' +
      '产品描述 | 产品 | 商品 | beschreibung | leistung | produkt | ware | position | descripción | producto | ' +
      'descrizione | prodotto | omschrijving | 摘要 | 説明',
  },
  costType: { trade: ['costType'], own: 'category | type | 类型 | 类别' },
  quantity: { trade: ['quantity', 'orderedQuantity'], own: '件数' },
  unitPrice: {
    trade: ['unitPrice', 'unitCost'],
    own: 'fob price | exw price | price | each | rate | 价格 | preis | ep | prix | precio | prezzo | prijs | 価格',
  },
  amount: {
    trade: ['amount'],
    own:
      'net | sub total | total cost | value | total | cost | 小计 | 合计 | 合计金额 | 货款 | gesamt | netto | summe | ' +
      'gp | g preis | wert | totale | totaal | 合計',
  },
  taxAmount: { trade: ['taxAmount'] },
  account: { trade: ['account'] },
  internalReference: { trade: ['ourReference', 'purchaseOrder'] },
});

/**
 * The field that a heading means, with a rank; the lower the rank, the more exact the match. A heading in two languages
 * means what one of them means. Undefined for an unknown heading.
 */
export const fieldOfHeading = (heading: string): HeadingHit<LineField> | undefined => READ(heading);

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
