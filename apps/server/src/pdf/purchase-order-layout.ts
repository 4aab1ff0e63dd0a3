import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Run } from './font-runs.ts';
import { cutLongWords } from './long-words.ts';
import type { PrintedOrder } from './purchase-order.types.ts';

const INK = '#1B2329';
const GREY = '#5A6670';
const LINE = '#DFE4E8';
const MARGIN = 40;
const FOOT = 46;
/** The space between the margins, in points. */
const INNER = { A4: 595.28 - 2 * MARGIN, LETTER: 612 - 2 * MARGIN } as const;
const PADDING = 4;
const SKU_WIDTH = 84;

/** The width of the widest of these figures, in points: a figure is never broken. All digits have the same width. */
const widthOfFigures = (figures: readonly string[], least: number): number =>
  Math.max(
    least,
    ...figures.map((text) => text.replaceAll(/\D/g, '').length * 5.8 + text.replaceAll(/\d/g, '').length * 3),
  );

type Look = Readonly<{
  bold?: boolean;
  color?: string;
  fontSize?: number;
  alignment?: 'left' | 'right';
  margin?: [number, number, number, number];
  noWrap?: boolean;
}>;
type Runs = (text: string) => Run[];

/** Lays a purchase order out for A4 or Letter: white, one ink and one grey. */
export function layoutOfPurchaseOrder(order: PrintedOrder, runs: Runs): TDocumentDefinitions {
  const text = (words: string, look: Look = {}): Content => ({
    text: runs(words).flatMap(cutLongWords),
    ...look,
  });
  const small = (words: string): Content => text(words, { fontSize: 8, color: GREY, margin: [0, 0, 0, 2] });
  const block = (title: string, lines: readonly string[]): { stack: Content[] } => ({
    stack: [small(title), ...lines.map((line) => text(line))],
  });
  const { words } = order;
  // Widths are fixed, because a column of a free width grows with a long word, and pushes others off the page.
  const inner = INNER[order.paperSize];
  const half = (gap: number): number => (inner - gap) / 2;
  const pairs = (list: readonly (readonly [string, string | null])[]): { stack: Content[] } => ({
    stack: list.flatMap(([title, value]) =>
      value === null ? [] : [small(title), text(value, { margin: [0, 0, 0, 6] })],
    ),
  });
  const below = (title: string, value: string | null): Content[] =>
    value === null ? [] : [{ ...block(title, [value]), margin: [0, 14, 0, 0] }];
  return {
    pageSize: order.paperSize,
    pageMargins: [MARGIN, MARGIN, MARGIN, FOOT],
    defaultStyle: { font: 'Inter', fontSize: 9, color: INK, lineHeight: 1.2, fontFeatures: ['tnum'] },
    info: {
      title: `${words.purchaseOrder} ${order.poNumber}`,
      author: order.buyer,
      creator: 'Quayside',
      producer: 'Quayside',
      creationDate: new Date(`${order.day}T00:00:00Z`),
    },
    compress: true,
    footer: (page: number, pages: number) => ({
      margin: [MARGIN, 12, MARGIN, 0],
      columns: [
        text(order.poNumber, { fontSize: 8, color: GREY }),
        text(words.page.replace('{{page}}', String(page)).replace('{{pages}}', String(pages)), {
          fontSize: 8,
          color: GREY,
          alignment: 'right',
        }),
      ],
    }),
    content: [
      {
        columns: [
          { width: half(24), stack: [text(order.buyer, { bold: true, fontSize: 12, margin: [0, 3, 0, 0] })] },
          {
            width: half(24),
            stack: [
              text(words.purchaseOrder, { bold: true, fontSize: 16, alignment: 'right' }),
              text(order.poNumber, { color: GREY, alignment: 'right' }),
              ...(order.internalNumber === null
                ? []
                : [text(`${words.internalNumber} ${order.internalNumber}`, { color: GREY, alignment: 'right' })]),
              ...(order.revision === null ? [] : [text(order.revision, { color: GREY, alignment: 'right' })]),
            ],
          },
        ],
        columnGap: 24,
        margin: [0, 0, 0, 22],
      },
      {
        columns: [
          { width: half(82 + 92 + 3 * 16), ...block(words.supplier, order.supplier) },
          { width: half(82 + 92 + 3 * 16), ...block(words.shipTo, [order.shipTo ?? '–']) },
          {
            width: 82,
            ...pairs([
              [words.orderDate, order.orderDate],
              [words.deliveryDate, order.deliveryDate],
            ]),
          },
          {
            width: 92,
            ...pairs([
              [words.shipping, order.shipping.length === 0 ? null : order.shipping.join('\n')],
              [words.shippingNumber, order.shippingNumber],
              [words.currency, order.currency],
            ]),
          },
        ],
        columnGap: 16,
        margin: [0, 0, 0, 16],
      },
      linesOf(order, text),
      {
        columns: [
          { width: '*', stack: [text(order.measures, { color: GREY, margin: [0, 4, 0, 0] })] },
          {
            width: 'auto',
            stack: order.hasPrices
              ? [
                  {
                    columns: [
                      { width: 'auto', stack: [text(words.total, { margin: [0, 3, 12, 0] })] },
                      { width: 'auto', stack: [text(order.total, { bold: true, fontSize: 12 })] },
                    ],
                  },
                ]
              : [],
          },
        ],
        margin: [0, 8, 0, 0],
        unbreakable: true,
      } as Content,
      ...(order.terms.length === 0 ? [] : [termsOf(order, text, small)]),
      ...below(words.cartonMarks, order.cartonMarks),
      ...below(words.notes, order.notes),
      ...below(words.bankDetails, order.bankingDetails),
      {
        columns: [signature(words.forBuyer, half(30), text), signature(words.forSupplier, half(30), text)],
        columnGap: 30,
        margin: [0, 56, 0, 0],
        unbreakable: true,
      } as Content,
    ],
  };
}

