import { PRODUCT_EXPORT } from '@quayside/contracts/exports';
import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { expect, it } from 'vitest';
import { guessFields, isField } from './imports.fields.ts';

it.each(LANGUAGES)('an import knows the headings of an export in the language %s', (language) => {
  const columns = Object.entries(PRODUCT_EXPORT).filter(([field]) => isField(field));
  expect(guessFields(columns.map(([, code]) => wordsOf({ code }, language)))).toEqual(columns.map(([field]) => field));
});

it('an import knows the headings of the files of European sellers', () => {
  const headings = ['Art.-Nr.', 'Bezeichnung', 'Gewicht (kg)', 'Länge (cm)', 'EAN', 'Status', 'Lieferant', 'Unbekannt'];
  const fields = ['sku', 'name', 'weight', 'length', 'barcode', 'status', 'supplier', null];
  expect(guessFields(headings)).toEqual(fields);
  expect(guessFields(['Référence', 'Désignation', 'Poids [kg]', 'Fournisseur', 'Marque'])).toEqual([
    ...['sku', 'name', 'weight', 'supplier', 'brand'],
  ]);
});

it('an import knows the headings of the files of marketplaces', () => {
  expect(guessFields(['Seller SKU', 'Title', 'EAN', 'FNSKU', 'Other SKUs'])).toEqual([
    ...['sku', 'name', 'barcode', 'fnsku', 'skuAlias'],
  ]);
  expect(guessFields(['MSKU', 'Product title'])).toEqual(['sku', 'name']);
  expect(guessFields(['Seller SKU', 'Item name'])).toEqual(['sku', 'name']);
});
