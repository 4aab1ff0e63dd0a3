import { describe, expect, it } from 'vitest';
import { readDocument, type ReaderFacts, totalFor } from './read-document.ts';

const FACTS: ReaderFacts = { ownNames: ['Eye Trading Ltd'], currencies: ['GBP', 'CNY', 'USD'] };
const read = (pages: string | readonly string[], facts: Partial<ReaderFacts> = {}) =>
  readDocument([pages].flat(), { ...FACTS, ...facts });
/** What was read, in short: the values of each field. */
const values = (pages: string | readonly string[], facts: Partial<ReaderFacts> = {}) => {
  const { numbers, dates, currencies, totals, sellers } = read(pages, facts);
  const of = (found: readonly { value: string }[]) => found.map(({ value }) => value).join(' | ');
  return [of(numbers), of(dates), of(currencies), of(totals), of(sellers)];
};

const FACTORY = `
Ningbo Haosheng Houseware Co., Ltd.                       COMMERCIAL INVOICE
No. 88 Jinyuan Road, Yinzhou District, Ningbo 315100, China

Bill to                              Invoice no.        Date
Eye Trading Ltd                      HS-1187            2026-10-26
14 Wharf Street, Bristol BS1 6XN, United Kingdom

SKU             Description                        Qty        Price CNY        Amount
HP-KTL-01       Pour-over kettle 1.0 L             1008           58.40     58,867.20
HP-JAR-03       Glass storage jars, set of 6,       600           44.20     26,520.00
                steel lid
-               Colour box printing plate             1        1,800.00      1,800.00
                                                             Total CNY      87,187.20

Payment: 30 % with the order.
Payment: 70 % before shipment.
`;
const GERMAN = `
Glaswerk Süd GmbH & Co. KG      Am Hafen 3      93047 Regensburg
Eye Trading Ltd                                  Rechnungsnummer:     RE-2026-0815
14 Wharf Street                                  Rechnungsdatum:      03.11.2026
Bristol                                          Kundennummer:        10442
                                                 Lieferdatum:         28.10.2026
Rechnung

Pos.   Artikelnr.   Bezeichnung           Menge        Einzelpreis     Gesamtpreis
1      GW-100       Karaffe 1,0 l         1.200 Stk          4,85        5.820,00
2      GW-210       Trinkglas, 6er-Set      500 Stk          6,40        3.200,00
Zwischensumme                                                            9.020,00
zzgl. 19 % MwSt.                                                         1.713,80
Gesamtbetrag                                                            10.733,80 €
Zahlbar bis 03.12.2026 ohne Abzug. IBAN DE02 1203 0000 0000 2020 51
`;
const CHINESE = `
增值税电子普通发票
发票代码：033002200411        发票号码：12345678        开票日期：2026年11月06日
购买方   名称：宁波外贸有限公司
货物或应税劳务、服务名称     规格型号     单位     数量     单价        金额          税率     税额
*日用品*玻璃杯                            只       1000     10.00       10000.00      13%      1300.00
合 计                                                                  ¥10000.00              ¥1300.00
价税合计（大写）  壹万壹仟叁佰圆整                                     （小写）¥11300.00
销售方   名称：义乌市兰亭纺织有限公司
`;
const FREIGHT = `
Global Freight Lines
FREIGHT INVOICE GF-220, 18 Nov 2026
Bill to: Eye Trading Ltd
Description                          Qty      Price       Amount
Ocean freight Ningbo to Felixstowe   1        1850.00     1850.00
Total USD 1850.00
`;