type Text = (words: string, look?: Look) => Content;

const signature = (words: string, width: number, text: Text): { width: number; stack: Content[] } => ({
  width,
  stack: [
    { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 220, y2: 0, lineWidth: 0.6, lineColor: GREY }] },
    text(words, { color: GREY, margin: [0, 4, 0, 0] }),
  ],
});

/** The lines, with the heading on each page. A line is never split between two pages. */
function linesOf({ words, items, hasPrices, paperSize }: PrintedOrder, text: Text): Content {
  const heading = (words: string, alignment: 'left' | 'right' = 'left'): TableCell =>
    text(words, { fontSize: 8, color: GREY, alignment }) as TableCell;
  const figure = (words: string): TableCell => text(words, { alignment: 'right' }) as TableCell;
  const head = [
    heading(words.sku),
    heading(words.description),
    heading(words.quantity, 'right'),
    heading(words.cartons, 'right'),
    ...(hasPrices ? [heading(words.price, 'right'), heading(words.amount, 'right')] : []),
  ];
  const rows = items.map((item): TableCell[] => [
    {
      stack: [
        text(item.sku),
        ...(item.itemNumber === null ? [] : [text(item.itemNumber, { fontSize: 8, color: GREY })]),
      ],
    },
    {
      stack: [
        ...(item.name === '' ? [] : [text(item.name)]),
        ...(item.words === null ? [] : [text(item.words, item.name === '' ? {} : { color: GREY })]),
      ],
    },
    figure(item.quantity),
    figure(item.cartons),
    ...(hasPrices ? [figure(item.price), figure(item.amount)] : []),
  ]);
  const figures = [
    widthOfFigures(
      items.map((item) => item.quantity),
      50,
    ),
    widthOfFigures(
      items.map((item) => item.cartons),
      42,
    ),
    ...(hasPrices
      ? [
          widthOfFigures(
            items.map((item) => item.price),
            56,
          ),
          widthOfFigures(
            items.map((item) => item.amount),
            70,
          ),
        ]
      : []),
  ];
  const others = [SKU_WIDTH, ...figures];
  const paddings = 2 * PADDING * others.length;
  const description = INNER[paperSize] - paddings - others.reduce((sum, width) => sum + width, 0);
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths: [SKU_WIDTH, description, ...figures],
      body: [head, ...rows],
    },
    layout: {
      hLineWidth: (line: number) => (line === 0 ? 0 : line === 1 ? 0.9 : 0.5),
      vLineWidth: () => 0,
      hLineColor: (line: number) => (line === 1 ? INK : LINE),
      paddingLeft: (column: number) => (column === 0 ? 0 : PADDING),
      paddingRight: (column: number, node: { table: { body: unknown[][] } }) =>
        column === (node.table.body[0]?.length ?? 0) - 1 ? 0 : PADDING,
      paddingTop: () => 5,
      paddingBottom: () => 5,
    },
  } as Content;
}

function termsOf({ words, terms, hasPrices }: PrintedOrder, text: Text, small: (words: string) => Content): Content {
  return {
    margin: [0, 14, 0, 0],
    stack: [
      small(words.terms),
      {
        table: {
          widths: [
            60,
            '*',
            90,
            ...(hasPrices
              ? [
                  widthOfFigures(
                    terms.map((term) => term.amount),
                    90,
                  ),
                ]
              : []),
          ],
          body: terms.map(({ share, rule, day, amount }) => [
            text(share),
            text(rule),
            text(day),
            ...(hasPrices ? [text(amount, { alignment: 'right' })] : []),
          ]) as TableCell[][],
        },
        layout: {
          hLineWidth: () => 0,
          vLineWidth: () => 0,
          paddingLeft: () => 0,
          paddingRight: () => 0,
          paddingTop: () => 2,
          paddingBottom: () => 2,
        },
      },
    ],
  } as Content;
}
