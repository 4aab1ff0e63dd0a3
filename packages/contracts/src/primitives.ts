import { isDay } from '@quayside/domain/days/days';
import { barcodeDigits, checkBarcode } from '@quayside/domain/products/barcode';
import { codeIdentity, visibleLines, visibleText } from '@quayside/domain/written-text';
import { z } from 'zod';
import { sayInSchema } from './texts/catalogue.ts';

/** A UUIDv7 that the application generated. */
export const id = z.uuid().toLowerCase().meta({ description: 'Opaque id (UUID)' });

/** Whether the text is free of NUL characters and lone surrogates, which PostgreSQL and JSON refuse. */
const isStorableText = (s: string) => !s.includes('\0') && s.isWellFormed();
const NOT_STORABLE = sayInSchema('field.not_storable');

/** Text of up to `max` characters that is stored unchanged, for example a part of the state of a table. */
export const plainText = (max: number) => z.string().max(max).refine(isStorableText, NOT_STORABLE);

/** Line breaks and tabs, and the control characters that nobody sees. */
export const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029]/u;

/** Trimmed text in the form in which it is stored, so that texts that look the same are the same. */
const trimmed = (max: number, form: (text: string) => string) =>
  z
    .string()
    .overwrite(form)
    .trim()
    .max(max, sayInSchema('field.max_length', { max }))
    .refine(isStorableText, NOT_STORABLE);
/** Trimmed text of one line: names, numbers and codes, which stand in lists, file names, mails and printed lines. */
const oneLine = (max: number, form = visibleText) =>
  trimmed(max, form).refine((s) => !NOT_IN_A_LINE.test(s), sayInSchema('field.one_line'));
const emptyToNull = (s: string): string | null => (s === '' ? null : s);

/** Text of one line, of 1 to `max` characters. */
export const requiredText = (max: number, message = sayInSchema('field.required')) => oneLine(max).min(1, message);
/** Text of one line, up to `max` characters; empty becomes null. An absent field keeps its value; null clears it. */
export const optionalText = (max: number) => oneLine(max).transform(emptyToNull).nullable();
/** Like `requiredText`, for codes: full-width and usual characters are the same. */
export const requiredCode = (max: number) => oneLine(max, codeIdentity).min(1, sayInSchema('field.required'));
/** Like `optionalText`, for codes: full-width and usual characters are the same. */
export const optionalCode = (max: number) => oneLine(max, codeIdentity).transform(emptyToNull).nullable();
/** Like `requiredText`, for text that may have several lines: notes, addresses, reasons. */
export const requiredLines = (max: number) => trimmed(max, visibleLines).min(1, sayInSchema('field.required'));
/** Like `optionalText`, for text that may have several lines: notes, addresses, reasons. */
export const optionalLines = (max: number) => trimmed(max, visibleLines).transform(emptyToNull).nullable();

/** Converts empty text to null, which clears an optional field. */
export const blankToNull = (v: unknown) => (typeof v === 'string' && v.trim() === '' ? null : v);

const dayFrom = (first: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, sayInSchema('day.form'))
    .refine((s) => s >= first && s <= '2999-12-31' && isDay(s), sayInSchema('day.unknown'))
    .meta({ description: 'Day, yyyy-MM-dd', format: 'date' });
/** A calendar day that exists, as yyyy-MM-dd. */
export const day = dayFrom('1970-01-01');
/** A date of birth. The service checks that it is in the past. */
export const dayOfBirth = dayFrom('1900-01-01');

/** An instant, ISO 8601 in UTC with Z. */
export const instant = z
  .string()
  .refine(
    (s) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$/.test(s) && !Number.isNaN(Date.parse(s)),
    sayInSchema('instant.form'),
  )
  .meta({ description: 'Instant, ISO 8601 with Z', format: 'date-time' });