describe('reading the document of an invoice', () => {
  it.each([
    [
      'a factory invoice with labels above their values',
      FACTORY,
      ['HS-1187', '2026-10-26', 'CNY', '87187.20', 'Ningbo Haosheng Houseware Co., Ltd.'],
    ],
    [
      'a German invoice with tax, decimal commas and other dates',
      GERMAN,
      ['RE-2026-0815', '2026-11-03', 'EUR', '10733.80', 'Glaswerk Süd GmbH & Co. KG'],
    ],
    [
      'a Chinese invoice whose total includes the tax',
      CHINESE,
      ['12345678', '2026-11-06', 'CNY', '11300.00', '义乌市兰亭纺织有限公司'],
    ],
    [
      'a freight invoice whose title has number and date',
      FREIGHT,
      ['GF-220', '2026-11-18', 'USD', '1850.00', 'Global Freight Lines'],
    ],
  ])('finds number, date, currency, total and seller of %s', (_, text, expected) => {
    expect(values(text, { ownNames: ['Eye Trading Ltd', '宁波外贸有限公司'] })).toEqual(expected);
  });

  it('names the text from which a value was read, and its page', () => {
    expect(read(['Page 1 of 2', GERMAN]).totals).toEqual([
      { value: '10733.80', text: '10.733,80', page: 2, currency: 'EUR' },
    ]);
  });

  it('finds nothing in a text without an invoice', () => {
    expect(read('Packing instructions\nKeep dry')).toEqual({
      numbers: [],
      dates: [],
      dueDates: [],
      currencies: [],
      totals: [],
      sellers: [{ value: 'Packing instructions', text: 'Packing instructions', page: 1 }],
      lines: null,
    });
  });
});

describe('the number', () => {
  it.each([
    ['Invoice No: INV-2026-0042', 'INV-2026-0042'],
    ['Invoice #7041', '7041'],
    ['Tax invoice number   88-1742/B', '88-1742/B'],
    ['Rechnung Nr. 4711', '4711'],
    ['Rechnungs-Nr.: RE 2026-17', 'RE 2026-17'],
    ['Order no. 991\nInvoice no. 4471', '4471'],
    ['P.O. No: 5521   INVOICE   MOF-88302', 'MOF-88302'],
    ['Customer no.  10442\nRechnung 2026/0815 vom 3. März 2026', '2026/0815'],
    ['发票号 INV-77  订单号 PO-1', 'INV-77'],
    ['Credit note no.: HS-1142-C', 'HS-1142-C'],
  ])('of %s is %s', (text, number) => expect(values(text)[0]).toBe(number));
  it.each([
    ['Order number: 4711'],
    ['VAT no. GB123456789'],
    ['Kundennummer 10442'],
    ['Invoice date 16 Nov 2026'],
    ['Invoice no. to follow'],
    ['发票代码：033002200411'],
  ])('is not taken from %s', (text) => expect(values(text)[0]).toBe(''));
  it('is offered twice where the document has two', () =>
    expect(values('Invoice no. A-100\nInvoice number: A-101')[0]).toBe('A-100 | A-101'));
});

describe('the date', () => {
  it.each([
    ['Date of issue: November 6, 2026\nDue date: December 6, 2026', '2026-11-06'],
    ['Invoice date 05.11.2026   Delivery date 01.11.2026', '2026-11-05'],
    ['Datum: Hamburg, den 3. März 2026', '2026-03-03'],
    ['Date 25/10/2026\nInvoice date 06/11/2026', '2026-11-06'],
    ['Due 11/25/2026\nDate 11/06/2026', '2026-11-06'],
    ['Ordered 2026-09-01\nDate: 2026-11-06', '2026-11-06'],
    ['Invoice date 9/13/26', '2026-09-13'],
    ['Invoice date 13/9/26', '2026-09-13'],
    ['Invoice date 6/11/26\nDue date 30/11/26', '2026-11-06'],
    ['付款到期日 2026-12-06 日期 2026-11-06', '2026-11-06'],
  ])('of %s is %s', (text, date) => expect(values(text)[1]).toBe(date));
  it('has both readings where nothing decides between day and month', () =>
    expect(values('Invoice date 06/11/2026')[1]).toBe('2026-11-06 | 2026-06-11'));
  it('is each date of the first page if none has a label, but no due date', () =>
    expect(values('Ningbo, 6 Nov 2026, shipped 1 Nov 2026\nPayment due 6 Dec 2026')[1]).toBe(
      '2026-11-06 | 2026-11-01',
    ));
  it.each([
    ['Invoice date 18/11/2026\nDue 18/12/2026', '2026-12-18'],
    ['Due date: December 6, 2026', '2026-12-06'],
    ['Zahlbar bis 03.12.2026 ohne Abzug', '2026-12-03'],
    ['付款到期日 2026-12-06 日期 2026-11-06', '2026-12-06'],
    ['Payment due 06/11/2026', '2026-11-06 | 2026-06-11'],
    ['Invoice date 18/11/2026\nDue in 30 days', ''],
  ])('on which %j is due is %s', (text, day) =>
    expect(
      read(text)
        .dueDates.map(({ value }) => value)
        .join(' | '),
    ).toBe(day),
  );
  it('is never a day that does not exist', () => expect(values('Invoice date 31.02.2026')[1]).toBe(''));
});

