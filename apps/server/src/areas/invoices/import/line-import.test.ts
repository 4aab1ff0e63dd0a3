import { wordsOf } from '@quayside/contracts/texts/words';
import { fieldOfHeading, isSumLabel } from '@quayside/domain/invoices/line-headings';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../tables/table.ts';
import type { Resolved } from '../../products/public.ts';
import { layoutOf, type LayoutHints } from '../../../tables/line-columns.ts';
import { readLineRow, type RowContext } from './line-import.rows.ts';
import { costTypeOf } from '../../../tables/line-words.ts';

const SKUS = ['KTL-1', 'KTL-2', 'PAN-28', '1001'];
const layout = (text: string, hints: Partial<LayoutHints> = {}) => {
  const table = readTable(text, 5000, { isPasted: true });
  return layoutOf([table.header, ...table.rows], {
    currency: 'USD',
    isKnownCode: (sku) => SKUS.includes(sku),
    ...hints,
  });
};
const columns = (text: string, hints?: Partial<LayoutHints>) => layout(text, hints).columns;
const product = (sku: string) => ({
  id: `id of ${sku}`,
  sku,
  name: sku,
  unitWeightUg: null,
  unitVolumeMm3: null,
  shippingMethod: null,
  archivedAt: null,
});
type Given = Partial<RowContext> & Pick<LayoutHints, 'decimalMarks'>;
const rows = (text: string, { decimalMarks, ...context }: Given = {}) => {
  const found = layout(text, { currency: context.currency ?? 'USD', decimalMarks });
  const products = new Map<string, Resolved>([
    ...SKUS.map((sku) => [sku, { by: 'SKU', products: [product(sku)] }] as const),
    ['TWICE', { by: 'ASIN', products: [product('KTL-1'), product('KTL-2')] }],
  ]);
  const base: RowContext = {
    currency: 'USD',
    kind: 'INVOICE',
    credited: undefined,
    costTypeOf: () => ({ costType: 'FACTORY_INVOICE' as const, isOpen: false }),
    delimiter: ',',
    products,
  };
  return found.rows.map((row) => readLineRow(row, found, { ...base, ...context }));
};
const errors = (text: string, context?: Given) =>
  rows(text, context).flatMap((r) => r.errors.map((error) => ({ ...error, message: wordsOf(error.message) })));

describe('headings', () => {
  it.each([
    ['SKU', 'sku'],
    ['Item No.', 'sku'],
    ['Description of Goods', 'name'],
    ['QTY (PCS)', 'quantity'],
    ["Q'ty", 'quantity'],
    ['Unit Price (USD)', 'unitPrice'],
    ['U/P', 'unitPrice'],
    ['Amount US$', 'amount'],
    ['VAT', 'taxAmount'],
    ['P.O. No', 'internalReference'],
    ['PO No.', 'internalReference'],
    ['Cost type', 'costType'],
    ['Nominal code', 'account'],
    ['货号', 'sku'],
    ['品名', 'name'],
    ['数量', 'quantity'],
    ['数量（个）', 'quantity'],
    ['单价 (元)', 'unitPrice'],
    ['金额', 'amount'],
    ['税额', 'taxAmount'],
    ['Remarks', undefined],
  ])('recognise %s as %s', (heading, field) => {
    expect(fieldOfHeading(heading)?.field).toBe(field);
  });

  it('assign each field to the column with the most exact word', () => {
    expect(columns('Item No,Description,Qty,Unit price,Total,Net amount\nKTL-1,Kettle,2,5.00,12.00,10.00')).toEqual([
      'sku',
      'name',
      'quantity',
      'unitPrice',
      null,
      'amount',
    ]);
  });

  it('may call the SKUs an item', () => {
    expect(columns('Item,Amount\nKTL-1,5.00\nKTL-2,6.00')).toEqual(['sku', 'amount']);
    expect(columns('Item,Amount\nSea freight,5.00')).toEqual(['name', 'amount']);
  });

  it('in an unknown language are ignored in favour of the content', () => {
    const found = layout('Artikel;Menge;Preis;Summe\nKTL-1;12;4,50;54,00\nKTL-2;3;1.200,00;3.600,00');
    expect(found).toMatchObject({
      numbers: [{ reading: 'PLAIN' }, { reading: 'PLAIN' }, { reading: 'COMMA' }, { reading: 'COMMA' }],
      headings: { row: 1 },
      columns: ['sku', 'quantity', 'unitPrice', 'amount'],
    });
  });

  it('are overridden by assigned columns', () => {
    expect(layout('1001,5\n1001,6', { hasHeadings: true })).toMatchObject({ headings: { row: 1 }, rows: [{ row: 2 }] });
    expect(layout('Name,Amount\nx,5', { hasHeadings: false }).rows).toHaveLength(2);
    expect(columns('SKU,Qty,Amount\nKTL-1,2,5', { columns: ['internalReference', null] })).toEqual([
      'internalReference',
      null,
      null,
    ]);
  });
});

