import { SUPPLIER_EXPORT } from '@quayside/contracts/exports';
import { wordOfValue } from '@quayside/contracts/products/product-fields';
import {
  LEAD_TIME_FIELDS,
  partOfLeadTime,
  SUPPLIER_IMPORT_FIELDS,
  type SupplierImportField,
} from '@quayside/contracts/suppliers/supplier-fields';
import type { SupplierValueMapping } from '@quayside/contracts/suppliers/supplier-imports';
import { leadTimeDays, type PaymentTerm, supplierBody } from '@quayside/contracts/suppliers/suppliers';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { textOfIssue } from '@quayside/contracts/texts/issues';
import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { currencyOfWord } from '@quayside/domain/money/written-currency';
import { type NumberReading, readInColumn } from '@quayside/domain/money/number-text';
import { countryOfWord } from '@quayside/domain/products/countries';
import { TERM_EVENTS } from '@quayside/domain/suppliers/terms';
import { readTerms, type TermsProblem } from '@quayside/domain/suppliers/terms-text';
import { headingReader } from '@quayside/domain/trade/headings';
import type { z } from 'zod';
import { guessFields, plainHeading } from '../../../tables/import-columns.ts';
import { onOneLine } from '../../../tables/one-line.ts';

const KNOWN: ReadonlySet<string> = new Set(SUPPLIER_IMPORT_FIELDS);
export const isSupplierField = (name: string): name is SupplierImportField => KNOWN.has(name);

/** The fields whose cells are numbers of days. */
export const isDays = (field: SupplierImportField): boolean =>
  field === 'leadTime' || partOfLeadTime(field) !== undefined;

/** The headings of the fields, beside their names and those of the export. */
const readHeading = headingReader<SupplierImportField>({
  id: { own: 'supplier id | lieferanten id' },
  companyName: { trade: ['supplierName', 'companyName'], own: 'name | 名称' },
  localName: { trade: ['localName'] },
  email: { trade: ['email'] },
  telephone: { trade: ['telephone'] },
  addressLine1: { trade: ['addressLine1'] },
  addressLine2: { trade: ['addressLine2'] },
  addressLine3: { trade: ['addressLine3'] },
  city: { trade: ['city'] },
  postCode: { trade: ['postCode'] },
  state: { trade: ['state'], own: 'estado' },
  country: { trade: ['country'] },
  currency: { trade: ['currency'] },
  paymentTerms: { trade: ['paymentTerms'] },
  leadTime: { trade: ['leadTime'] },
  shippingMethod: { trade: ['shippingMethod'] },
  xeroId: { own: 'xero contact | xero contact id' },
  notes: { trade: ['note'] },
});

const BY_NAME: ReadonlyMap<string, SupplierImportField> = new Map(
  SUPPLIER_IMPORT_FIELDS.map((field) => [plainHeading(field), field]),
);
const words = (text: string) => plainHeading(text.replaceAll(',', ''));
const BY_WORD: ReadonlyMap<string, SupplierImportField> = new Map<string, SupplierImportField>([
  ...LEAD_TIME_FIELDS.flatMap((field): [string, SupplierImportField][] => {
    const [, method = '', part = ''] = field.split('.');
    return [
      [words(`${method} ${part}`), field],
      [words(`${part} days ${method}`), field],
      [words(`${part} ${method}`), field],
    ];
  }),
  ...Object.entries(SUPPLIER_EXPORT).flatMap(([field, code]): [string, SupplierImportField][] =>
    isSupplierField(field) ? LANGUAGES.map((language) => [words(wordsOf({ code }, language)), field]) : [],
  ),
]);

/** Finds the field for each heading. The name of a field takes precedence over the other headings for it. */
export const guessSupplierFields = (names: readonly string[]): (SupplierImportField | null)[] =>
  guessFields(names, [
    (name) => BY_NAME.get(plainHeading(name)),
    (name) => BY_WORD.get(words(name)) ?? readHeading(name)?.field,
  ]);

/** Whether some column tells suppliers apart. */
export const hasIdentity = (fields: readonly (string | null)[]): boolean =>
  fields.includes('companyName') || fields.includes('id');

/** A value that was read from a cell, or why it cannot be read. `words`: the part of the cell that is not known. */
type CellReading = { readonly value: unknown } | { readonly reason: Text; readonly words?: string };

/** Finds what a person chose a word to mean in a field; undefined if nothing. */
export const meaningIn = (
  values: readonly SupplierValueMapping[],
  field: SupplierImportField,
  from: string,
): SupplierValueMapping | undefined =>
  values.find((one) => one.field === field && one.from.toLowerCase() === from.toLowerCase());