describe('the total', () => {
  it.each([
    ['Subtotal 100.00\nVAT 20% 20.00\nTotal due 120.00', '120.00'],
    ['Total 100.00\nVAT 20.00\nAmount due GBP 120.00', '120.00'],
    ['Summe netto 9.020,00\nMwSt. 19 % 1.713,80\nRechnungsbetrag EUR 10.733,80', '10733.80'],
    ['Total (incl. VAT)   CNY 226,140.80', '226140.80'],
    ['Total quantity 5,262 pcs\nTotal: USD 5,125.00', '5125.00'],
    ['Net    VAT    Invoice total\n100.00    20.00    120.00', '120.00'],
    ["Grand total CHF 12'345.60", '12345.60'],
    ['Total EUR 12 345,60', '12345.60'],
    ['CREDIT NOTE\nTotal GBP -1,363.20', '-1363.20'],
    ['CREDIT NOTE\nTotal (1,363.20)', '-1363.20'],
    ['Total JPY 1,234,567', '1234567'],
    ['Total JPY 12,345.00', '12345'],
    ['Total KWD 1,234.567', '1234.567'],
    ['Total 1.234,50 €\nRate of exchange 1.0832', '1234.50'],
    ['合计 ¥10000.00 ¥1300.00\n价税合计 ¥11300.00', '11300.00'],
    ['Total USD 1,234', '1234'],
    ['Total INR 1,23,450.00', '123450.00'],
    ['Grand total 12,34,56,789.50', '123456789.50'],
  ])('of %j is %s', (text, total) => expect(values(text)[3]).toBe(total));
  it('has all candidates where a deposit was paid, the whole first', () =>
    expect(values('Total 1,000.00\nDeposit paid 300.00\nBalance due 700.00')[3]).toBe('1000.00 | 700.00'));
  it('is the whole where everything is paid', () =>
    expect(values('Total 380.00\nPaid 380.00\nAmount due 0.00')[3]).toBe('380.00'));
  it('is first what the lines add up to', () => {
    const lines = 'Item     Qty   Price    Amount\nKettle   2     100.00   200.00\nMug      6     30.00    180.00\n';
    expect(values(`${lines}Total 266.00\nInvoice total 380.00\nBalance due 266.00`)[3]).toBe('380.00 | 266.00');
    expect(values(`${lines}Invoice total 456.00\nTotal due 380.00`)[3]).toBe('380.00 | 456.00');
    expect(values(`${lines}Invoice total 456.00\nTotal due 381.00`)[3]).toBe('456.00 | 381.00');
  });
  it('has its currency, and comes first in the currency that is offered first', () => {
    const { totals, currencies } = read('Currency: USD\nTotal USD 100.00   CNY 720.00');
    expect(currencies.map(({ value }) => value)).toEqual(['USD']);
    expect(totals.map(({ value, currency }) => `${currency} ${value}`)).toEqual(['USD 100.00', 'CNY 720.00']);
    expect(read(FACTORY).totals.map(({ currency }) => currency)).toEqual(['CNY']);
    expect(read('Total 100.00').totals.map(({ currency }) => currency)).toEqual([null]);
  });
  it('has both readings of a number that the currency does not decide', () =>
    expect(values('Currency: KWD\nTotal 1,234')[3]).toBe('1234 | 1.234'));
  it('is one of the largest amounts of money where nothing is called a total', () =>
    expect(values('Sea freight USD 1,850.00\nDocuments USD 35.00\nReference 998877')[3]).toBe('1850.00 | 35.00'));
  it('is no amount of the table of lines', () =>
    expect(values('Item   Qty   Price   Total\nKettle   2   5.00   10.00\nMug   1   3.00   3.00')[3]).toBe(''));
  it.each([
    ['CREDIT_NOTE', '1363.20', '-1363.20'],
    ['CREDIT_NOTE', '-1363.20', '-1363.20'],
    ['CREDIT_NOTE', '0.00', '0.00'],
    ['INVOICE', '1363.20', '1363.20'],
  ] as const)('for a %s of %s is %s', (kind, total, expected) => expect(totalFor(kind, total)).toBe(expected));
});