describe('a table without headings', () => {
  it.each([
    ['KTL-1\t12\t4.50\t54.00\nKTL-2\t3\t1,200.00\t3,600.00', ['sku', 'quantity', 'unitPrice', 'amount']],
    [
      'KTL-1\tKettle\t54.00\t12\t4.50\nPAN-28\tPan, 28 cm\t9.00\t3\t3.00',
      ['sku', 'name', 'amount', 'quantity', 'unitPrice'],
    ],
    ['1\tKTL-1\t12\t54.00\n2\tKTL-2\t3\t9.50', [null, 'sku', 'quantity', 'amount']],
    ['KTL-1\t12\nKTL-2\t30', ['sku', 'quantity']],
    ['KTL-1\t12.50\nKTL-2\t30.00', ['sku', 'amount']],
    ['Sea freight\t500\nHandling\t75', ['name', 'amount']],
    ['Sea freight to Felixstowe\tShipping\t$500.00\nCover\tInsurance\t$75.00', ['name', 'costType', 'amount']],
    ['1001\t5\t10.00\nPAN-28\t6\t12.00', ['sku', 'quantity', 'amount']],
    ['x\ty', ['name', null]],
  ])('%j is read by its content', (text, expected) => {
    const found = layout(text);
    expect(found.headings).toBeUndefined();
    expect(found.columns).toEqual(expected);
  });
});

describe('words in cells', () => {
  it('name cost types by code, label and common name', () => {
    expect(
      ['SHIPPING', 'Customs and duties', 'customs_and_duties', 'Freight', '运费', 'Bank fees'].map(costTypeOf),
    ).toEqual(['SHIPPING', 'CUSTOMS_AND_DUTIES', 'CUSTOMS_AND_DUTIES', 'SHIPPING', 'SHIPPING', 'BANK_FEES']);
    expect(costTypeOf('Kettles')).toBeUndefined();
  });
  it('label sums', () => {
    expect(['Total', 'TOTAL:', 'Grand total', 'Sub-total', '合计：'].every(isSumLabel)).toBe(true);
    expect(['Totally', 'Total Kettle', ''].some(isSumLabel)).toBe(false);
  });
});

