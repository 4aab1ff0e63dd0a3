import type { ListField } from '@quayside/contracts/products/product-fields';
import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import {
  DIMENSION_UNITS,
  PRODUCT_STATUSES,
  SALES_CHANNELS,
  SHIPPING_METHODS,
  WEIGHT_UNITS,
} from '@quayside/domain/lists';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { t } from '../../../i18n/i18n.ts';
import type { NumberReading } from '@quayside/domain/money/number-text';
import { productEdits } from './product-edits.ts';

const edits = productEdits(t, { brands: async () => [], groups: async () => [] });
const word = fc.stringMatching(/^[A-Za-z0-9äé]{1,8}( [a-z]{1,5})?$/);
const maybe = <V>(value: fc.Arbitrary<V>) => fc.option(value, { nil: null });
const measure = fc.tuple(fc.nat(9999), fc.nat(9999)).map(([whole, rest]) => `${whole}.${rest}`.replace(/\.?0*$/, ''));
/** Generates rows with arbitrary values in the fields that the cells show. */
const rows = fc.record({
  name: word,
  sku: word,
  asin: maybe(word),
  fnsku: maybe(word),
  barcode: maybe(fc.constantFrom('96385074', '036000291452', '4006381333931', '10614141000415')),
  brand: maybe(word),
  group: maybe(word),
  status: fc.constantFrom(...PRODUCT_STATUSES),
  tags: fc.uniqueArray(word, { maxLength: 4 }),
  channel: fc.uniqueArray(fc.constantFrom(...SALES_CHANNELS), { maxLength: 4 }),
  shippingMethod: maybe(fc.constantFrom(...SHIPPING_METHODS)),
  countryOfOrigin: maybe(fc.constantFrom('CN', 'GB', 'DE')),
  hsCode: maybe(fc.constantFrom('8516', '8516.79.70', '7323 93')),
  length: maybe(measure),
  width: maybe(measure),
  height: maybe(measure),
  dimensionUnit: fc.constantFrom(...DIMENSION_UNITS),
  weight: maybe(measure),
  packagingWeight: maybe(measure),
  shippingWeight: maybe(measure),
  weightUnit: fc.constantFrom(...WEIGHT_UNITS),
}) as fc.Arbitrary<Partial<CatalogRow>> as fc.Arbitrary<CatalogRow>;

it('the text of a cell is parsed to exactly the same value, in every column', () => {
  fc.assert(
    fc.property(rows, (row) => {
      for (const [column, edit] of Object.entries(edits)) {
        const text = edit.text(row);
        expect(edit.parse(text)).toEqual({ ok: true, text, patch: { [column]: row[column as ListField] } });
      }
    }),
  );
});

it('numbers are parsed as people and spreadsheets write them', () => {
  const weightOf = (text: string, reading?: NumberReading) => {
    const parsed = edits.weight.parse(text, reading);
    return parsed.ok ? parsed.text : parsed.message;
  };
  expect(['1,200.50', '1200,5', ' 012.500 ', '1 200', '0', '0.0', '7.'].map((text) => weightOf(text))).toEqual([
    '1200.5',
    '1200.5',
    '12.5',
    '1200',
    '0',
    '0',
    '7',
  ]);
  expect(weightOf('1,200')).toBe('1,200 can be read in two ways: enter 1200 or 1.200');
  expect([weightOf('1.200'), weightOf('1.200', 'COMMA'), weightOf('1.200', 'POINT')]).toEqual(['1.2', '1200', '1.2']);
  expect(weightOf('1.200', 'OPEN')).toBe('1.200 can be read in two ways: enter 1200 or 1.200');
  expect(edits.weight.parse('heavy')).toMatchObject({ ok: false, message: expect.stringMatching(/number/) });
  expect(edits.weight.parse('')).toEqual({ ok: true, text: '', patch: { weight: null } });
});

it('a value that is not in the list, is missing or too long is refused with the reason', () => {
  expect(edits.status.parse('Sold out')).toMatchObject({ ok: false });
  expect(edits.status.parse('top SELLER')).toEqual({ ok: true, text: 'Top seller', patch: { status: 'TOP_SELLER' } });
  expect(edits.status.parse('')).toMatchObject({ ok: false });
  expect(edits.sku.parse(' ')).toEqual({ ok: false, message: 'This field is required' });
  expect(edits.channel.parse('Amazon UK, Amazon Mars')).toMatchObject({
    ok: false,
    message: expect.stringContaining('Amazon Mars'),
  });
  expect(edits.countryOfOrigin.parse('China')).toEqual({ ok: false, message: 'Choose a country' });
  expect(edits.countryOfOrigin.parse('cn')).toMatchObject({ patch: { countryOfOrigin: 'CN' } });
  expect(edits.tags.parse('a; b,a')).toMatchObject({ text: 'a, b', patch: { tags: ['a', 'b'] } });
});
