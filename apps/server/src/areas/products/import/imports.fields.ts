import { textOfIssue } from '@quayside/contracts/texts/issues';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { PRODUCT_EXPORT } from '@quayside/contracts/exports';
import {
  IMPORT_FIELDS,
  type ImportField,
  isNumberField,
  kindOfMeasure,
  wordOfValue,
} from '@quayside/contracts/products/product-fields';
import { productBody } from '@quayside/contracts/products/products';
import { PRODUCT_STATUSES, SALES_CHANNELS, SHIPPING_METHODS } from '@quayside/domain/lists';
import { isCurrency } from '@quayside/domain/money/currencies';
import { type CodeForm, isRoundedCode } from '@quayside/domain/products/code-text';
import { countryOfWord } from '@quayside/domain/products/countries';
import { headingWithoutUnit, unitInHeading } from '@quayside/domain/products/units';
import { headingReader } from '@quayside/domain/trade/headings';
import type { z } from 'zod';
import { lostCode } from '../../../tables/code-cells.ts';
import { guessFields as guess, plainHeading as plain } from '../../../tables/import-columns.ts';
import { listWords } from '../../../tables/lists.ts';
import { onOneLine } from '../../../tables/one-line.ts';
import type { StoredCell } from '../../../tables/table.ts';
import { FOREIGN_STATUSES } from './imports.foreign.ts';

/** The columns of the template file, in order. */
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
] as const satisfies readonly ImportField[];
const PACKAGING = ['length', 'width', 'height', 'weight'] as const;
/**
 * Fields that are parsed from their cell alone. The supplier and the parent must be looked up in the database, a
 * measure needs its unit, and a price its currency.
 */
type ValueField = Exclude<ImportField, 'supplier' | 'supplierPrice' | 'supplierCurrency' | 'parent' | MeasureField>;

const KNOWN: ReadonlySet<string> = new Set(IMPORT_FIELDS);
export const isField = (name: string): name is ImportField => KNOWN.has(name);

const BY_NAME: ReadonlyMap<string, ImportField> = new Map(IMPORT_FIELDS.map((field) => [plain(field), field]));
/** The headings of the product export in every language, and common ones for packaging columns. */
const BY_WORD: ReadonlyMap<string, ImportField> = new Map<string, ImportField>([
  ...Object.entries(PRODUCT_EXPORT).flatMap(([field, code]): [string, ImportField][] =>
    isField(field) ? LANGUAGES.map((language) => [plain(wordsOf({ code }, language)), field]) : [],
  ),
  ...PACKAGING.flatMap((part): [string, ImportField][] => [
    [`pack${part}`, `productPackaging.${part}`],
    [`packaged${part}`, `productPackaging.${part}`],
    [`case${part}`, `casePackaging.${part}`],
  ]),
]);
/** The headings of the trade, with those of Shopify, Odoo, Xero and Amazon's templates and fee preview. */
const readHeading = headingReader<ImportField>({
  sku: { trade: ['productCode'], own: 'internal reference' },
  name: { trade: ['productName'], own: 'title' },
  asin: { trade: ['asin'] },
  fnsku: { trade: ['fnsku'] },
  barcode: { trade: ['barcode'], own: 'external product id' },
  skuAlias: { own: 'other skus' },
  brand: { trade: ['brand'] },
  group: { own: 'product group | product category | 产品分类' },
  supplier: { trade: ['supplierName'] },
  supplierPrice: { trade: ['purchasePrice'], own: 'cost per item | cost' },
  supplierCurrency: { trade: ['currency'], own: 'price currency | purchase currency' },
  status: { trade: ['status'] },
  countryOfOrigin: { trade: ['countryOfOrigin'] },
  hsCode: { trade: ['hsCode'] },
  length: { trade: ['length'] },
  width: { trade: ['width'] },
  height: { trade: ['height'] },
  dimensionUnit: { own: 'unit of dimension' },
  weight: { trade: ['weight'] },
  weightUnit: { own: 'unit of weight | variant weight unit' },
  shippingWeight: { own: "versandgewicht | poids d'expédition | peso de envío | verzendgewicht" },
  supplierLeadTime: { trade: ['leadTime'] },
  notes: { trade: ['note'] },
  'productPackaging.length': { own: 'longest side' },
  'productPackaging.width': { own: 'median side' },
  'productPackaging.height': { own: 'shortest side' },
  'productPackaging.weight': { own: 'item package weight' },
  'productPackaging.units': { own: 'units per pack | pack units' },
  'casePackaging.unitsPerCase': { own: 'units per case | case units' },
});
const fieldOfWord = (name: string): ImportField | undefined => BY_WORD.get(plain(name)) ?? readHeading(name)?.field;

/**
 * Finds the field for each heading. The name of a field takes precedence over the other headings for it, and these over
 * headings that also name a unit or a currency: `Weight (kg)`, `Purchase price (USD)`.
 */
export const guessFields = (names: readonly string[]): (ImportField | null)[] =>
  guess(names, [(name) => BY_NAME.get(plain(name)), fieldOfWord, measureWithUnit, priceWithCurrency]);

/** The measure that a heading names beside its unit. */
function measureWithUnit(name: string): ImportField | undefined {
  const bare = headingWithoutUnit(name);
  const field = BY_NAME.get(plain(bare)) ?? fieldOfWord(bare);
  const kind = field && kindOfMeasure(field);
  return kind && unitInHeading(name, kind) !== undefined ? field : undefined;
}