describe('the numbers of a column', () => {
  const readings = (text: string, hints?: Partial<LayoutHints>) =>
    layout(text, hints).numbers.map(({ reading }) => reading);
  const values = (text: string, of?: Parameters<typeof rows>[1]) =>
    rows(text, of).map(({ fields: f }) => [f.quantityMicro, f.amountMinor]);

  it('are read as their own cells show, and by nothing else', () => {
    expect(readings('Name;Qty;Amount\nx;2.000;1.234,50\ny;1.500;2,00')).toEqual(['PLAIN', 'OPEN', 'COMMA']);
    expect(readings('Name\tQty\tAmount\nx\t2.000\t1,234.50\ny\t12.5\t2.00')).toEqual(['PLAIN', 'POINT', 'POINT']);
  });

  it('are asked about when each can be read in two ways, whatever separates the cells', () => {
    for (const delimiter of ['\t', ';'])
      expect(rows(['Name', 'Qty\nx', '2.000\ny', '1.500'].join(delimiter)).flatMap((r) => r.errors)).toMatchObject([
        { column: 'quantity', value: '2.000', message: { code: 'lines.ambiguous' } },
        { column: 'quantity', value: '1.500', message: { code: 'lines.ambiguous' } },
      ]);
    expect(errors('Name;Amount\nx;6,555')).toEqual([
      {
        column: 'amount',
        value: '6,555',
        message: '6,555 is 6555 or 6.555: choose how the numbers of this column are written',
      },
    ]);
  });

  it('are read as a person chose', () => {
    const text = 'Name;Qty;Amount\nx;2.000;6,555';
    expect(values(text, { decimalMarks: [null, ',', '.'] })).toEqual([[2000_000_000n, 655_500n]]);
    expect(errors(text, { decimalMarks: [null, '.', ','] })).toMatchObject([{ message: 'USD has 2 decimals' }]);
  });

  it('are proven by quantity × price = amount, unless another reading gives that too', () => {
    expect(values('SKU,Qty,Price,Amount\nKTL-1,"1,200",15.00,"18,000.00"')).toEqual([[1200_000_000n, 1_800_000n]]);
    expect(readings('SKU;Qty;Price;Amount\nKTL-1;1.200;1.500;1.800')).toEqual(['PLAIN', 'OPEN', 'OPEN', 'OPEN']);
    expect(readings('SKU;Qty;Price;Amount\nKTL-1;1.200;2,5;9,99')).toEqual(['PLAIN', 'OPEN', 'COMMA', 'COMMA']);
  });
});

