import { describe, expect, it } from 'vitest';
import { fieldOfHeading } from '../invoices/line-headings.ts';
import { headingKeys, headingReader } from './headings.ts';

const read = headingReader<'sku' | 'name' | 'price'>({
  sku: { trade: ['productCode', 'barcode'], own: 'item' },
  name: { trade: ['productName'] },
  price: { trade: ['unitPrice'] },
});

describe('a heading', () => {
  it.each([
    ['SKU', 'sku'],
    ['*ItemCode', 'sku'],
    ['Seller-SKU', 'sku'],
    ['ＳＫＵ', 'sku'],
    ['\ufeffArtikel-Nr.', 'sku'],
    ['出品者SKU', 'sku'],
    ['货号 Item No.', 'sku'],
    ['Art.Nr. (intern)', 'sku'],
    ['GTIN, UPC, EAN, or ISBN', 'sku'],
    ['Référence', 'sku'],
    ['商品名', 'name'],
    ['Unit price (USD)', 'price'],
    ['单价(元)', 'price'],
    ['Prix unitaire €', 'price'],
    ['Reference', undefined],
    ['()', undefined],
    ['', undefined],
  ])('%j means %s', (heading, field) => expect(read(heading)?.field).toBe(field));

  it('has the lower rank, the more exact it is; words of one import come last', () => {
    const ranks = ['SKU', 'EAN', 'Item'].map((heading) => read(heading)?.rank ?? -1);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBe(3);
  });

  it('is read as it stands where its brackets say something else', () => {
    expect(read('Unit price', 'EXACT')?.field).toBe('price');
    expect(read('Unit price (USD)', 'EXACT')).toBeUndefined();
  });

  it('cannot mean two fields of one import', () => {
    expect(() => headingReader({ one: { own: 'total' }, other: { own: 'Total' } })).toThrow(
      'The heading "Total" means one and other.',
    );
  });

  it('is compared without case, marks and spaces', () => {
    expect(headingKeys(['Quantity Available', 'quantity-available', 'ASIN'])).toEqual(
      new Set(['quantityavailable', 'asin']),
    );
  });

  it('names a sum of a line in the words of its language', () => {
    const headings = ['Montant HT', 'Importe', 'Gesamtbetrag', '金额', 'Line total'];
    expect(headings.map((heading) => fieldOfHeading(heading)?.field)).toEqual(headings.map(() => 'amount'));
  });
});
