import { textOfIssue } from '@quayside/contracts/texts/issues';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { PRODUCT_EXPORT } from '@quayside/contracts/exports';
import { IMPORT_FIELDS, type ImportField } from '@quayside/contracts/product-imports';
import { productBody } from '@quayside/contracts/products';
import { countryOptions, isCountry } from '@quayside/domain/products/countries';
import type { z } from 'zod';
import { listWords } from '../../tables/lists.ts';

/** The columns of our template, in its order. */
export const TEMPLATE_COLUMNS = [
  'sku',
  'name',
  'asin',
  'fnsku',
  'brand',
  'supplier',
  'status',
  'channel',
  'countryOfOrigin',
  'length',
  'width',
  'height',
  'dimensionUnit',
  'weight',
  'weightUnit',
  'supplierLeadTime',
  'notes',
] as const;
const PACKAGING = ['length', 'width', 'height', 'weight'] as const;
/** Fields whose cell is a plain value; suppliers and the parent need a look-up. */
export type ValueField = Exclude<ImportField, 'supplier' | 'parent'>;

const KNOWN: ReadonlySet<string> = new Set(IMPORT_FIELDS);
export const isField = (name: string): name is ImportField => KNOWN.has(name);

const plain = (name: string) => name.toLowerCase().replace(/[\s_.\ufeff-]+/g, '');
const BY_NAME: ReadonlyMap<string, ImportField> = new Map(IMPORT_FIELDS.map((field) => [plain(field), field]));
/** Other headings for a field: those of our export in every language, and common ones for packaging columns. */
const BY_WORD: ReadonlyMap<string, ImportField> = new Map<string, ImportField>([
  ...Object.entries(PRODUCT_EXPORT).flatMap(([field, code]): [string, ImportField][] =>
    isField(field) ? LANGUAGES.map((language) => [plain(wordsOf({ code }, language)), field]) : [],
  ),
  ...PACKAGING.flatMap((part): [string, ImportField][] => [
    [`pack${part}`, `productPackaging.${part}`],
    [`packaged${part}`, `productPackaging.${part}`],
    [`case${part}`, `casePackaging.${part}`],
  ]),
  ['unitsperpack', 'productPackaging.units'],
  ['packunits', 'productPackaging.units'],
  ['unitspercase', 'casePackaging.unitsPerCase'],
  ['caseunits', 'casePackaging.unitsPerCase'],
]);

/** The field for each heading. A field's own name takes precedence over its other names. */
export function guessFields(names: readonly string[]): (ImportField | null)[] {
  const own = names.map((name) => BY_NAME.get(plain(name)));
  const taken = new Set(own);
  return names.map((name, i) => {
    const word = own[i] ?? BY_WORD.get(plain(name));
    return word === undefined || (own[i] === undefined && taken.has(word)) ? null : word;
  });
}

const UNITS: Readonly<Record<string, string>> = {
  G: 'GR',
  GRAM: 'GR',
  GRAMS: 'GR',
  OUNCE: 'OZ',
  OUNCES: 'OZ',
  INCH: 'IN',
  INCHES: 'IN',
  CENTIMETRE: 'CM',
  CENTIMETRES: 'CM',
  CENTIMETER: 'CM',
  CENTIMETERS: 'CM',
};
const COUNTRIES: ReadonlyMap<string, string> = new Map(countryOptions().map((c) => [c.label.toLowerCase(), c.value]));
const word = (text: string) => text.toUpperCase().replace(/[\s-]+/g, '_');
const unit = (text: string) => UNITS[word(text)] ?? word(text);
const whole = (text: string) => (/^\d{1,8}$/.test(text) ? Number(text) : text);
/** Converts a cell's text to the form that the field's schema accepts. */
const PREPARE: Partial<Record<ImportField, (text: string) => unknown>> = {
  status: word,
  shippingMethod: word,
  dimensionUnit: unit,
  weightUnit: unit,
  channel: (text) => listWords(text).map(word),
  tags: listWords,
  skuAlias: listWords,
  supplierLeadTime: whole,
  'productPackaging.units': whole,
  'casePackaging.unitsPerCase': whole,
  countryOfOrigin: (text) => COUNTRIES.get(text.toLowerCase()) ?? text.toUpperCase(),
};
const isMeasure = (field: ImportField) => /(^|\.)(length|width|height)$|weight$/i.test(field) && field !== 'weightUnit';

interface Reading {
  readonly value?: unknown;
  readonly reason?: Text;
}
/** Values repeat within a column, so the results for short cells are cached, up to this many per field. */
const REMEMBERED = 2000;
const remembered = new Map<string, Map<string, Reading>>();

/** Parses a cell and validates it with the contract's schema for the field. */
export function readCell(field: ValueField, text: string, delimiter: string): Reading {
  // Where semicolons separate cells, a comma is the decimal sign.
  const clear = delimiter === ';' && isMeasure(field) && /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
  if (clear.length > 40 || field === 'sku' || field === 'name') return read(field, clear);
  let known = remembered.get(field);
  if (!known) remembered.set(field, (known = new Map()));
  let reading = known.get(clear);
  if (!reading) {
    reading = read(field, clear);
    if (known.size >= REMEMBERED) known.clear();
    // Copies the text: a cell is a slice of a larger string, which the cache would keep in memory.
    known.set(Buffer.from(clear).toString(), reading);
  }
  return reading;
}

function read(field: ValueField, text: string): Reading {
  const prepared = PREPARE[field]?.(text) ?? text;
  if (field === 'countryOfOrigin' && !(typeof prepared === 'string' && isCountry(prepared)))
    return { reason: say('rows.country') };
  const [of, part] = field.split('.');
  const schema = productBody.shape[of as keyof typeof productBody.shape] as z.ZodType;
  const parsed = schema.safeParse(part === undefined ? prepared : { [part]: prepared });
  if (parsed.success)
    return { value: part === undefined ? parsed.data : (parsed.data as Record<string, unknown>)[part] };
  const issue = parsed.error.issues[0];
  return {
    reason: !issue
      ? say('lines.unreadable')
      : issue.code === 'invalid_value'
        ? say('rows.one_of', { values: issue.values.join(', ') })
        : textOfIssue(issue),
  };
}
