import { describe, expect, it } from 'vitest';
import { readWords } from './document-words.ts';
import { findSuppliers, type KnownSupplier } from './known-suppliers.ts';

const NINGBO: KnownSupplier = {
  id: 'ningbo',
  names: ['Ningbo Haosheng Houseware', '宁波昊晟家居用品有限公司'],
  email: 'sales@haosheng.example',
  telephone: '+86 574 8700 1187',
};
const OCEAN: KnownSupplier = { id: 'ocean', names: ['Meridian Ocean Freight'], email: null, telephone: null };
const found = (...pages: string[]) =>
  findSuppliers(pages, readWords(pages), [OCEAN, NINGBO]).map(({ id, text, page }) => `${id} ${page}: ${text}`);

describe('the suppliers that a document names', () => {
  it.each([
    ['Ningbo  Haosheng Houseware Co., Ltd.', 'ningbo 1: Ningbo Haosheng Houseware'],
    ['开票人 宁波昊晟家居用品有限公司', 'ningbo 1: 宁波昊晟家居用品有限公司'],
    ['Questions? Sales@haosheng.example', 'ningbo 1: Sales@haosheng.example'],
    ['Tel. (0574) 8700-1187', 'ningbo 1: (0574) 8700-1187'],
  ])('are found in %s', (text, expected) => expect(found(text)).toEqual([expected]));
  it.each(['Ningbo', 'info@haosheng.example', 'Order 001187-A', 'Tel. 8700 1188'])('are not found in %s', (text) =>
    expect(found(text)).toEqual([]),
  );
  it('are in the order of the document', () =>
    expect(found('Meridian Ocean Freight Ltd.\nShipper: Ningbo Haosheng Houseware', 'x')).toEqual([
      'ocean 1: Meridian Ocean Freight',
      'ningbo 1: Ningbo Haosheng Houseware',
    ]));
});