describe('the currency', () => {
  it.each([
    ['Currency: USD\nTotal 100.00', 'USD'],
    ['Total RMB 100.00', 'CNY'],
    ['Total €100.00', 'EUR'],
    ['Total US$100.00', 'USD'],
    ['Total amount in EUR   100,00', 'EUR'],
    ['币种：人民币\n合计 ¥100.00', 'CNY'],
    ['Total $100.00\nAll amounts in CAD. CAD 100.00', 'CAD'],
    ['Total ¥100.00\nPrices in CNY 100.00', 'CNY'],
    ['Item   Qty   Amount (EUR)\nKettle   1   10.00\nTotal   10.00', 'EUR'],
    ['Beverage list\nTOP 40 ALL NEW', ''],
  ])('of %j is %s', (text, currency) => expect(values(text, { currencies: ['GBP'] })[2]).toBe(currency));
  it('is that of the account where several have the sign', () => {
    expect(values('Total $100.00', { currencies: ['GBP', 'AUD'] })[2]).toBe('AUD');
    expect(values('Total ¥100.00', { currencies: ['GBP', 'CNY'] })[2]).toBe('CNY');
  });
  it('is offered twice where a sign means two and nothing decides', () =>
    expect(values('Total ¥100', { currencies: ['GBP'] })[2]).toBe('CNY | JPY'));
});

describe('the seller', () => {
  it.each([
    ['Bill to\nBig Buyer GmbH\nStreet 1\n\nKleine Werke AG', 'Kleine Werke AG'],
    ['Seller: Ningbo Glass Works Co., Ltd\nBuyer: Big Buyer GmbH', 'Ningbo Glass Works Co., Ltd'],
    ['Harwich Clearing\nCUSTOMS INVOICE HC-9', 'Harwich Clearing'],
    ['INVOICE\nInvoice no. 77', ''],
    ['Eye Trading Limited\nInvoice no. 77', ''],
  ])('of %j is %s', (text, seller) => expect(values(text, { ownNames: ['Eye Trading'] })[4]).toBe(seller));
});