describe('a row', () => {
  it('becomes a line, with the amount from price and quantity when it has none', () => {
    const [one, two] = rows(
      'SKU,Name,Qty,Unit price,Amount,VAT,Account,Ref,Cost type\n' +
        'KTL-1,\'=Kettle,"1,200 pcs",0.0425,,1.02,5000,PO-7,\n,Cover,,,75,,,,Insurance',
      { decimalMarks: [null, null, '.'] },
    );
    expect(one?.errors).toMatchObject([]);
    expect(one?.patch).toEqual({
      productId: 'id of KTL-1',
      name: '=Kettle',
      quantity: '1200',
      amount: '51.00',
      taxAmount: '1.02',
      account: '5000',
      internalReference: 'PO-7',
    });
    expect(two?.fields).toMatchObject({
      productId: null,
      name: 'Cover',
      costType: 'INSURANCE',
      amountMinor: 7500n,
      quantityMicro: 0n,
    });
  });

  it('rounds price × quantity once', () => {
    expect(rows('SKU,Qty,Price\nKTL-1,333,0.0425')[0]?.fields.amountMinor).toBe(1415n);
    expect(rows('SKU,Qty,Price\nKTL-1,3,2.5', { currency: 'JPY' })[0]?.fields.amountMinor).toBe(8n);
  });

  it('accepts an amount whose displayed price is rounded, and reports both values when they disagree', () => {
    expect(rows('SKU,Qty,Price,Amount\nKTL-1,3,33.33,100.00')[0]).toMatchObject({
      errors: [],
      fields: { amountMinor: 10_000n },
    });
    expect(errors('SKU,Qty,Price,Amount\nKTL-1,3,12.00,35.00')).toEqual([
      { column: 'amount', value: '35.00', message: '3 × 12.00 is 36.00, but the amount says 35.00' },
    ]);
  });

  it.each([
    [
      'SKU,Amount\nNOPE-1,5',
      { column: 'sku', value: 'NOPE-1', message: 'The account has no product with the code NOPE-1' },
    ],
    [
      'SKU,Amount\nTWICE,5',
      {
        column: 'sku',
        value: 'TWICE',
        message: 'TWICE can be KTL-1 (KTL-1), KTL-2 (KTL-2): enter the SKU of the one that you mean',
      },
    ],
    [
      'SKU,Qty,Amount\nKTL-1,2.5,5',
      { column: 'quantity', value: '2.5', message: 'A factory line of a product counts whole units' },
    ],
    ['SKU,Qty,Amount\nKTL-1,-2,5', { column: 'quantity', value: '-2', message: 'A quantity is 0 or more' }],
    ['SKU,Qty,Amount\nKTL-1,many,5', { column: 'quantity', value: 'many', message: 'Enter a quantity such as 1200' }],
    ['Name,Amount\nx,5.0005', { column: 'amount', value: '5.0005', message: 'USD has 2 decimals' }],
    ['Name,Amount\nx,five', { column: 'amount', value: 'five', message: 'Enter an amount such as 1234.50' }],
    ['Name,Amount\nx,CNY 5', { column: 'amount', value: 'CNY 5', message: 'This is in CNY, the invoice in USD' }],
    ...[
      ['$5', 'CNY', '$'],
      ['HK$5', 'USD', 'HKD'],
      ['A$5', 'USD', 'AUD'],
      ['5元', 'USD', 'CNY'],
      ['¥5', 'USD', '¥'],
      ['5円', 'CNY', 'JPY'],
    ].map(([value = '', currency = '', sign = '']): [string, object, string] => [
      `Name,Amount\nx,${value}`,
      { column: 'amount', value, message: `This is in ${sign}, the invoice in ${currency}` },
      currency,
    ]),
    ...['100 ctns', '5 boxes', '5箱', '5 套', '12 DOZ'].map((value): [string, object] => [
      `SKU,Qty,Amount\nKTL-1,${value},5`,
      {
        column: 'quantity',
        value,
        message: `This counts ${value.replace(/^\d+\s*/, '')}. Enter the number of single units`,
      },
    ]),
    [
      'SKU,Qty,UOM,Amount\nKTL-1,100,DOZ,5',
      {
        column: null,
        value: 'DOZ',
        message: 'The unit is DOZ. Enter the number of single units, without this column',
      },
    ],
    ['Name,Price\nx,5', { column: 'unitPrice', value: '5', message: 'A unit price needs a quantity' }],
    [
      'Name,Amount,Cost type\nx,5,Kettles',
      {
        column: 'costType',
        value: 'Kettles',
        message: 'This is not a cost type. Enter one such as Shipping, Insurance or CUSTOMS_AND_DUTIES',
      },
    ],
    [
      `Name,Amount\n${'n'.repeat(501)},5`,
      { column: 'name', value: 'n'.repeat(100), message: 'At most 500 characters' },
    ],
    [
      'Name,Amount\na\0b,5',
      { column: 'name', value: 'a\u2400b', message: 'This text holds a character that cannot be stored' },
    ],
    [
      `Name,Amount,More\nx,5,${'n'.repeat(32 * 1024 + 1)}`,
      { column: null, value: 'n'.repeat(100), message: 'The cell is longer than 32 KB' },
    ],
    [
      'Name,Amount\nx,1,200.00',
      {
        column: null,
        value: '200.00',
        message: 'The row has 3 cells, the headings 2: a cell with "," must stand in quotes',
      },
    ],
    ['SKU,Name,Amount\n,Total,5', { column: null, value: 'Total', message: 'This is a sum of other rows, not a line' }],
    [
      'Name,Amount,Remarks\n,,see above',
      { column: null, value: 'see above', message: 'Nothing in this row could be read' },
    ],
  ] as [string, object, string?][])('is refused at a cell: %j', (text, error, currency = 'USD') => {
    expect(errors(text, { currency })).toEqual([error]);
  });
  it('may have signs of its currency, and words for one piece', () => {
    const text = 'SKU,Qty,UOM,Amount\nKTL-1,100 pcs,PCS,$5\nKTL-2,12个,,US$ 5\nPAN-28,7 Stück,ea,5 USD';
    expect([errors(text), rows(text).map(({ fields }) => fields.quantityMicro / 1_000_000n)]).toEqual([
      [],
      [100n, 12n, 7n],
    ]);
  });

  it('of a credit note must have a negative amount', () => {
    expect(errors('Name,Amount\nRebate,5\nRebate,(5.00)', { kind: 'CREDIT_NOTE' })).toEqual([
      { column: 'amount', value: '5', message: 'The amounts of a credit note are 0 or less' },
    ]);
  });
});