/** An amount in a request: a decimal string or number. The service checks it against the currency. */
export const amountIn = z
  .union([z.string().trim().max(40), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^-?\d{1,15}(\.\d{1,6})?$/.test(s), sayInSchema('amount.form'))
  .meta({ description: 'Decimal string or number, with at most the decimals of its currency' });

/** An amount in an answer: a decimal string with exactly the decimals of its currency. */
export const amount = z
  .string()
  .meta({ description: 'Decimal string with exactly the decimals of its currency', examples: ['1234.50'] });

/** The cost of one unit: a decimal string with up to 6 decimals. */
export const unitCost = z
  .string()
  .meta({ description: 'Decimal string with up to 6 decimals', examples: ['7.732542'] });

/**
 * An exchange rate: the amount in account currency for 1 of the document's currency, with at most 10 significant
 * digits.
 */
export const rateIn = z
  .union([z.string().trim().max(30), z.number()])
  .transform((v) => String(v))
  .refine(
    (s) => /^\d{1,10}(\.\d{1,18})?$/.test(s) && s.replace('.', '').replace(/^0+/, '').length <= 10 && /[1-9]/.test(s),
    sayInSchema('rate.number'),
  )
  .meta({ description: 'Account currency for 1 of the document currency, at most 10 significant digits' });

/** A quantity with up to 6 decimals. The service decides where it may be negative. */
export const quantityIn = z
  .union([z.string().trim().max(30), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^-?\d{1,9}(\.\d{1,6})?$/.test(s), sayInSchema('quantity.form'))
  .meta({ description: 'Decimal string or number with up to 6 decimals' });

/** The price of one unit: up to 6 decimals, never negative. */
export const unitPriceIn = z
  .union([z.string().trim().max(30), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^\d{1,12}(\.\d{1,6})?$/.test(s), sayInSchema('price.number'))
  .meta({ description: 'Decimal string or number of 0 or more with up to 6 decimals' });

/** A length or weight of 0 or more, with up to 4 decimals. */
export const measureIn = z
  .union([z.string().trim().max(20), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^\d{1,7}(\.\d{1,4})?$/.test(s), sayInSchema('measure.number'))
  .meta({ description: 'Number of 0 or more with at most 4 decimals' });

/** A barcode (EAN, UPC, GTIN) as its digits, without the spaces and hyphens between them. Its check digit is tested. */
export const barcode = z
  .string()
  .max(40, sayInSchema('barcode.form'))
  .overwrite(codeIdentity)
  .transform(barcodeDigits)
  .refine((digits) => checkBarcode(digits) !== 'form', sayInSchema('barcode.form'))
  .refine((digits) => checkBarcode(digits) !== 'check_digit', sayInSchema('barcode.check_digit'))
  .meta({ description: 'EAN, UPC or GTIN: 8, 12, 13 or 14 digits, the last one the check digit' });

export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, sayInSchema('choose.currency'))
  .meta({ description: 'ISO 4217 code', examples: ['GBP'] });
export const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, sayInSchema('choose.country'))
  .meta({ description: 'ISO 3166-1 alpha-2 code', examples: ['CN'] });
export const email = z
  .string({ error: sayInSchema('field.email_required') })
  .trim()
  .min(1, sayInSchema('field.email_required'))
  .max(254, sayInSchema('field.email'))
  .regex(/^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]+$/, sayInSchema('field.email'))
  .refine(isStorableText, sayInSchema('field.email'));
export const telephone = z
  .string()
  .trim()
  .regex(/^\+?[\d ()./-]{6,25}$/, sayInSchema('field.telephone'))
  .refine((s) => {
    const n = s.replace(/\D/g, '').length;
    return n >= 6 && n <= 20;
  }, sayInSchema('field.telephone'));
/** The row version for optimistic locking. When it is absent, the last write wins. */
export const version = z.int().min(1);

/** The path parameters of a call whose only parameter is the signed-in user. */
export const userPath = z.strictObject({ userId: id });
export const userAnd = <K extends string>(...names: readonly K[]) =>
  z.strictObject({ userId: id, ...(Object.fromEntries(names.map((n) => [n, id])) as Record<K, typeof id>) });

/** Whether an action is allowed now, and the reason when it is not, in the language of the request. */
export const maySchema = z.object({ allowed: z.boolean(), reason: z.string().nullable() });

/** An entry of an option list. */
export const optionSchema = z.object({ value: z.string(), label: z.string() });

/** Why what units cost is not known: their invoice has no exchange rate, or a count found them. */
export const unknownCost = z
  .enum(['NO_RATE', 'COUNT'])
  .nullable()
  .meta({
    description:
      'Why the cost is not known: the invoice of the order has no exchange rate, or a count found the units. They ' +
      'are in no value and in no cost of goods. Null when the cost is known',
  });
/** The same of what several lots gave, of which some may be known. */
export const unknownCostOfSome = unknownCost.meta({
  description:
    'Why the cost of its units, or of some of them, is not known: the invoice of the order has no exchange rate, or ' +
    'a count found the units. They are not in the cost. Null when all of it is known',
});
export type UnknownCost = z.infer<typeof unknownCost>;