/** Parses a cell, and validates it with the schema that the API has for the field. */
export function readSupplierCell(
  field: Exclude<SupplierImportField, 'id'>,
  text: string,
  values: readonly SupplierValueMapping[],
  reading: NumberReading,
): CellReading {
  if (field === 'paymentTerms') return readTermsCell(text, values);
  if (isDays(field)) return readDays(field, text, reading);
  const meant = field === 'companyName' ? undefined : meaningIn(values, field, text);
  if (meant) return { value: meant.to ?? undefined };
  switch (field) {
    case 'country': {
      const country = countryOfWord(text);
      return country === undefined ? { reason: say('rows.country') } : { value: country };
    }
    case 'currency': {
      const currency = currencyOfWord(text);
      return currency === undefined ? { reason: say('rows.currency') } : { value: currency };
    }
    case 'shippingMethod': {
      const method = SHIPPING_METHODS.find((one) => one === text.toUpperCase().replace(/^BY\s+/, ''));
      const all = SHIPPING_METHODS.map((one) => wordOfValue('shippingMethod', one)).join(', ');
      return method === undefined ? { reason: say('rows.one_of', { values: all }) } : { value: method };
    }
    default:
      return validated(
        supplierBody.shape[field as keyof typeof supplierBody.shape],
        field === 'notes' ? text : onOneLine(text),
      );
  }
}

function readTermsCell(text: string, values: readonly SupplierValueMapping[]): CellReading {
  const meaningOf = (said: string) =>
    TERM_EVENTS.find((event) => event === meaningIn(values, 'paymentTerms', said)?.to);
  const read = readTerms(text, meaningOf);
  if ('is' in read) return { reason: termsReason(read), words: read.part };
  return validated(supplierBody.shape.paymentTerms, read satisfies readonly PaymentTerm[]);
}

const MOST_TERMS = 10;
function termsReason({ is }: TermsProblem): Text {
  switch (is) {
    case 'FORM':
      return say('rows.terms_form');
    case 'EVENT':
      return say('rows.terms_event');
    case 'TOTAL':
      return say('terms.total');
    case 'MANY':
      return say('rows.terms_many', { max: MOST_TERMS });
  }
}

const DAYS = /\s*(?:days?|d|tagen?|jours?|días?|giorni|天)$/iu;

/** A number of days: 45, "45 days", or 45.0 as a spreadsheet may write it. */
function readDays(field: SupplierImportField, text: string, reading: NumberReading): CellReading {
  const digits = text.replace(DAYS, '');
  const read = /^\d+$/.test(digits) ? { plain: digits } : readInColumn(digits, reading);
  if (typeof read !== 'object' || !/^\d/.test(read.plain)) return { reason: say('day.count') };
  const days = Number(read.plain);
  return validated(field === 'leadTime' ? supplierBody.shape.leadTime : leadTimeDays, days);
}

function validated(schema: z.ZodType, value: unknown): CellReading {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  return { reason: issue ? textOfIssue(issue) : say('lines.unreadable') };
}

/** The columns of the example file, in order. */
const TEMPLATE = [
  'companyName',
  'localName',
  'email',
  'telephone',
  'addressLine1',
  'city',
  'postCode',
  'state',
  'country',
  'currency',
  'paymentTerms',
  'shippingMethod',
  'leadTime',
  'leadTimes.SEA.production',
  'leadTimes.SEA.transit',
  'leadTimes.SEA.checkIn',
  'notes',
] as const satisfies readonly SupplierImportField[];
const EXAMPLES: readonly Readonly<Partial<Record<(typeof TEMPLATE)[number], string>>>[] = [
  {
    companyName: 'Ningbo Example Homeware Co., Ltd.',
    localName: '宁波示例家居有限公司',
    email: 'sales@homeware.example',
    telephone: '+86 574 5550 1234',
    addressLine1: '88 Harbour Road',
    city: 'Ningbo',
    postCode: '315000',
    state: 'Zhejiang',
    country: 'CN',
    currency: 'USD',
    paymentTerms: '30% on order; 70% before shipping',
    shippingMethod: 'Sea',
    'leadTimes.SEA.production': '30',
    'leadTimes.SEA.transit': '35',
    'leadTimes.SEA.checkIn': '5',
    notes: 'Delete these rows',
  },
  {
    companyName: 'Example Forwarding Ltd',
    email: 'ops@forwarding.example',
    city: 'Felixstowe',
    country: 'GB',
    currency: 'GBP',
    paymentTerms: '100% on invoice + 30 days',
    leadTime: '7',
  },
];

/** Creates the example file, which can be imported. A byte order mark makes spreadsheet programs read it as UTF-8. */
export function supplierTemplate(): string {
  const cell = (text: string) => (/[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const headings = TEMPLATE.map((field) => wordsOf({ code: SUPPLIER_EXPORT[field] }, 'en'));
  const lines = [headings, ...EXAMPLES.map((example) => TEMPLATE.map((field) => example[field] ?? ''))];
  return `\ufeff${lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`;
}