describe('the table of lines', () => {
  it('has a cell for each heading; a row without figures continues the one above, and a dash is empty', () =>
    expect(read(FACTORY).lines).toEqual({
      page: 1,
      headings: ['SKU', 'Description', 'Qty', 'Price CNY', 'Amount'],
      rows: [
        ['HP-KTL-01', 'Pour-over kettle 1.0 L', '1008', '58.40', '58,867.20'],
        ['HP-JAR-03', 'Glass storage jars, set of 6, steel lid', '600', '44.20', '26,520.00'],
        ['', 'Colour box printing plate', '1', '1,800.00', '1,800.00'],
      ],
    }));
  it('is found by German and Chinese headings', () => {
    expect(read(GERMAN).lines?.rows).toEqual([
      ['1', 'GW-100', 'Karaffe 1,0 l', '1.200 Stk', '4,85', '5.820,00'],
      ['2', 'GW-210', 'Trinkglas, 6er-Set', '500 Stk', '6,40', '3.200,00'],
    ]);
    expect(read(CHINESE).lines?.rows).toEqual([
      ['*日用品*玻璃杯', '只', '1000', '10.00', '10000.00', '13%', '1300.00'],
    ]);
  });
  it('puts cells below centred headings by their place, and leaves out columns without a value', () =>
    expect(
      read(
        `          SKU              Description                  Qty         Price         Amount
    -              Import duty                        1          640.25          640.25
    -              Clearance fee                      1           85.00           85.00
                                                                  Total GBP 725.25`,
      ).lines,
    ).toEqual({
      page: 1,
      headings: ['Description', 'Qty', 'Price', 'Amount'],
      rows: [
        ['Import duty', '1', '640.25', '640.25'],
        ['Clearance fee', '1', '85.00', '85.00'],
      ],
    }));
  it('joins headings of several lines, and the lines of a name above and below its figures', () =>
    expect(
      read(
        `                                                          Einzelpreis  Gesamt
Pos Bezeichnung                           Menge Einheit
                                                                    €        €

     Seefracht Shanghai – Hamburg, 1 ×
1                                              1 Stk         3.250,00  3.250,00
     40' HC

2    Terminal Handling                         2 Stk           142,50   285,00
     Unterlagen

                                               Nettobetrag           3.535,00 €`,
      ).lines,
    ).toEqual({
      page: 1,
      headings: ['Pos', 'Bezeichnung', 'Menge', 'Einheit', 'Einzelpreis €', 'Gesamt'],
      rows: [
        ['1', "Seefracht Shanghai – Hamburg, 1 × 40' HC", '1', 'Stk', '3.250,00', '3.250,00'],
        ['2', 'Terminal Handling Unterlagen', '2', 'Stk', '142,50', '285,00'],
      ],
    }));
  it('knows headings in two languages', () =>
    expect(
      read(`       货号
                       品名 Description        数量(个)       单价 RMB        金额 RMB
     Item No.

    HS-K100-B           手冲壶 哑光黑           1,008          58.40          58,867.20

                 合计 TOTAL                     1,008                         58,867.20`).lines,
    ).toEqual({
      page: 1,
      headings: ['货号 Item No.', '品名 Description', '数量(个)', '单价 RMB', '金额 RMB'],
      rows: [['HS-K100-B', '手冲壶 哑光黑', '1,008', '58.40', '58,867.20']],
    }));
  it('goes on where the headings are repeated on the next page', () => {
    const page = (sku: string) => `Item   Description   Qty   Amount\n${sku}   Kettle   2   10.00\n\nPage 1 of 2`;
    expect(read([page('A-1'), page('A-2')]).lines?.rows.map(([sku]) => sku)).toEqual(['A-1', 'A-2']);
  });
  it.each([
    ['Description   Amount\nKettle   10.00'],
    ['Name   Phone   Address\nNora   123   Wharf Street'],
    ['Item   Qty   Amount\nTotal      10.00'],
  ])('is not seen in %j', (text) => expect(read(text).lines).toBeNull());
});

it('reads a long document whose lines look like labels and dates', () => {
  const line = (i: number) => `Invoice no. HS-${i}, date 2026-11-0${(i % 9) + 1}   Kettle   ${i}   1.00`;
  const page = ['Item   Name   Qty   Price', ...Array.from({ length: 60 }, (_, i) => line(i))].join('\n');
  const { numbers, dates, lines } = read(Array.from({ length: 33 }, () => page));
  expect([numbers.length, dates.length, lines?.rows.length]).toEqual([0, 0, 1980]);
});