/** The last word of a heading, if it is the code of a currency in capital letters: `Price (USD)`, `price USD`. */
const LAST_CODE = /[\s_([{/-]*\b([A-Z]{3})\b[\s)\]}]*$/;
/** The currency that a heading names; undefined if it names none. */
export function currencyInHeading(heading: string): string | undefined {
  const code = LAST_CODE.exec(heading)?.[1];
  return code !== undefined && isCurrency(code) ? code : undefined;
}
const priceWithCurrency = (name: string): ImportField | undefined => {
  if (currencyInHeading(name) === undefined) return undefined;
  const bare = name.replace(LAST_CODE, '');
  const field = BY_NAME.get(plain(bare)) ?? fieldOfWord(bare);
  return field === 'supplierPrice' ? field : undefined;
};

const word = (text: string) => text.toUpperCase().replace(/[\s-]+/g, '_');
const LISTS = { status: PRODUCT_STATUSES, shippingMethod: SHIPPING_METHODS, channel: SALES_CHANNELS } as const;
/** The value that a word means: as the API spells it, or as the product shows it. */
function valueOf(field: keyof typeof LISTS, text: string): string {
  const foreign = field === 'status' ? FOREIGN_STATUSES[text.toLowerCase()] : undefined;
  const same = foreign ?? word(text);
  return LISTS[field].find((value) => value === same || word(wordOfValue(field, value)) === same) ?? same;
}
const isList = (field: string): field is keyof typeof LISTS => Object.hasOwn(LISTS, field);
const whole = (text: string) => (/^\d{1,8}$/.test(text) ? Number(text) : text);
/** Converts the text of a cell to a value that the field's schema can validate. */
const PREPARE: Partial<Record<ImportField, (text: string) => unknown>> = {
  status: (text) => valueOf('status', text),
  shippingMethod: (text) => valueOf('shippingMethod', text),
  channel: (text) => listWords(text).map((one) => valueOf('channel', one)),
  tags: listWords,
  skuAlias: listWords,
  supplierLeadTime: whole,
  'productPackaging.units': whole,
  'casePackaging.unitsPerCase': whole,
};
/** Whether the cells of a field are numbers. */
export const holdsNumbers = (field: ImportField): boolean => isNumberField(field) || PREPARE[field] === whole;
/** Measures, and the fields of their units. */
export type MeasureField = Extract<
  ImportField,
  | `${string}weight`
  | `${string}Weight`
  | `${string}length`
  | `${string}width`
  | `${string}height`
  | 'weightUnit'
  | 'dimensionUnit'
>;
/** Whether a field is a measure or the unit of measures, which are read together. */
export const isMeasureField = (field: ImportField): field is MeasureField =>
  kindOfMeasure(field) !== undefined || field === 'weightUnit' || field === 'dimensionUnit';

interface Reading {
  readonly value?: unknown;
  readonly reason?: Text;
}
/**
 * How many results per field are cached. Only short cells are cached, because their values are often repeated in a
 * column.
 */
const REMEMBERED = 2000;
const remembered = new Map<string, Map<string, Reading>>();

/** Parses a cell, and validates it with the schema that the API has for the field. */
export function readCell(field: ValueField, text: string): Reading {
  if (text.length > 40 || field === 'sku' || field === 'name') return read(field, text);
  let known = remembered.get(field);
  if (!known) remembered.set(field, (known = new Map()));
  let reading = known.get(text);
  if (!reading) {
    reading = read(field, text);
    if (known.size >= REMEMBERED) known.clear();
    // The text is copied, because the text of a cell is a slice of a much larger string, which the cache would keep in
    // memory.
    known.set(Buffer.from(text).toString(), reading);
  }
  return reading;
}

const CODES: Readonly<Partial<Record<ImportField, CodeForm>>> = {
  ...{ sku: 'CODE', asin: 'CODE', fnsku: 'CODE', skuAlias: 'CODE', parent: 'CODE' },
  ...{ barcode: 'BARCODE', hsCode: 'HS_CODE' },
};
/** The form of the codes in a field, which a spreadsheet may have taken for numbers; undefined for other fields. */
export const codeForm = (field: ImportField): CodeForm | undefined => CODES[field];

/** Why the code of a cell cannot be known; undefined if it can, or if the field contains no codes. */
export function lostCodeIn(field: ImportField, text: string, stored: StoredCell | undefined): Text | undefined {
  const form = codeForm(field);
  if (!form) return undefined;
  const isRounded = (field === 'skuAlias' ? listWords(text) : [text]).some(isRoundedCode);
  return isRounded ? say('rows.code_rounded') : lostCode(text, stored, form);
}

function read(field: ValueField, text: string): Reading {
  if (field === 'countryOfOrigin') {
    const country = countryOfWord(text);
    return country === undefined ? { reason: say('rows.country') } : { value: country };
  }
  const prepared = PREPARE[field]?.(text) ?? (field === 'notes' ? text : onOneLine(text));
  const [of, part] = field.split('.');
  const schema = productBody.shape[of as keyof typeof productBody.shape] as z.ZodType;
  const parsed = schema.safeParse(part === undefined ? prepared : { [part]: prepared });
  if (parsed.success)
    return { value: part === undefined ? parsed.data : (parsed.data as Record<string, unknown>)[part] };
  const issue = parsed.error.issues[0];
  return {
    reason: !issue
      ? say('lines.unreadable')
      : issue.code === 'invalid_value' && isList(field)
        ? say('rows.one_of', { values: LISTS[field].map((value) => wordOfValue(field, value)).join(', ') })
        : textOfIssue(issue),
  };
}
