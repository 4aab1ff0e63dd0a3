import type { CatalogRow } from '@quayside/contracts/products';
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
import { EDITED, plainNumber, productEdits } from './product-edits.ts';

const edits = productEdits(t, { brands: async () => [], groups: async () => [] });
const word = fc.stringMatching(/^[A-Za-z0-9äé]{1,8}( [a-z]{1,5})?$/);
const maybe = <V>(value: fc.Arbitrary<V>) => fc.option(value, { nil: null });
const measure = fc.tuple(fc.nat(9999), fc.nat(9999)).map(([whole, rest]) => `${whole}.${rest}`.replace(/\.?0*$/, ''));
/** What the cells read of a row. */
const rows = fc.record({
  name: word,
  sku: word,
  asin: maybe(word),
  fnsku: maybe(word),
  brand: maybe(word),
  group: maybe(word),
  status: fc.constantFrom(...PRODUCT_STATUSES),
  tags: fc.uniqueArray(word, { maxLength: 4 }),
  channel: fc.uniqueArray(fc.constantFrom(...SALES_CHANNELS), { maxLength: 4 }),
  shippingMethod: maybe(fc.constantFrom(...SHIPPING_METHODS)),
  countryOfOrigin: maybe(fc.constantFrom('CN', 'GB', 'DE')),
  length: maybe(measure),
  width: maybe(measure),
  height: maybe(measure),
  dimensionUnit: fc.constantFrom(...DIMENSION_UNITS),
  weight: maybe(measure),
  packagingWeight: maybe(measure),
  shippingWeight: maybe(measure),
  weightUnit: fc.constantFrom(...WEIGHT_UNITS),
}) as fc.Arbitrary<Partial<CatalogRow>> as fc.Arbitrary<CatalogRow>;

it('what a cell says is read back to the very same value, in every column', () => {
  fc.assert(
    fc.property(rows, (row) => {
      for (const column of EDITED) {
        const text = edits[column].text(row);
        expect(edits[column].parse(text)).toEqual({ ok: true, text, patch: { [column]: row[column] } });
      }
    }),
  );
});

it('reads numbers as people and spreadsheets write them', () => {
  expect(['1,200.50', '1200,5', ' 012.500 ', '1 200', '0', '0.0', '7.'].map(plainNumber)).toEqual([
    '1200.5',
    '1200.5',
    '12.5',
    '1200',
    '0',
    '0',
    '7',
  ]);
  expect(edits.weight.parse('heavy')).toMatchObject({ ok: false, message: expect.stringMatching(/number/) });
  expect(edits.weight.parse('')).toEqual({ ok: true, text: '', patch: { weight: null } });
});

it('refuses what is not of the list, what is required and what is too long, and says why', () => {
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
